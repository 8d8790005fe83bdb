/** Trino as an engine, on the stand-in: what it says of columns, second tries, and tables that it makes. */
import { afterEach, describe, expect, test } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { openTrino } from "../../src/sql/engines/trino.ts";
import { evaluateTables } from "../../src/sql/evaluate-tables.ts";
import { gradeTable, hitTable } from "../../src/sql/read-tables.ts";
import { quickClock, type StandIn, type Step, standIn } from "./_trino-stand-in.ts";

const open: StandIn[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function trino(...statements: (readonly Step[])[]): Promise<{ engine: SqlEngine; server: StandIn }> {
  const server = await standIn(...statements);
  open.push(server);
  const url = `${server.url}/lake/logs`;
  return { server, engine: openTrino({ url, user: "ada" }, { clock: quickClock(), random: () => 0.5 }) };
}
const queued: Step = { stats: { state: "QUEUED" } };
const lost: Step = {
  error: {
    errorName: "REMOTE_HOST_GONE",
    errorType: "INTERNAL_ERROR",
    message: "a worker is gone",
    errorCode: 1,
  },
  stats: { state: "FAILED" },
};
const answer = (names: readonly string[], ...data: readonly unknown[]): readonly Step[] => [
  queued,
  { columns: names.map((name) => ({ name, type: "varchar" })), data },
];
const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "nothing was refused",
    (error: unknown) =>
      error instanceof GoldieError
        ? `${error.problem.code}/${error.problem.reason}: ${error.problem.what}; ${error.problem.fix}`
        : String(error),
  );

describe("ids of a fixed width", () => {
  const table = { source: { kind: "table", name: ["runs"] }, columns: {} } as const;
  const described = (types: Readonly<Record<string, string>>) =>
    answer(["column_name", "data_type"], ...Object.entries(types));
  const usual = (role: string) => ({ query: "q", doc: "d", score: "s", grade: "s" })[role];

  test.each([
    ["d", { q: "varchar", d: "char(10)", s: "double" }],
    ["q", { q: "char(4)", d: "varchar(20)", s: "double" }],
    ["r", { q: "varchar", d: "varchar", s: "double", r: "char(2)" }],
  ])("%s of a run", async (column, types) => {
    const { engine } = await trino(described(types));
    const columns = "r" in types ? { run: "r" } : {};
    expect(await refusalOf(hitTable(engine, { ...table, columns, name: "runs" }, usual))).toMatch(
      new RegExp(`^column-type/padded: column ${column} of runs .*fills ids up with blanks; .*rtrim`),
    );
  });

  test("of gold", async () => {
    const { engine } = await trino(described({ q: "varchar", d: "char(10)", s: "double" }));
    expect(await refusalOf(gradeTable(engine, table, usual))).toMatch(/^column-type\/padded: column d/);
  });

  test("other columns may have one", async () => {
    const { engine } = await trino(described({ q: "varchar", d: "varchar", s: "double", lang: "char(2)" }));
    expect(await hitTable(engine, { ...table, name: "runs" }, usual)).toMatchObject({ doc: "d" });
  });
});

test("a second try is told by the results", async () => {
  const hits = [
    {
      source: { kind: "table", name: ["runs"] },
      run: { name: "r" },
      query: "q",
      doc: "d",
      score: "s",
    },
  ] as const;
  const options = { hits, gold: { q1: { d1: 1 } }, metrics: ["rr"] };
  const twice = await trino([queued, lost], answer(["run"]));
  const heard: string[] = [];
  const { results } = await evaluateTables({
    ...options,
    engine: twice.engine,
    onRetry: ({ code }) => heard.push(code),
  });
  const told = results[0]!.problems.filter(({ code }) => code === "retried");
  expect(told).toHaveLength(1);
  expect(told[0]!.what).toContain("trino failed once, and the statement was run again: ");
  expect(told[0]!.what).toContain("a worker is gone");
  expect(told[0]!.level).toBeUndefined();
  expect(heard).toEqual(["engine-failed"]);
  const once = await trino(answer(["run"]));
  const { results: quiet } = await evaluateTables({ ...options, engine: once.engine });
  expect(quiet[0]!.problems.map(({ code }) => code)).not.toContain("retried");
});

describe("a table of results", () => {
  const columns = [{ name: "run", type: "text" }] as const;
  const rows = Array.from({ length: 5001 }, (_, i) => [`r${i}`]);
  const done = answer(["rows"]);

  test("is made, and filled in parts", async () => {
    const { engine, server } = await trino(done, done, done);
    await engine.write!(["scores"], { columns, rows });
    const posts = server.seen.filter(({ method }) => method === "POST").map(({ body }) => body.slice(0, 45));
    expect(posts).toEqual([
      'CREATE TABLE "lake"."logs"."scores" ("run" va',
      'INSERT INTO "lake"."logs"."scores" SELECT * F',
      'INSERT INTO "lake"."logs"."scores" SELECT * F',
    ]);
  });

  test("is dropped where a part fails, and not tried again", async () => {
    const { engine, server } = await trino(done, done, [queued, lost], done);
    expect(await refusalOf(engine.write!(["scores"], { columns, rows }))).toContain("a worker is gone");
    const posts = server.seen.filter(({ method }) => method === "POST").map(({ body }) => body.slice(0, 11));
    expect(posts).toEqual(["CREATE TABL", "INSERT INTO", "INSERT INTO", "DROP TABLE "]);
  });

  test("is dropped where the command is cancelled", async () => {
    const { engine, server } = await trino(done, done, [queued, "hold"], done);
    const stop = new AbortController();
    server.onRequest = ({ method }) => {
      if (method === "GET" && server.seen.filter((one) => one.method === "POST").length === 3) stop.abort();
    };
    const writing = engine.write!(["scores"], { columns, rows }, { signal: stop.signal });
    await expect(writing).rejects.toThrow();
    const posts = server.seen.filter(({ method }) => method === "POST").map(({ body }) => body.slice(0, 11));
    expect(posts).toEqual(["CREATE TABL", "INSERT INTO", "INSERT INTO", "DROP TABLE "]);
  });

  test("is dropped where the command is cancelled while it is made", async () => {
    const { engine, server } = await trino([queued, ...done], done);
    const stop = new AbortController();
    server.onRequest = ({ method }) => {
      if (method === "GET") stop.abort(new Error("enough"));
    };
    const writing = engine.write!(["scores"], { columns, rows }, { signal: stop.signal });
    await expect(writing).rejects.toThrow("enough");
    const posts = server.seen.filter(({ method }) => method === "POST").map(({ body }) => body.slice(0, 11));
    expect(posts).toEqual(["CREATE TABL", "DROP TABLE "]);
  });

  test("is not dropped where it was there before", async () => {
    const error = {
      errorName: "TABLE_ALREADY_EXISTS",
      errorType: "USER_ERROR",
      message: "it exists",
      errorCode: 1,
    };
    const { engine, server } = await trino([queued, { error, stats: { state: "FAILED" } }]);
    expect(await refusalOf(engine.write!(["scores"], { columns, rows }))).toMatch(
      /^engine-refused\/trino-statement: .*it exists/,
    );
    expect(server.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("may be there where CREATE failed within Trino, which is told", async () => {
    const { engine, server } = await trino([queued, lost]);
    expect(await refusalOf(engine.write!(["scores"], { columns, rows }))).toMatch(
      /^engine-failed\/table-unknown: .*a worker is gone; .*DROP TABLE "lake"\."logs"\."scores"$/,
    );
    expect(server.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});
