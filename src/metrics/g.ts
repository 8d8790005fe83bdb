import { ratio, sum, value } from "../core/derivation.ts";
import { noRelevant, scored } from "../core/score.ts";
import type { Derivation, Gain, JudgedRanking } from "../core/types.ts";
import { defineMetric } from "./_define.ts";
import { noRelevantDocument } from "./_explain.ts";
import { gainsOf, worthAt } from "./_gains.ts";
import { gain } from "./_params.ts";
import { rankOf, steps } from "./_ranks.ts";

/** At each hit that earns something, its gain and what it is divided by. */
function earning(r: JudgedRanking, gain: Gain, ideal: Float64Array) {
  const at: { rank: number; gain: number; divisor: number }[] = [];
  const worth = { gain };
  let down = 0;
  let cost = 0;
  let got = 0;
  const end = steps(r, r.length);
  for (let i = 0; i < end; i++) {
    const rank = rankOf(r, i);
    const x = worthAt(r, rank, worth);
    if (x === 0) continue;
    got += x;
    for (; down <= rank; down++) cost += Math.max(ideal[down] ?? 0, 1);
    at.push({ rank, gain: x, divisor: Math.log2(2 + cost - got) });
  }
  return at;
}

const total = (gains: Float64Array): number => gains.reduce((a, b) => a + b, 0);

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
    const ideal = gainsOf(r.pool, { gain });
    if (ideal.length === 0) return noRelevant;
    let sum = 0;
    for (const { gain: x, divisor } of earning(r, gain, ideal)) sum += x / divisor;
    return scored(sum / total(ideal));
  },
  explain(r, { gain }) {
    const ideal = gainsOf(r.pool, { gain });
    if (ideal.length === 0) return noRelevantDocument;
    const terms: Derivation[] = [];
    for (const { rank, gain: x, divisor } of earning(r, gain, ideal))
      terms.push(ratio("gain / lag", value("gain", x), value("log2(2 + cost - gained)", divisor), rank + 1));
    return ratio("g", sum("discounted gain", terms), value("all gain", total(ideal)));
  },
});
