/** Finds the gold spans among the hits. */
import { holdsEnough } from "../../match/cover.ts";
import type { SourceSpan } from "../../match/spans.ts";
import { hitNames, intervals, unitOf } from "../join/spans.ts";
import type { MissedHit } from "./missed.ts";

const columnsOf = (hits: readonly MissedHit[]) => ({
  ids: hits.map(({ id }) => id),
  docs: hits.map(({ doc }) => doc),
  spans: hits.map(({ span }) => span),
  off: undefined,
});

/** Can hits tell at all: has one of them a span, in the unit of the gold? */
export const canTellSpans = (hits: readonly MissedHit[], golds: readonly SourceSpan[]): boolean =>
  hits.length === 0 ||
  (hits.some(({ span }) => span !== undefined) && unitOf(columnsOf(hits).spans, golds) !== undefined);

/** Hits without what repeats a span: two chunks of one document are two hits, even where both go by its id. */
export function withoutRepeatedSpans(hits: readonly MissedHit[]): readonly MissedHit[] {
  const names = hitNames(columnsOf(hits));
  return hits.filter((_, i) => names[i] === null || names.indexOf(names[i]!) === i);
}

/** By group: the place of the first hit that holds enough of one of its spans, from 0. */
export function placesOfSpans(
  groups: readonly (readonly SourceSpan[])[],
  hits: readonly MissedHit[],
  least: number,
): (number | undefined)[] {
  const { hits: held, golds } = intervals(columnsOf(hits), groups.flat());
  let next = 0;
  return groups.map((group) => {
    const wanted = golds.slice(next, next + group.length);
    next += group.length;
    const at = held.findIndex((hit) => wanted.some((gold) => holdsEnough(hit, gold, least)));
    return at < 0 ? undefined : at;
  });
}
