/** `goldie bless`. */
import { jsonText } from "../../../core/json-text.ts";
import { baselineText } from "../../../evaluate/gate/baseline.ts";
import { CORRELATION, type Sight, sightOf } from "../../../evaluate/gate/sight.ts";
import { plainText } from "../../../reports/signed-text.ts";
import { renderTable } from "../../../reports/table.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { askedBy } from "../../shared/asked.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { operandsBy } from "../../shared/operands.ts";
import { refuseInputs, writeOutput } from "../../shared/output.ts";
import { showWarnings } from "../../shared/problems.ts";
import { PartFailed } from "../../shared/stopped.ts";
import { BASELINE } from "../gate/run.ts";
import { blessProblem, wrongUse } from "./problems.ts";

export async function runBless(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 0, effects, { several: false });
  const path = args.text("baseline") ?? BASELINE;
  await refuseInputs([path], [...args.positionals, ...args.all("gold")], effects);
  const operands = await operandsBy(args, names, effects, {
    command: "bless",
    asked: askedBy(args),
    least: 1,
  });
  const { runs } = operands;
  if (runs.length > 1) throw wrongUse("bless-of-several", { names: runs.map(({ result }) => result.name) });
  const { result } = runs[0]!;
  // A failure in the baseline would hide what it stands for from every later gate.
  const failed = result.summary().find(({ counts }) => counts.failed > 0);
  if (failed !== undefined)
    throw new PartFailed(
      blessProblem("failed-baseline", { metric: failed.metric, count: failed.counts.failed }),
    );
  await writeOutput(path, effects, (write) => write(baselineText(result)));
  const { above, below } = operands.problems;
  if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
  const sight = sightOf(result);
  await effects.stdout.write(
    args.has("json")
      ? `${jsonText({ baseline: path, name: result.name, correlation: CORRELATION, metrics: sight }, 2)}\n`
      : blessedText(path, result.name, result.queries.length, sight),
  );
  if (!args.has("quiet")) await showWarnings(below, effects, args);
  return 0;
}

function blessedText(path: string, name: string, queries: number, sight: readonly Sight[]): string {
  const rows = sight.map(({ metric, mean, queries: n, drop }) => [
    metric,
    plainText(mean),
    String(n),
    drop === undefined ? "–" : plainText(drop),
  ]);
  const first = sight.find(({ drop }) => drop !== undefined)?.metric ?? sight[0]?.metric;
  return `${name} is the baseline: ${counted(queries, "query", "queries")} in ${path}

${renderTable([["metric", "mean", "queries", "visible drop"], ...rows])}

visible drop: a drop of this size fails the gate 4 times out of 5, if the scores of two versions
correlate by ${CORRELATION}; a margin finer than that cannot be decided with these queries. The gate
itself goes by the differences that it sees, and several rules need a larger drop.

Commit the file, and check later runs with:
  goldie gate GOLD RUN --not-worse ${first ?? "METRIC"}
`;
}
