/** Results as text: on the terminal, and in files by their extension. */
import { extname } from "node:path";
import type { Problem } from "../../core/problem.ts";
import { GoldieError } from "../../core/problem.ts";
import type { MatchRule } from "../../core/rules.ts";
import type { FilesResult } from "../../engine/evaluate-files.ts";
import { type Report, reports } from "../../reports/index.ts";
import { table } from "../../reports/table.ts";
import { oneLine } from "../../text/width.ts";
import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";
import type { Args } from "./args.ts";
import { fill, widthFor } from "./help.ts";
import { writeOutput } from "./output.ts";
import { styleOf } from "./style.ts";

/** What is written for an extension that no report has, in words. */
const LATER: Readonly<Record<string, string>> = {
  html: "a report as a web page",
  xml: "a JUnit report",
};

const extensionOf = (path: string): string => extname(path).slice(1).toLowerCase();
const reportFor = (extension: string): Report | undefined =>
  reports.find(({ extensions }) => extensions.includes(extension));

/** The files of -o, each of a kind that can be written. */
export function outputsBy(args: Args): readonly string[] {
  const outputs = args.all("output");
  for (const path of outputs) {
    const extension = extensionOf(path);
    if (reportFor(extension) !== undefined) continue;
    if (path === "-") throw wrongUse("output-without-extension");
    const extensions = reports.flatMap((report) => report.extensions.map((one) => `.${one}`));
    throw Object.hasOwn(LATER, extension)
      ? wrongUse("extension-to-come", { extension: `.${extension}`, about: LATER[extension]!, extensions })
      : wrongUse("unknown-extension", { path, extensions });
  }
  return outputs;
}

const resultsOf = ({ runs }: FilesResult) => runs.map(({ result }) => result);

function optionsBy(args: Args) {
  const by = args.text("by");
  return { perQuery: args.has("per-query") || args.has("q"), ...(by === undefined ? {} : { by }) };
}

export const jsonReport = (scored: FilesResult, args: Args): string =>
  reportFor("json")!.write(resultsOf(scored), optionsBy(args));

/** For people: as wide as their terminal, the best in bold where it can be. */
export function tableReport(scored: FilesResult, args: Args, { stdout, env }: Effects): string {
  return table.write(resultsOf(scored), {
    ...optionsBy(args),
    ...(stdout.columns === undefined ? {} : { width: stdout.columns }),
    colour: styleOf(stdout, env).on,
  });
}

/** trec_eval's columns are what tools read scores of single queries from. */
export const fileReport = (extension: string, scored: FilesResult, args: Args): string => {
  const options = optionsBy(args);
  const perQuery = options.perQuery || extension === "trec";
  return reportFor(extension)!.write(resultsOf(scored), { ...options, perQuery });
};

/** Where gold is no ids, how it was found in the hits decides every number. */
export function matchText(scored: FilesResult): string {
  const match = resultsOf(scored)[0]!.rules["match"] as MatchRule;
  if ("ids" in match) return "";
  const least = match.at === undefined ? "" : `, at least ${match.at} of it`;
  return `matched by ${"text" in match ? `text: ${match.text}` : `span: ${match.spans}`}${least}\n`;
}

/** Queries that nothing answers have no score; the best run would return nothing for them. */
export function unanswerableText(scored: FilesResult, { stdout }: Effects): string {
  const [first, ...others] = resultsOf(scored);
  const { queries } = first!.unanswerable;
  if (queries === 0) return "";
  const runs = [first!, ...others].map(
    ({ name, unanswerable }) => `${oneLine(name)} has hits for ${unanswerable.withHits} of them`,
  );
  return `${fill(`${queries} ${queries === 1 ? "query has" : "queries have"} no answer: ${runs.join(", ")}`, "", widthFor(stdout))}\n`;
}

/** Writes every output; what could not be written comes back, and the others are there. `own`: texts that are not made from the results alone, by extension. */
export async function writeReports(
  outputs: readonly string[],
  scored: FilesResult,
  args: Args,
  effects: Effects,
  own: Readonly<Record<string, () => Iterable<string>>>,
): Promise<Problem[]> {
  const refused: Problem[] = [];
  for (const path of outputs) {
    const extension = extensionOf(path);
    const text = Object.hasOwn(own, extension) ? own[extension]!() : [fileReport(extension, scored, args)];
    try {
      await writeOutput(path, effects, async (write) => {
        for (const piece of text) await write(piece);
      });
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      refused.push(error.problem);
    }
  }
  return refused;
}
