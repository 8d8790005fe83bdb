import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { nothingToJudge, scored, skipped } from "../core/score.ts";
import { fullSupports, noPart } from "./_judged.ts";

export const contextRedundancy = defineMetric({
  kind: "judged",
  id: "context-redundancy",
  title: "Context redundancy",
  definition: "Share of the claims found in the contexts that more than one context states.",
  formula: "claims that two or more contexts support / claims that any context supports",
  steps: [
    "Split the reference answer into claims.",
    "For each claim, count the contexts that state it in full.",
    "Divide the number of claims with two or more by the number of claims with one or more.",
  ],
  cite: "Goldie",
  params: {},
  needs: ["support"],
  direction: "lower",
  range: [0, 1],
  best: "no claim is stated twice",
  worst: "every claim that is found is found at least twice",
  aggregate: "mean",
  laws: [],
  compute({ support }) {
    if (support === undefined) return skipped("support");
    const found = fullSupports(support).filter((n) => n > 0);
    if (found.length === 0) return nothingToJudge;
    return scored(found.filter((n) => n > 1).length / found.length);
  },
  explain({ support }) {
    const found = fullSupports(support ?? []);
    const supported = found.filter((n) => n > 0).length;
    if (supported === 0) return noPart("support");
    const twice = found.flatMap((n, i) => (n > 1 ? [value(`claim ${i + 1} has ${n} contexts`, 1)] : []));
    return ratio("context-redundancy", sum("claims stated twice", twice), value("claims found", supported));
  },
});
