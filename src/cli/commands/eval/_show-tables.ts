/** Scores of tables on the terminal and in files. */
import { GoldieError, type Problem } from "../../../core/problem.ts";
import type { MatchRule } from "../../../core/rules.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import type { Report, RunReport } from "../../../reports/model.ts";
import type { EngineKind } from "../../../sql/engines/open.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import type { EngineOperands } from "../../shared/engine/operands.ts";
import { refuseNothingShared, type ScoredTables } from "../../shared/engine/score-tables.ts";
import { type ReadyScores, readyScores, warningsOf } from "./_show.ts";
import type { trecBy } from "./_trec.ts";
import { refuseRuns } from "./run.ts";

/** What is shown and how. */
export interface ShownTables {
  readonly operands: EngineOperands;
  readonly args: Args;
  readonly kind: EngineKind;
  readonly outputs: readonly string[];
  readonly trec: ReturnType<typeof trecBy>;
  readonly leftOut: Problem | undefined;
}

export async function readyTables(
  { gold, runs, notes = [] }: ScoredTables,
  { operands, args, kind, outputs, trec, leftOut: problem }: ShownTables,
  effects: Effects,
): Promise<ReadyScores> {
  const problems = [...(problem === undefined ? [] : [problem]), ...gold.problems];
  const report: Report = {
    runs: runs.map((run) => ({
      ...run,
      ...missesOf(run.result, args),
      ...(gold.words === undefined ? {} : { words: gold.words }),
      matched: run.result.rules["match"] as MatchRule,
    })),
    problems,
    notes: args.has("json") ? [] : [...notes, ...(args.has("pull") ? [] : [whereHitsAre(kind)])],
  };
  if (trec !== undefined) refuseRuns(runs, trec);
  if (operands.runTable !== undefined && trec === undefined && !args.has("allow-no-overlap"))
    refuseNothingShared(runs, operands, true);
  const ready = await readyScores(
    {
      gold: operands.goldName,
      runs,
      words: gold.words,
      report,
      page: report,
      warnings: warningsOf(report, []),
      leftOut: problem,
      outputs,
      trec,
      unsaved: undefined,
    },
    args,
    effects,
  );
  const files = outputs.filter((path) => path !== "-");
  const show = async (): Promise<number> => {
    const code = await ready.show();
    if (ready.saved && files.length > 0 && !args.has("quiet"))
      await effects.stderr.write(`wrote ${files.join(", ")}\n`);
    return code;
  };
  return { saved: ready.saved, show };
}

const whereHitsAre = ({ scheme, open }: EngineKind): string =>
  `The hits stay in ${scheme}, so missed documents are not listed${open === undefined ? "" : "; --pull fetches the hits and lists them"}.`;

/** Of hits that were fetched, unless they were too many to keep. */
function missesOf(result: Result, args: Args): Pick<RunReport, "missed"> {
  if (!args.has("pull")) return {};
  try {
    return { missed: result.missed() };
  } catch (error) {
    if (error instanceof GoldieError && error.problem.code === "not-kept") return {};
    throw error;
  }
}
