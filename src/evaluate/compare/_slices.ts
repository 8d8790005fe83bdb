/** The same comparison for the queries that share a value of a tag. */

import type { QueryId } from "../../core/ids.ts";
import type { ComparedSlice, MetricVerdict, PairedScores } from "./comparison.ts";
import type { PairedVerdict } from "./family.ts";
import { verdictOf } from "./verdict.ts";

/** By pair. All slices, metrics and pairs are one family. `tagged`: by query the value of the tag, as the baseline has it. */
export function bySlice(
  tagged: ReadonlyMap<QueryId, string>,
  sides: readonly { readonly paired: readonly PairedScores[] }[],
  confidence: number,
  adjust: (all: readonly PairedVerdict[]) => readonly MetricVerdict[],
): readonly (readonly ComparedSlice[])[] {
  const values = [...new Set(tagged.values())];
  const cut = sides.map(({ paired }) =>
    values.map((value) => ({
      value,
      paired: paired.map((pairs) => pairsWhere(pairs, (query) => tagged.get(query) === value)),
    })),
  );
  const all = cut.flat().flatMap(({ paired }) => paired);
  const verdicts = adjust(all.map((pairs) => ({ pairs, verdict: verdictOf(pairs, { confidence }) })));
  let next = 0;
  return cut.map((slices) =>
    slices.map(({ value, paired }) => {
      next += paired.length;
      return { value, verdicts: verdicts.slice(next - paired.length, next) };
    }),
  );
}

/** What was left out is known for all queries only. */
function pairsWhere(pairs: PairedScores, fits: (query: string) => boolean): PairedScores {
  const at = [...pairs.queries.keys()].filter((i) => fits(pairs.queries[i]!));
  return {
    ...pairs,
    queries: at.map((i) => pairs.queries[i]!),
    a: Float64Array.from(at, (i) => pairs.a[i]!),
    b: Float64Array.from(at, (i) => pairs.b[i]!),
    leftOut: { undefined: 0, skipped: 0, failed: 0 },
  };
}
