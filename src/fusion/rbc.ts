import { defineFusion } from "./_define.ts";
import { sumOver } from "./_sums.ts";

export const rbc = defineFusion({
  id: "rbc",
  aliases: ["rank-biased-centroid"],
  title: "Rank-biased centroid",
  definition:
    "A document gets from each run the share of attention that a reader gives its rank, who goes on to the next one with probability phi.",
  formula: "sum over runs of (1 - phi) × phi^(rank - 1)",
  cite: "Bailey, Moffat, Scholer, Thomas, Retrieval consistency in the presence of query variations, 2017",
  params: {
    phi: {
      kind: "number",
      above: 0,
      max: 0.9999,
      default: 0.8,
      doc: "The probability of going on: the higher, the more lower ranks count.",
    },
  },
  needs: ["ranks"],
  laws: ["keeps-one-run", "monotone"],
  tries: { phi: [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98] },
  fuse: (lists, docs, { phi }) => sumOver(lists, docs, (rank) => (1 - phi) * phi ** rank),
});
