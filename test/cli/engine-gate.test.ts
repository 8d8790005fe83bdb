/** `goldie gate` and `goldie report` with the engine of the command line or of the config. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openDuckDb } from "../../src/sql/engines/duckdb.ts";
import { number, text } from "../sql/_columns.ts";
import { goldieIn } from "./_goldie.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-engine-gate-"));
afterAll(() => rmSync(cwd, { recursive: true }));

const goldie = goldieIn(cwd);
const QUERIES = Array.from({ length: 12 }, (_, i) => `q${i}`);
/** The run a has the relevant document first, b second in every third query. */
const HITS = ["a", "b"].flatMap((run) =>
  QUERIES.flatMap((query, i) =>
    (run === "b" && i % 3 === 0 ? ["x", "d"] : ["d", "x"]).map(
      (doc, at) => [query, doc, 2 - at, run] as const,
    ),
  ),
);

beforeAll(async () => {
  const engine = await openDuckDb({ path: join(cwd, "data.duckdb"), writable: true });
  const columns = [text("qid"), text("docid"), number("sim"), text("system")];
  await engine.write!(["runs"], { columns, rows: HITS.map((hit) => [...hit]) });
  await engine.write!(["b"], {
    columns: columns.slice(0, 3),
    rows: HITS.filter(([, , , run]) => run === "b").map((hit) => hit.slice(0, 3)),
  });
  await engine.write!(["other"], { columns: columns.slice(0, 3), rows: [["z1", "d", 1]] });
  await engine.write!(["gold"], {
    columns: [text("topic"), text("docno"), number("rel")],
    rows: QUERIES.map((query) => [query, "d", 1]),
  });
  await engine.close();
  const trec = (run: string) =>
    HITS.filter((hit) => hit[3] === run).map(
      ([query, doc, score], i) => `${query} Q0 ${doc} ${i} ${score} ${run}\n`,
    );
  for (const run of ["a", "b"]) writeFileSync(join(cwd, `${run}.trec`), trec(run).join(""));
  writeFileSync(join(cwd, "gold.qrels"), QUERIES.map((query) => `${query} 0 d 1\n`).join(""));
}, 60_000);

const ENGINE = ["--engine", "duckdb:data.duckdb"];
const ONE = [...ENGINE, "--run-table", "b", "--gold-table", "gold"];
const CONFIG = join(cwd, "goldie.config.json");
const config = (engine: unknown, more: object = {}): void =>
  writeFileSync(CONFIG, JSON.stringify({ engine, ...more }));
afterEach(() => {
  for (const name of ["goldie.config.json", "report.html", "goldie.baseline.json"])
    rmSync(join(cwd, name), { force: true });
});
const TABLES = { url: "duckdb:data.duckdb", runTable: "b", goldTable: "gold" };

