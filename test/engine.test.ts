/** The path of large files and the path in memory give the same bits, for all rules, metrics and file layouts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProblemLog } from "../src/core/problem-log.ts";
import { evaluateFiles } from "../src/engine/evaluate-files.ts";
import { loadGold, loadRun } from "../src/engine/load.ts";
import type { Source } from "../src/files/source.ts";
import { memorySource } from "../src/files/source.ts";
import { type EvaluateOptions, evaluate, metrics } from "../src/index.ts";

/** The same bytes in pieces of a given size: lines and ids are cut anywhere. */
function inPieces(name: string, text: string, size: number): Source {
  const bytes = new TextEncoder().encode(text);
  const buffer = new Uint8Array(size);
  return {
    ...memorySource(name, bytes),
    async *pieces() {
      for (let at = 0; at < bytes.length; at += size) {
        const piece = bytes.subarray(at, at + size);
        // As a reader of files does: the next piece overwrites this one.
        buffer.fill(0);
        buffer.set(piece);
        yield buffer.subarray(0, piece.length);
      }
    },
  };
}

const QUERIES = ["1", "10", "2", "q-é", "q#3"];
const DOCS = [
  "a",
  "b",
  "aa",
  "doc-10",
  "doc-9",
  "Ünï",
  "\u{1f600}x",
  "\u{ff01}",
  "D0000000000000001",
  "x#y",
  "1",
];
const SCORES = [
  "1",
  "2",
  "2.0",
  "0.5",
  "-3",
  "1e-3",
  "123456.789012345678",
  "0.1",
  "0.30000000000000004",
  "-0",
  "16777217",
  "16777216",
];

const row = fc.record({
  q: fc.nat(QUERIES.length - 1),
  d: fc.nat(DOCS.length - 1),
  s: fc.nat(SCORES.length - 1),
  rank: fc.nat(12),
  blank: fc.constantFrom(" ", "\t", "  ", " \t "),
  before: fc.constantFrom("", "", "", "", " ", "# a comment\n", "\n"),
});
const judged = fc.record({
  q: fc.nat(QUERIES.length - 1),
  d: fc.nat(DOCS.length - 1),
  g: fc.constantFrom(0, 1, 2, 3, -1, 0.5),
});
const layouts = ["grouped", "scattered"] as const;

const textOfRun = (
  rows: readonly (typeof row extends fc.Arbitrary<infer T> ? T : never)[],
  newline: string,
): string =>
  rows
    .map(({ q, d, s, rank, blank, before }) =>
      `${before}${[QUERIES[q], "Q0", DOCS[d], rank, SCORES[s], "tag"].join(blank)}`.replaceAll("\n", newline),
    )
    .join(newline) + newline;

type Rules = Partial<EvaluateOptions>;
/** Every metric that ids and grades are enough for, with and without what `@` sets. */
const everyMetric = metrics
  .filter(({ kind, needs }) => kind === "computed" && needs.every((facet) => facet === "grades"))
  .flatMap(({ id, at }) => (at === undefined ? [id] : at === "k" ? [id, `${id}@3`] : [id, `${id}@0.4`]));
const levels = metrics
  .filter(({ id, params }) => everyMetric.includes(id) && "rel" in params)
  .map(({ id }) => `${id}(rel=2)`);
const CASES: readonly (readonly [string, Rules])[] = [
  [
    "the textbook",
    { metrics: ["ndcg@10", "recall@5", "ap", "rr", "bpref", "judged@3", "err", "infap", "rbp(p=0.8)"] },
  ],
  ["every metric", { metrics: everyMetric }],
  ["every metric, at another level", { metrics: levels, order: "score" }],
  ["expected ties", { metrics: ["precision(ties=expected)@3", "ndcg(ties=expected)@5"], order: "score" }],
  ["given order", { metrics: ["ndcg@10", "ap"], order: "given" }],
  ["ties ascending", { metrics: ["ndcg@10", "rr"], ties: "id-asc" }],
  ["ties as given", { metrics: ["ndcg@10", "rr"], ties: "given" }],
  ["ties reversed", { metrics: ["ndcg@10", "rr"], ties: "given-reversed" }],
  ["single precision", { metrics: ["ndcg@10", "rr", "ap"], float: 32 }],
  ["kept duplicates", { metrics: ["precision@5", "ap"], duplicates: "keep" }],
  ["blank duplicates", { metrics: ["precision@5", "ap"], duplicates: "blank" }],
  ["the first three", { metrics: ["precision@5", "ap", "ndcg"], depth: 3 }],
  ["judged hits only", { metrics: ["precision@5", "ap", "ndcg"], judgedOnly: true }],
  ["holes", { metrics: ["hole@5", "recall@5"] }],
  ["queries left out", { metrics: ["rr", "ndcg@3"], missing: "leave-out" }],
  ["groups of a list", { metrics: ["group-recall@5", "group-ndcg@5"], shape: "each-own-group" }],
  ["LiveRAG", { as: "liverag" }],
  ["ranx", { as: "ranx" }],
  ["trec_eval 10 with -c", { as: "trec_eval", metrics: ["all_trec"], options: ["-c"], duplicates: "first" }],
  [
    "trec_eval 9 with -J -M 3",
    { as: "trec_eval9", metrics: ["all_trec"], options: ["-J", "-M 3"], duplicates: "first" },
  ],
  ["sklearn", { as: "sklearn" }],
  ["BEIR", { as: "beir" }],
  ["trectools", { as: "trectools", duplicates: "first" }],
];

