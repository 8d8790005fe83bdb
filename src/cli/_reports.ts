/** Results as text: on the terminal, and in files by their extension. */
import { extname } from "node:path";
import { GoldieError } from "../core/problem.ts";
import type { Problem, Summary } from "../core/types.ts";
import type { FilesResult } from "../engine/evaluate-files.ts";
import type { Result, ResultJson } from "../evaluate/result.ts";
import { renderTable, summaryTable } from "../reports/table.ts";
import { type Args, wrongUse } from "./_args.ts";
import { writeOutput } from "./_output.ts";
import type { Effects } from "./effects.ts";

type Report = (scored: FilesResult, args: Args) => string | Promise<string>;

/** By extension. */
const REPORTS: Readonly<Record<string, Report>> = {
  ".json": (scored, args) => `${JSON.stringify(jsonOf(scored, args.has("per-query")), null, 2)}\n`,
  ".rows": ({ runs }) => runs.map(({ result }) => rowsOf(result)).join("\n"),
};
/** Extensions that people will ask for. */
const LATER: Readonly<Record<string, string>> = {
  ".html": "a report as a web page",
  ".xml": "a JUnit report",
};
const shown = (): string =>
  Object.keys(REPORTS)
    .filter((extension) => extension !== ".rows")
    .join(" ");

/** The files of -o, each of a kind that can be written. */
export function outputsBy(args: Args): readonly string[] {
  for (const path of args.all("output")) {
    const extension = extname(path).toLowerCase();
    if (Object.hasOwn(REPORTS, extension) && extension !== ".rows") continue;
    const later = LATER[extension];
    if (path === "-")
      throw wrongUse("-o writes by extension, and - has none", "use --json for JSON on standard output");
    throw wrongUse(
      later === undefined
        ? `-o cannot tell from ${JSON.stringify(path)} what to write`
        : `${later} (${extension}) does not exist yet`,
      `choose one of ${shown()}`,
    );
  }
  return args.all("output");
}

export const reportText = async (extension: string, scored: FilesResult, args: Args): Promise<string> =>
  REPORTS[extension]!(scored, args);

/** Writes every output; what could not be written comes back, and the others are there. */
export async function writeReports(
  outputs: readonly string[],
  scored: FilesResult,
  args: Args,
  effects: Effects,
): Promise<Problem[]> {
  const refused: Problem[] = [];
  for (const path of outputs) {
    const text = await reportText(extname(path).toLowerCase(), scored, args);
    try {
      await writeOutput(path, effects, (write) => write(text));
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      refused.push(error.problem);
    }
  }
  return refused;
}

export function summaryText({ runs }: FilesResult, { stdout }: Effects): string {
  const width = stdout.columns;
  return `${summaryTable(
    runs.map(({ result }) => result),
    width === undefined ? {} : { width },
  )}\n`;
}

const meanText = ({ mean }: Summary): string => (mean === undefined ? "–" : mean.toFixed(3));

/** The means of the queries that share a value of a tag. */
export function byTag({ runs }: FilesResult, tag: string): string {
  const several = runs.length > 1;
  const rows = runs.flatMap(({ result }) =>
    [...result.slices(tag)].map(([value, summaries]) => [
      value,
      ...(several ? [result.name] : []),
      String(queriesIn(summaries[0]!)),
      ...summaries.map(meanText),
    ]),
  );
  const metrics = runs[0]!.result.summary().map(({ metric }) => metric);
  const head = [tag, ...(several ? ["run"] : []), "queries", ...metrics];
  return `${renderTable([head, ...rows], { align: ["left", ...(several ? ["left" as const] : []), "right"] })}\n`;
}
const queriesIn = ({ counts }: Summary): number =>
  counts.scored + counts.undefined + counts.skipped + counts.failed;

function rowsOf(result: Result): string {
  const rows = result.queries.map((query) => [
    query,
    ...result.metrics.map((metric) => {
      const score = result.score(query, metric);
      return score.status === "scored" ? score.value.toFixed(3) : score.status;
    }),
  ]);
  return `${renderTable([["query", ...result.metrics], ...rows])}\n`;
}

/** The shape of toJSON, with an entry per run; single queries where they are asked for. */
function jsonOf({ runs }: FilesResult, perQuery: boolean): object {
  const json = runs.map(({ result }) => result.toJSON());
  return { ...json[0]!, runs: json.map((one) => entryOf(one.runs[0]!, perQuery)) };
}

const entryOf = ({ queries, ...rest }: ResultJson["runs"][number], perQuery: boolean): object => {
  const { name, summary, ...more } = rest;
  return { name, summary, ...(perQuery ? { queries } : {}), ...more };
};