describe("gate", { timeout: 60_000 }, () => {
  test.each([
    ["0.8", 0],
    ["0.9", 1],
  ])("a floor of %s: the same as of files", async (floor, code) => {
    const rule = ["--min", `rr=${floor}`];
    const files = await goldie("gate", "gold.qrels", "b.trec", ...rule);
    expect(files.code).toBe(code);
    const shown = ({ code: exit, out }: typeof files) => ({ exit, out });
    expect(shown(await goldie("gate", ...ONE, ...rule))).toEqual(shown(files));
    expect(shown(await goldie("gate", "gold.qrels", ...ENGINE, "--run-table", "b", ...rule))).toEqual(
      shown(files),
    );
    expect(shown(await goldie("gate", "gold.qrels", "b.trec", "--engine", "duckdb", ...rule))).toEqual(
      shown(files),
    );
    config(TABLES);
    expect(shown(await goldie("gate", "--run-table", "b", ...rule))).toEqual(shown(files));
  });

  test("--run and --pull without a table: --run-table is what is missing", async () => {
    config(TABLES);
    for (const flag of [["--run", "b"], ["--pull"]]) {
      const { code, err } = await goldie("gate", ...flag, "--min", "rr=0.8");
      expect([code, err]).toEqual([2, expect.stringContaining(`${flag[0]} needs --run-table here`)]);
      expect(err).toContain("add --run-table b");
    }
  });

  test("tables of the config alone are not gated: without arguments it is the last run", async () => {
    config(TABLES);
    const { code, out, err } = await goldie("gate", "--min", "rr=0.8");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("goldie run");
  });

  test("a gold of the command line stands in for the config's table", async () => {
    config(TABLES);
    const wanted = await goldie("gate", ...ONE, "--min", "rr=0.8");
    for (const gold of [["gold.qrels"], ["--gold", "gold.qrels"]])
      expect(await goldie("gate", ...gold, "--run-table", "b", "--min", "rr=0.8")).toEqual(wanted);
  });

  test("--gold names the gold, and tables of the config are not looked for in another engine", async () => {
    const asked = ["gate", ...ENGINE, "--run-table", "b", "--min", "rr=0.8"];
    expect((await goldie(...asked, "--gold", "gold.qrels")).code).toBe(0);
    expect((await goldie(...asked, "--gold", "gold.qrels", "--gold-table", "gold")).err).toContain(
      "both the file gold.qrels and the table b",
    );
    config({ ...TABLES, url: "duckdb:other.duckdb" });
    expect((await goldie(...asked)).err).toContain("the gold is missing");
    // Without an engine of its own, a table is one of the config's.
    config(TABLES);
    expect((await goldie("gate", "--run-table", "b", "--min", "rr=0.8")).code).toBe(0);
  });

  test("against a baseline, with the rules of the config", async () => {
    expect((await goldie("bless", "gold.qrels", "a.trec", "-m", "rr")).code).toBe(0);
    config(TABLES, { gate: [{ metric: "rr", notWorseThan: "baseline" }] });
    const files = await goldie("gate", "gold.qrels", "b.trec");
    expect(files.out).toContain("Rules: 1 from goldie.config.json");
    const { code, out } = await goldie("gate", "--run-table", "b");
    expect({ code, out }).toEqual({ code: files.code, out: files.out });
  });

  test("of several runs, one is named", async () => {
    const asked = ["gate", ...ENGINE, "--run-table", "runs", "--gold-table", "gold", "--min", "rr=0.9"];
    const several = await goldie(...asked);
    expect([several.code, several.out]).toEqual([2, ""]);
    expect(several.err).toContain("goldie gate takes one run, and there are 2");
    expect((await goldie(...asked, "--run", "a")).code).toBe(0);
    expect((await goldie(...asked, "--run", "b")).code).toBe(1);
    expect((await goldie(...asked, "--run", "c")).err).toContain("there is no run c");
  });

  test("what engines cannot count is pulled", async () => {
    const asked = ["gate", ...ONE, "--min", "alpha-ndcg@5=0"];
    expect((await goldie(...asked)).err).toContain("--pull");
    expect((await goldie("gate", ...ONE, "--min", "compatibility=0.1", "--pull")).code).toBe(0);
  });

  test("files on the command line are read as ever, whatever the config says", async () => {
    config({ ...TABLES, url: "duckdb:nowhere.duckdb" });
    expect((await goldie("gate", "gold.qrels", "b.trec", "--min", "rr=0.8")).code).toBe(0);
  });

  test.each<readonly [string, readonly string[], string]>([
    ["a table without an engine", ["--run-table", "b"], "only applies to an engine"],
    ["a run without an engine", ["gold.qrels", "b.trec", "--run", "b"], "only applies to an engine"],
    ["no gold", [...ENGINE, "--run-table", "b"], "the gold is missing"],
    ["no such table", [...ONE.with(3, "bb")], "did you mean b?"],
    ["a print-only engine", ["--engine", "bigquery", "--run-table", "b", "--gold-table", "gold"], "bigquery"],
  ])("%s is refused", async (_, flags, said) => {
    const { code, out, err } = await goldie("gate", ...flags, "--min", "rr=0.5");
    expect([code, out]).toEqual([2, ""]);
    expect(err.replace(/\s+/g, " ")).toContain(said);
  });

  test("a run without a query of the gold is refused, unless that is allowed", async () => {
    const asked = ["gate", ...ONE.with(3, "other"), "--min", "rr=0"];
    const { code, out, err } = await goldie(...asked);
    expect([code, out]).toEqual([2, ""]);
    expect(err.replace(/\s+/g, " ")).toContain("other has no query of gold, such as q0");
    expect(err).toContain("--col run.query=");
    expect((await goldie(...asked, "--allow-no-overlap")).err).not.toContain("has no query of gold");
  });

  test("an unreachable engine is a part that failed", async () => {
    const { code } = await goldie(
      "gate",
      "--engine",
      "clickhouse://127.0.0.1:1",
      "--run-table",
      "b",
      "--gold-table",
      "g",
      "--min",
      "rr=0",
    );
    expect(code).toBe(3);
  });
});

describe("report", { timeout: 60_000 }, () => {
  const page = () => readFileSync(join(cwd, "report.html"), "utf8");

  test("of the tables of the command line, and of the config", async () => {
    const columns = ["--col", "run=system"];
    const told = await goldie("report", ...ENGINE, "--run-table", "runs", "--gold-table", "gold", ...columns);
    expect(told).toMatchObject({ code: 0 });
    expect(told.out).toContain("2 runs, 12 queries");
    const first = page();
    config({ ...TABLES, runTable: "runs", columns: { run: "system" } });
    expect((await goldie("report", "--baseline", "b")).code).toBe(0);
    expect(page()).not.toBe(first);
    expect((await goldie("report")).out).toBe(told.out);
    expect(page()).toBe(first);
  });

  test("needs tables or files", async () => {
    const none = await goldie("report");
    expect(none.code).toBe(2);
    expect(none.err).toContain("GOLD");
    config("duckdb");
    expect((await goldie("report")).err).toContain("GOLD");
    const named = await goldie("report", "gold.qrels", "b.trec", "--config", "goldie.config.json");
    expect([named.code, named.out]).toEqual([2, ""]);
    expect(named.err).toContain("names no tables of an engine");
    expect((await goldie("report", "gold.qrels", "b.trec", "--pull")).err).toContain(
      "only applies to an engine",
    );
    expect(existsSync(join(cwd, "report.html"))).toBe(false);
    expect((await goldie("report", "gold.qrels", "b.trec")).code).toBe(0);
  });
});
