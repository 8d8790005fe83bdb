/** Every Problem code of readers, writers and the command line, with a small input that brings it about: docs/guide/files.md. */
import { gzipSync } from "node:zlib";
import { blessProblem } from "../../src/cli/commands/bless/problems.ts";
import { withoutJudged } from "../../src/cli/commands/eval/_judged.ts";
import { targetFormat, writeRankings } from "../../src/cli/shared/target.ts";
import type { Problem } from "../../src/core/problem.ts";
import { GoldieError } from "../../src/core/problem.ts";
import { ProblemLog } from "../../src/core/problem-log.ts";
import {
  evaluateFiles,
  type Kind,
  type LoadOptions,
  loadCorpus,
  loadGold,
  loadRun,
  loadScores,
  memorySource,
  openSource,
  type Source,
} from "../../src/engine/index.ts";
import { loadCases } from "../../src/engine/load-cases.ts";
import { writeTrouble } from "../../src/files/write-trouble.ts";
import { detectFormat } from "../../src/formats/detect.ts";
import { type Column, formatNamed, inFolder, parquetOf, writingOf } from "./file-inputs.ts";
import { goldProblemCases } from "./gold-problems.ts";
import { code, table } from "./markdown.ts";

type Case = () => Promise<readonly Problem[]>;
type More = Omit<LoadOptions, "log" | "format">;

const LOADS = { gold: loadGold, run: loadRun, corpus: loadCorpus, scores: loadScores } as const;

async function problemsOf(use: (log: ProblemLog) => Promise<unknown>): Promise<readonly Problem[]> {
  const log = new ProblemLog();
  try {
    await use(log);
  } catch (error) {
    if (error instanceof GoldieError)
      return error.problems.map((one) => ({ ...one, level: "error" as const }));
    throw error;
  }
  return log.list();
}

/** What is said of a source that is read for a kind. */
const from =
  (source: Source | Promise<Source>, kind: Kind, more: More & { readonly format?: string } = {}): Case =>
  () =>
    problemsOf(async (log) => LOADS[kind](await source, { ...more, log }));

const reading = (format: string, kind: Kind, text: string | Uint8Array, more: More = {}): Case =>
  from(memorySource(`file.${formatNamed(format).extensions[0]}`, text), kind, { ...more, format });

/** What a writer reports for this gold or list of query q1. */
const writing = (format: string, kind: "gold" | "run", value: unknown, query = "q1"): Case =>
  writingOf(formatNamed(format), kind, (writer) =>
    kind === "gold" ? writer.gold!(query, value, 1) : writer.ranking!(query, value, 1),
  );

const csv = (kind: Kind, text: string, more: More = {}): Case => reading("csv", kind, text, more);
const parquet = (kind: Kind, ...columns: readonly Column[]): Case =>
  reading("parquet", kind, parquetOf(...columns));
const ids = (name: string, ...data: unknown[]) => ({ name, data, type: "STRING" as const });

/** Files as a whole: they cannot be opened, or are nothing that is known. */
const FILES: Readonly<Record<string, Case>> = {
  "no-file": () => problemsOf(() => openSource("examples/harbour/glod.jsonl")),
  "is-folder": () => problemsOf(() => openSource("examples")),
  "no-stdin": () => problemsOf(() => openSource("-")),
  "empty-file": from(memorySource("run.trec", ""), "run"),
  "unknown-format": from(memorySource("notes.txt", "just some words\n"), "run"),
  "not-this-format": () =>
    problemsOf(async () => {
      const source = await openSource("-", async function* () {
        yield Buffer.alloc(1 << 16);
      });
      return detectFormat(source, "run", "trec-run");
    }),
  "wrong-format": reading("trec-qrels", "run", "q1 0 d1 1\n"),
  "utf-16": () =>
    problemsOf(async () => memorySource("run.trec", Buffer.from("q1 Q0 d1 1 2 t\n", "utf16le"))),
  "not-utf8": reading("trec-run", "run", Buffer.from("q1 Q0 caf\xe9 1 2.5 bm25\n", "latin1")),
  "broken-gzip": from(memorySource("run.gz", gzipSync("q1 Q0 d1 1 2.5 bm25\n").subarray(0, 24)), "run"),
  "broken-zstd": from(memorySource("run.zst", Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 1, 9)), "run"),
};

