/** Runs of an engine with their scores, for commands that take scored runs. */
import { type AskedMetrics, Planner } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import { engineKind } from "../../../sql/engines/open.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../args.ts";
import { checkOverlap } from "../no-overlap.ts";
import type { Operands } from "../operands.ts";
import { asErrors } from "../problems.ts";
import { refuseWithEngine } from "./not-with-engine.ts";
import { oneRun } from "./one-run.ts";
import { columnsOf, operandsOf, refuseInMemory } from "./operands.ts";
import { wrongUse } from "./problems.ts";
import { findTables, refuseNothingShared, scoreTables } from "./score-tables.ts";
import { withEngine } from "./with-engine.ts";

export interface EngineOperandsAsked {
  readonly command: string;
  readonly asked: AskedMetrics & Rules;
  /** The command takes a single run. */
  readonly one?: true;
}

export async function engineOperands(
  given: Args,
  { command, asked, one }: EngineOperandsAsked,
  effects: Effects,
): Promise<Operands> {
  const file = given.text("gold");
  const written = file === undefined ? given : given.withPositionals([file, ...given.positionals]);
  const kind = engineKind(written.text("engine")!);
  refuseWithEngine(written);
  if (new Planner(asked).plans().some(({ metric }) => metric.kind === "judged"))
    throw wrongUse("engine-judged");
  const operands = await operandsOf(written, kind, effects);
  const { args, goldName } = operands;
  refuseInMemory(operands);
  const columns = columnsOf(args);
  const { gold, runs } = await withEngine(args, kind, effects, async (engine, options, inputs) => {
    const request = { operands, args, kind, columns, asked, inputs, effects };
    return scoreTables(await findTables(request, engine, options), request);
  });
  const names = runs.map(({ result }) => result.name);
  const wanted = one === true ? oneRun(names, args, command) : undefined;
  const taken = runs.filter(({ result }) => wanted === undefined || result.name === wanted);
  if (!args.has("allow-no-overlap")) refuseNothingShared(taken, operands);
  const heard = [...gold.problems, ...taken.flatMap(({ result }) => result.problems)];
  const problems = [...new Map(heard.map((problem) => [JSON.stringify(problem), problem])).values()];
  const strict = problems.filter(({ code }) => code !== "retried");
  if (args.has("strict") && strict.length > 0) throw asErrors(strict);
  return {
    runs: taken.map(({ result, file }) => ({ path: file, result })),
    gold: { file: goldName, lines: gold.lines ?? new Map() },
    ...(gold.words === undefined ? {} : { words: gold.words }),
    problems: checkOverlap(
      {
        gold: goldName,
        runs: taken,
        words: gold.words,
        problems,
        again: [command, ...args.words],
      },
      args,
    ),
  };
}
