// The files that `npm run new` writes. A new unit passes every check as it is; its TODOs are what is left to do.

/** src/metrics/<id>.ts: a metric that computes something simple, with every field it can have. */
export const metric = (id, name) => `\
import { none, ratio, sum, value } from "../core/derivation.ts";
import { noRelevant, scored } from "../core/score.ts";
import { defineMetric } from "./_define.ts";
import { relevantHits } from "./_explain.ts";
import { cutoff, level } from "./_params.ts";
import { depth, found, relevantTotal } from "./_ranks.ts";

// TODO: this is recall. Make it ${id}: what it says of itself, compute, explain, and the rows in ${id}.vectors.json.
export const ${name} = defineMetric({
  kind: "computed",
  id: "${id}",
  aliases: [],
  title: "TODO: the full name of ${id}",
  definition: "TODO: one sentence. Share of the relevant documents that are among the first k hits.",
  formula: "relevant in the first k / all relevant",
  steps: [
    "Count the relevant documents among the first k hits.",
    "Divide by the number of relevant documents in the gold.",
  ],
  cite: "TODO: where it is defined: a paper, or a tool and its version",
  params: { k: cutoff, rel: level },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document is among the first k",
  worst: "none is",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  compute(r, { k, rel }) {
    const relevant = relevantTotal(r, rel);
    return relevant === 0 ? noRelevant : scored(found(r, depth(r, k), rel) / relevant);
  },
  // The same arithmetic in the same order, as a tree: evaluating it gives what compute gives.
  explain(r, { k, rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return none("the gold has no relevant document", "no-relevant");
    const hits = relevantHits(r, depth(r, k), rel);
    return ratio("${id}", sum("relevant hits", hits), value("relevant documents", relevant));
  },
});
`;

/** src/metrics/<id>.vectors.json: the rows that every metric needs, and one for each parameter. */
export function vectors(id) {
  const rows = [
    [
      "a plain case: 1 of 2 relevant documents is in the first 2",
      ["a", "b"],
      ["a", "x", "b"],
      `${id}@2`,
      0.5,
    ],
    ["the same without k", ["a", "b"], ["a", "x", "b"], id, 1],
    ["empty ranking", ["a"], [], `${id}@5`, 0],
    ["no relevant document", [], ["a"], `${id}@5`, "no-relevant"],
    ["all relevant", ["a", "b"], ["a", "b"], `${id}@2`, 1],
    ["k beyond the list", ["a", "b"], ["a", "x"], `${id}@100`, 0.5],
    ["ties go by id, descending: b before a", ["a"], { a: 1, b: 1 }, `${id}@1`, 0],
    ["a hit that nobody judged is not relevant", { a: 1 }, ["x", "a"], `${id}@1`, 0],
    ["a duplicate is left out, and the next hit moves up", ["a", "b"], ["a", "a", "b"], `${id}@2`, 1],
    ["rel=2: grade 1 is not enough", { a: 2, b: 1 }, ["b"], `${id}(rel=2)@5`, 0],
  ];
  const line = ([why, gold, hits, metric, expect]) =>
    `  { "why": ${spaced(why)}, "gold": ${spaced(gold)}, "hits": ${spaced(hits)}, "metric": ${spaced(metric)}, "expect": ${spaced(expect)} }`;
  return `[\n${rows.map(line).join(",\n")}\n]\n`;
}

/** JSON on one line, with the spaces that people write. */
function spaced(value) {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`)
    .join(", ")} }`;
}

/** src/dialects/<id>.ts: a tool that differs from the textbook in one thing. */
export const dialect = (id, name) => `\
import type { Dialect } from "../core/types.ts";
import { textbook } from "./textbook.ts";

// TODO: this tool keeps repeated hits. Make it ${id}: plain data, rules and parameter values of our metrics, no code.
export const ${name}: Dialect = {
  id: "${id}",
  tool: "TODO: the name of ${id} as its authors write it",
  version: "TODO: the version that was run",
  cite: "TODO: package, version, module or function",
  about: "TODO: one or two sentences for people who know the textbook and not the tool.",
  join: { ...textbook.join, duplicates: "keep" },
  average: textbook.average,
  verdicts: textbook.verdicts,
  metrics: {
    // The first set is what \`as: "${id}"\` computes when no metric is named.
    all: [
      { name: "recall@{k}", is: "recall", k: [5, 10] },
      { name: "mrr", is: "rr" },
    ],
  },
  // Each with the smallest case that shows it.
  differs: [
    {
      says: "A repeated hit counts again, so recall can exceed 1.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
      metric: "recall@5",
      value: 2,
      textbook: "recall@5",
      textbookValue: 1,
    },
  ],
};
`;
