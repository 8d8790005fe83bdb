/** `goldie eval --engine`: runs are scored where they are. */
import type { Problem } from "../../../core/problem.ts";
import { ofRunFile } from "../../../evaluate/input/problems.ts";
import { Planner } from "../../../evaluate/plan/plan.ts";
import { type EngineKind, engineKind } from "../../../sql/engines/open.ts";
import { sourceName } from "../../../sql/faults.ts";
import { sqlProblem } from "../../../sql/problems.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { goldOf, inPlace } from "../../shared/engine/gold.ts";
import { alike, hitTables, ownersOf } from "../../shared/engine/hits.ts";
import { refuseWithEngine } from "../../shared/engine/not-with-engine.ts";
import { columnsOf, operandsOf, refuseInMemory } from "../../shared/engine/operands.ts";
import { wrongUse as engineUse } from "../../shared/engine/problems.ts";
import { findTables, scoreTables } from "../../shared/engine/score-tables.ts";
import { withEngine } from "../../shared/engine/with-engine.ts";
import { tellingMixedUp } from "../../shared/mixed-up.ts";
import { refuseInputs } from "../../shared/output.ts";
import { showWarnings } from "../../shared/problems.ts";
import { outputsBy } from "../../shared/reports.ts";
import { needsJudge } from "./_judged.ts";
import { readyTables, type ShownTables } from "./_show-tables.ts";
import { printSql, showEstimate } from "./_sql-shown.ts";
import { trecBy } from "./_trec.ts";
import { scoredRows, type UnseenTables, unseenTables } from "./_unseen-tables.ts";
import { checkTarget, writeScores } from "./_write-scores.ts";
import { wrongUse } from "./problems.ts";
import { askedOf, refuseUnderTrec } from "./run.ts";

export async function runTables(written: Args, effects: Effects): Promise<number> {
  const kind = engineKind(written.text("engine")!);
  refuseWithEngine(written);
  refuseTogether(written);
  const operands = await operandsOf(written, kind, effects);
  const { args } = operands;
  const outputs = outputsBy(args);
  await refuseInputs(outputs, args.positionals, effects);
  const trec = trecBy(args);
  if (trec !== undefined) refuseUnderTrec(args, outputs);
  const { asked, relstring, problem } = askedOf(args, trec);
  if (relstring !== undefined) throw wrongUse("engine-hits", { flag: "-m relstring" });
  const pulls = kind.open !== undefined;
  if (args.has("pull") && !pulls) throw wrongUse("engine-pull", { engine: kind.scheme });
  if (args.has("missed") && !args.has("pull")) throw wrongUse("engine-missed", { pulls });
  refuseInMemory(operands);
  if (needsJudge(asked)) throw engineUse("engine-judged");
  const columns = columnsOf(args);
  const shown = { operands, args, kind, outputs, trec, leftOut: problem };

  if (kind.open === undefined)
    return printOrRead(await unseenTables(operands, columns, asked, kind, effects), shown, kind, effects);
  if (args.has("sql-rows")) throw wrongUse("sql-rows-connected", { engine: kind.scheme });

  const warnings: Problem[] = [];
  const done = await withEngine(args, kind, effects, async (engine, options, inputs) => {
    const target = await checkTarget(args, engine, options);
    const request = { operands, args, kind, columns, asked, inputs, effects };
    if (args.has("print-sql")) {
      const plans = new Planner(asked).plans();
      const hits = await hitTables(engine, operands, columns.run, { ...request, plans }, options);
      // Gold in groups is a part of the statement.
      const gold = await goldOf(request, engine, options, columns.gold["groups"] !== undefined);
      // What a run of the statement would refuse is not printed either.
      await ownersOf(engine, hits, options);
      warnings.push(
        ...gold.problems,
        ...hits.flatMap(({ source, problems = [] }) =>
          problems.map((one) => ofRunFile(one, sourceName(source))),
        ),
      );
      return alike(hits)
        .map((some) =>
          printSql({ ...gold.asked, hits: some, gold: gold.gold, ...inPlace(gold) }, engine.dialect),
        )
        .join("\n");
    }
    const { gold, runs } = operands;
    const found =
      gold === undefined || runs.length === 0
        ? await findTables(request, engine, options)
        : await tellingMixedUp(inputs, { gold, runs }, `eval --engine ${kind.scheme}`, () =>
            findTables(request, engine, options),
          );
    if (args.has("estimate")) return showEstimate(found.parts, args.has("json"));
    const scored = await scoreTables(found, request);
    const results = scored.runs.map(({ result }) => result);
    const ready = await readyTables(scored, shown, effects);
    // The last step: a table of a refused command would stand in the way of the next.
    if (target !== undefined && ready.saved) {
      const rows = await writeScores(engine, target, results, options);
      if (!args.has("quiet"))
        await effects.stderr.write(`wrote ${counted(rows, "row", "rows")} to ${args.text("write-to")}\n`);
    }
    return ready;
  });
  if (typeof done === "string") {
    await effects.stdout.write(done);
    if (!args.has("quiet")) await showWarnings(warnings, effects, args);
    return 0;
  }
  return done.show();
}

/** An engine that goldie does not connect to. */
async function printOrRead(
  unseen: UnseenTables,
  shown: ShownTables,
  kind: EngineKind,
  effects: Effects,
): Promise<number> {
  const { args } = shown;
  if (args.has("sql-rows"))
    return (await readyTables(await scoredRows(unseen, args, effects), shown, effects)).show();
  if (!args.has("print-sql")) throw sqlProblem.error("bad-engine/print-only", { engine: kind.scheme });
  const { dialect, options } = unseen;
  await effects.stdout.write(`${(await kind.about?.()) ?? ""}${printSql(options, dialect)}`);
  if (!args.has("quiet")) await showWarnings(unseen.gold.problems, effects, args);
  return 0;
}

const ALONE = ["print-sql", "estimate", "pull", "write-to"];

function refuseTogether(args: Args): void {
  const alone = ALONE.filter((flag) => args.has(flag));
  if (args.has("sql-rows") && alone[0] === "print-sql") throw wrongUse("sql-rows-printed");
  if (args.has("sql-rows") && alone.length > 0)
    throw wrongUse("not-together", { flags: ["--sql-rows", `--${alone[0]}`] });
  if (alone.length > 1 && (alone[0] === "print-sql" || alone[0] === "estimate"))
    throw wrongUse("not-together", { flags: alone.map((flag) => `--${flag}`) });
}
