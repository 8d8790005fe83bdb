/** Several verdicts at once: the more is compared, the more looks real by chance alone. */
import { type Random, randomFrom } from "../../core/random.ts";
import { differencesOf, holm, randomisation } from "../../stats/index.ts";
import type { MetricVerdict, PairedScores } from "./comparison.ts";
import { callOf } from "./verdict.ts";

/** Holm-adjusted p-values and the calls they make, for all that was compared together. */
export function asFamily(verdicts: readonly MetricVerdict[], confidence: number): readonly MetricVerdict[] {
  // What shows no difference at all was tested, too, with the weakest outcome there is.
  const tested = verdicts.filter(({ call }) => call !== "too-few");
  const found = holm.compute({ p: tested.map(({ p = 1 }) => p) });
  const adjusted = new Map(
    found.status === "known" ? tested.map((verdict, i) => [verdict, found.value[i]!] as const) : [],
  );
  return verdicts.map((verdict) => adjustedTo(verdict, adjusted.get(verdict), confidence));
}

const adjustedTo = (
  verdict: MetricVerdict,
  adjustedP: number | undefined,
  confidence: number,
): MetricVerdict => {
  if (verdict.p === undefined || adjustedP === undefined) return verdict;
  const adjusted = { ...verdict, adjustedP };
  return { ...adjusted, call: callOf(adjusted, confidence) };
};

/** The pairs behind a verdict. */
export interface PairedVerdict {
  readonly pairs: PairedScores;
  readonly verdict: MetricVerdict;
}

export interface FamilyRule {
  /** Of the sign flips. */
  readonly seed: number;
  /** Joint sign flips (max-T) make the calls, not Holm's correction. */
  readonly joint: boolean;
  readonly confidence: number;
}

/** One family, by the rule that was asked for, with sign-flip p-values. */
export function adjusted(all: readonly PairedVerdict[], rule: FamilyRule): readonly MetricVerdict[] {
  const verdicts = asFamily(
    all.map(({ verdict }) => verdict),
    rule.confidence,
  );
  return withFlips(
    all.map(({ pairs }, i) => ({ pairs, verdict: verdicts[i]! })),
    rule,
  );
}

/**
 * The same verdicts with sign-flip p-values: each draw swaps the two scores of a query, or not, in all metrics and
 * pairs alike. `joint`: these are adjusted for one another (max-T) and make the calls instead of Holm's. `exact`: the
 * number of differing pairs up to which every way to swap is tried.
 */
export function withFlips(
  all: readonly PairedVerdict[],
  { seed, joint, confidence }: FamilyRule,
  exact?: number,
): readonly MetricVerdict[] {
  const random = randomFrom(seed);
  const flips = flipped(all, joint, random, exact);
  return all.map(({ verdict }, i) => {
    const flip = flips[i];
    if (flip === undefined || verdict.p === undefined) return verdict;
    const withP = { ...verdict, flipP: flip.p };
    return joint ? adjustedTo(withP, flip.joint, confidence) : withP;
  });
}

function flipped(all: readonly PairedVerdict[], joint: boolean, random: Random, exact?: number) {
  // One row for each query that any of them has; one that a metric leaves out is a 0 there, which changes nothing.
  const rows = new Map<string, number>();
  for (const { pairs } of all)
    for (const query of pairs.queries) if (!rows.has(query)) rows.set(query, rows.size);
  if (rows.size === 0) return [];
  const columns = all.map(({ pairs: { queries, a, b } }) => {
    const column = new Float64Array(rows.size);
    const differences = differencesOf({ a: b, b: a });
    queries.forEach((query, i) => {
      column[rows.get(query)!] = differences[i]!;
    });
    return column;
  });
  const found = randomisation.compute({ columns, joint, ...(exact === undefined ? {} : { exact }) }, random);
  if (found.status !== "known") return [];
  return found.value.map((one) => (one.status === "known" ? one.value : undefined));
}
