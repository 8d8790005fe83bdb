import { defineFusion } from "./_define.ts";
import { sumOver } from "./_sums.ts";

export const probfuse = defineFusion({
  id: "probfuse",
  title: "ProbFuse",
  definition:
    "Every list is cut into the same number of segments. A document gets from each run the share of relevant documents that this segment had in training, divided by the number of the segment.",
  formula: "sum over runs of P(relevant | segment) / segment",
  cite: "Lillis, Toolan, Collier, Dunnion, ProbFuse: a probabilistic approach to data fusion, 2006",
  params: {
    segments: {
      kind: "integer",
      min: 1,
      max: 10_000,
      default: 25,
      doc: "Into how many segments a list is cut.",
    },
  },
  needs: ["ranks", "training"],
  laws: [],
  tries: { segments: [2, 5, 10, 15, 20, 25, 30, 40, 50, 100] },
  train: (lists, { segments }) =>
    Array.from({ length: segments }, (_, segment) => {
      // A list without the segment counts: it had nothing there.
      const shares = lists.map(({ relevant }) => {
        const size = Math.ceil(relevant.length / segments);
        const part = relevant.subarray(segment * size, (segment + 1) * size);
        return part.length === 0 ? 0 : part.reduce((sum, is) => sum + is, 0) / part.length;
      });
      return lists.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / lists.length;
    }),
  fuse: (lists, docs, _, trained) =>
    sumOver(lists, docs, (rank, run, list) => {
      const shares = trained[run]!;
      const segment = Math.floor(rank / Math.ceil(list.docs.length / shares.length));
      return shares[segment]! / (segment + 1);
    }),
});
