/** `goldie explain --engine` says what it says of the same rows in files. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { openDuckDb } from "../../src/sql/engines/duckdb.ts";
import { number, text } from "../sql/_columns.ts";
import { goldieIn } from "./_goldie.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-engine-explain-"));
afterAll(() => rmSync(cwd, { recursive: true }));

const goldie = goldieIn(cwd);

/** Equal scores, a document twice, a missing query (q3) and one that the gold lacks. */
const HITS = [
  ["q1", "d2", 3.5, 1],
  ["q1", "d7", 2.5, 2],
  ["q1", "é1", 2.5, 3],
  ["q1", "d1", 2.5, 4],
  ["q1", "d2", 1.5, 5],
  ["q2", "d8", 9, 1],
  ["q2", "d3", 8, 2],
  ["q9", "d1", 1, 1],
] as const;
const GOLD = [
  ["q1", "d1", 1],
  ["q1", "d2", 2],
  ["q1", "d9", 0],
  ["q2", "d3", 1],
  ["q3", "d3", 1],
] as const;

beforeAll(async () => {
  for (const name of ["gold.jsonl", "overlap.jsonl"])
    cpSync(join(root, "examples/harbour", name), join(cwd, name));
  expect((await goldie("convert", "overlap.jsonl", "run.parquet", "--quiet")).code).toBe(0);
  writeFileSync(join(cwd, "a.trec"), HITS.map(([q, d, s, r]) => `${q} Q0 ${d} ${r} ${s} a\n`).join(""));
  writeFileSync(join(cwd, "gold.qrels"), GOLD.map(([q, d, g]) => `${q} 0 ${d} ${g}\n`).join(""));
  const engine = await openDuckDb({ path: join(cwd, "data.duckdb"), writable: true });
  const columns = [text("qid"), text("docid"), number("sim"), number("nth")];
  const rows = HITS.map((hit) => [...hit]);
  await engine.write!(["a"], { columns, rows });
  await engine.write!(["runs"], {
    columns: [...columns, text("system")],
    rows: ["a", "b", "c"].flatMap((run) => rows.slice(run === "a" ? 0 : 5).map((row) => [...row, run])),
  });
  await engine.write!(["gold"], {
    columns: [text("topic"), text("docno"), number("rel")],
    rows: GOLD.map((row) => [...row]),
  });
  await engine.close();
}, 60_000);

const ENGINE = ["--engine", "duckdb:data.duckdb"];
const TABLES = [...ENGINE, "--run-table", "a", "--gold-table", "gold"];
const FILES = ["gold.qrels", "a.trec"];

