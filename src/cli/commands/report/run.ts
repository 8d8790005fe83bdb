/** `goldie report`. */
import type { Problem } from "../../../core/problem.ts";
import type { Report } from "../../../reports/model.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import { type Args, argumentMissing, refuseFlags } from "../../shared/args.ts";
import { askedBy } from "../../shared/asked.ts";
import { configBy } from "../../shared/config-args.ts";
import { asksForEngine, namesTables, withEngineOf } from "../../shared/engine/configured.ts";
import { wrongUse as engineUse } from "../../shared/engine/problems.ts";
import { isHtml, writeHtml } from "../../shared/html.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { type Operands, operandsBy } from "../../shared/operands.ts";
import { refuseInputs } from "../../shared/output.ts";
import { showWarnings } from "../../shared/problems.ts";
import { reportOfOperands } from "../../shared/report-of.ts";
import { hasFailures } from "../../shared/reports.ts";
import { reportCommand } from "./command.ts";
import { wrongUse } from "./problems.ts";
import { storedReport } from "./stored.ts";

const FILE = "report.html";

export async function runReport(written: Args, effects: Effects): Promise<number> {
  const tables = await tablesBy(written, effects);
  const { args, names } =
    tables === undefined ? await namedRuns(written, 0, effects) : { args: tables, names: [] };
  const path = args.text("output") ?? FILE;
  if (!isHtml(path)) throw wrongUse("report-output", { path });
  await refuseInputs([path], [...args.positionals, ...args.all("gold"), ...args.all("corpus")], effects);
  const {
    report: found,
    above,
    below,
  } = tables === undefined ? await reportBy(args, names, effects) : await reportOfTables(tables, effects);
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

/** The arguments with the engine, where the command line or else the config names one. */
async function tablesBy(args: Args, effects: Effects): Promise<Args | undefined> {
  // Loading a config runs the user's code.
  const needed = args.positionals.length === 0 || args.has("config") || asksForEngine(args);
  const config = needed ? ((await configBy(args, effects))?.config ?? {}) : {};
  if (asksForEngine(args) || (args.positionals.length === 0 && namesTables(config)))
    return withEngineOf(args, config);
  if (args.has("config")) throw wrongUse("report-config", { path: args.text("config")! });
  refuseFlags(args, ["pull"], (flag) => engineUse("flag-without-engine", { flag }));
  if (args.positionals.length > 0) return undefined;
  throw argumentMissing(reportCommand, reportCommand.positionals[0]!);
}

async function reportOfTables(args: Args, effects: Effects): Promise<FoundReport> {
  // Loaded on demand: tables and engines.
  const { engineOperands } = await import("../../shared/engine/engine-operands.ts");
  return ofOperands(await engineOperands(args, { command: "report", asked: askedBy(args) }, effects));
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
  return ofOperands(operands);
}

function ofOperands(operands: Operands): FoundReport {
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
