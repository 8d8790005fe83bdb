/** The table of docs/guide/edge-cases.md. */
import { type EvaluateOneOptions, evaluateOne, type Score } from "../../src/index.ts";
import { code, table } from "./markdown.ts";
import { show } from "./show.ts";

const METRICS = ["recall@5", "precision@5", "f@5", "hit@5", "all-found@5", "rr@5", "ap@5", "ndcg@5"] as const;

type Given = Pick<EvaluateOneOptions, "gold" | "hits"> & Partial<EvaluateOneOptions>;
interface Case {
  readonly what: string;
  readonly given: Given;
}

const relevant = ["a", "b"];
const CASES: readonly Case[] = [
  { what: "a list shorter than k", given: { gold: relevant, hits: ["a", "x"] } },
  { what: "nothing retrieved", given: { gold: relevant, hits: [] } },
  { what: "nothing relevant: an empty list", given: { gold: [], hits: ["a", "x"] } },
  { what: "nothing relevant: all grades 0", given: { gold: { a: 0, x: 0 }, hits: ["a", "x"] } },
  { what: "nothing retrieved, nothing relevant", given: { gold: [], hits: [] } },
  {
    what: "more relevant documents than k",
    given: { gold: ["a", "b", "c", "d", "e", "f", "g", "h"], hits: ["a", "b", "c", "d", "e", "f"] },
  },
  { what: "a repeated hit", given: { gold: relevant, hits: ["a", "a", "b"] } },
  { what: "a repeated hit, kept", given: { gold: relevant, hits: ["a", "a", "b"], duplicates: "keep" } },
  {
    what: "a repeated hit, blanked",
    given: { gold: relevant, hits: ["a", "a", "b"], duplicates: "blank" },
  },
  { what: "an unjudged hit", given: { gold: { a: 1, b: 1, x: 0 }, hits: ["u", "a", "b"] } },
  { what: "a hit judged as not relevant", given: { gold: { a: 1, b: 1, x: 0 }, hits: ["x", "a", "b"] } },
  { what: "negative grades", given: { gold: { a: -1, b: -2, c: 1 }, hits: ["a", "b", "c"] } },
  {
    what: "a list plus grades",
    given: { gold: { relevant: ["a"], grades: { a: 1, b: 5 } }, hits: ["b", "a"] },
  },
  { what: "ties", given: { gold: ["a"], hits: { a: 1, b: 1 } } },
  { what: "ties, by ascending id", given: { gold: ["a"], hits: { a: 1, b: 1 }, ties: "id-asc" } },
  {
    what: "a list whose scores contradict its order",
    given: {
      gold: ["a"],
      hits: [
        { id: "b", score: 0.1 },
        { id: "a", score: 0.9 },
      ],
    },
  },
  {
    what: "the same, by score",
    given: {
      gold: ["a"],
      hits: [
        { id: "b", score: 0.1 },
        { id: "a", score: 0.9 },
      ],
      order: "score",
    },
  },
  { what: "numeric hit ids", given: { gold: ["7"], hits: [7] as unknown as readonly string[] } },
  { what: "gold in groups", given: { gold: [["a", "b"], ["c"]], hits: ["a", "c"] } },
  {
    what: "gold in groups, flattened",
    given: { gold: [["a", "b"], ["c"]], hits: ["a", "c"], shape: "each-distinct" },
  },
];

export function edgeCases(): string {
  const rows = CASES.map(({ what, given: { gold, hits, ...rules } }) => {
    const scores = evaluateOne({ gold: gold!, hits: hits!, ...rules, metrics: [...METRICS] });
    const rule = Object.keys(rules).length === 0 ? "" : `, ${code(show(rules).slice(2, -2))}`;
    return [
      what,
      `gold ${code(show(gold))}, hits ${code(show(hits))}${rule}`,
      ...METRICS.map((metric) => short(scores[metric]!)),
    ];
  });
  return table(["", "input", ...METRICS.map(code)], rows);
}

/** Four digits, or why there is no value. */
function short(score: Score): string {
  if (score.status === "scored") return String(Number(score.value.toFixed(4)));
  return score.status === "undefined" ? code(score.because) : score.status;
}
