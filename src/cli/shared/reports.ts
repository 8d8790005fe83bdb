/** A report as text: on the terminal, and in files by their extension. */
import { extname } from "node:path";
import type { Problem } from "../../core/problem.ts";
import { GoldieError } from "../../core/problem.ts";
import { hasHidden } from "../../core/visible.ts";
import { reports } from "../../reports/index.ts";
import { json } from "../../reports/json.ts";
import { type Report, type ReportOptions, type ReportWriter, tagsOf } from "../../reports/model.ts";
import { table } from "../../reports/table.ts";
import type { Effects } from "../effects.ts";
import { sharedProblem, wrongUse } from "./_problems.ts";
import type { Args } from "./args.ts";
import { isHtml, writeHtml } from "./html.ts";
import { writeOutput } from "./output.ts";
import { isParquet, writeParquet } from "./parquet.ts";
import { styleOf } from "./style.ts";

/** The message for an extension without a report. */
const LATER: Readonly<Record<string, string>> = { xml: "a JUnit report" };

const extensionOf = (path: string): string => extname(path).slice(1).toLowerCase();
const writerFor = (extension: string): ReportWriter | undefined =>
  reports.find(({ extensions }) => extensions.includes(extension));

/** The files of -o, each with a known extension. */
export function outputsBy(args: Args): readonly string[] {
  const outputs = args.all("output");
  for (const path of outputs) {
    const extension = extensionOf(path);
    if (isHtml(path) || isParquet(path) || writerFor(extension) !== undefined) continue;
    if (path === "-") throw wrongUse("output-without-extension");
    const extensions = [
      ...reports.flatMap((report) => report.extensions.map((one) => `.${one}`)),
      ".parquet",
      ".html",
    ];
    throw Object.hasOwn(LATER, extension)
      ? wrongUse("extension-to-come", { extension: `.${extension}`, about: LATER[extension]!, extensions })
      : wrongUse("unknown-extension", { path, extensions });
  }
  return outputs;
}

function optionsBy(args: Args): ReportOptions {
  const by = args.all("by");
  const digits = args.count("digits", 0);
  return {
    perQuery: args.has("per-query") || args.has("q"),
    missed: args.has("missed"),
    quiet: args.has("quiet"),
    ...(by.length === 0 ? {} : { by }),
    ...(digits === undefined ? {} : { digits }),
  };
}

export const jsonReport = (report: Report, args: Args): string => json.write(report, optionsBy(args));

/** For a terminal: fitted to its width, best values in bold, with all remarks. */
export function tableReport(report: Report, args: Args, { stdout, env }: Effects): string {
  return table.write(report, {
    ...optionsBy(args),
    remarks: true,
    ...(stdout.columns === undefined ? {} : { width: stdout.columns }),
    colour: styleOf(stdout, env).on,
  });
}

/** As a file, in pieces if the writer supports it. */
function piecesOf(writer: ReportWriter, report: Report, options: ReportOptions): Iterable<string> {
  return writer.pieces?.(report, options) ?? [writer.write(report, options)];
}

/** Another tool's text on the terminal. */
export const toolReport = (writer: ReportWriter, report: Report, args: Args): Iterable<string> =>
  piecesOf(writer, report, optionsBy(args));

/** Writes every output and returns the errors; one failure does not stop the others. `tool` writes its extensions as another tool would. */
export async function writeReports(
  outputs: readonly string[],
  report: Report,
  args: Args,
  effects: Effects,
  tool?: ReportWriter,
): Promise<Problem[]> {
  const refused: Problem[] = [];
  const options = optionsBy(args);
  for (const path of outputs) {
    const extension = extensionOf(path);
    if (isHtml(path)) {
      refused.push(...(await refusals(() => writeHtml(path, report, args, effects))));
      continue;
    }
    if (isParquet(path)) {
      refused.push(...(await refusals(() => writeParquet(path, report, effects))));
      continue;
    }
    const writer = tool?.extensions.includes(extension) === true ? tool : writerFor(extension)!;
    // Other programs read per-query scores from trec_eval's columns.
    const perQuery = options.perQuery || extension === "trec";
    const text = piecesOf(writer, report, { ...options, perQuery });
    const write = (): Promise<void> =>
      writeOutput(path, effects, async (write) => {
        for (const piece of text) await write(piece);
      });
    refused.push(...(await refusals(write)));
  }
  return refused;
}

/** Why something could not be written. */
async function refusals(write: () => Promise<unknown>): Promise<Problem[]> {
  try {
    await write();
    return [];
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return [error.problem];
  }
}

/** Read by programs, so ids keep all their characters. */
const KEEPING: ReadonlySet<string> = new Set(["csv", "tsv"]);

/** A warning for each output that contains invisible characters. */
export function hiddenIn(outputs: readonly string[], report: Report, args: Args): Problem[] {
  const files = outputs.filter((path) => KEEPING.has(extensionOf(path)));
  if (files.length === 0) return [];
  const { perQuery, by } = optionsBy(args);
  const names = report.runs.flatMap(({ result }) => [
    result.name,
    ...(perQuery ? result.queries : []),
    ...tagsOf(by).flatMap((tag) => [...result.slices(tag).keys()]),
  ]);
  const hidden = [...new Set(names.filter(hasHidden))];
  if (hidden.length === 0) return [];
  const found = { count: hidden.length, first: hidden[0]! };
  return files.map((path) => sharedProblem("hidden-characters", { path, ...found }, { at: { file: path } }));
}

/** Could some score not be determined? */
export const hasFailures = ({ runs }: Report): boolean =>
  runs.some(({ result }) => result.summary().some(({ counts }) => counts.failed > 0));
