/** A comparison in words: what changed, how sure that is, and what these queries could show at all. */
import { withCommas } from "../../core/shown.ts";
import type { ComparedPair, Comparison, MetricVerdict } from "../../evaluate/compare/comparison.ts";
import { counted } from "../../text/counted.ts";
import { oneLine } from "../../text/width.ts";
import { numberText } from "../_number-text.ts";
import { intervalText, pText, signedText } from "../signed-text.ts";

const queries = (n: number): string => counted(n, "query", "queries");

/**
 * The verdict on one metric.
 * @example
 * "ndcg@10 +0.012 (95 % CI −0.004 to +0.028): could be noise. With these 96 queries a difference of 0.023 or more would show; for one this small you need about 350."
 */
export function verdictSentence(verdict: MetricVerdict, confidence: number, tests = 1): string {
  const { metric, difference = 0, interval, call, n } = verdict;
  if (call === "too-few")
    return `${metric}: ${n === 0 ? "no query has" : "only one query has"} a score on both sides, which is too few to compare.`;
  if (call === "same") return `${metric}: no difference in any of the ${queries(n)}.`;
  const found = `${metric} ${signedText(difference)}${interval === undefined ? "" : ` (${intervalText(interval, confidence)})`}`;
  if (call === "noise") return `${found}: could be noise.${aloneWords(verdict, confidence, tests)}`;
  return `${found}: a real ${call === "better" ? "improvement" : "regression"}.`;
}

/** Why an interval without 0 may still be noise; else what these queries could show. */
function aloneWords(verdict: MetricVerdict, confidence: number, tests: number): string {
  const { p, interval, test, wins, losses } = verdict;
  if (p !== undefined && p <= Number((1 - confidence).toFixed(12)))
    return ` Alone it would be significant (${pText(p)}), but not among ${tests} comparisons; name the metrics that matter with -m.`;
  if (test === "sign" && interval !== undefined && interval[0] * interval[1] > 0)
    return ` The interval excludes 0, but only ${queries(wins + losses)} ${wins + losses === 1 ? "differs" : "differ"}: the exact sign test, which decides for yes/no metrics, gives ${pText(p ?? 1)}.`;
  return powerWords(verdict);
}

/** What this many queries could show, and how many it takes. */
function powerWords({ n, detectable, needed, difference = 0 }: MetricVerdict): string {
  if (detectable === undefined) return "";
  const shows = ` With these ${queries(n)} a difference of ${numberText(detectable)} or more would show`;
  // The size itself is above that, and it was bad luck, or the correction for several metrics, that it does not.
  if (needed === undefined || needed <= n || Math.abs(difference) >= detectable) return `${shows}.`;
  return `${shows}; for one this small you need about ${roughly(needed)}.`;
}

/** Two digits are enough for a plan. */
function roughly(n: number): string {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(n)) - 1);
  return withCommas(Math.ceil(n / digits) * digits);
}