const LINES: Readonly<Record<string, Case>> = {
  "bad-columns": reading("trec-run", "run", "q1 Q0 d1 1 12.5\n"),
  "bad-score": reading("trec-run", "run", "q1 Q0 d1 1 nan bm25\n"),
  "extra-columns": reading("trec-run", "run", "q1 Q0 d1 1 12.5 my bm25\n"),
  "rank-against-score": reading("trec-run", "run", "q1 Q0 d1 1 2 t\nq1 Q0 d2 2 3 t\n"),
  "mixed-runs": reading("trec-run", "run", "q1 Q0 d1 1 2 bm25\nq1 Q0 d2 1 3 dense\n"),
  "bare-cr": reading("trec-run", "run", "q1 Q0 d1 1 2 t\rq1 Q0 d2 2 1 t\n"),
  "zero-byte": reading("trec-run", "run", "q1 Q0 d1 1 2 t\n\0q1 Q0 d2 2 1 t\n"),
  "bad-grade": reading("trec-qrels", "gold", "q1 0 d1 high\n"),
  "fractional-grade": reading("trec-qrels", "gold", "q1 0 d1 0.5\n"),
  header: reading("trec-qrels", "gold", "query iteration document grade\nq1 0 d1 1\n"),
  aspects: reading("trec-qrels", "gold", "q1 1 d1 1\nq1 2 d1 1\n"),
  "commented-row": reading("trec-qrels", "gold", "#q1 0 d1 1\nq2 0 d1 1\n"),
  "duplicate-judgement": reading("trec-qrels", "gold", "q1 0 d1 1\nq1 0 d1 2\n"),
  "bad-rank": reading("msmarco", "run", "7\t9\t0\n"),
  "same-rank": reading("msmarco", "run", "7\t9\t1\n7\t8\t1\n"),
  "bad-value": reading("trec-eval-output", "scores", "map\tall\thigh\n"),
  "no-value": reading("trec-eval-output", "scores", "map\tq1\tnan\nmap\tall\t0.5\n"),
};

const JSONS: Readonly<Record<string, Case>> = {
  "bad-json": reading("jsonl", "gold", '{"id":"q1","relevant":["d1"}\n'),
  "duplicate-key": reading("jsonl", "gold", '{"id":"q1","relevant":["d1"],"relevant":["d2"]}\n'),
  "bad-row": reading("jsonl", "run", '{"hits":["d1"]}\n'),
  "missing-grade": reading(
    "jsonl",
    "gold",
    '{"query":"q1","doc":"d1","grade":1}\n{"query":"q1","doc":"d2"}\n',
  ),
  "missing-score": reading(
    "jsonl",
    "run",
    '{"query":"q1","doc":"d1","score":1}\n{"query":"q1","doc":"d2"}\n',
  ),
  distance: reading("jsonl", "run", '{"id":"q1","hits":[{"id":"d1","distance":0.2}]}\n'),
  "unread-keys": reading("jsonl", "run", '{"id":"q1","hits":[{"id":"d1","scor":0.2}]}\n'),
  "duplicate-query": reading("jsonl", "run", '{"id":"q1","hits":["d1"]}\n{"id":"q1","hits":["d2"]}\n'),
  "duplicate-document": reading("jsonl", "corpus", '{"id":"d1","text":"a"}\n{"id":"d1","text":"b"}\n'),
  "merged-queries": reading("jsonl", "run", '{"id":"Q1","hits":["d1"]}\n{"id":"q1","hits":["d2"]}\n', {
    queryIds: "lower",
  }),
};