/** All that a run's numbers are; Problems may come in another order. */
const numbersOf = (result: { toJSON(): { runs: readonly unknown[] } }) => {
  const { problems: _, name: __, ...rest } = result.toJSON().runs[0] as Record<string, unknown>;
  return rest;
};

/** trec_eval stops where a document is judged twice. */
const refusesTwice = ({ as }: Rules): boolean => typeof as === "string" && as.startsWith("trec_eval");
const once = <T extends { readonly q: number; readonly d: number }>(list: readonly T[]): T[] => [
  ...new Map(list.map((one) => [`${one.q} ${one.d}`, one])).values(),
];

describe.each(CASES)("%s", (_, rules) => {
  it.each(layouts)("a file that is %s has the scores that memory has", async (layout) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 40 }),
        fc.array(judged, { minLength: 1, maxLength: 25 }),
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom(1, 7, 64, 4096),
        async (rows, judgements, newline, size) => {
          const ordered = layout === "grouped" ? rows.toSorted((a, b) => a.q - b.q) : rows;
          const runText = textOfRun(ordered, newline);
          const goldText = (refusesTwice(rules) ? once(judgements) : judgements)
            .map(({ q, d, g }) => `${QUERIES[q]} 0 ${DOCS[d]} ${g}\n`)
            .join("");
          const gold = () => memorySource("gold.txt", goldText);
          const loadedGold = await loadGold(gold(), {
            log: new ProblemLog(),
            format: "trec-qrels",
            as: rules.as,
          });
          const loadedRun = await loadRun(memorySource("run.txt", runText), {
            log: new ProblemLog(),
            format: "trec-run",
          });
          const inMemory = evaluate({ ...rules, gold: loadedGold.gold, run: loadedRun.run });
          const files = await evaluateFiles({
            ...rules,
            gold: gold(),
            runs: [inPieces("run.txt", runText, size)],
            goldFormat: "trec-qrels",
            runFormat: "trec-run",
          });
          expect(numbersOf(files.runs[0]!.result)).toEqual(numbersOf(inMemory));
        },
      ),
      { numRuns: 40, seed: 5 },
    );
  });
});

it("a retriever that failed is a failed cell, from a file as in memory", async () => {
  const gold = () =>
    memorySource("gold.jsonl", '{"id":"q1","relevant":["d1"]}\n{"id":"q2","relevant":["d2"]}\n');
  const run = () => memorySource("run.jsonl", '{"id":"q1","hits":["d1"]}\n{"id":"q2","error":"timeout"}\n');
  const log = new ProblemLog();
  const rules = { metrics: ["recall@5", "rr"] };
  const inMemory = evaluate({
    ...rules,
    gold: (await loadGold(gold(), { log })).gold,
    run: (await loadRun(run(), { log })).run,
  });
  const [file] = (await evaluateFiles({ ...rules, gold: gold(), runs: [run()] })).runs;
  expect(log.list()).toEqual([]);
  expect(numbersOf(file!.result)).toEqual(numbersOf(inMemory));
  expect(file!.result.score("q2", "rr")).toMatchObject({
    status: "failed",
    problem: { code: "retriever-failed", what: "query q2: timeout" },
  });
  expect(file!.result.summary().map(({ counts }) => counts.failed)).toEqual([1, 1]);
});

describe("long lists, most of their hits judged", () => {
  const METRICS = ["ndcg", "ap", "rr", "precision@100", "bpref"];
  it.each([
    ["ties as the tool breaks them", { metrics: METRICS }],
    ["ties ascending", { metrics: METRICS, ties: "id-asc" }],
    ["ties as given", { metrics: METRICS, ties: "given" }],
    ["ties reversed", { metrics: METRICS, ties: "given-reversed" }],
    ["single precision", { metrics: METRICS, float: 32 }],
    ["judged hits only, the first 150", { metrics: METRICS, judgedOnly: true, depth: 150 }],
  ] satisfies (readonly [string, Rules])[])("%s", async (_, rules) => {
    const long = fc.array(fc.record({ s: fc.nat(SCORES.length - 1), g: fc.integer({ min: -1, max: 3 }) }), {
      minLength: 100,
      maxLength: 300,
    });
    await fc.assert(
      fc.asyncProperty(long, fc.boolean(), fc.integer({ min: 2, max: 97 }), async (rows, falling, step) => {
        const scores = rows.map(({ s }) => SCORES[s]!);
        if (falling) scores.sort((a, b) => Number(b) - Number(a));
        // 997 is prime: every document once, in a scrambled order.
        const doc = (i: number) => `d${((i + 1) * step) % 997}`;
        const goldText = rows.map(({ g }, i) => (i % 4 === 0 ? "" : `q 0 ${doc(i)} ${g}\n`)).join("");
        const runText = scores.map((score, i) => `q Q0 ${doc(i)} ${i + 1} ${score} tag\n`).join("");
        const files = [memorySource("gold.txt", goldText), memorySource("run.txt", runText)] as const;
        const { gold } = await loadGold(files[0], { log: new ProblemLog() });
        const { run } = await loadRun(files[1], { log: new ProblemLog() });
        const { runs } = await evaluateFiles({ ...rules, gold: files[0], runs: [files[1]] });
        expect(numbersOf(runs[0]!.result)).toEqual(numbersOf(evaluate({ ...rules, gold, run })));
      }),
      { numRuns: 25, seed: 5 },
    );
  });
});