/** What to know before any of it is believed; a sentence each. */
export function cautions({ a, b, verdicts, onlyA, onlyB, gold }: ComparedPair): string[] {
  const left = byCount(verdicts, ({ leftOut }) => leftOut.failed);
  const few = byCount(verdicts, ({ n, warnings }) => (n > 1 && warnings.includes("few-queries") ? n : 0));
  const differing = verdicts.filter(({ warnings }) => warnings.includes("few-differences"));
  const onlyIn = (name: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [`${queries(ids.length)} only in ${oneLine(name)}: ${firstOf(ids)}.`];
  return [
    ...(verdicts.length > 0 && verdicts.every(({ call }) => call === "same")
      ? ["Nothing changed in any query: is it the same file twice?"]
      : []),
    ...smallSamples(few, verdicts.length),
    ...(differing.length > 0
      ? [
          `Fewer than 6 queries differ in ${differing.map(({ metric }) => metric).join(", ")}: the interval is too narrow there.`,
        ]
      : []),
    ...left.map(
      ([count, metrics]) => `Left out of ${metrics.join(", ")}: ${queries(count)} whose score failed.`,
    ),
    ...onlyIn(a, onlyA),
    ...onlyIn(b, onlyB),
    ...goldWords(gold),
  ];
}

/** Metrics by a count of theirs, lowest first; those with none are left out. */
function byCount(
  verdicts: readonly MetricVerdict[],
  count: (verdict: MetricVerdict) => number,
): readonly (readonly [count: number, metrics: readonly string[]])[] {
  const found = new Map<number, string[]>();
  for (const verdict of verdicts) {
    const n = count(verdict);
    if (n > 0) found.set(n, [...(found.get(n) ?? []), verdict.metric]);
  }
  return [...found].sort(([a], [b]) => a - b);
}

function smallSamples(few: ReturnType<typeof byCount>, all: number): string[] {
  const [first, second] = few;
  if (first === undefined) return [];
  const rough = "below 50, intervals and p-values are rough.";
  const [n, metrics] = first;
  if (second === undefined)
    return [
      `${metrics.length === all ? "" : `${metrics.join(", ")}: `}${queries(n)} is a small sample; ${rough}`,
    ];
  return [
    `${few.map(([count, names]) => `${queries(count)} (${names.join(", ")})`).join(", ")} are small samples; ${rough}`,
  ];
}

function goldWords(gold: ComparedPair["gold"]): string[] {
  if (gold === undefined) return [];
  const parts = (["added", "removed", "edited"] as const).flatMap((what) =>
    gold[what].length === 0 ? [] : [`${gold[what].length} ${what}`],
  );
  if (parts.length === 0) return [];
  return [`The gold changed between the two: ${parts.join(", ")}; compared on the ${gold.shared} shared.`];
}

const NAMED = 5;
const firstOf = (ids: readonly string[]): string =>
  `${ids.slice(0, NAMED).map(oneLine).join(", ")}${ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ""}`;

/** How many differences were tested together; those with too few queries are not. */
export const testsIn = ({ pairs }: Comparison): number => pairs.reduce((sum, pair) => sum + tested(pair), 0);

const tested = ({ verdicts }: Pick<ComparedPair, "verdicts">): number =>
  verdicts.filter(({ call }) => call !== "too-few").length;

/** The slices are a family of their own. */
export const sliceWords = ({ pairs }: Comparison): string => {
  const tests = pairs.flatMap(({ slices = [] }) => slices).reduce((sum, slice) => sum + tested(slice), 0);
  return tests < 2 ? "" : `p adjusted for the ${withCommas(tests)} comparisons of all slices`;
};

/** Values named below a table of slices. */
const SMALL = 10;

/** Which slices are too small to show much; undefined where none is. */
export function smallSlices({ slices = [] }: ComparedPair): string | undefined {
  const small = slices.filter(({ verdicts }) => verdicts.some(({ n }) => n < 50)).map(({ value }) => value);
  if (small.length === 0) return undefined;
  const more = small.length > SMALL ? ` and ${withCommas(small.length - SMALL)} more` : "";
  return `small slices, where little can be shown: ${small.slice(0, SMALL).map(oneLine).join(", ")}${more}`;
}

/** How three and more systems were tested. */
export const tukeyWords = ({ several = [] }: Comparison): string =>
  several[0]?.method === "randomised-tukey" ? "randomised Tukey HSD" : "Tukey HSD";

/** How p was corrected, for the line below the table. */
export const correctionWords = (comparison: Comparison): string => {
  const { correction } = comparison;
  const tests = testsIn(comparison);
  const by = correction === "holm" ? "Holm" : "joint sign flips (max-T)";
  return tests < 2
    ? "intervals and p are of this one comparison"
    : `p adjusted for ${tests} comparisons (${by}); each interval and sign-flip p is for its comparison alone`;
};

/** Unjudged hits: do the verdicts hold if all of them were relevant? */
export function unjudgedSentences({ unjudged = [] }: ComparedPair): string[] {
  const names = (held: boolean): string[] =>
    unjudged
      .filter(({ holds }) => holds === held)
      .map(({ metric, ifRelevant }) =>
        held ? metric : `${metric} (${signedText(ifRelevant.difference ?? 0)})`,
      );
  const [held, changed] = [names(true), names(false)];
  return [
    ...(held.length === 0
      ? []
      : [
          `Unjudged hits count as not relevant; if all were relevant, the verdict on ${held.join(", ")} would be the same.`,
        ]),
    ...(changed.length === 0
      ? []
      : [
          `Unjudged hits count as not relevant; if all were relevant, the verdict on ${changed.join(", ")} would be another.`,
        ]),
  ];
}
