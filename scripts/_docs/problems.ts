/** Every Problem code with a call that brings it about: the table of docs/guide/library.md is what really came out. */
import {
  baselineText,
  checkMetric,
  compare,
  defineFusion,
  defineMetric,
  type EvaluateOptions,
  evaluate,
  fuse,
  fusions,
  type GateRuleInput,
  GoldieError,
  gate,
  type Metric,
  metrics,
  type Problem,
  readBaseline,
  readResult,
  whyDifferent,
} from "../../src/index.ts";
import { hasRecall } from "../../src/testing/matchers.ts";
import { code, table } from "./markdown.ts";

const fine = { gold: { q1: ["a"] }, run: { q1: ["a"] }, metrics: ["recall@5"] } as const;
/** Input that TypeScript would refuse: people who write JavaScript give it all the same. */
const call = (options: object) => evaluate({ ...fine, ...options } as unknown as EvaluateOptions);
const recall = metrics.find((metric) => metric.id === "recall")! as Metric & object;

const NOT_WORSE = { metric: "recall@5", notWorseThan: "baseline" } as const;
const checked = (rule: GateRuleInput) => gate(call({}), { rules: [rule] });

/** Code → a call; the Problem is thrown, listed in `problems`, or part of a score. */
const CALLS: Readonly<Record<string, () => unknown>> = {
  "no-timings": () => checked({ metric: "latency-p95", max: 300 }),
  "unknown-metric": () => call({ metrics: ["ndgc@10"] }),
  "no-metric": () => call({ metrics: [] }),
  "unknown-parameter": () => call({ metrics: ["recall(gain=exp)"] }),
  "bad-parameter": () => call({ metrics: ["ndcg(gain=cubic)"] }),
  "bad-cutoff": () => call({ metrics: ["recall@0"] }),
  "same-name": () => call({ as: "remem", metrics: ["Recall@5", "retrieval_recall_locomo@5"] }),
  "unknown-dialect": () => call({ as: "autorga" }),
  "unknown-option": () => call({ as: "autorag", options: ["xor"] }),
  "bad-rule": () => call({ duplicates: "drop" }),
  "bad-option": () => call({ options: { and: true }, as: "autorag" }),
  promise: () => call({ run: { q1: Promise.resolve(["a"]) } }),
  "bad-row": () => call({ gold: [["a"], ["b"]] }),
  "unknown-part": () => call({ judgements: { q1: { verdict: [1] } }, metrics: ["context-precision"] }),
  "unknown-tag": () => call({}).slices("lang"),
  "unknown-rule": () => call({ duplicate: "keep" }),
  "no-dialect": () => call({ metrics: ["rr"], k: 5 }),
  "unknown-name": () => call({ match: { ids: "chunk", on: "hits" } }),
  "bad-id-rule": () => call({ match: { ids: "s/^doc-", on: "both" } }),
  "bad-gold": () => call({ gold: { q1: "a" } }),
  "bad-grade": () => call({ gold: { q1: { a: "3" } } }),
  "bad-passage": () => call({ gold: { q1: { passages: [{ title: "x" }] } } }),
  "bad-span": () => call({ gold: { q1: { relevant: [{ doc: "handbook.md", lines: [52, 40] }] } } }),
  "span-units": () =>
    call({
      gold: { q1: { relevant: [{ doc: "handbook.md", lines: [40, 52] }] } },
      run: { q1: [{ id: "c1", doc: "handbook.md", start: 0, end: 120 }] },
      metrics: ["span-recall"],
    }),
  "unknown-facet": () => call({ gold: { q1: { relevent: ["a"] } } }),
  "bad-run": () => call({ run: "a" }),
  "bad-ranking": () => call({ run: { q1: "a" } }),
  "bad-hit": () => call({ run: { q1: [{ doc: "a" }] } }),
  "no-document-id": () => call({ run: { q1: [{ pageContent: "Ferries leave at nine.", metadata: {} }] } }),
  "bad-score": () => call({ run: { q1: { a: Number.NaN } } }),
  "no-score": () => call({ order: "score" }),
  "null-id": () => call({ run: { q1: [{ id: null }] } }),
  "empty-id": () => call({ run: { q1: [""] } }),
  "duplicate-query": () =>
    call({
      gold: [
        { id: "q1", relevant: ["a"] },
        { id: "q1", relevant: ["b"] },
      ],
    }),
  "spent-iterator": () => call({ gold: [][Symbol.iterator]() }),
  "metric-not-asked": () => call({}).mean("ndcg@10"),
  "unknown-schema": () => readResult({ ...call({}).toJSON(), schema: 2 }),
  "bad-result": () => readResult({ ...call({}).toJSON(), runs: {} }),
  "unknown-run": () => readResult(call({}).toJSON(), "dense"),
  "not-kept": () => readResult(call({}).toJSON()).explain("q1", "recall@5"),
  "no-bounds": () => call({ gold: { q1: [["a"]] }, metrics: ["group-recall"] }).bounds("group-recall"),
  "nothing-to-compare": () => compare([call({}), call({ gold: { q9: ["a"] } })]),
  "unknown-baseline": () => compare([call({}), call({})], { baseline: "bm52" }),
  "rules-differ": () => compare([call({}), call({ duplicates: "keep" })]),
  "not-a-mean": () => compare([call({ metrics: ["ap", "gm-ap"] }), call({ metrics: ["ap", "gm-ap"] })]),
  "no-counterpart": () => whyDifferent(fine, "rr", "deepeval"),
  "several-metrics": () => whyDifferent(fine, "recall@5,10", "rr"),
  "bad-metric": () => defineMetric({ ...recall, id: "My Metric" } as never),
  "bad-fusion": () => defineFusion({ ...fusions[0]!, id: "My fusion" }),
  "no-model": () => fuse({ method: "mapfuse", runs: [{ run: fine.run }] }),
  "metric-name-taken": () => call({ define: [{ ...recall, id: "found", aliases: ["rr"] }] }),
  "no-span": () =>
    call({
      gold: { q1: { spans: [{ doc: "handbook.md", start: 0, end: 120 }] } },
      run: { q1: [{ id: "c1", doc: "handbook.md", start: 0, end: 60 }, { id: "c2" }] },
      metrics: ["span-recall"],
    }),
  "document-id": () =>
    call({ run: { q1: [{ pageContent: "Ferries leave at nine.", metadata: { id: "a" } }] } }),
  "duplicate-hit": () => call({ run: { q1: ["a", "x", "a"] } }),
  "duplicate-judgement": () =>
    call({
      gold: [
        { query: "q1", doc: "a", grade: 1 },
        { query: "q1", doc: "a", grade: 2 },
      ],
    }),
  "no-grades": () => call({ gold: { q1: [["a"]] } }),
  "no-passages": () =>
    call({
      gold: { q1: ["d1"] },
      run: { q1: [{ id: "d1", text: "some text" }] },
      match: { text: "normalised" },
      metrics: ["group-recall@5"],
    }),
  "no-texts": () => call({ gold: { q1: { passages: ["some text"] } }, metrics: ["token-recall"] }),
  "no-spans": () =>
    call({ gold: { q1: { spans: [{ doc: "handbook.md", lines: [40, 52] }] } }, metrics: ["span-recall"] }),
  "empty-group": () => call({ gold: { q1: [["a"], []] }, metrics: ["group-recall"] }),
  "passage-without-words": () =>
    call({
      gold: { q1: { passages: ["..."] } },
      run: { q1: [{ id: "d1", text: "some text" }] },
      match: { text: "normalised" },
      metrics: ["group-recall"],
    }),
  "id-type": () => call({ gold: { q1: ["7"] }, run: { q1: [7] } }),
  "lost-order": () => call({ gold: { q1: ["7"] }, run: { q1: { 9: 1, 7: 1 } }, ties: "given" }),
  "nothing-matches": () => call({ gold: { q1: ["doc-1"] }, run: { q1: ["doc-1::chunk-3"] } }),
  "low-overlap": () =>
    call({
      gold: { q1: ["doc-1", "doc-2", "doc-3", "doc-4", "doc-5"] },
      run: { q1: ["doc-1", "doc-2#1", "doc-3#1", "doc-4#7", "doc-5#2"] },
    }),
  "unknown-query": () => call({ run: { q1: ["a"], q2: ["b"] } }),
  "missing-query": () => call({ gold: { q1: ["a"], q2: ["b"] } }),
  "metric-threw": () =>
    call({
      metrics: [
        {
          ...recall,
          id: "broken",
          aliases: [],
          compute: () => {
            throw new Error("oops");
          },
        },
      ],
    }),
  "unknown-judgement": () => call({ judgements: { q2: { claims: [1] } } }),
  "retriever-failed": () => call({ run: { q1: new Error("time-out after 5 s") } }),
  "forbidden-relevant": () => call({ gold: { q1: { relevant: ["a"], forbidden: ["a"] } } }),
  "duplicate-forbidden": () => call({ gold: { q1: { relevant: ["a"], forbidden: ["z", "z"] } } }),
  "answerable-with-gold": () => call({ gold: { q1: { relevant: ["a"], answerable: false } } }),
  "bad-rating": () =>
    call({ gold: { q1: {} }, judgements: { q1: { ratings: [2] } }, metrics: ["context-rating(top=1)"] }),
  "unreadable-verdict": () =>
    call({ gold: { q1: {} }, judgements: { q1: { claims: ["perhaps"] } }, metrics: ["context-recall"] }),
  "not-finite": () =>
    call({
      metrics: [
        { ...recall, id: "broken", aliases: [], compute: () => ({ status: "scored", value: Number.NaN }) },
      ],
    }),
  "no-rules": () => gate(call({}), { rules: [] }),
  "no-such-queries": () => checked({ metric: "recall@5", min: 0.8, where: { lang: "de" } }),
  "no-mean": () => gate(call({ gold: { q1: [] } }), { rules: [{ metric: "recall@5", min: 0.8 }] }),
  "must-needs-a-number": () => checked({ must: "recall@5" }),
  "query-without-score": () => gate(call({ gold: { q1: [] } }), { rules: [{ must: "recall@5", min: 1 }] }),
  "baseline-needed": () => checked(NOT_WORSE),
  "baseline-not-json": () => readBaseline("<<<<<<< HEAD"),
  "baseline-broken": () => readBaseline("{}"),
  "baseline-schema": () => readBaseline(baselineText(call({})).replace('"schema": 1', '"schema": 2')),
  "baseline-lacks-metric": () => gate(call({}), { rules: [NOT_WORSE], baseline: call({ metrics: ["rr"] }) }),
  "baseline-other-rules": () => gate(call({}), { rules: [NOT_WORSE], baseline: call({ unit: "doc" }) }),
  "baseline-without-gold": () => {
    const { runs, ...rest } = call({}).toJSON();
    const bare = readResult({ ...rest, runs: runs.map((run) => ({ ...run, gold: {} })) });
    return gate(call({}), { rules: [NOT_WORSE], baseline: bare });
  },
  "baseline-gold-changed": () =>
    gate(call({}), { rules: [NOT_WORSE], baseline: call({ gold: { q1: ["b"], q2: ["c"] } }) }),
  "too-few-queries": () => gate(call({}), { rules: [NOT_WORSE], baseline: call({}) }),
  "bad-assertion": () => hasRecall(false, { hits: ["a"] }, ["a"]),
  "cannot-assert": () => hasRecall(false, ["a"], []),
  "law-…": () => checkMetric({ ...recall, id: "broken", aliases: [], range: [0, 0.5] } as Metric),
};

export const problemCodes: readonly string[] = Object.keys(CALLS);

const LISTED = "in `problems`";

/** Where the Problem was found, and the Problem. */
function found(make: () => unknown): [string, Problem] {
  try {
    const made = make();
    if (Array.isArray(made)) return ["from `checkMetric`", made[0]];
    const result = made as ReturnType<typeof evaluate> | ReturnType<typeof compare>;
    if ("pairs" in result) return [LISTED, result.problems[0]!];
    const score = result.score("q1", result.metrics[0]!);
    return score.status === "failed" ? ["in a failed score", score.problem] : [LISTED, result.problems[0]!];
  } catch (error) {
    if (error instanceof GoldieError) return ["thrown", error.problem];
    throw error;
  }
}

/** One Problem of each code. */
export const problemExamples = (): Problem[] => Object.values(CALLS).map((make) => found(make)[1]);

export function problemTable(): string {
  const rows = Object.entries(CALLS).map(([name, make]) => {
    const [where, { code: got, what, fix }] = found(make);
    if (got !== name && !name.endsWith("…")) throw new Error(`the call for ${name} gives ${got}: ${what}`);
    return [code(name), where, what, fix];
  });
  return table(["code", "where", "example", "fix"], rows);
}
