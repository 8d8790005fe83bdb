import { describe, expect, test } from "vitest";
import { GoldieError } from "../core/problem.ts";
import { checkConfig } from "./check.ts";

const search = (): string[] => [];

test("every key may be there", () => {
  const config = {
    gold: "gold.jsonl",
    retrievers: {
      main: search,
      object: { retrieve: search },
      http: { type: "http", url: "http://localhost", hits: "results" },
      command: { type: "command", command: ["python", "search.py"] },
      bm25: { type: "bm25", corpus: "docs" },
      run: { type: "run", file: "run.trec" },
    },
    metrics: ["ndcg@10", "recall@5"],
    k: [5, 10],
    depth: 100,
    as: "trec_eval",
    ids: { normalize: "chunk-suffix", unit: "doc" },
    concurrency: 4,
    timeout: 1000,
    retries: 0,
    slices: ["lang"],
    judge: "lexical",
    gate: [
      { metric: "recall@5", min: 0.8 },
      { metric: "ndcg@10", notWorseThan: "baseline", margin: 0.02 },
      { must: "hit@5", where: { critical: "yes" } },
    ],
    corpus: "docs",
    cache: { version: "1" },
    filter: { tenant: 3 },
    baseline: "goldie.baseline.json",
  };
  expect(checkConfig({ ...config, metrics: undefined }, "c.ts")).toMatchObject({ gold: "gold.jsonl" });
  expect(checkConfig({ ...config, as: undefined }, "c.ts").metrics).toEqual(["ndcg@10", "recall@5"]);
  for (const normalize of [/\d+/, (id: string) => id])
    expect(() => checkConfig({ ids: { normalize } }, "c.ts")).not.toThrow();
  expect(checkConfig({}, "c.ts")).toEqual({});
});

describe("an error names its key", () => {
  const http = { type: "http", url: "x" };
  test.each<[unknown, string, string]>([
    [null, "the config is null", "export default defineConfig"],
    [{ retriever: {} }, "unknown key: retriever", "did you mean retrievers?"],
    [{ ids: { normalise: "x" } }, "unknown key: ids.normalise", "did you mean normalize?"],
    [
      { engine: "duckdb:x.duckdb", runTable: "runs" },
      "unknown key: runTable",
      "did you mean engine.runTable?",
    ],
    [{ columns: { query: "qid" } }, "unknown key: columns", "did you mean engine.columns?"],
    [{ engine: { url: "duckdb", runtable: "r" } }, "unknown key: engine.runtable", "did you mean runTable?"],
    [{ xyz: 1 }, "unknown key: xyz", "use one of: gold, retrievers"],
    [{ engine: 3 }, "engine", "duckdb:runs.duckdb"],
    [{ engine: { runTable: "runs" } }, "engine.url", "duckdb:runs.duckdb"],
    [{ engine: { url: "duckdb", runtable: "runs" } }, "engine.runtable", "runTable"],
    [{ engine: { url: "duckdb", columns: { query: 3 } } }, "engine.columns.query", "the name of a column"],
    [{ gold: 3 }, "gold is 3", "path of a file"],
    [{ gold: "" }, "gold is empty", "path of a file"],
    [{ retrievers: [search] }, "retrievers is a list", "{ main: … }"],
    [{ retrievers: {} }, "retrievers is an object", "{ main: … }"],
    [{ retrievers: { main: "search" } }, 'retrievers.main is "search"', "function (query, { k })"],
    [{ retrievers: { main: Promise.resolve(search) } }, "retrievers.main is a promise; await it first", ""],
    [{ retrievers: { main: {} } }, "retrievers.main is an object", "object with a type"],
    [
      { retrievers: { main: { invoke: search } } },
      "retrievers.main is an object with invoke()",
      "adapter of goldie/retrievers",
    ],
    [{ retrievers: { "a/b": search } }, 'retrievers."a/b"', "letters, digits and dashes"],
    [
      { retrievers: { main: { ...http, type: "htp" } } },
      'retrievers.main.type is "htp"',
      "did you mean http?",
    ],
    [{ retrievers: { main: { type: "http" } } }, "retrievers.main.url is missing", '"url":'],
    [{ retrievers: { main: { type: "run", file: 3 } } }, "retrievers.main.file is 3", "a run file"],
    [
      { retrievers: { main: { type: "command", command: [1] } } },
      "retrievers.main.command[0] is 1",
      "a word",
    ],
    [{ metrics: "ndcg@10" }, 'metrics is "ndcg@10"', "a list of metrics"],
    [{ metrics: ["ndgc@10"] }, "ndgc", "ndcg"],
    [{ metrics: ["ndcg@10", 5] }, "metrics[1] is 5", "the name of a metric"],
    [{ as: "trec-eval" }, "trec-eval", "trec_eval"],
    [{ k: 0 }, "k is 0", "a whole number of 1 or more"],
    [{ k: [] }, "k is an empty list", "use a whole number, or a list of them such as [5, 10]"],
    [{ k: [5, "10"] }, 'k[1] is "10"', "a whole number"],
    [{ timeout: "5s" }, 'timeout is "5s"', "a whole number"],
    [{ retries: -1 }, "retries is -1", "0 or more"],
    [{ ids: { unit: "page" } }, 'ids.unit is "page"', "doc, chunk"],
    [{ ids: { normalize: "chunk-sufix" } }, "chunk-sufix", "chunk-suffix"],
    [{ gate: { metric: "x" } }, "gate is an object", "a list of rules"],
    [{ gate: [3] }, "gate[0] is 3", "a rule such as"],
    [{ gate: [{ metric: "recall@5" }] }, "rule 1", ""],
    [{ cache: true }, "cache is true", 'version: "1"'],
    [{ cache: { version: 1 } }, "cache.version is 1", "any text"],
  ])("%j", (config, what, fix) => {
    try {
      checkConfig(config, "goldie.config.ts");
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      expect(error.problem.what).toContain(what);
      expect(error.problem.fix).toContain(fix);
      expect(error.problem.at?.file).toBe("goldie.config.ts");
      return;
    }
    throw new Error("nothing was thrown");
  });
});
