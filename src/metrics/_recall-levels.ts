/** Interpolated precision: the best from a recall level on. */

import type { Derivation } from "../core/derivation.ts";
import { max, ratio, value } from "../core/derivation.ts";
import {
  add,
  and,
  constant,
  div,
  type Expr,
  ge,
  greatest,
  hits,
  mul,
  rank,
  running,
  trunc,
} from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { relevantDocs, relevantHit } from "./_forms.ts";
import { choice } from "./_params.ts";
import { isRelevant, relevantRanks } from "./_ranks.ts";

export const rounding = choice(
  {
    exact: "asks for at least the recall level",
    nearest: "rounds the recall level to the nearest number of documents",
    up: "rounds the recall level up to a number of documents, unless less than 0.1 is left over",
  },
  "exact",
  "How many relevant documents a recall level requires: exact (the fewest with at least that recall), nearest, or up (trunc(level × R + 0.9)).",
  "denominator",
  true,
);

/** The number of relevant documents that a recall level stands for. */
export function documentsAt(at: number, relevant: number, round: "exact" | "nearest" | "up"): number {
  if (round === "nearest") return Math.floor(at * relevant + 0.5);
  if (round === "up") return Math.trunc(at * relevant + 0.9);
  // 0.1 × 30 is a little more than 3, but 3 / 30 is 0.1.
  let n = Math.max(0, Math.ceil(at * relevant) - 1);
  while (n / relevant < at) n++;
  return n;
}

/** The best precision at any rank from the wanted-th relevant hit on; 0 where that does not come. */
export function precisionFrom(r: JudgedRanking, rel: number | undefined, wanted: number): number {
  let hits = 0;
  let best = 0;
  if (r.sparse === undefined) {
    for (let i = 0; i < r.length; i++)
      if (isRelevant(r, i, rel) && ++hits >= wanted) best = Math.max(best, hits / (i + 1));
    return best;
  }
  const { count, ranks } = relevantRanks(r, r.sparse, rel);
  for (let i = Math.max(0, wanted - 1); i < count; i++) best = Math.max(best, (i + 1) / (ranks[i]! + 1));
  return best;
}

/** precisionFrom, rank by rank. */
export function precisionFromTerms(
  r: JudgedRanking,
  rel: number | undefined,
  wanted: number,
  what: string,
): Derivation {
  const terms: Derivation[] = [value("before the level is reached", 0)];
  let hits = 0;
  for (let i = 0; i < r.length; i++)
    if (isRelevant(r, i, rel) && ++hits >= wanted)
      terms.push(ratio("precision", value("relevant so far", hits), value("rank", i + 1), i + 1));
  return max(what, terms);
}

/** documentsAt and precisionFrom as forms. */
export function recallLevel(
  at: number,
  rel: number | undefined,
  round: "exact" | "nearest" | "up",
): { wanted: Expr<"gold">; precision: Expr<"hits"> } {
  const soFar = running("count", relevantHit(rel), "here");
  const all = relevantDocs(rel);
  const rounded = trunc(add(mul(at, all), round === "nearest" ? 0.5 : 0.9));
  // An engine may divide for hits that another condition leaves out, also where no document is relevant.
  const reached = round === "exact" ? ge(div(soFar, greatest(all, 1)), at) : ge(soFar, rounded);
  return {
    // Of the exact number only whether it is 0 is ever asked.
    wanted: round === "exact" ? constant(at > 0 ? 1 : 0) : rounded,
    precision: hits("max", and(relevantHit(rel), reached), div(soFar, rank)),
  };
}
