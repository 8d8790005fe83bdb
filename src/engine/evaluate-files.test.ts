import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GoldieError } from "../core/problem.ts";
import { allOf } from "../core/problem-log.ts";
import { memorySource } from "../files/source.ts";
import { openSource } from "../formats/open-source.ts";
import { type EvaluateFilesOptions, evaluateFiles } from "./evaluate-files.ts";

const QRELS = "q1 0 d1 1\nq1 0 d2 1\nq2 0 d1 1\n";

async function told(gold: string, run: string, options: Partial<EvaluateFilesOptions> = {}) {
  try {
    const { runs } = await evaluateFiles({
      metrics: ["rr"],
      ...options,
      gold: memorySource("gold", gold),
      runs: [memorySource("run", run)],
    });
    const { result } = runs[0]!;
    return { rr: result.queries.map((query) => result.score(query, "rr")), problems: result.problems };
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return { refused: error.problems.map(({ code, level, at }) => [code, level, at?.file, at?.line]) };
  }
}

describe("lists without the scores that shall order them are refused, each with its line", () => {
  it.each([
    ["ranks", "q1\tx\t1\nq1\td1\t2\nq2\td1\t1\n", { runFormat: "msmarco" }, [1, 3]],
    ["ids alone", '{"id":"q1","hits":["x","d1"]}\n{"id":"q2","hits":["d1"]}\n', {}, [1, 2]],
    [
      "a score after a hit without one",
      '{"id":"q1","hits":[{"id":"x"},{"id":"d1","score":1}]}\n{"id":"q2","hits":[{"id":"d1","score":1}]}\n',
      {},
      [1],
    ],
  ])("%s", async (_, run, options, lines) => {
    expect(await told(QRELS, run, { order: "score", ...options })).toEqual({
      refused: lines.map((line) => ["no-score", "error", "run", line]),
    });
  });
});

describe("a query that comes as a whole list and as rows is refused", () => {
  const row = '{"query":"q1","doc":"d2","score":3}\n';
  it.each([
    ["an empty list first", `{"id":"q1","hits":[]}\n${row}`],
    ["an empty list last", `${row}{"id":"q1","hits":[]}\n`],
    ["a list in another order", `${row}{"id":"q1","hits":["d1"]}\n`],
    [
      "an empty list, and rows that are scattered",
      `{"id":"q1","hits":[]}\n{"query":"q2","doc":"d1","score":3}\n${row}`,
    ],
  ])("%s", async (_, run) => {
    const { refused } = await told(QRELS, run);
    expect(refused?.map(([code]) => code)).toEqual(["duplicate-query"]);
  });

  it("also where the gold lacks it, and a tool counts it all the same", async () => {
    const run =
      '{"id":"q9","hits":[]}\n{"query":"q1","doc":"d1","score":3}\n{"query":"q9","doc":"d2","score":3}\n';
    const { refused } = await told(QRELS, run, { as: "ranx", metrics: ["mrr"] });
    expect(refused).toEqual([["duplicate-query", "error", "run", 3]]);
  });
});

describe("rows and a list of one query, in a run whose queries are scattered", () => {
  const row = (query: string, doc: string) => `{"query_id":"${query}","doc_id":"${doc}","score":3}\n`;
  const list = (query: string) => `{"query_id":"${query}","hits":["d2"]}\n`;
  const places = async (run: string) => {
    const error = await evaluateFiles({
      metrics: ["rr"],
      gold: memorySource("gold", QRELS),
      runs: [memorySource("run", run)],
    }).catch((caught: unknown) => caught);
    return error instanceof GoldieError
      ? error.problems.map(({ code, at }) => [code, at?.query, at?.line, at?.firstLine])
      : [];
  };

  it.each([
    ["a list among the rows", row("q1", "d1") + row("q2", "d1") + list("q1") + row("q2", "d3"), ["q1", 3, 1]],
    ["a list after them", row("q1", "d1") + row("q2", "d1") + row("q1", "d3") + list("q1"), ["q1", 4, 1]],
    ["a list before them", list("q1") + row("q2", "d1") + row("q1", "d1") + row("q2", "d3"), ["q1", 3, 1]],
    [
      "of a query that the gold lacks",
      row("q9", "d1") + row("q2", "d1") + list("q9") + row("q2", "d3"),
      ["q9", 3, 1],
    ],
    ["rows in two places", list("q1") + row("q1", "d1") + row("q2", "d1") + row("q1", "d3"), ["q1", 2, 1]],
  ])("%s: said once, at the later line", async (_, run, place) => {
    expect(await places(run)).toEqual([["duplicate-query", ...place]]);
  });
});

it("of several lists that a rule refuses, all are reported", async () => {
  const run = "q1 Q0 d1 1 3 t\nq1 Q0 d1 2 2 t\nq2 Q0 d1 1 3 t\nq2 Q0 d1 2 2 t\n";
  expect(await told(QRELS, run, { duplicates: "error" })).toEqual({
    refused: [
      ["duplicate-hit", "error", "run", 2],
      ["duplicate-hit", "error", "run", 4],
    ],
  });
});

