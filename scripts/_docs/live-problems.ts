/** Problem codes of live runs, their store, the choice among settings, and `goldie bless`: docs/guide/live.md. */
import { blessProblem } from "../../src/cli/commands/bless/problems.ts";
import type { Problem } from "../../src/core/problem.ts";
import { compareProblem } from "../../src/evaluate/compare/problems.ts";
import { selectProblem } from "../../src/evaluate/select/problems.ts";
import { liveProblem } from "../../src/live/problems.ts";
import { storeProblem } from "../../src/store/problems.ts";
import { code, table } from "./markdown.ts";

const chosen = { best: "k1=1.2", metric: "ndcg@10", settings: 6 };

const examples: readonly Problem[] = [
  liveProblem("no-retriever", {}),
  liveProblem("bad-depth", { depth: 5, k: 10 }),
  liveProblem("no-queries/where", { where: ["lang=fr"], values: ["lang=de", "lang=en"] }),
  liveProblem("close-failed", { name: "main", message: "socket hang up" }),
  liveProblem("cache-write", { message: "no space left on device" }),
  liveProblem("all-empty", { name: "main", isFunction: true }),
  liveProblem("short-lists", { name: "main", asked: 100, most: 4, k: 10 }),
  liveProblem("busy-thread", { name: "main", share: 0.97 }),
  liveProblem("id-field", { name: "main", field: "metadata.docId", others: ["id"] }),
  storeProblem("no-run/name", { ref: "lats", nearest: ["last"] }),
  storeProblem("damaged-run/lines", { lines: 1 }),
  storeProblem("stored-scores-only", {
    id: "20260520-101112-000-ab12",
    because: "gold.jsonl has changed since",
  }),
  storeProblem("run-goes-on", { id: "20261117-083608-849-792g", pid: 4711 }),
  storeProblem("gold-edited", { ref: "last", file: "gold.jsonl", changed: 2, queries: 48 }),
  storeProblem("depths-differ", { refs: ["last~1", "last"], asked: [10, 100], metrics: ["rr"] }),
  selectProblem("close-call", { ...chosen, rivals: 2 }),
  selectProblem("same-score", { names: ["main", "bm25"], metric: "recall@5" }),
  selectProblem("not-timed", { names: ["cached"], slowestMs: 200 }),
  selectProblem("many-settings", chosen),
  selectProblem("fewer-queries", { name: "flaky", metric: "recall@5", scored: 12, queries: 20 }),
  selectProblem("longer-chunks", {
    best: "chunk=400",
    other: "chunk=200",
    metric: "span-recall@5",
    lengths: [9800, 5100],
    equal: [0.61, 0.66],
  }),
  compareProblem("too-many-slices", { slices: 1200 }),
  compareProblem("synthetic-gold", { queries: 50, all: 50 }),
  blessProblem("old-baseline-unreadable", { path: "goldie.baseline.json", because: "it is not JSON" }),
  blessProblem("old-baseline-other", { because: "the two have no query in common" }),
  blessProblem("rule-not-met", { rule: "min recall@5=0.9", found: "mean 0.722" }),
  blessProblem("margin-too-fine", { rule: "not-worse ndcg@10=0.01", margin: 0.01, drop: 0.06 }),
];

export const liveProblemCodes: readonly string[] = examples.map((problem) => problem.code);

export const liveProblems = (): string =>
  table(
    ["code", "example", "fix"],
    examples.map((problem) => [code(problem.code), problem.what, problem.fix]),
  );