describe("one query of a table", { timeout: 60_000 }, () => {
  test.each<readonly [string, string, ...string[]]>([
    ["ndcg@3", "q1"],
    ["ap", "q1", "--json"],
    ["rr", "q2"],
    ["recall@5", "q3"],
    // What engines cannot count is explained all the same.
    ["ndcg(ties=expected)@3", "q1"],
    ["alpha-ndcg@3", "q1"],
    ["precision@3", "q1", "--ties", "id-asc"],
    ["ndcg@3", "q1", "--versus", "precision@3"],
  ])("%s of %s %s", async (metric, query, ...flags) => {
    const asked = ["--query", query, ...flags];
    const here = await goldie("explain", metric, ...FILES, ...asked);
    expect(here.code).toBe(0);
    const told = ({ code, out }: typeof here) => ({ code, out });
    expect(told(await goldie("explain", metric, ...TABLES, ...asked))).toEqual(told(here));
    expect(
      told(await goldie("explain", metric, "gold.qrels", ...ENGINE, "--run-table", "a", ...asked)),
    ).toEqual(told(here));
    expect(told(await goldie("explain", metric, ...FILES, "--engine", "duckdb", ...asked))).toEqual(
      told(here),
    );
  });

  test("ranks decide where they are named, and the order of equal scores needs them", async () => {
    const asked = ["explain", "rr", ...TABLES, "--query", "q1", "--ties", "given"];
    expect((await goldie(...asked)).err).toContain("needs the order of the hits");
    const ranked = await goldie(...asked, "--col", "rank=nth", "--col", "score=sim");
    const { out } = await goldie("explain", "rr", ...FILES, "--query", "q1", "--ties", "given");
    expect(ranked).toMatchObject({ code: 0, out });
  });

  test("ranks are found beside scores where a rule needs them", async () => {
    const engine = await openDuckDb({ path: join(cwd, "ranked.duckdb"), writable: true });
    const columns = [text("qid"), text("docid"), number("score"), number("rank")];
    // By score d2 is first, by rank d7.
    const rows = HITS.map(([q, d, s, r]) => [q, d, s, d === "d7" ? 0 : r]);
    await engine.write!(["a"], { columns, rows });
    await engine.close();
    const from = ["gold.qrels", "--engine", "duckdb:ranked.duckdb", "--run-table", "a"];
    const explain = (...flags: string[]) => goldie("explain", "rr", ...from, "--query", "q1", ...flags);
    expect((await explain()).out).toMatch(/^rr of query q1 in a: 1\n/);
    expect((await explain("--order", "given")).out).toMatch(/^rr of query q1 in a: 0.5\n/);
    expect((await explain("--ties", "given")).out).toMatch(/^rr of query q1 in a: 1\n/);
    const scores = async (...flags: string[]) =>
      JSON.parse((await goldie("eval", ...from, "-m", "rr", "--json", ...flags)).out).runs[0].summary.rr.mean;
    expect(await scores()).toBeCloseTo(1.5 / 3, 12);
    expect(await scores("--order", "given")).toBeCloseTo(1 / 3, 12);
    expect((await goldie("eval", ...from, "-m", "rr", "--order", "given", "--print-sql")).out).toContain(
      'ORDER BY "place_given"',
    );
  });

  test("a tool that keeps the order of the list needs ranks", async () => {
    const asked = ["--query", "q1", "--versus", "remem"];
    expect((await goldie("explain", "ndcg@3", ...TABLES, ...asked)).err).toContain("needs the order");
    const ranked = [...TABLES, ...asked, "--col", "rank=nth", "--col", "score=sim"];
    const { out } = await goldie("explain", "ndcg@3", ...FILES, ...asked);
    expect(await goldie("explain", "ndcg@3", ...ranked)).toMatchObject({ code: 0, out });
  });

  test("a document that is there twice is warned about, with its table", async () => {
    const { err } = await goldie("explain", "rr", ...TABLES, "--query", "q1");
    expect(err).toContain("\na  document d2 is ranked twice for query q1");
    const several = [...TABLES.with(3, "runs"), "--run", "a"];
    expect((await goldie("explain", "rr", ...several, "--query", "q1")).err).toContain(
      "\nruns (a)  document d2",
    );
    expect((await goldie("explain", "rr", ...TABLES, "--query", "q2")).err).toBe("");
  });

  test("the words of the query come with gold that has them", async () => {
    const asked = ["explain", "ndcg@10", "gold.jsonl", "run.parquet", "--query", "q06"];
    const here = await goldie(...asked);
    expect(here.code).toBe(0);
    expect(await goldie(...asked, "--engine", "duckdb")).toEqual(here);
  });

  test("an unknown query is refused with the nearest, or with some", async () => {
    for (const gold of [["--gold-table", "gold"], ["gold.qrels"]]) {
      const asked = ["explain", "rr", ...gold, ...ENGINE, "--run-table", "a", "--query"];
      const near = await goldie(...asked, "q4");
      expect([near.code, near.out]).toEqual([2, ""]);
      expect(near.err).toContain('the gold has no query "q4"');
      expect(near.err).toMatch(/did you mean "q[123]"\?/);
      const far = await goldie(...asked, "something else");
      expect(far.err.split("use one of: ")[1]?.trim().split(", ").sort()).toEqual(["q1", "q2", "q3"]);
    }
  });

  test("of several runs, one is named", async () => {
    const asked = [
      "explain",
      "rr",
      ...ENGINE,
      "--run-table",
      "runs",
      "--gold-table",
      "gold",
      "--query",
      "q2",
    ];
    const several = await goldie(...asked);
    expect([several.code, several.out]).toEqual([2, ""]);
    expect(several.err).toContain("--run");
    expect(several.err.split("--run: ")[1]?.trim()).toBe("a, b, c");
    const one = await goldie(...asked, "--run", "b");
    expect(one.code).toBe(0);
    expect(one.out).toMatch(/^rr of query q2 in b: /);
    const none = await goldie(...asked, "--run", "bb");
    expect([none.code, none.out]).toEqual([2, ""]);
    expect(none.err).toContain("there is no run bb");
    // A run without this query has the score of a missing one.
    const missing = await goldie(...asked.slice(0, -1), "q1", "--run", "c");
    expect(missing.code).toBe(0);
    expect(missing.out).toMatch(/^rr of query q1 in c: 0/);
  });

  test("the engine of the config", async () => {
    const config = (value: object) => writeFileSync(join(cwd, "goldie.config.json"), JSON.stringify(value));
    const engine = { url: "duckdb:data.duckdb", runTable: "a", goldTable: "gold" };
    const wanted = await goldie("explain", "rr", ...TABLES, "--query", "q2");
    expect(wanted.code).toBe(0);
    try {
      config({ engine });
      expect(await goldie("explain", "rr", "--query", "q2")).toEqual(wanted);
      expect(await goldie("explain", "rr", "--query", "q2", "--run-table", "a")).toEqual(wanted);
      expect(await goldie("explain", "rr", "--query", "q2", "--config", "goldie.config.json")).toEqual(
        wanted,
      );
      const { runTable: _, goldTable: _gold, ...alone } = engine;
      config({ engine: alone, gold: "gold.qrels" });
      expect(await goldie("explain", "rr", "--query", "q2", "--run-table", "a")).toEqual(wanted);
      // Without a query it is the metric that is explained, and files are read here.
      config({ engine: { ...engine, url: "duckdb:nowhere.duckdb" } });
      expect((await goldie("explain", "rr")).code).toBe(0);
      expect((await goldie("explain", "rr", ...FILES, "--query", "q2")).code).toBe(0);
      expect((await goldie("explain", "rr", "--query", "q2")).err).toContain("nowhere.duckdb");
      config({ metrics: ["rr"] });
      expect((await goldie("explain", "rr", "--query", "q2")).err).toContain("--query needs GOLD and RUN");
      const none = await goldie("explain", "rr", "--query", "q2", "--config", "goldie.config.json");
      expect([none.code, none.err.includes("names no engine")]).toEqual([2, true]);
    } finally {
      rmSync(join(cwd, "goldie.config.json"));
    }
  });

  test.each<readonly [string, readonly string[], string]>([
    ["no query", TABLES, "add --query ID"],
    ["tables without an engine", ["--run-table", "a", "--query", "q1"], "only applies to an engine"],
    ["a run without an engine", [...FILES, "--run", "a", "--query", "q1"], "only applies to an engine"],
    ["a corpus", [...TABLES, "--query", "q1", "--corpus", "gold.qrels"], "cannot be combined with --engine"],
    ["no gold", [...ENGINE, "--run-table", "a", "--query", "q1"], "the gold is missing"],
    [
      "no table",
      [...ENGINE, "--run-table", "aa", "--gold-table", "gold", "--query", "q1"],
      "did you mean a?",
    ],
  ])("%s is refused", async (_, flags, said) => {
    const { code, out, err } = await goldie("explain", "rr", ...flags);
    expect([code, out]).toEqual([2, ""]);
    expect(err.replace(/\s+/g, " ")).toContain(said);
  });

  test("a judged metric is refused", async () => {
    const { code, err } = await goldie("explain", "context-recall", ...TABLES, "--query", "q1");
    expect(code).toBe(2);
    expect(err).toContain("need a judge");
  });
});
