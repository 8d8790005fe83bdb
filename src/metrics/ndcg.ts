import { none, ratio, sum } from "../core/derivation.ts";
import { noRelevant, scored } from "../core/score.ts";
import type { Gain, JudgedRanking } from "../core/types.ts";
import { defineMetric } from "./_define.ts";
import { gainTerms } from "./_explain.ts";
import { choice, cutoff, discount, gain } from "./_params.ts";
import { dcgOf, depth, gainOf } from "./_ranks.ts";

type Ideal = "gold" | "retrieved" | "shorter" | "listed";

/** The grades of the best list there could have been, greatest gain first. */
function idealGrades(r: JudgedRanking, ideal: Ideal, gain: Gain): Float64Array {
  const best = candidates(r, ideal);
  if (typeof gain === "string") return ideal === "shorter" ? best.subarray(0, r.length) : best;
  // A table may value a lower grade more.
  const sorted = best.slice().sort((a, b) => gainOf(b, gain) - gainOf(a, gain));
  return ideal === "shorter" ? sorted.subarray(0, r.length) : sorted;
}

function candidates(r: JudgedRanking, ideal: Ideal): Float64Array {
  if (ideal === "gold") return r.pool;
  if (ideal === "listed") return r.listed;
  if (ideal === "retrieved")
    return r.grades
      .subarray(0, r.length)
      .filter((_, i) => r.judged[i] === 1)
      .sort()
      .reverse();
  // A document that the gold lists twice is one more of grade 1, as AutoRAG counts it.
  const twice = Math.max(0, r.goldListed - r.listed.length);
  return twice === 0
    ? r.pool
    : Float64Array.of(...r.pool, ...new Float64Array(twice).fill(1))
        .sort()
        .reverse();
}

export const ndcg = defineMetric({
  kind: "computed",
  id: "ndcg",
  aliases: ["ndcg_cut", "n-dcg"],
  title: "Normalised discounted cumulative gain",
  definition:
    "Graded gain of the first k hits, discounted by rank, as a share of what the best possible list would have earned.",
  formula: "DCG@k / ideal DCG@k, DCG@k = sum over ranks i <= k of gain(grade i) / log2(i + 1)",
  steps: [
    "Turn the grade of each of the first k hits into a gain.",
    "Divide each gain by the discount of its rank and add them up: DCG.",
    "Do the same for the judged documents, best grades first: ideal DCG.",
    "Divide DCG by ideal DCG.",
  ],
  cite: "Järvelin, Kekäläinen, Cumulated gain-based evaluation of IR techniques, 2002; trec_eval ndcg_cut",
  params: {
    k: cutoff,
    gain,
    discount,
    ideal: choice(
      {
        gold: "builds the ideal list from the gold",
        retrieved: "builds the ideal list from what was retrieved, so missing documents never cost anything",
        shorter: "cuts the ideal list to the number of hits",
        listed: "builds the ideal list from the listed documents only",
      },
      "gold",
      "Where the ideal list comes from: gold, retrieved, the shorter of gold and ranking, or (to imitate ragprod) listed documents only.",
      "ideal",
    ),
  },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "the first k hits are the best judged documents, best grades first",
  worst: "no document with a grade above 0 is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe"],
  compute(r, { k, gain, discount, ideal }) {
    const best = idealGrades(r, ideal, gain);
    const below = dcgOf(best, Math.min(best.length, k ?? best.length), gain, discount);
    return below === 0 ? noRelevant : scored(dcgOf(r.grades, depth(r, k), gain, discount, r.judged) / below);
  },
  explain(r, { k, gain, discount, ideal }) {
    const best = idealGrades(r, ideal, gain);
    const below = gainTerms(best, Math.min(best.length, k ?? best.length), gain, discount);
    if (below.length === 0) return none("no document has a gain above 0", "no-relevant");
    return ratio(
      "ndcg",
      sum("dcg", gainTerms(r.grades, depth(r, k), gain, discount, r.judged)),
      sum("ideal dcg", below),
    );
  },
});
