// The files that `npm run new` writes. A new unit passes every check as it is; its TODOs are what is left to do.

/** src/metrics/<id>.ts: a metric that computes something simple, with every field it can have. */
export const metric = (id, name) => `\
import { defineMetric } from "../core/define-metric.ts";
import { none, ratio, sum, value } from "../core/derivation.ts";
import { noRelevant, scored } from "../core/score.ts";
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
    if (relevant === 0) return none("no relevant documents in the gold", "no-relevant");
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
import type { Dialect } from "../core/dialect.ts";
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

/** src/formats/<id>.ts: gold with a judgement per line, read and written. */
export const format = (id, name) => `\
/** TODO: ${id}, and how a row of it looks. Now it is \`query ${id} document grade\`, with white space between. */
import type { Source } from "../files/source.ts";
import { emptyFile, errorAt, formatProblem, notUtf8 } from "./_problems.ts";
import { kept } from "./_shown.ts";
import { isText, isUtf8, parseNumber, splitFields, textOf } from "./bytes/bytes.ts";
import { headLines, walkLines } from "./bytes/lines.ts";
import type { Format, Guess, ReadContext, Sink, WriteContext, Writer } from "./format.ts";
import { fitsColumn, gradeRows, rowBuffer } from "./rows/rows-out.ts";

async function read(source: Source, sink: Sink, { problem }: ReadContext): Promise<void> {
  // The fields of a line as places in its bytes: start and end of each.
  const at = new Uint32Array(8);
  let rows = 0;
  await walkLines(source, (bytes, start, end, line) => {
    const n = splitFields(bytes, start, end, at);
    if (n === 0) return;
    rows++;
    const grade = n === 4 ? parseNumber(bytes, at[6]!, at[7]!) : Number.NaN;
    if (!isUtf8(bytes, start, end)) problem(notUtf8(line));
    else if (Number.isNaN(grade) || !isText(bytes, at[2]!, at[3]!, "${id}")) {
      const found = kept(textOf(bytes, start, end));
      const wanted = "query, ${id}, document and grade";
      problem(formatProblem("bad-row/line", { found, wanted }, errorAt(line)));
    } else sink.grade?.(bytes, at[0]!, at[1]!, bytes, at[4]!, at[5]!, grade, line);
  });
  if (rows === 0) problem(emptyFile("judgement"));
}

/** How sure it is, from 0 to 1: others are asked too, and the surest reads the file. */
function detect(head: Uint8Array, name: string): Guess | undefined {
  if (name.endsWith("/")) return undefined;
  const rows = headLines(head, 20).filter((line) => line.trim() !== "");
  return rows.length > 0 && rows.every((line) => /^\\S+\\s+${id}\\s/.test(line))
    ? { sure: 0.95, why: "${id} in the second column" }
    : undefined;
}

/** A writer is a sink: it hears judgements one by one (grade), and the gold of a query in any form (gold). */
function write({ write: put, problem }: WriteContext): Writer {
  const out = rowBuffer(put);
  const row = (query: string, doc: string, grade: number): void => {
    if (fitsColumn(query, problem) && fitsColumn(doc, problem))
      out.add(\`\${query} ${id} \${doc} \${grade}\\n\`);
  };
  return {
    grade: (q, qStart, qEnd, d, dStart, dEnd, grade) =>
      row(textOf(q, qStart, qEnd), textOf(d, dStart, dEnd), grade),
    gold(query, value) {
      for (const { doc, grade } of gradeRows(query, value, problem)) row(query, doc, grade);
    },
    end: () => out.flush(),
  };
}

export const ${name}: Format = {
  id: "${id}",
  title: "TODO: what people call it",
  about: "TODO: what a row looks like, and where such files come from.",
  extensions: ["txt"],
  kinds: ["gold"],
  example: { gold: "q1 ${id} d1 2\\nq1 ${id} d2 0\\nq2 ${id} d7 1\\n" },
  broken: { gold: { text: "q1 ${id} d1 2\\nq1 ${id} d2 high\\n", line: 2 } },
  detect,
  read,
  write,
};
`;
