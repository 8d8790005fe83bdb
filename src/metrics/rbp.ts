import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import { div, type Expr, form, gold, gt, hits, judged, le, mul, pow, rank, sub, when } from "../core/form.ts";
import type { Gain } from "../core/params.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { ifNoRelevant, relevantHit, runsOfScores, within, worthOfGrade } from "./_forms.ts";
import { type Worth, worthAt, worthOf } from "./_gains.ts";
import { choice, cutoff, gain, leastGrade, level, persistence } from "./_params.ts";
import { depth, isRelevant, rankOf, relevantTotal, steps } from "./_ranks.ts";

interface Gains extends Worth {
  readonly gain: Gain;
  readonly rel: number | undefined;
  readonly scale: "top" | "none";
}

/** The highest gain of the gold; 0 where nothing is worth anything. */
function topGain(r: JudgedRanking, gains: Gains): number {
  if (gains.gain === "binary" && gains.min === undefined) return relevantTotal(r, gains.rel) > 0 ? 1 : 0;
  let top = 0;
  for (let i = 0; i < r.pool.length; i++) top = Math.max(top, worthOf(r.pool[i]!, gains));
  return top;
}

/** Relevance decides where the gain is binary: it can come from a list. */
const gainAt = (r: JudgedRanking, rank: number, gains: Gains): number =>
  gains.gain === "binary" && gains.min === undefined
    ? isRelevant(r, rank, gains.rel)
      ? 1
      : 0
    : worthAt(r, rank, gains);

/** By rank: the chance to get there, or where scores are equal the mean of those of their run. */
function chances(r: JudgedRanking, n: number, p: number): Float64Array {
  const chance = new Float64Array(n);
  for (let i = 0, x = 1; i < n; i++, x *= p) chance[i] = x;
  let from = 0;
  for (const end of r.ties ?? []) {
    const run = chance.subarray(from, Math.min(end, n));
    if (run.length > 1) run.fill(run.reduce((sum, x) => sum + x, 0) / run.length);
    from = end;
    if (from >= n) break;
  }
  return chance;
}

export const rbp = defineMetric({
  kind: "computed",
  id: "rbp",
  title: "Rank-biased precision",
  definition:
    "Gain per hit for a user who goes on to the next hit with probability p. Binary by default; graded gains are a share of the best grade of the query.",
  formula: "(1 - p) × sum over ranks i <= k of gain(i) × p^(i - 1)",
  steps: [
    "Give each relevant hit among the first k a gain of 1, or a share of the highest gain in the gold.",
    "Multiply it by the chance p^(rank - 1) that the user gets there, and add up.",
    "Multiply by 1 - p, one over the expected number of hits seen.",
  ],
  cite: "Moffat, Zobel, Rank-biased precision for measurement of retrieval effectiveness, 2008; trec_eval rbp",
  params: {
    k: cutoff,
    p: persistence,
    rel: level,
    gain: { ...gain, default: "binary" },
    min: leastGrade,
    scale: choice(
      {
        top: "divides gains by the highest gain of the query",
        none: "takes gains as they are, so it can exceed 1",
      },
      "top",
      "Whether gains are divided by the highest gain of the query's gold.",
      "gain",
      true,
    ),
    ties: choice(
      {
        "as-ordered": "takes equal scores in the order of the list",
        averaged: "gives hits with equal scores the mean of their chances",
      },
      "as-ordered",
      "Hits with equal scores: in the order of the list, or each with the mean of their chances.",
      "order",
      true,
    ),
    normalize: {
      kind: "integer",
      min: 1,
      doc: "Divide by what a list of this many hits with gain 1 would score.",
      rule: "denominator",
      compat: true,
    },
  },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "all of a long list is relevant; 1 is out of reach",
  worst: "no relevant document is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  pushDown(params) {
    const { k, p, rel, gain, min, scale, normalize, ties } = params;
    if (ties === "averaged") return runsOfScores(ties);
    const chance = pow(p, sub(rank, 1));
    const scaled = (total: Expr<"hits">) =>
      div(mul(1 - p, total), normalize === undefined ? 1 : 1 - p ** normalize);
    if (gain === "binary" && min === undefined)
      return form(scaled(hits("sum", within(k, relevantHit(rel)), chance)), ifNoRelevant(rel));
    const top = gold("pool", "max", { of: worthOfGrade(params) });
    const worth = worthOfGrade(params);
    // An engine may stop at a division by 0.
    const share = scale === "top" ? when(gt(top, 0), div(worth, top), 0) : worth;
    return form(scaled(hits("sum", within(k, judged), mul(share, chance))), {
      when: le(top, 0),
      because: "no-relevant",
    });
  },
  compute(r, params) {
    const { k, p, scale, normalize, ties } = params;
    const top = topGain(r, params);
    if (top === 0) return noRelevant;
    const unit = scale === "top" ? top : 1;
    const n = depth(r, k);
    const shared = ties === "averaged" && r.ties !== undefined ? chances(r, n, p) : undefined;
    let chance = 1;
    let total = 0;
    let down = 0;
    const end = steps(r, n);
    for (let i = 0; i < end; i++) {
      const rank = rankOf(r, i);
      for (; down < rank; down++) chance *= p;
      total += (gainAt(r, rank, params) / unit) * (shared?.[rank] ?? chance);
    }
    return scored(((1 - p) * total) / (normalize === undefined ? 1 : 1 - p ** normalize));
  },
  explain(r, params) {
    const { k, p, scale, normalize, ties } = params;
    const top = topGain(r, params);
    if (top === 0) return noRelevantDocument;
    const unit = scale === "top" ? top : 1;
    const n = depth(r, k);
    const shared = ties === "averaged" && r.ties !== undefined ? chances(r, n, p) : undefined;
    const terms: Derivation[] = [];
    let chance = 1;
    for (let i = 0; i < n; i++) {
      const x = gainAt(r, i, params);
      if (x !== 0)
        terms.push(
          product(
            "gain × chance",
            [
              unit === 1
                ? value("gain", x)
                : ratio("gain / highest gain", value("gain", x), value("highest gain", unit)),
              value("chance to get here", shared?.[i] ?? chance),
            ],
            i + 1,
          ),
        );
      chance *= p;
    }
    const total = product("rbp", [value("1 - p", 1 - p), sum("gains", terms)]);
    return normalize === undefined
      ? total
      : ratio("rbp, normalised", total, value("best of that many hits", 1 - p ** normalize));
  },
});
