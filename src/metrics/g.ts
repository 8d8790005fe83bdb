import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { log2 } from "../core/exact-log.ts";
import type { Gain } from "../core/params.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { idealGains, worthAt } from "./_gains.ts";
import { gain } from "./_params.ts";
import { rankOf, steps } from "./_ranks.ts";

/** At each hit that earns something, its gain and what it is divided by. */
function* earning(r: JudgedRanking, gain: Gain, ideal: readonly number[]) {
  let cost = 0;
  let got = 0;
  for (let rank = 0; rank < r.length; rank++) {
    const x = worthAt(r, rank, { gain });
    got += x;
    cost += Math.max(ideal[rank] ?? 0, 1);
    if (x !== 0) yield { rank, gain: x, divisor: log2(2 + cost - got) };
  }
}

function total(gains: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < gains.length; i++) sum += gains[i]!;
  return sum;
}

export const g = defineMetric({
  kind: "computed",
  id: "g",
  title: "G",
  definition:
    "Gain of each hit, discounted by how far the gain so far falls behind that of an ideal list, as a share of all gain there is.",
  formula:
    "sum over hits i of gain(i) / log2(2 + cost(i) - gained(i)) / all gain; cost = ideal gain so far, at least 1 per rank",
  steps: [
    "Add up the ideal gains down to each rank, at least 1 for every rank: cost.",
    "Add up the gains down to each rank: gained.",
    "Divide the gain of each hit by log2(2 + cost - gained) and add up.",
    "Divide by the gain of all judged documents.",
  ],
  cite: "trec_eval G",
  params: { gain },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every document with a gain was retrieved, best grades first, before all others",
  worst: "no document with a gain was retrieved",
  aggregate: "mean",
  laws: ["rename-safe"],
  compute(r, { gain }) {
    const ideal = idealGains(r, { gain });
    if (ideal.length === 0) return noRelevant;
    const worth = { gain };
    let down = 0;
    let cost = 0;
    let got = 0;
    let sum = 0;
    const end = steps(r, r.length);
    for (let i = 0; i < end; i++) {
      const rank = rankOf(r, i);
      const x = worthAt(r, rank, worth);
      if (x === 0) continue;
      got += x;
      for (; down <= rank && down < ideal.length; down++) cost += Math.max(ideal[down]!, 1);
      for (; down <= rank; down++) cost += 1;
      sum += x / log2(2 + cost - got);
    }
    return scored(sum / total(ideal));
  },
  explain(r, { gain }) {
    const ideal = idealGains(r, { gain });
    if (ideal.length === 0) return noRelevantDocument;
    const terms: Derivation[] = [];
    for (const { rank, gain: x, divisor } of earning(r, gain, ideal))
      terms.push(ratio("gain / lag", value("gain", x), value("log2(2 + cost - gained)", divisor), rank + 1));
    return ratio("g", sum("discounted gain", terms), value("all gain", total(ideal)));
  },
});
