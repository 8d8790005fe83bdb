/** The same comparison for the queries that share a value of a tag. */
import type { QueryId } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import type { ComparedSlice, MetricVerdict, PairedScores } from "./comparison.ts";
import { asFamily, type FamilyRule, type PairedVerdict, withFlips } from "./family.ts";
import { compareProblem } from "./problems.ts";
import { verdictOf } from "./verdict.ts";

/** Cells of the table of all slices, by query, up to which they are flipped jointly: a few seconds. */
const MOST_CELLS = 2 ** 22;
/** Slices are many: from here on, drawing is faster than trying every way to swap. */
const EXACT = 12;

/**
 * By pair. All slices, metrics and pairs are one family. `tagged`: by query the value of the tag, as the baseline has
 * it. `tell`: what could not be done as asked.
 */
export function bySlice(
  tagged: ReadonlyMap<QueryId, string>,
  sides: readonly { readonly paired: readonly PairedScores[] }[],
  rule: FamilyRule,
  tell: (problem: Problem) => void,
): readonly (readonly ComparedSlice[])[] {
  const cut = cutBySlice(tagged, sides);
  const verdicts = adjustedSlices(pairedVerdicts(cut, rule.confidence), rule, tell);
  return bySlicesOf(cut, verdicts);
}

/** The same without sign flips. */
export function sliceVerdicts(
  tagged: ReadonlyMap<QueryId, string>,
  sides: readonly { readonly paired: readonly PairedScores[] }[],
  confidence: number,
): readonly (readonly ComparedSlice[])[] {
  const cut = cutBySlice(tagged, sides);
  const slices = pairedVerdicts(cut, confidence);
  const flat = asFamily(
    slices.flat().map(({ verdict }) => verdict),
    confidence,
  );
  let next = 0;
  return bySlicesOf(
    cut,
    slices.map((slice) => slice.map(() => flat[next++]!)),
  );
}

interface CutSlice {
  readonly value: string;
  /** By metric. */
  readonly paired: readonly PairedScores[];
}

/** By pair and value. */
function cutBySlice(
  tagged: ReadonlyMap<QueryId, string>,
  sides: readonly { readonly paired: readonly PairedScores[] }[],
): readonly (readonly CutSlice[])[] {
  const values = [...new Set(tagged.values())];
  return sides.map(({ paired }) => {
    const byMetric = paired.map((pairs) => pairsByValue(pairs, tagged));
    return values.map((value) => ({
      value,
      paired: paired.map((pairs, m) => byMetric[m]!.get(value) ?? pairsAt(pairs, [])),
    }));
  });
}

const pairedVerdicts = (
  cut: readonly (readonly CutSlice[])[],
  confidence: number,
): readonly (readonly PairedVerdict[])[] =>
  cut
    .flat()
    .map(({ paired }) =>
      paired.map((pairs) => ({ pairs, verdict: verdictOf(pairs, { confidence, details: "effect" }) })),
    );

function bySlicesOf(
  cut: readonly (readonly CutSlice[])[],
  verdicts: readonly (readonly MetricVerdict[])[],
): readonly (readonly ComparedSlice[])[] {
  let next = 0;
  return cut.map((slices) => slices.map(({ value }) => ({ value, verdicts: verdicts[next++]! })));
}

function adjustedSlices(
  slices: readonly (readonly PairedVerdict[])[],
  rule: FamilyRule,
  tell: (problem: Problem) => void,
): readonly (readonly MetricVerdict[])[] {
  const flat = slices.flat();
  const verdicts = asFamily(
    flat.map(({ verdict }) => verdict),
    rule.confidence,
  );
  const corrected = flat.map(({ pairs }, i) => ({ pairs, verdict: verdicts[i]! }));
  const joint = rule.joint && queriesIn(flat) * flat.length <= MOST_CELLS;
  if (rule.joint && !joint) tell(compareProblem("too-many-slices", { slices: slices.length }));
  const flips = joint ? withFlips(corrected, rule) : undefined;
  let next = 0;
  return slices.map(({ length }) => {
    const [from, to] = [next, next + length];
    next = to;
    // A slice has queries of its own, so that its flips need no others.
    return flips?.slice(from, to) ?? withFlips(corrected.slice(from, to), { ...rule, joint: false }, EXACT);
  });
}

const queriesIn = (all: readonly PairedVerdict[]): number =>
  new Set(all.flatMap(({ pairs }) => pairs.queries)).size;

/** One pass over the queries, however many values there are. */
function pairsByValue(
  pairs: PairedScores,
  tagged: ReadonlyMap<QueryId, string>,
): ReadonlyMap<string, PairedScores> {
  const places = new Map<string, number[]>();
  pairs.queries.forEach((query, i) => {
    const value = tagged.get(query);
    if (value === undefined) return;
    const at = places.get(value);
    if (at === undefined) places.set(value, [i]);
    else at.push(i);
  });
  return new Map([...places].map(([value, at]) => [value, pairsAt(pairs, at)]));
}

/** What was left out is known for all queries only. */
const pairsAt = (pairs: PairedScores, at: readonly number[]): PairedScores => ({
  ...pairs,
  queries: at.map((i) => pairs.queries[i]!),
  a: Float64Array.from(at, (i) => pairs.a[i]!),
  b: Float64Array.from(at, (i) => pairs.b[i]!),
  leftOut: { undefined: 0, skipped: 0, failed: 0 },
});