it("ids of the gold that are numbers are reported once, with their file", async () => {
  const { problems } = await told('{"id":"q1","relevant":[1,2]}\n', "q1 Q0 1 1 3 t\n");
  expect(problems?.map(({ code, at }) => [code, at?.file, at?.line])).toEqual([["id-type", "gold", 1]]);
});

it.each([1_000, 50_000])("a document that comes again after %i others is found, and no other", async (n) => {
  const rows = Array.from({ length: n }, (_, i) => `q1 Q0 x${i * 7919} ${i + 1} ${n - i} t\n`).join("");
  const again = `q1 Q0 x0 ${n + 1} 0 t\n`;
  const duplicates = async (run: string) =>
    (await told("q1 0 x0 1\n", run)).problems?.map(({ code, at }) => [code, at?.line]);
  expect(await duplicates(rows)).toEqual([]);
  expect(await duplicates(rows + again)).toEqual([["duplicate-hit", n + 1]]);
});

it("no more bytes are reported as read than there are, however the file was parted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "goldie-progress-"));
  try {
    const path = join(folder, "run");
    // The first query fills more than half of it.
    writeFileSync(
      path,
      `${Array.from({ length: 500 }, (_, i) => `q1 Q0 d${i} ${i} ${-i} t\n`).join("")}q2 Q0 d1 1 1 t\n`,
    );
    const idle =
      "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ scattered: true });";
    const shares: number[] = [];
    await evaluateFiles({
      metrics: ["rr"],
      gold: memorySource("gold", QRELS),
      runs: [await openSource(path)],
      threads: 2,
      worker: new URL(`data:text/javascript,${encodeURIComponent(idle)}`),
      onProgress: (_, done, size) => shares.push(done / size!),
    });
    // Of the first thread, and of the whole file, which is read again.
    expect(shares[0]).toBe(1);
    expect(Math.max(...shares)).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("paths in place of sources", () => {
  const folder = mkdtempSync(join(tmpdir(), "goldie-paths-"));
  const [gold, run] = [join(folder, "gold.qrels"), join(folder, "bm25.trec")];
  beforeAll(() => {
    writeFileSync(gold, QRELS);
    writeFileSync(run, "q1 Q0 d1 1 2 bm25\nq2 Q0 d1 1 2 bm25\n");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("are opened", async () => {
    const { runs } = await evaluateFiles({ gold, runs: [run], metrics: ["rr"] });
    expect(runs[0]!.result.mean("rr").mean).toBe(1);
    const mixed = await evaluateFiles({
      gold: memorySource("gold", QRELS),
      runs: [run, await openSource(run)],
    });
    expect(mixed.runs).toHaveLength(2);
  });

  it.each([
    ["no gold", { runs: [run] }, "evaluateFiles: gold is absent"],
    ["no runs", { gold }, "evaluateFiles: runs is absent"],
    ["one path for the runs", { gold, runs: run }, `evaluateFiles: runs is ${JSON.stringify(run)}`],
    ["gold in memory", { gold: { q1: ["d1"] }, runs: [run] }, 'evaluateFiles: gold is {"q1":["d1"]}'],
    [
      "a promise",
      { gold: Promise.resolve(memorySource("gold", QRELS)), runs: [run] },
      "evaluateFiles: gold is a promise",
    ],
    ["a number", { gold, runs: [run, 3] }, "evaluateFiles: runs[1] is 3"],
    ["nothing at all", undefined, "evaluateFiles: gold is absent"],
  ])("%s is refused", async (_, options, what) => {
    const refused = await evaluateFiles(options as unknown as EvaluateFilesOptions).catch((error) => error);
    expect(refused).toBeInstanceOf(GoldieError);
    expect(refused.problem).toMatchObject({ code: "bad-source", what });
  });

  it("a path without a file says so", async () => {
    await expect(evaluateFiles({ gold: join(folder, "none"), runs: [run] })).rejects.toThrow(
      /file not found/,
    );
  });
});

it("Problems of a query's gold have the file and line of the gold, beyond the first ones too", async () => {
  const row = (i: number) => `{"id":"q${i}","groups":[["d1"],[]]}\n`;
  const gold = Array.from({ length: 25 }, (_, i) => row(i)).join("");
  const run = Array.from({ length: 25 }, (_, i) => `q${i} Q0 d1 1 1 tag\n`).join("");
  const { problems } = await told(gold, run, { metrics: ["rr", "group-recall@2"] });
  const found = allOf(problems!).filter(({ code }) => code === "empty-group");
  expect(found.map(({ at }) => at)).toEqual(
    Array.from({ length: 25 }, (_, i) => ({ side: "gold", query: `q${i}`, file: "gold", line: i + 1 })),
  );
});
