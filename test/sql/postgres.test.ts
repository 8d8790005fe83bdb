import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { openPostgres, openPostgresUrl, type PostgresPool } from "../../src/sql/engines/postgres.ts";
import { evaluateTables } from "../../src/sql/evaluate-tables.ts";
import type { HitTable } from "../../src/sql/lower.ts";
import { isThere, load } from "../retrievers/_packages.ts";
import { hasPostgres, type PostgresServer, startPostgres } from "../retrievers/_postgres.ts";
import { withDialect } from "./_broken.ts";
import { tableCase } from "./_cases.ts";
import { compareCase } from "./_compare.ts";
import { engineContract } from "./_contract.ts";

type Pool = PostgresPool & { end(): Promise<void> };

const problemOf = async (body: Promise<unknown>): Promise<string> => {
  const error: unknown = await body.then(
    () => "nothing was refused",
    (why: unknown) => why,
  );
  if (!(error instanceof GoldieError)) return String(error);
  const { code, reason } = error.problem;
  return reason === undefined ? code : `${code}/${reason}`;
};
const allRows = async (engine: SqlEngine, sql: string, values: readonly string[] = []) => {
  const batches: number[] = [];
  const all: unknown[] = [];
  for await (const rows of engine.query({ sql, values })) {
    batches.push(rows.length);
    all.push(...rows);
  }
  return { batches, all };
};

describe.skipIf(!isThere("@electric-sql/pglite"))("PGlite (skipped where it is not installed)", () => {
  engineContract("postgres on PGlite", async () => {
    const { PGlite } = await load("@electric-sql/pglite");
    return openPostgres({ client: new PGlite() });
  });
});