const TABLES: Readonly<Record<string, Case>> = {
  "no-header": csv("run", "q1,d1,0.5\nq1,d2,0.4\n"),
  "guessed-columns": csv("gold", "query_id,doc_id,label\nq1,d1,2\n"),
  "no-column": csv("run", "query,doc,score\nq1,d1,0.5\n", { columns: { doc: "pid" } }),
  "bad-quote": csv("run", 'query,doc,score\nq1,"d1,0.5\n'),
  "bad-list": csv("run", 'query,hits\nq1,"[""d1"""\n'),
  "list-cells": csv("gold", 'query,relevant\nq1,"d1, d2"\n'),
  "ignored-numbers": csv("run", "query,doc,points\nq1,d1,0.1\nq1,d2,0.9\n"),
  "looks-like-gold": csv("run", "query,doc,grade\nq1,d1,1\n"),
  "decimal-comma": csv("run", "query;doc;score\nq1;d1;0,85\n"),
  "rank-and-score": csv("run", "query,doc,score,rank\nq1,d1,0.5,1\nq1,d2,0.9,2\n"),
  "different-tags": csv("gold", "query,doc,grade,lang\nq1,d1,1,en\nq1,d2,1,de\n", {
    columns: { tags: "lang" },
  }),
  "several-runs": csv("scores", "run,query,rr\nbm25,q1,0.5\ndense,q1,1\n"),
  "no-query": parquet("run", ids("query", "", "q2"), ids("doc", "d1", "d2")),
  "no-document": parquet("run", ids("query", "q1", "q2"), ids("doc", "d1", "")),
  "not-parquet": reading("parquet", "run", "query,doc,score\nq1,d1,0.5\n"),
  "broken-parquet": reading(
    "parquet",
    "run",
    parquetOf(ids("query", "q1"), ids("doc", "d1")).subarray(0, 60),
  ),
  "bad-column": parquet("run", { name: "query", data: [new Date(0)], type: "TIMESTAMP" }, ids("doc", "d1")),
  "number-id": parquet("run", { name: "query", data: [1], type: "DOUBLE" }, ids("doc", "d1")),
  "no-text": parquet("corpus", ids("doc_id", "d1", "d2"), { name: "contents", data: ["a", null] }),
};

/** Files of single tools. */
const TOOLS: Readonly<Record<string, Case>> = {
  "no-list": reading("liverag", "run", "qid\tquestion\tdoc_ids\n1\twho?\t\n"),
  "odd-list": reading("liverag", "run", "qid\tquestion\tdoc_ids\n1\twho?\t['d1']\n"),
  "uneven-lists": reading("liverag", "run", 'qid\tquestion\tcontext\tdoc_ids\n1\twho?\t[]\t["d1"]\n', {
    texts: true,
  }),
  "no-query-id": reading("liverag", "run", 'question\tdoc_ids\nwho?\t["d1"]\n'),
  "no-gold": reading("datamorgana", "gold", "qid\tquestion\tdocument_ids\n1\twho?\t\n"),
  "no-hits": reading("ragas", "run", '{"user_input":"who?"}\n'),
  "no-question": reading("ragas", "gold", '{"reference":"she"}\n'),
  "no-reference": () =>
    problemsOf((log) =>
      loadCases(
        memorySource(
          "cases.jsonl",
          '{"question":"who?","contexts":[],"reference":"she"}\n{"question":"when?","contexts":[]}\n',
        ),
        { log },
      ),
    ),
  "multi-turn": reading(
    "ragas",
    "gold",
    '{"user_input":"who?","reference":"she"}\n{"user_input":[{"content":"who?"}],"reference":"she"}\n',
  ),
  "same-question": reading(
    "ragas",
    "gold",
    '{"user_input":"who?","reference":"she"}\n{"user_input":"who?","reference":"he"}\n',
  ),
  "no-retrieval": reading("langsmith", "run", '{"run_type":"llm","inputs":{},"outputs":{}}\n'),
  "no-field": reading(
    "langsmith",
    "run",
    '{"run_type":"retriever","inputs":{"query":"who?"},"outputs":{"documents":[{"id":"d1"}]}}\n',
    { columns: { query: "session_id" } },
  ),
  "no-documents": reading(
    "langsmith",
    "run",
    '{"run_type":"retriever","inputs":{"query":"who?"},"outputs":null}\n{"run_type":"retriever","inputs":{"query":"when?"},"outputs":{"documents":[{"id":"d1"}]}}\n',
  ),
  "bad-document": reading(
    "langfuse",
    "run",
    '{"trace_id":"t1","type":"RETRIEVER","input":"who?","output":[null]}\n',
  ),
  "repeated-question": reading(
    "langfuse",
    "run",
    '{"trace_id":"t1","type":"RETRIEVER","input":"who?","output":[{"id":"d1"}]}\n{"trace_id":"t2","type":"RETRIEVER","input":"who?","output":[{"id":"d2"}]}\n',
  ),
  "inner-retrieval": reading(
    "langsmith",
    "run",
    '{"id":"r1","run_type":"retriever","inputs":{"query":"who?"},"outputs":{"documents":[{"id":"d1"}]}}\n{"id":"r2","parent_run_id":"r1","run_type":"retriever","inputs":{"query":"who?"},"outputs":{"documents":[{"id":"d2"}]}}\n',
  ),
  "reranked-retrieval": reading(
    "otel",
    "run",
    '{"trace_id":"t1","span_id":"s1","attributes":{"openinference.span.kind":"RETRIEVER","input.value":"who?","retrieval.documents.0.document.id":"d1"}}\n{"trace_id":"t1","span_id":"s2","attributes":{"openinference.span.kind":"RERANKER","reranker.query":"who?","reranker.output_documents.0.document.id":"d1"}}\n',
  ),
  "joined-list": reading("deepeval", "run", "input,retrieval_context\nwho?,she;he\n"),
  "unread-assertion": reading("promptfoo", "gold", "question,__expected\nwho?,javascript: true\n"),
  split: inFolder(
    { "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t1\n", "qrels/dev.tsv": "" },
    (source) => from(source, "gold")(),
  ),
  "no-split": inFolder({ "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t1\n" }, (source) =>
    from(source, "gold", { columns: { split: "dev" } })(),
  ),
  "no-results": inFolder({ "data/qa.parquet": parquetOf(ids("qid", "q1")) }, (source) =>
    from(source, "run")(),
  ),
  node: autoragRun({ retrieval: 1, passage_reranker: 1 }),
  "uneven-files": autoragRun({ retrieval: 2 }),
};

