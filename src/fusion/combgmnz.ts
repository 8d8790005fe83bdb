import { defineFusion } from "./_define.ts";
import { countIn, scoreSum } from "./_sums.ts";

export const combgmnz = defineFusion({
  id: "combgmnz",
  aliases: ["comb-gmnz", "gmnz"],
  title: "CombGMNZ",
  definition:
    "As combmnz, with the number of runs to the power of gamma: 0 is combsum, 1 is combmnz, more favours what many runs have.",
  formula: "(number of runs that have it)^gamma × sum over runs of score",
  cite: "Lee, Analyses of multiple evidence combination, 1997",
  params: {
    gamma: { kind: "number", min: 0, max: 100, default: 1, doc: "How much the number of runs counts." },
  },
  needs: ["scores"],
  normalise: "min-max",
  laws: ["keeps-one-run", "monotone"],
  tries: { gamma: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] },
  fuse(lists, docs, { gamma }) {
    const count = countIn(lists, docs);
    return scoreSum(lists, docs).map((sum, doc) => sum * count[doc]! ** gamma);
  },
});
