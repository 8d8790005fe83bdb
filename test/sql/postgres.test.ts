import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
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
import { WRITTEN } from "./_written.ts";

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

  describe("a table of results that cannot be finished", () => {
    type Query = PostgresPool["query"];
    const columns = [{ name: "run", type: "text" }] as const;
    const given = { columns, rows: [["r1"], ["r2"]] };
    const table = { kind: "table", name: ["scores"] } as const;
    let pglite: { query: Query; close(): Promise<void> };
    let sent: string[];
    let stop: AbortController;
    beforeAll(async () => {
      const { PGlite } = await load("@electric-sql/pglite");
      pglite = new PGlite();
    });
    afterAll(() => pglite.close());
    afterEach(async () => {
      vi.useRealTimers();
      await pglite.query("DROP TABLE IF EXISTS scores");
    });
    /** `on`: what becomes of statements that begin so. */
    const clientWith = (on: Readonly<Record<string, (run: () => PromiseLike<unknown>) => unknown>>) => {
      sent = [];
      stop = new AbortController();
      const query = async (sql: string, values?: unknown[]) => {
        const verb = /^\w+/.exec(sql)![0];
        sent.push(verb);
        const run = () => pglite.query(sql, values);
        return (await (on[verb] ?? ((go) => go()))(run)) as Awaited<ReturnType<Query>>;
      };
      return { query };
    };
    const written = async (client: { query: Query }): Promise<unknown> => {
      const engine = await openPostgres({ client });
      return engine.write!(["scores"], given, { signal: stop.signal }).then(
        () => "written",
        (error: unknown) => error,
      );
    };
    const isThere = async () =>
      (await (await openPostgres({ client: pglite })).describe(table)) !== undefined;
    const problem = (error: unknown) => {
      const { code, reason, what, fix } = (error as GoldieError).problem;
      return { key: `${code}/${reason}`, what, fix };
    };
    const slowly = async (run: () => PromiseLike<unknown>) => {
      stop.abort(new Error("enough"));
      await sleep(20);
      return run();
    };

    test("cancelled while it is made: it is dropped once it is there", async () => {
      expect(await written(clientWith({ CREATE: slowly }))).toEqual(new Error("enough"));
      expect(sent).toEqual(["CREATE", "DROP"]);
      expect(await isThere()).toBe(false);
    });

    test("one that was there before stays, cancelled or not", async () => {
      await pglite.query("CREATE TABLE scores AS SELECT 1 AS mine");
      expect(await written(clientWith({ CREATE: slowly }))).toEqual(new Error("enough"));
      expect(sent).toEqual(["CREATE"]);
      expect(problem(await written(clientWith({}))).what).toContain("already exists");
      expect(sent).toEqual(["CREATE"]);
      expect((await pglite.query("SELECT * FROM scores")).rows).toEqual([{ mine: 1 }]);
    });

    test("made, but the answer is lost: the error names it, and it is not touched", async () => {
      const client = clientWith({
        CREATE: async (run) => {
          await run();
          throw new Error("Connection terminated unexpectedly");
        },
      });
      expect(problem(await written(client))).toEqual({
        key: "engine-failed/table-unknown",
        what: 'PostgreSQL did not say whether it made table "scores", which may be left without rows: Connection terminated unexpectedly',
        fix: 'look whether it is there; if it was not before, drop it: DROP TABLE "scores"',
      });
      expect(sent).toEqual(["CREATE"]);
    });

    test("the server shuts down while it is made", async () => {
      const CREATE = () => {
        throw Object.assign(new Error("terminating connection"), { code: "57P01", severity: "FATAL" });
      };
      expect(problem(await written(clientWith({ CREATE }))).key).toBe("engine-failed/table-unknown");
    });

    test("cancelled, and no answer to CREATE within ten seconds", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const client = clientWith({
        CREATE: () => {
          setTimeout(() => stop.abort(new Error("enough")), 1000);
          return new Promise(() => {});
        },
      });
      const ended = written(client);
      await vi.advanceTimersByTimeAsync(10_999);
      expect(await Promise.race([ended, "still waiting"])).toBe("still waiting");
      await vi.advanceTimersByTimeAsync(1);
      expect(problem(await ended).key).toBe("engine-failed/table-unknown");
    });

    test("a DROP that fails: the error says what is left", async () => {
      const fails = (message: string) => () => {
        throw Object.assign(new Error(message), { code: "53100", severity: "ERROR" });
      };
      const client = clientWith({ INSERT: fails("disk full"), DROP: fails("locked") });
      expect(problem(await written(client))).toEqual({
        key: "engine-failed/table-left",
        what: 'table "scores" of PostgreSQL may be left with a part of the rows: disk full; and then: locked',
        fix: 'drop it: DROP TABLE "scores"',
      });
      expect(await isThere()).toBe(true);
    });

    test.each(["CREATE", "INSERT"])(
      "%s of a pool: it is dropped after the cancelling has ended",
      async (verb) => {
        const own = clientWith({ [verb]: slowly });
        const pool = {
          totalCount: 2,
          connect: async () => ({ query: own.query, release: () => {} }),
          query: async () => {
            await sleep(60);
            sent.push("cancelled");
            return { rows: [], fields: [] };
          },
        };
        expect(await written(pool)).toEqual(new Error("enough"));
        expect(sent.slice(-3)).toEqual([verb, "cancelled", "DROP"]);
        expect(await isThere()).toBe(false);
      },
    );

    test("a pool that has no connection left to cancel by", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const own = clientWith({
        INSERT: (run) => {
          stop.abort(new Error("enough"));
          return run();
        },
      });
      const pool = {
        totalCount: 1,
        connect: async () => ({ query: own.query, release: () => {} }),
        query: () => new Promise<never>(() => {}),
      };
      const ended = written(pool);
      await vi.waitFor(() => expect(sent).toContain("INSERT"));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await ended).toEqual(new Error("enough"));
      expect(await isThere()).toBe(false);
    });
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
        expect((await engine.tables()).filter((name) => name !== WRITTEN).sort()).toEqual([
          "other.secret",
          "runs",
        ]);
      });

      test("ids that the collation of their column calls equal are not", async () => {
        const { results } = await evaluateTables({ engine, hits: [table], gold, metrics: ["ndcg@10", "ap"] });
        const run = { "1": { A: 2.5, a: 2.5, B: 1 }, "2": { C: 1 } };
        const here = evaluate({ gold, run, metrics: ["ndcg@10", "ap"] });
        expect(results.map((result) => result.mean("ndcg@10").mean)).toEqual([here.mean("ndcg@10").mean]);
        expect(results.map((result) => result.mean("ap").mean)).toEqual([here.mean("ap").mean]);
      });

      test("a number that no double can hold is refused: the same command fails again", async () => {
        await client.query(`
          CREATE TABLE beyond (q text, d text, s numeric);
          INSERT INTO beyond VALUES ('q1', 'a', 1e400)`);
        const source = { kind: "table", name: ["beyond"] } as const;
        const hits = [{ source, run: { name: "r" }, query: "q", doc: "d", score: "s" }];
        const scored = evaluateTables({ engine, hits, gold: { q1: { a: 1 } }, metrics: ["rr"] });
        await expect(scored).rejects.toMatchObject({ problem: { code: "engine-refused", reason: "engine" } });
        await client.query("DROP TABLE beyond");
      });

      test("ids of a fixed width are read without the blanks that fill them up", async () => {
        await client.query(`
          CREATE TABLE fixed (q char(8), d char(6), s real, g integer);
          INSERT INTO fixed VALUES ('q1', 'a', 2, 0), ('q1', 'b', 1, 1)`);
        const source = { kind: "table", name: ["fixed"] } as const;
        const hits = [{ source, run: { name: "r" }, query: "q", doc: "d", score: "s" }];
        const asked = { engine, hits, gold: { q1: { a: 0, b: 1 } }, metrics: ["rr"] };
        const goldTable = { kind: "grades", source, query: "q", doc: "d", grade: "g" } as const;
        for (const more of [{}, { goldTable }, { pull: true }]) {
          const { results } = await evaluateTables({ ...asked, ...more });
          expect(results[0]!.mean("rr").mean).toBe(0.5);
        }
        await client.query("DROP TABLE fixed");
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

      test("a table whose making is cancelled is not there", async () => {
        await client.query(`
          CREATE FUNCTION nap() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(600); END';
          CREATE EVENT TRIGGER nap ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION nap()`);
        const stop = new AbortController();
        const columns = [{ name: "run", type: "text" }] as const;
        const ended = engine.write!(["stopped"], { columns, rows: [["r"]] }, { signal: stop.signal });
        const napping = `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE TABLE "stopped"%' AND wait_event = 'PgSleep'`;
        while ((await client.query(napping)).rows.length === 0);
        stop.abort(new Error("enough"));
        await expect(ended).rejects.toThrow("enough");
        await client.query("DROP EVENT TRIGGER nap; DROP FUNCTION nap");
        expect(await engine.describe({ kind: "table", name: ["stopped"] })).toBeUndefined();
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
      expect(await problemOf(allRows(engine, "SELECT 1 / 0"))).toBe("engine-refused/engine");
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
  const missing = () => Promise.reject(new Error("Cannot find package 'pg' imported from /somewhere/x.js"));
  await expect(openPostgresUrl("postgres://127.0.0.1:1/x", missing)).rejects.toMatchObject({
    problem: { fields: { message: "Cannot find package 'pg'" } },
  });
});
