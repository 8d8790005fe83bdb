/** What explanations share. Ranks shown to people count from 1. */

import type { Derivation } from "../core/derivation.ts";
import { none, product, ratio, sum, value } from "../core/derivation.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { isRelevant } from "./_ranks.ts";

export const noRelevantDocument = none("no relevant documents in the gold", "no-relevant");
export const nothingRetrieved = none("nothing was retrieved", "empty-ranking");
export const noNonrelevantDocument = none("there is no non-relevant document", "no-nonrelevant");

/** One term of 1 for every relevant hit among the first n. */
export function relevantHits(
  r: JudgedRanking,
  n: number,
  rel: number | undefined,
  count: "each" | "distinct" = "each",
): Derivation[] {
  const terms: Derivation[] = [];
  const seen = new Set<number>();
  for (let i = 0; i < n; i++) {
    if (!isRelevant(r, i, rel) || (count === "distinct" && seen.has(r.item[i]!))) continue;
    seen.add(r.item[i]!);
    terms.push(value("relevant", 1, i + 1));
  }
  return terms;
}

/** Terms of foundBy: a relevant hit counts 1, and in a run of equal scores that n cuts, as often as it comes first. */
export function foundTerms(
  r: JudgedRanking,
  n: number,
  rel: number | undefined,
  count: "each" | "distinct",
  ties: "as-ordered" | "expected",
): Derivation[] {
  if (ties === "as-ordered" || r.ties === undefined)
    return relevantHits(r, n, rel, ties === "expected" ? "each" : count);
  let from = 0;
  for (const to of r.ties) {
    if (from < n && to > n) {
      let hits = 0;
      for (let i = from; i < to; i++) if (isRelevant(r, i, rel)) hits++;
      return [
        ...relevantHits(r, from, rel),
        ratio(
          "expected among equal scores",
          product("relevant × places", [value("relevant", hits), value("places", n - from)]),
          value("hits with this score", to - from),
        ),
      ];
    }
    from = to;
  }
  return relevantHits(r, n, rel);
}

/** Precision at every relevant hit among the first n. */
export function precisionTerms(r: JudgedRanking, n: number, rel: number | undefined): Derivation[] {
  const terms: Derivation[] = [];
  for (let i = 0; i < n; i++)
    if (isRelevant(r, i, rel))
      terms.push(ratio("precision", value("relevant so far", terms.length + 1), value("rank", i + 1), i + 1));
  return terms;
}

/** One term of 1 for every hit among the first n of which something is true. */
export function hitsWhere(n: number, what: string, holds: (rank: number) => boolean): Derivation[] {
  const terms: Derivation[] = [];
  for (let i = 0; i < n; i++) if (holds(i)) terms.push(value(what, 1, i + 1));
  return terms;
}

/** What each choice of precision's denominator counts. */
export const belowPrecision = (k: number | undefined, of: "k" | "retrieved" | "distinct" | "min"): string =>
  ({
    k: k === undefined ? "hits" : "k",
    retrieved: "hits",
    distinct: "distinct hits",
    min: k === undefined ? "relevant documents" : "the smaller of k and the relevant documents",
  })[of];

/** harmonic(p, r, beta), operation by operation; the parts are shown once and their values repeated below the line. */
export function harmonicTerms(
  what: string,
  [p, pValue]: readonly [Derivation, number],
  [r, rValue]: readonly [Derivation, number],
  beta: number,
  squared: "yes" | "no" = "yes",
): Derivation {
  const square = squared === "yes" ? beta * beta : beta;
  const b = squared === "yes" ? "beta²" : "beta";
  if (square * pValue + rValue === 0) return product(what, [p, r]);
  const one = value(`1 + ${b}`, 1 + square);
  return ratio(
    what,
    squared === "no"
      ? product(`(1 + ${b}) × precision × recall`, [one, p, r])
      : product(`(1 + ${b}) × (precision × recall)`, [one, product("precision × recall", [p, r])]),
    sum(`${b} × precision + recall`, [
      product(`${b} × precision`, [value(b, square), value("precision", pValue)]),
      value("recall", rValue),
    ]),
  );
}