function autoragRun(rows: Readonly<Record<string, number>>): Case {
  const files = Object.entries(rows).map(([node, n]) => [
    `0/line/${node}/0.parquet`,
    parquetOf({ name: "retrieved_ids", data: Array.from({ length: n }, () => "d1"), list: true }),
  ]);
  return inFolder(
    { "data/qa.parquet": parquetOf(ids("qid", "q1")), ...Object.fromEntries(files) },
    (source) => from(source, "run")(),
  );
}

/** What a format has no place for. */
const WRITTEN: Readonly<Record<string, Case>> = {
  "lost-grades": writing("autorag", "gold", { d1: 3 }),
  "lost-groups": writing("trec-qrels", "gold", [["d1", "d2"], ["d3"]]),
  "lost-hops": writing("autorag", "gold", { hops: [["d1"], ["d2", "d3"]] }),
  "lost-forbidden": writing("trec-qrels", "gold", { relevant: ["d1"], forbidden: ["d9"] }),
  "lost-texts": writing("trec-qrels", "gold", { passages: ["14 million"] }),
  "lost-list": writing("trec-qrels", "gold", { relevant: ["d1"], grades: { d1: 1, d2: 0.3 } }),
  "lost-aspects": writing("beir", "gold", { subtopics: { a: { d1: 1 } } }),
  "lost-gold": writing("ragas", "gold", { d1: 3 }),
  "lost-query": writing("trec-qrels", "gold", []),
  "lost-hit": writing("ranx-json", "run", ["d1", "d1"]),
  "made-scores": writing("ranx-json", "run", ["d1", "d2"]),
  "no-id": writing("csv", "run", [{ id: null, text: "some text" }]),
  "blank-in-id": writing("trec-qrels", "gold", ["my doc"]),
  "comment-id": writing("trec-qrels", "gold", ["d1"], "#1"),
  "scores-replaced": () =>
    problemsOf(async (log) => {
      const run = new Map([
        [
          "q1",
          [
            { id: "d1", score: 1 },
            { id: "d2", score: 2 },
          ],
        ],
      ]);
      writeRankings({ ranking() {}, end() {} }, run, true, (problem) => log.add(problem));
    }),
};

