import { defineMetric } from "../core/define-metric.ts";
import { idealSum, none, ratio, sum } from "../core/derivation.ts";
import { constant, div, form, gt, least, size } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { discountedGold, discountedHits, isZero, runsOfScores, worthOfGrade } from "./_forms.ts";
import { dcgBy, dcgOfPool, dcgTerms, rankedDcg, rankedDcgTerms, type Worth, worthOf } from "./_gains.ts";
import { choice, cutoff, discount, gain, leastGrade, negatives, ties } from "./_params.ts";
import { depth } from "./_ranks.ts";

type Ideal = "gold" | "retrieved" | "shorter" | "listed" | "entries" | "repeats";

/** The grades of the best list there could have been, greatest gain first. */
function idealGrades(r: JudgedRanking, ideal: Ideal, k: number | undefined, worth: Worth): Float64Array {
  let best = candidates(r, ideal, k);
  // Negative gains never appear in an ideal list.
  if (worth.negatives === "keep") best = best.filter((grade) => worthOf(grade, worth) > 0);
  // A table may value a lower grade more.
  if (typeof worth.gain === "object")
    best = best.slice().sort((a, b) => worthOf(b, worth) - worthOf(a, worth));
  return ideal === "shorter" ? best.subarray(0, r.length) : best;
}

function candidates(r: JudgedRanking, ideal: Ideal, k: number | undefined): Float64Array {
  if (ideal === "gold") return r.pool;
  if (ideal === "listed") return r.listed;
  if (ideal === "retrieved")
    return r.grades
      .subarray(0, r.length)
      .filter((_, i) => r.judged[i] === 1)
      .sort()
      .reverse();
  if (ideal === "repeats") return withMore(r.pool, repeatedGrades(r, depth(r, k)));
  // A document that the gold lists twice is one more of grade 1, as AutoRAG counts it.
  return withMore(r.pool, new Array<number>(Math.max(0, r.goldListed - r.listed.length)).fill(1));
}

const withMore = (pool: Float64Array, more: readonly number[]): Float64Array =>
  more.length === 0
    ? pool
    : Float64Array.from([pool, more].flatMap((list) => [...list]))
        .sort()
        .reverse();

/** Grades of hits among the first n that came before. */
function repeatedGrades(r: JudgedRanking, n: number): number[] {
  const seen = new Set<number>();
  const grades: number[] = [];
  for (let i = 0; i < n; i++) {
    if (seen.has(r.item[i]!)) grades.push(r.grades[i]!);
    seen.add(r.item[i]!);
  }
  return grades;
}

/** The candidates of a form: no hit repeats another, so repeats has nothing to add. */
const IDEAL_OVER = {
  gold: "pool",
  repeats: "pool",
  listed: "listed",
  entries: "entries",
  shorter: "entries",
} as const;

/** How many documents the ideal list has. */
const idealDepth = (
  r: JudgedRanking,
  best: Float64Array,
  k: number | undefined,
  cut: "k" | "length" | "none",
): number =>
  Math.min(best.length, cut === "length" ? depth(r, k) : cut === "k" && k !== undefined ? k : best.length);

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
        entries: "puts a document into the ideal list as often as the gold lists it",
        repeats: "puts repeated hits into the ideal list",
      },
      "gold",
      "Where the ideal list comes from: gold, retrieved, the shorter of gold and ranking, or (to imitate other tools) listed documents only, entries (a document as often as it is listed) or repeats (the gold and the hits that came twice).",
      "ideal",
    ),
    min: leastGrade,
    ties,
    cut: choice(
      {
        k: "cuts the ideal list at k",
        length: "cuts the ideal list to the hits that count",
        none: "never cuts the ideal list",
      },
      "k",
      "Where the ideal list ends: at k, at the number of hits among the first k, or nowhere.",
      "ideal",
      true,
    ),
    negatives,
  },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "the first k hits are the best judged documents, best grades first",
  worst: "no document with a grade above 0 is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe"],
  labels: ({ ideal, cut }) =>
    ideal === "gold" && cut !== "length" ? { grades: "graded", moves: "sum" } : undefined,
  pushDown(params) {
    const { k, discount, ideal, cut, ties } = params;
    if (ties === "expected") return runsOfScores(ties);
    if (ideal === "retrieved") return { why: "ideal=retrieved sorts the hits by grade" };
    const length = cut === "length" ? size(k) : ideal === "shorter" ? size() : undefined;
    const most = cut === "k" && k !== undefined ? k : undefined;
    const below = discountedGold(IDEAL_OVER[ideal], params, discount, {
      where: params.negatives === "keep" ? gt(worthOfGrade(params), 0) : undefined,
      first: most === undefined ? length : length === undefined ? constant(most) : least(length, most),
    });
    return form(div(discountedHits(k, params, discount), below), {
      when: isZero(below),
      because: "no-relevant",
    });
  },
  compute(r, params) {
    const { k, discount, ideal, cut, ties } = params;
    const best = idealGrades(r, ideal, k, params);
    const n = idealDepth(r, best, k, cut);
    const below = best === r.pool ? dcgOfPool(r, n, params, discount) : dcgBy(best, n, params, discount);
    return below === 0 ? noRelevant : scored(rankedDcg(r, depth(r, k), params, discount, ties) / below);
  },
  explain(r, params) {
    const { k, discount, ideal, cut, ties } = params;
    const best = idealGrades(r, ideal, k, params);
    const below = dcgTerms(best, idealDepth(r, best, k, cut), params, discount);
    if (below.length === 0) return none("no document has a gain above 0", "no-relevant");
    return ratio(
      "ndcg",
      sum("dcg", rankedDcgTerms(r, depth(r, k), params, discount, ties)),
      idealSum("ideal dcg", below),
    );
  },
});
