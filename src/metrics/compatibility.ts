import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import type { JudgedRanking, ScoredGold } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { choice } from "./_params.ts";

/** The documents with a grade above 0: the length of the ideal list. */
function idealLength(r: JudgedRanking): number {
  let n = 0;
  while (n < r.pool.length && r.pool[n]! > 0) n++;
  return n;
}

type Equals = "ranked" | "scored";

/** By depth: how many documents the list and its ideal have in common down to there. */
function overlaps(r: JudgedRanking, ideal: number, equals: Equals): Uint32Array {
  const joins =
    equals === "scored" && r.scored !== undefined
      ? joinsByScore(r.length, ideal, r.scored)
      : joinsByRank(r, ideal);
  for (let d = 1; d < joins.length; d++) joins[d]! += joins[d - 1]!;
  return joins;
}

/** The ideal list orders equal grades by score, then by gold order. */
function joinsByScore(length: number, ideal: number, { grades, ranks, scores }: ScoredGold): Uint32Array {
  const joins = new Uint32Array(Math.max(length, ideal));
  [...ranks.keys()]
    .filter((doc) => grades[doc]! > 0)
    .sort((a, b) => grades[b]! - grades[a]! || scores[b]! - scores[a]!)
    .forEach((doc, place) => {
      if (ranks[doc]! >= 0) joins[Math.max(ranks[doc]!, place)]!++;
    });
  return joins;
}

/** The ideal list orders equal grades as the ranking does, with documents that were not retrieved last. */
function joinsByRank(r: JudgedRanking, ideal: number): Uint32Array {
  const next = new Map<number, number>();
  for (let i = ideal - 1; i >= 0; i--) next.set(r.pool[i]!, i);
  const joins = new Uint32Array(Math.max(r.length, ideal));
  const seen = new Set<number>();
  for (let i = 0; i < r.length; i++) {
    const place = r.grades[i]! > 0 && !seen.has(r.item[i]!) ? next.get(r.grades[i]!) : undefined;
    seen.add(r.item[i]!);
    if (place === undefined) continue;
    next.set(r.grades[i]!, place + 1);
    joins[Math.max(i, place)]!++;
  }
  return joins;
}

interface Weighed {
  readonly own: number;
  /** The denominator. */
  readonly below: number;
  readonly terms: readonly { readonly depth: number; readonly weight: number; readonly common: number }[];
}

interface CompatibilityParams {
  readonly p: number;
  readonly normalize: "yes" | "no";
  readonly equals: Equals;
}

function weigh(r: JudgedRanking, ideal: number, { p, normalize, equals }: CompatibilityParams): Weighed {
  const terms: { depth: number; weight: number; common: number }[] = [];
  let [own, below, weight] = [0, 0, 1];
  overlaps(r, ideal, equals).forEach((common, d) => {
    if (common > 0 && weight > 0) terms.push({ depth: d + 1, weight, common });
    own += (weight * common) / (d + 1);
    below += normalize === "yes" ? (weight * Math.min(d + 1, ideal)) / (d + 1) : weight;
    weight *= p;
  });
  return { own, below, terms };
}

const atDepth = ({ depth, weight, common }: Weighed["terms"][number]): Derivation =>
  ratio(
    `down to rank ${depth}`,
    product("weight × documents in common", [value("weight", weight), value("documents in common", common)]),
    value("depth", depth),
  );

export const compatibility = defineMetric({
  kind: "computed",
  id: "compatibility",
  aliases: ["compat"],
  title: "Compatibility",
  definition:
    "Rank-biased overlap of the list with the ideal list that agrees most with it: at each depth the share of documents in common, deeper ones weighing less.",
  formula:
    "RBO(list, ideal) / RBO(ideal, ideal), RBO(a, b) = (sum over depths d of p^(d - 1) × documents that the first d of a and of b share / d) / (sum of p^(d - 1))",
  steps: [
    "Order the documents with a grade above 0 by grade, equal ones as they stand in the list, those that were not retrieved last: the ideal.",
    "At each depth down to the end of the longer of the two, take the share of documents that both have down to there.",
    "Weigh the depths by 1, p, p² … and add these up.",
    "Divide by what the ideal list scores against itself, which is less than all where it is the shorter one; or, not normalised, by the weights.",
  ],
  cite: "Clarke, Vtyurina, Smucker, Assessing top-k preferences, 2021; ir_measures Compat",
  params: {
    p: {
      kind: "number",
      min: 0,
      max: 1,
      default: 0.95,
      doc: "How much the next depth weighs, compared with the one before.",
      rule: "discount",
    },
    normalize: choice(
      {
        yes: "divides by what the ideal list scores against itself",
        no: "divides by the weights, so that a list longer than its ideal never reaches 1",
      },
      "yes",
      "What to divide by: yes (the overlap of the ideal list with itself) or no (the weights alone).",
      "denominator",
    ),
    equals: choice(
      {
        ranked:
          "puts equal grades of its ideal list in the order of the ranking, those that were not retrieved last",
        scored:
          "puts equal grades of its ideal list in the order of their scores, with 0 for those that were not retrieved",
      },
      "ranked",
      "The order of equal grades in the ideal list: ranked (as in the list, those that were not retrieved last: the ideal that agrees most with the list) or scored (by score, 0 for those that were not retrieved, then as the gold lists them). Hits without scores are taken as ranked.",
      "order",
      true,
    ),
  },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "the list begins with the documents that have a grade above 0, best grades first",
  worst: "no document with a grade above 0 was retrieved",
  aggregate: "mean",
  laws: ["monotone", "top-when-ideal", "rename-safe"],
  compute(r, params) {
    const ideal = idealLength(r);
    if (ideal === 0) return noRelevant;
    const { own, below } = weigh(r, ideal, params);
    return scored(own / below);
  },
  explain(r, params) {
    const ideal = idealLength(r);
    if (ideal === 0) return noRelevantDocument;
    const { below, terms } = weigh(r, ideal, params);
    return ratio(
      "compatibility",
      sum("overlap with the ideal list", terms.map(atDepth)),
      value(params.normalize === "yes" ? "overlap of the ideal list with itself" : "weights", below),
    );
  },
});