/** The command line and the engine. */
const USE: Readonly<Record<string, Case>> = {
  "own-metric": async () => [withoutJudged({ as: "ranx", metrics: ["judged@5"] }).problem!],
  "needs-judge": async () => [withoutJudged({ as: "ragas" }).problem!],
  "failed-baseline": async () => [
    { ...blessProblem("failed-baseline", { metric: "rr", count: 2 }), level: "error" },
  ],
  "wrong-use": () => problemsOf(async () => targetFormat("run.xyz", "run", undefined)),
  "cannot-write": async () => [
    { ...writeTrouble("scores.csv", Object.assign(new Error(), { code: "ENOSPC" })), level: "error" },
  ],
  "bad-source": () =>
    problemsOf(async () => {
      const gold = { q1: ["d1"] } as unknown as string;
      await evaluateFiles({ gold, runs: ["run.trec"] });
    }),
  "score-order": async () => {
    const gold = memorySource("gold.jsonl", '{"id":"q1","relevant":["d1"]}\n');
    const hits = '[{"id":"d1","score":1},{"id":"d2","score":3},{"id":"d3","score":2}]';
    const run = memorySource("run.jsonl", `{"id":"q1","hits":${hits}}\n`);
    return (await evaluateFiles({ gold, runs: [run] })).runs[0]!.result.problems;
  },
  "not-kept": () =>
    problemsOf(async () => {
      const gold = memorySource("gold.qrels", "q1 0 d1 1\n");
      const { runs } = await evaluateFiles({ gold, runs: [memorySource("run.trec", "q1 Q0 d1 1 2 t\n")] });
      runs[0]!.result.explain("q1", "rr");
    }),
};

/** Codes that no small input causes. */
const SAID: Readonly<Record<string, string>> = {
  unreadable: "the file cannot be read: permissions, a disk error, too many open files",
  "too-many-errors": "10,000 rows of a Parquet file cannot be read; Goldie stops there",
  "changed-file": "the size of a file changed while it was read",
  "too-large":
    "a file that must be read in one piece is larger than 1 GiB, compressed or not; or piped input is beyond its limits",
  "long-line": "a line is longer than 512 MB",
  "long-record": "a record of a table is longer than 256 MB; a closing quote may be missing",
  "far-zstd":
    "a zstd file was compressed with a window of more than 32 MB (--long, --ultra), and Node is older than 22.15",
  "several-kinds": "`convert` cannot tell whether a file is gold, a run, a corpus or scores; pass `--kind`",
  "hidden-characters":
    "names or ids written to CSV or TSV contain invisible characters; they are written unchanged, with a warning",
  unexpected: "a bug in Goldie; please report it",
};

const GROUPS: readonly (readonly [title: string, cases: Readonly<Record<string, Case>>])[] = [
  ["Files as a whole", FILES],
  ["Lines of TREC, MS MARCO and trec_eval", LINES],
  ["JSON and JSON Lines", JSONS],
  ["Tables: CSV, TSV, Parquet", TABLES],
  ["Files of other tools", TOOLS],
  ["Writing: what a format cannot hold", WRITTEN],
  ["Use", USE],
  ["Gold, and what agents ask", goldProblemCases],
];

/** Codes that say of another column what one above says. */
const ALIKE: readonly string[] = ["missing-rank"];

export const fileProblemCodes: readonly string[] = [
  ...GROUPS.flatMap(([, cases]) => Object.keys(cases)),
  ...Object.keys(SAID),
  ...ALIKE,
];

async function rowOf([name, make]: readonly [string, Case]): Promise<string[]> {
  const problems = await make();
  const found = problems.find((problem) => problem.code === name);
  if (found === undefined)
    throw new Error(
      `the input for ${name} gives ${problems.map((one) => `${one.code}: ${one.what}`).join("; ")}`,
    );
  const { what, fix, level } = found;
  return [code(name), level === "error" ? "error" : "warning", what, fix];
}

export async function fileProblems(): Promise<string> {
  const parts: string[] = [];
  for (const [title, cases] of GROUPS) {
    const rows: string[][] = [];
    for (const one of Object.entries(cases)) rows.push(await rowOf(one));
    parts.push(`**${title}**`, table(["code", "level", "example", "fix"], rows));
  }
  parts.push(
    "**Not shown above**",
    table(
      ["code", "what it means"],
      Object.entries(SAID).map(([name, what]) => [code(name), what]),
    ),
  );
  return parts.join("\n\n");
}
