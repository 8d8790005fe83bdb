/** `goldie compare`. */
import { compare } from "../../../evaluate/compare/compare.ts";
import { comparisonCsv } from "../../../reports/compare/csv.ts";
import { comparisonJson } from "../../../reports/compare/json.ts";
import { comparisonMarkdown } from "../../../reports/compare/markdown.ts";
import type { ComparisonWriter } from "../../../reports/compare/model.ts";
import { comparisonTex } from "../../../reports/compare/tex.ts";
import { comparisonText } from "../../../reports/compare/text.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { askedBy } from "../../shared/asked.ts";
import { widthFor } from "../../shared/help.ts";
import { isHtml, writeHtml } from "../../shared/html.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { type Operands, operandsBy } from "../../shared/operands.ts";
import { refuseInputs, writeOutput } from "../../shared/output.ts";
import { pairedRetrievers } from "../../shared/paired-retrievers.ts";
import { showWarnings } from "../../shared/problems.ts";
import { reportOfOperands } from "../../shared/report-of.ts";
import { storedReport } from "../report/stored.ts";
import { wrongUse } from "./problems.ts";

export async function runCompare(written: Args, effects: Effects): Promise<number> {
  const pairs = await pairedRetrievers(written.positionals, effects);
  if (pairs === undefined) return compareRuns(written, effects);
  if (pairs.length > 1) {
    const [first] = pairs;
    refuseFlags(written, ["json", "output"], (flag) =>
      wrongUse("several-pairs", { flag, count: pairs.length, example: first! }),
    );
  }
  const codes: number[] = [];
  for (const pair of pairs) {
    if (codes.length > 0) await effects.stdout.write("\n");
    codes.push(await compareRuns(written.withPositionals(pair), effects));
  }
  return Math.max(...codes);
}

async function compareRuns(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 0, effects);
  const [pages, others] = partition(args.all("output"), isHtml);
  const outputs = others.map((path) => ({ path, write: writerOf(path) }));
  await refuseInputs(
    [...pages, ...others],
    [...args.positionals, ...args.all("gold"), ...args.all("corpus")],
    effects,
  );
  const [digits, moved] = [args.count("digits", 0), args.count("moved", 0)];
  const [baseline, by, correction] = ["baseline", "by", "correction"].map((name) => args.text(name));
  const asked = askedBy(args);
  const operands = await operandsBy(args, names, effects, {
    command: "compare",
    asked,
    least: 2,
  });
  if (args.has("tukey") && operands.runs.length < 3)
    throw wrongUse("tukey-of-two", { found: operands.runs.length });
  const comparison = compare(
    operands.runs.map(({ result }) => result),
    {
      ...(args.has("metrics") ? { metrics: metricsOf(operands, asked.metrics) } : {}),
      ...(baseline === undefined ? {} : { baseline }),
      ...(by === undefined ? {} : { by }),
      ...(correction === undefined ? {} : { correction: correction as "holm" | "max-t" }),
      ...(moved === undefined ? {} : { moved }),
      ...(args.text("tukey") === "randomised" ? { tukey: "randomised-tukey" as const } : {}),
    },
  );
  const reported = { comparison, ...(operands.words === undefined ? {} : { words: operands.words }) };
  const options = digits === undefined ? {} : { digits };
  for (const { path, write } of outputs)
    await writeOutput(path, effects, (out) => out(write(reported, options)));
  const { above, below } = operands.problems;
  if (pages.length > 0) {
    // With the lists of stored runs, if they still belong to their scores.
    const stored = await storedReport(args, names, effects);
    const { report } = stored ?? { report: reportOfOperands(operands) };
    const problems = [...above, ...below];
    for (const path of pages) await writeHtml(path, { ...report, comparison, problems }, args, effects);
  }
  if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
  await effects.stdout.write(
    args.has("json")
      ? comparisonJson(reported, options)
      : comparisonText(reported, { ...options, width: widthFor(effects.stdout) }),
  );
  if (!args.has("quiet")) await showWarnings([...below, ...comparison.problems], effects, args);
  // Comparing only the remaining queries of a failed run would not compare the runs.
  const failed = operands.runs.some(({ result }) => result.summary().some(({ counts }) => counts.failed > 0));
  return failed ? 3 : 0;
}

/** As in the scored runs; results that were read have their own names. */
const metricsOf = (
  { runs, gold }: Operands,
  asked: ReturnType<typeof askedBy>["metrics"],
): readonly string[] =>
  gold === undefined
    ? (asked as readonly string[])
    : (runs.find(({ texts }) => texts !== undefined)?.result.rowMetrics ?? []);

/** Those that are, and those that are not. */
const partition = <T>(all: readonly T[], is: (one: T) => boolean): readonly [T[], T[]] => [
  all.filter(is),
  all.filter((one) => !is(one)),
];

function writerOf(path: string): ComparisonWriter {
  const name = path.toLowerCase();
  if (name.endsWith(".json")) return comparisonJson;
  if (name.endsWith(".csv")) return comparisonCsv;
  if (name.endsWith(".md")) return comparisonMarkdown;
  if (name.endsWith(".tex")) return comparisonTex;
  if (name.endsWith(".txt")) return comparisonText;
  throw wrongUse("compare-output", { path });
}
