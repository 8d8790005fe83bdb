/** Ways to make the scores of different runs comparable. */
import type { FusionList, Normalisation } from "../core/fusion.ts";

/** New scores beside the same documents. */
const withScores = (list: FusionList, score: (x: number, rank: number) => number) => ({
  docs: list.docs,
  scores: list.scores!.map(score),
});

const least = (scores: Float64Array): number =>
  scores.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const most = (scores: Float64Array): number =>
  scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
const sum = (scores: Float64Array): number => scores.reduce((a, b) => a + b, 0);

/** Position of x between min and max, 0 if they are equal; -0 + 0 is 0. */
function share(x: number, from: number, to: number): number {
  if (to === from) return 0;
  // Halve first: the difference of the largest doubles overflows.
  const half = Number.isFinite(to - from) ? 1 : 0.5;
  return (x * half - from * half) / (to * half - from * half) + 0;
}

export const normalisations: readonly Normalisation[] = [
  {
    id: "min-max",
    title: "Min-max",
    definition:
      "(score - lowest) / (highest - lowest): from 0 to 1. Where all scores of a list are equal, or it has only one hit, they become 0.",
    needs: "scores",
    apply(list) {
      const [low, high] = [least(list.scores!), most(list.scores!)];
      return withScores(list, (x) => share(x, low, high));
    },
  },
  {
    id: "min-max-inverted",
    title: "Min-max, inverted",
    definition: "(highest - score) / (highest - lowest), for distances: a lower score is better.",
    needs: "scores",
    lower: true,
    apply(list) {
      const [low, high] = [least(list.scores!), most(list.scores!)];
      return withScores(list, (x) => share(x, high, low));
    },
  },
  {
    id: "max",
    title: "Max",
    definition: "score / highest. The highest score has to be above 0, unless all are 0.",
    needs: "scores",
    apply(list) {
      const high = most(list.scores!);
      return withScores(list, (x) => (x === 0 ? 0 : high > 0 ? x / high : Number.NaN));
    },
  },
  {
    id: "sum",
    title: "Sum",
    definition:
      "(score - lowest) / sum of (score - lowest): the scores of a list add up to 1. Where all are equal they become 0.",
    needs: "scores",
    apply(list) {
      const low = least(list.scores!);
      const total = sum(list.scores!.map((x) => x - low));
      return withScores(list, (x) => (total === 0 ? 0 : (x - low) / total));
    },
  },
  {
    id: "zmuv",
    title: "Zero mean, unit variance",
    definition:
      "(score - mean) / standard deviation. Scores below the mean become negative, so a run that has a document can lower its sum. Where all are equal they become 0.",
    needs: "scores",
    apply(list) {
      const n = list.docs.length;
      const mean = sum(list.scores!) / n;
      const deviation = Math.sqrt(sum(list.scores!.map((x) => (x - mean) ** 2)) / n);
      return withScores(list, (x) => (deviation === 0 ? 0 : (x - mean) / deviation));
    },
  },
  {
    id: "rank",
    title: "Rank",
    definition: "1 - (rank - 1) / length: the order alone counts, so lists without scores will do.",
    needs: "ranks",
    apply: ({ docs }) => ({ docs, scores: Float64Array.from(docs, (_, rank) => 1 - rank / docs.length) }),
  },
  {
    id: "borda",
    title: "Borda",
    definition:
      "1 - (rank - 1) / n, where n counts the documents of all lists; those that a list lacks share what is left evenly, so every list has every document.",
    needs: "ranks",
    apply({ docs: ranked }, n) {
      const has = new Uint8Array(n);
      for (const doc of ranked) has[doc] = 1;
      const docs = Uint32Array.from([...ranked, ...Array.from(has.keys()).filter((doc) => has[doc] === 0)]);
      const rest = 0.5 - (ranked.length - 1) / (2 * n);
      return { docs, scores: Float64Array.from(docs, (_, i) => (i < ranked.length ? 1 - i / n : rest)) };
    },
  },
  {
    id: "none",
    title: "None",
    definition: "The scores as they are: for runs that are comparable already.",
    needs: "scores",
    apply: (list) => withScores(list, (x) => x),
  },
];