describe.skipIf(!hasPostgres || !isThere("pg"))(
  "PostgreSQL (skipped where the server or pg is not installed)",
  () => {
    let server: PostgresServer;
    const pools: Pool[] = [];
    const pool = async (options: object = {}): Promise<Pool> => {
      const { default: pg } = await load("pg");
      const one = new pg.Pool({ host: server.host, user: "goldie", database: "postgres", ...options });
      one.on("error", () => {});
      pools.push(one);
      return one;
    };
    beforeAll(async () => {
      server = await startPostgres();
      const client = await pool();
      // Upper and lower case are mixed in its order, and punctuation counts last.
      await client.query(
        `CREATE DATABASE icu TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' ENCODING 'UTF8' LOCALE 'C'`,
      );
    });
    afterAll(async () => {
      await Promise.all(pools.map((one) => one.end()));
      await server.stop();
    });

    engineContract("postgres", async () => openPostgres({ client: await pool() }));
    engineContract("postgres with an ICU collation", async () =>
      openPostgres({ client: await pool({ database: "icu" }) }),
    );

    test("without COLLATE, the order of ids would be that of the database", async () => {
      const engine = await openPostgres({ client: await pool({ database: "icu" }) });
      const { types } = engine.dialect;
      const loose = withDialect(engine, {
        bytes: (x) => `${x} COLLATE "default"`,
        cast: (text, to) => `CAST(${text} AS ${types[to]})`,
      });
      const asked = { rules: {}, by: "score", names: ["ndcg@10", "ap"] } as const;
      expect(await compareCase(loose, tableCase(5, 25, "any"), asked)).not.toEqual([]);
      expect(await compareCase(engine, tableCase(5, 25, "any"), asked)).toEqual([]);
      await engine.close();
    });

    describe("tables of the user's", () => {
      let engine: SqlEngine;
      let client: Pool;
      const table: HitTable = {
        source: { kind: "table", name: ["runs"] },
        run: { column: "system" },
        query: "qid",
        doc: "docno",
        score: "sim",
      };
      const gold = { "1": { a: 1, B: 1 }, "2": { c: 1 } };
      beforeAll(async () => {
        client = await pool();
        await client.query(`
          CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
          CREATE TABLE runs (system varchar(20), qid integer, docno text COLLATE loose, sim real, extra jsonb);
          INSERT INTO runs VALUES ('s', 1, 'A', 2.5, null), ('s', 1, 'a', 2.5, null), ('s', 1, 'B', 1, null), ('s', 2, 'C', 1, null);
          CREATE SCHEMA other; CREATE TABLE other.secret (qid text); CREATE ROLE nobody LOGIN;
          GRANT SELECT ON runs TO nobody; GRANT USAGE ON SCHEMA other TO nobody;
          ANALYZE runs`);
        engine = await openPostgres({ client });
      });
      afterAll(() => engine.close());

      test("columns and their kinds", async () => {
        expect(await engine.describe(table.source)).toEqual([
          { name: "system", type: "character varying", kind: "text" },
          { name: "qid", type: "integer", kind: "integer" },
          { name: "docno", type: "text", kind: "text" },
          { name: "sim", type: "real", kind: "number" },
          { name: "extra", type: "jsonb", kind: "other" },
        ]);
        expect(await engine.describe({ kind: "table", name: ["run"] })).toBeUndefined();
        expect(await engine.describe({ kind: "table", name: ["nowhere", "runs"] })).toBeUndefined();
        expect([...(await engine.tables())].sort()).toEqual(["other.secret", "runs"]);
      });

      test("ids that the collation of their column calls equal are not", async () => {
        const { results } = await evaluateTables({ engine, hits: [table], gold, metrics: ["ndcg@10", "ap"] });
        const run = { "1": { A: 2.5, a: 2.5, B: 1 }, "2": { C: 1 } };
        const here = evaluate({ gold, run, metrics: ["ndcg@10", "ap"] });
        expect(results.map((result) => result.mean("ndcg@10").mean)).toEqual([here.mean("ndcg@10").mean]);
        expect(results.map((result) => result.mean("ap").mean)).toEqual([here.mean("ap").mean]);
      });

      test("a session that may only read is enough", async () => {
        const reader = await openPostgres({
          client: await pool({ user: "nobody", options: "-c default_transaction_read_only=on" }),
        });
        const { results } = await evaluateTables({
          engine: reader,
          hits: [table],
          gold,
          metrics: ["recall@5"],
        });
        expect(results[0]!.mean("recall@5").mean).toBe(0.5);
        const secret = { kind: "table", name: ["other", "secret"] } as const;
        expect(await problemOf(reader.describe(secret))).toBe("engine-refused/permission");
        await reader.close();
      });

      test("a transaction of the user's own stays as it is", async () => {
        const own = await client.connect();
        await own.query("BEGIN");
        await own.query("INSERT INTO runs VALUES ('t', 2, 'c', 1, null)");
        const inside = await openPostgres({ client: own });
        const { results } = await evaluateTables({
          engine: inside,
          hits: [table],
          gold,
          metrics: ["recall@5"],
        });
        expect(results.map(({ name }) => name)).toEqual(["s", "t"]);
        await inside.close();
        await own.query("ROLLBACK");
        own.release();
        expect((await allRows(engine, "SELECT count(*) AS n FROM runs")).all).toEqual([["4"]]);
      });

      test("rows come in batches", async () => {
        const { batches, all } = await allRows(
          engine,
          "SELECT i, $1::text AS t FROM generate_series(1, 25000) i",
          ["it's"],
        );
        expect(batches).toEqual([10_000, 10_000, 5000]);
        expect(all[24_999]).toEqual([25_000, "it's"]);
        expect((await allRows(engine, "SELECT name FROM pg_cursors")).all).toHaveLength(1);
      });

      test("an estimate, and a table of results", async () => {
        const { rows, text } = await engine.estimate({
          sql: "SELECT * FROM runs WHERE system = $1",
          values: ["s"],
        });
        expect(rows).toBe(4);
        expect(text).toContain("Seq Scan");
        await engine.write!(["other", "out"], {
          columns: [
            { name: 'q"1', type: "text" },
            { name: "n", type: "double" },
            { name: "i", type: "integer" },
          ],
          rows: [
            ['\\{"a",NULL}', Number.NaN, null],
            [null, -1.5, 3],
          ],
        });
        expect((await allRows(engine, "SELECT * FROM other.out")).all).toEqual([
          ['\\{"a",NULL}', Number.NaN, null],
          [null, -1.5, "3"],
        ]);
      });

      test("a statement that is cancelled ends in the server too", async () => {
        const stop = new AbortController();
        const slow = engine.query({ sql: "SELECT pg_sleep(600)", values: [] }, { signal: stop.signal });
        const ended = (async () => {
          for await (const _ of slow);
        })();
        const sleeping =
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE 'DECLARE%pg_sleep(600)'";
        const active = async () => {
          const { rows } = await client.query(`${sleeping} AND state = 'active'`);
          return (rows[0] as { n: number }).n;
        };
        while ((await active()) === 0);
        stop.abort(new Error("enough"));
        await expect(ended).rejects.toThrow("enough");
        while ((await active()) > 0);
        expect((await allRows(engine, "SELECT 1 AS one")).all).toEqual([[1]]);
      });

      test("tiny powers and products are 0, not an error", async () => {
        const { dialect } = engine;
        const number = (x: number) => dialect.number(x);
        const sql = `SELECT ${dialect.power(number(0.5), number(5000))} AS a, ${dialect.power(number(2), number(5000))} AS b,
          ${dialect.power(number(0), number(2))} AS c, max(${dialect.single!("x")}) AS d
          FROM (SELECT CAST('1e-60' AS DOUBLE PRECISION) AS x) t`;
        expect((await allRows(engine, sql)).all).toEqual([[0, Number.POSITIVE_INFINITY, 0, 0]]);
      });
    });

    test("by its address, with the package pg", async () => {
      const open = (url: string) => openPostgresUrl(url, () => load("pg"));
      const engine = await open(`postgres://goldie@/postgres?host=${encodeURIComponent(server.host)}`);
      expect((await allRows(engine, "SELECT current_user::text AS name")).all).toEqual([["goldie"]]);
      await engine.close();
      expect(await problemOf(open("postgres://127.0.0.1:1/x"))).toBe("engine-failed/unreachable");
      expect(await problemOf(open("postgres://[/x"))).toBe("bad-engine/address");
    });

    test("errors are Problems", async () => {
      const engine = await openPostgres({ client: await pool() });
      expect(await problemOf(allRows(engine, "SELECT 1 / 0"))).toBe("engine-failed/engine");
      expect(await problemOf(allRows(engine, "SELECT pg_terminate_backend(pg_backend_pid())"))).toBe(
        "engine-failed/lost",
      );
      await engine.close();
      expect(await problemOf(openPostgres({ client: await pool({ database: "none" }) }))).toBe(
        "engine-refused/login",
      );
      expect(await problemOf(openPostgres({ client: await pool({ host: "127.0.0.1", port: 1 }) }))).toBe(
        "engine-failed/unreachable",
      );
      expect(await problemOf(openPostgres({ client: await pool({ host: `${server.host}/none` }) }))).toBe(
        "engine-failed/unreachable",
      );
    });
  },
);

test("without the package pg, an address is refused", async () => {
  expect(await problemOf(openPostgresUrl("postgres://127.0.0.1:1/x"))).toBe("no-package");
});
