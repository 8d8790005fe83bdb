/** What explanations share. Ranks shown to people count from 1. */
import { none, product, ratio, sum, value } from "../core/derivation.ts";
import type { Derivation, Gain, JudgedRanking } from "../core/types.ts";
import { discountAt, gainOf, isRelevant } from "./_ranks.ts";

export const noRelevantDocument = none("the gold has no relevant document", "no-relevant");
export const nothingRetrieved = none("nothing was retrieved", "empty-ranking");

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

/** One term of 1 for every hit among the first n of which something is true. */
export function hitsWhere(n: number, what: string, holds: (rank: number) => boolean): Derivation[] {
  const terms: Derivation[] = [];
  for (let i = 0; i < n; i++) if (holds(i)) terms.push(value(what, 1, i + 1));
  return terms;
}

/** gain / discount for every rank among the first n that earns something. */
export function gainTerms(
  grades: Float64Array,
  n: number,
  gain: Gain,
  discount: "log2" | "jarvelin",
  judged?: Uint8Array,
): Derivation[] {
  const terms: Derivation[] = [];
  for (let i = 0; i < n; i++) {
    if (judged?.[i] === 0) continue;
    const worth = gainOf(grades[i]!, gain);
    if (worth !== 0)
      terms.push(
        ratio(
          "gain / discount",
          value(`gain of grade ${grades[i]}`, worth),
          value("discount", discountAt(i, discount)),
          i + 1,
        ),
      );
  }
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
): Derivation {
  const square = beta * beta;
  if (square * pValue + rValue === 0) return product(what, [p, r]);
  return ratio(
    what,
    product("(1 + beta²) × (precision × recall)", [
      value("1 + beta²", 1 + square),
      product("precision × recall", [p, r]),
    ]),
    sum("beta² × precision + recall", [
      product("beta² × precision", [value("beta²", square), value("precision", pValue)]),
      value("recall", rValue),
    ]),
  );
}
