/** `goldie report`. */
import type { Problem } from "../../../core/problem.ts";
import type { Report } from "../../../reports/model.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { askedBy } from "../../shared/asked.ts";
import { isHtml, writeHtml } from "../../shared/html.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { operandsBy } from "../../shared/operands.ts";
import { refuseInputs } from "../../shared/output.ts";
import { showWarnings } from "../../shared/problems.ts";
import { reportOfOperands } from "../../shared/report-of.ts";
import { hasFailures } from "../../shared/reports.ts";
import { wrongUse } from "./problems.ts";
import { storedReport } from "./stored.ts";

const FILE = "report.html";

export async function runReport(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 0, effects);
  const path = args.text("output") ?? FILE;
  if (!isHtml(path)) throw wrongUse("report-output", { path });
  await refuseInputs([path], [...args.positionals, ...args.all("gold"), ...args.all("corpus")], effects);
  const { report: found, above, below } = await reportBy(args, names, effects);
  const runs = baselineFirst(found.runs, args.text("baseline"));
  const report = { ...found, runs };
  if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
  const size = await writeHtml(path, report, args, effects, args.text("title"));
  const queries = new Set(runs.flatMap(({ result }) => result.queries)).size;
  await effects.stdout.write(
    `wrote ${path}: ${counted(runs.length, "run", "runs")}, ${counted(queries, "query", "queries")}, ${sizeText(size)}\n`,
  );
  if (!args.has("quiet")) await showWarnings(below, effects, args);
  return hasFailures(report) ? 3 : 0;
}

/** With the warnings above and below the line about the file. */
interface FoundReport {
  readonly report: Report;
  readonly above: readonly Problem[];
  readonly below: readonly Problem[];
}

async function reportBy(
  args: Args,
  names: readonly (string | undefined)[],
  effects: Effects,
): Promise<FoundReport> {
  const stored = await storedReport(args, names, effects);
  if (stored !== undefined) return { report: stored.report, above: [], below: stored.problems };
  const operands = await operandsBy(args, names, effects, {
    command: "report",
    asked: askedBy(args),
    least: 1,
  });
  const { above, below } = operands.problems;
  return { report: { ...reportOfOperands(operands), problems: [...above, ...below] }, above, below };
}

/** What the others are compared with stands first. */
function baselineFirst(runs: Report["runs"], name: string | undefined): Report["runs"] {
  if (name === undefined) return runs;
  const first = runs.find(({ result }) => result.name === name);
  if (first === undefined)
    throw wrongUse("report-baseline", { name, names: runs.map(({ result }) => result.name) });
  return [first, ...runs.filter((run) => run !== first)];
}

const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
