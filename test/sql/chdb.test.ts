/** ClickHouse's own code, as chdb; `npm run test:services -- clickhouse` installs it. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { openClickHouse } from "../../src/sql/engines/clickhouse/clickhouse.ts";
import { evaluateTables } from "../../src/sql/evaluate-tables.ts";
import { type ChdbBridge, chdbBridge } from "./_chdb-bridge.ts";
import { engineContract } from "./_contract.ts";
import { WRITTEN } from "./_written.ts";

const folder = process.env["GOLDIE_CHDB"];

describe.skipIf(folder === undefined)("ClickHouse by chdb (skipped where it is not installed)", () => {
  let bridge: ChdbBridge;
  let engine: SqlEngine;
  beforeAll(async () => {
    bridge = await chdbBridge(createRequire(join(folder!, "package.json"))("chdb"));
    engine = openClickHouse(bridge.url);
  });
  afterAll(() => bridge.close());

  engineContract("clickhouse", async () => openClickHouse(bridge.url));

  test("tables of the user's", async () => {
    bridge.session.query(
      `CREATE TABLE bridge.runs ("the\\\\\\"run" LowCardinality(String), qid UInt32, doc FixedString(2), sim Decimal(5, 2), t DateTime) ENGINE = MergeTree ORDER BY qid`,
    );
    bridge.session.query(
      "INSERT INTO bridge.runs VALUES ('s', 1, 'a', 2.5, now()), ('s', 1, 'bb', 1, now())",
    );
    const source = { kind: "table", name: engine.tableName("bridge.runs") } as const;
    expect(await engine.describe(source)).toEqual([
      { name: 'the\\"run', type: "LowCardinality(String)", kind: "text" },
      { name: "qid", type: "UInt32", kind: "integer" },
      { name: "doc", type: "FixedString(2)", kind: "text" },
      { name: "sim", type: "Decimal(5, 2)", kind: "number" },
      { name: "t", type: "DateTime", kind: "other" },
    ]);
    expect(await engine.describe({ kind: "table", name: ["bridge", "run"] })).toBeUndefined();
    expect(await engine.describe({ kind: "table", name: ["none", "runs"] })).toBeUndefined();
    expect((await engine.tables()).filter((name) => name !== WRITTEN)).toEqual(["runs"]);
    const hits = [{ source, run: { column: 'the\\"run' }, query: "qid", doc: "doc", score: "sim" }];
    const { results, statements } = await evaluateTables({
      engine,
      hits,
      gold: { "1": { a: 1, bb: 1 } },
      goldTable: undefined,
      metrics: ["recall@1", "ap"],
    });
    expect(results.map((result) => [result.name, result.mean("recall@1").mean])).toEqual([["s", 0.5]]);
    expect(results[0]!.mean("ap").mean).toBe(1);
    expect((await engine.estimate(statements[0]!)).rows).toBe(2);
    expect(bridge.asked.at(-1)!.get("readonly")).toBe("2");
  });

  test("ids of a fixed width are read without what fills them up", async () => {
    bridge.session.query(
      "CREATE TABLE bridge.fixed (q FixedString(8), d FixedString(6), s Float64, g Int32) ENGINE = Memory",
    );
    bridge.session.query("INSERT INTO bridge.fixed VALUES ('q1', 'a', 2, 0), ('q1', 'b', 1, 1)");
    const source = { kind: "table", name: ["bridge", "fixed"] } as const;
    const hits = [{ source, run: { name: "r" }, query: "q", doc: "d", score: "s" }];
    const gold = { q1: { a: 0, b: 1 } };
    const goldTable = { kind: "grades", source, query: "q", doc: "d", grade: "g" } as const;
    for (const more of [{}, { goldTable }, { pull: true }]) {
      const { results } = await evaluateTables({ engine, hits, gold, metrics: ["rr"], ...more });
      expect(results[0]!.mean("rr").mean).toBe(0.5);
    }
    bridge.session.query("DROP TABLE bridge.fixed");
  });

  test("a name with everything in it, and an error", async () => {
    const source = await engine.give({
      columns: [
        { name: "q", type: "text" },
        { name: "d", type: "text" },
        { name: "s", type: "double" },
      ],
      rows: [["q1", "d\\1\t\n'x", 1]],
    });
    const name = "a\\b\t\n'\"{p0:String}";
    const hits = [{ source, run: { name }, query: "q", doc: "d", score: "s" }];
    const { results } = await evaluateTables({
      engine,
      hits,
      gold: { q1: { "d\\1\t\n'x": 1 } },
      metrics: ["recall@1"],
    });
    expect(results.map((result) => [result.name, result.mean("recall@1").mean])).toEqual([[name, 1]]);
    const wrong = { sql: "SELECT nothing", values: [] };
    await expect(engine.query(wrong)[Symbol.asyncIterator]().next()).rejects.toThrow(/nothing/);
  });
});
