/** The client of Trino, against a stand-in that speaks its published protocol; test/services/trino.ts asks a real one. */
import { afterEach, describe, expect, test } from "vitest";
import { CallError } from "../../src/calls/call-error.ts";
import { GoldieError, type Problem } from "../../src/core/problem.ts";
import { trinoAddress } from "../../src/sql/engines/trino/address.ts";
import { type TrinoCall, trinoRows, trinoTable } from "../../src/sql/engines/trino/client.ts";
import type { TrinoPage, TrinoProgress } from "../../src/sql/engines/trino/rows.ts";
import { type QuickClock, quickClock, type StandIn, type Step, standIn } from "./_trino-stand-in.ts";

const open: StandIn[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

interface Asked {
  readonly server: StandIn;
  readonly clock: QuickClock;
  rows(more?: TrinoCall): AsyncGenerator<TrinoPage, void, undefined>;
  table(more?: TrinoCall): Promise<TrinoPage>;
  problem(more?: TrinoCall): Promise<Problem>;
}

async function ask(...statements: (readonly Step[])[]): Promise<Asked> {
  const server = await standIn(...statements);
  open.push(server);
  const clock = quickClock();
  const address = trinoAddress({ url: `${server.url}/lake/logs`, user: "ada" });
  const call = (more: TrinoCall = {}): TrinoCall => ({ clock, random: () => 0.5, ...more });
  return {
    server,
    clock,
    rows: (more) => trinoRows(address, "SELECT 1", call(more)),
    table: (more) => trinoTable(address, "SELECT 1", call(more)),
    problem: (more) => problemOf(trinoTable(address, "SELECT 1", call(more))),
  };
}

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  const error = await promise.then(
    () => new Error("it did not fail"),
    (why: unknown) => why,
  );
  if (!(error instanceof GoldieError)) throw error;
  return error.problem;
}

const keyOf = ({ code, reason }: Problem): string => `${code}/${reason}`;
const ids = [{ name: "id", type: "bigint" }];
const failed = (errorName: string, errorType: string, message = "it broke"): Step => ({
  error: { errorName, errorType, message, errorCode: 1 },
  stats: { state: "FAILED" },
});
/** A first page without rows, as Trino answers a POST. */
const queued: Step = { stats: { state: "QUEUED" } };

describe("pages", () => {
  test("come in their order, with their columns", async () => {
    const { rows, server } = await ask([queued, { columns: ids, data: [[1], [2]] }, {}, { data: [[3]] }, {}]);
    const pages: TrinoPage[] = [];
    for await (const page of rows()) pages.push(page);
    expect(pages).toEqual([
      { columns: ids, rows: [[1], [2]] },
      { columns: ids, rows: [[3]] },
    ]);
    expect(server.methods()).toEqual(["POST", "GET", "GET", "GET", "GET"]);
    expect(server.seen[0]).toMatchObject({ path: "/v1/statement", body: "SELECT 1" });
  });

  test("a result without rows has columns", async () => {
    const { table } = await ask([queued, { columns: ids }, {}]);
    expect(await table()).toEqual({ columns: ids, rows: [] });
  });

  test("are held back until the statement has finished", async () => {
    const { rows, server } = await ask([queued, { columns: ids, data: [[1]] }, { data: [[2]] }, {}]);
    for await (const { rows: first } of rows()) {
      expect(first).toEqual([[1]]);
      expect(server.methods()).toEqual(["POST", "GET", "GET", "GET"]);
      break;
    }
    expect(server.methods()).not.toContain("DELETE");
  });

  test("beyond what is held, come as they are there", async () => {
    const { rows, server } = await ask([queued, { columns: ids, data: [[1]] }, { data: [[2]] }, {}]);
    const pages = rows({ held: 0 });
    expect((await pages.next()).value?.rows).toEqual([[1]]);
    expect(server.methods()).toEqual(["POST", "GET"]);
    expect((await pages.next()).value?.rows).toEqual([[2]]);
    expect((await pages.next()).done).toBe(true);
  });

  test("tell how far the statement is", async () => {
    const stats = {
      state: "RUNNING",
      processedRows: 500,
      processedBytes: 4000,
      completedSplits: 3,
      totalSplits: 12,
      progressPercentage: 25,
    };
    const { table } = await ask([queued, { stats }, { columns: ids, data: [[1]] }]);
    const told: TrinoProgress[] = [];
    await table({ onProgress: (progress) => told.push(progress) });
    const nothing = { rows: 0, bytes: 0, completedSplits: 0, totalSplits: 0 };
    expect(told).toEqual([
      { state: "QUEUED", ...nothing },
      { state: "RUNNING", rows: 500, bytes: 4000, completedSplits: 3, totalSplits: 12, done: 0.25 },
      { state: "FINISHED", ...nothing },
    ]);
  });
});

describe("values", () => {
  const read = async (type: string, raw: string): Promise<unknown> => {
    const { table } = await ask([{ columns: [{ name: "x", type }], data: "RAW", raw }]);
    return (await table()).rows.flat();
  };

  test.each([
    [
      "double",
      '[[1.5],["NaN"],["Infinity"],["-Infinity"],[-0.0],[null]]',
      [1.5, NaN, Infinity, -Infinity, -0, null],
    ],
    ["double", "[[0.30000000000000004],[18446744073709551616]]", [0.1 + 0.2, 2 ** 64]],
    ["real", '[[0.1],["NaN"]]', [Math.fround(0.1), NaN]],
    ["bigint", "[[9007199254740991],[null],[-7]]", [Number.MAX_SAFE_INTEGER, null, -7]],
    ["bigint", "[[9007199254740993],[-9223372036854775808],[12]]", [2n ** 53n + 1n, -(2n ** 63n), 12]],
    ["integer", "[[7],[null]]", [7, null]],
    ["boolean", "[[true],[false],[null]]", [true, false, null]],
    ["decimal(10,2)", '[["12.50"]]', [12.5]],
    ["decimal(38,2)", '[["123456789012345678901234567890.50"]]', ["123456789012345678901234567890.50"]],
    ["varchar(3)", '[["é\\ud83d\\ude00"],["NaN"],[null]]', ["é😀", "NaN", null]],
    ["timestamp(3)", '[["2026-01-01 00:00:00.000"]]', ["2026-01-01 00:00:00.000"]],
  ])("of type %s: %s", async (type, raw, wanted) => {
    expect(await read(type, raw)).toEqual(wanted);
  });

  test("a long number in a text is no number", async () => {
    const columns = [
      { name: "n", type: "bigint" },
      { name: "t", type: "varchar" },
    ];
    const raw = '[[9007199254740993,"a \\" 9007199254740995, 12345678901234567890"]]';
    const { table } = await ask([{ columns, data: "RAW", raw }]);
    expect((await table()).rows).toEqual([[2n ** 53n + 1n, 'a " 9007199254740995, 12345678901234567890']]);
  });

  test("that are not plain are refused", async () => {
    const { problem, server } = await ask([
      { columns: [{ name: "x", type: "array(bigint)" }], data: [[[1]]] },
      {},
    ]);
    expect(await problem()).toMatchObject({ reason: "trino-value", fields: { type: "array(bigint)" } });
    expect(server.methods()).toEqual(["POST", "DELETE"]);
  });
});

describe("a statement that fails", () => {
  test.each([
    [
      "TABLE_NOT_FOUND",
      "line 1:15: Table 'lake.logs.rnus' does not exist",
      "engine-refused/trino-table",
      "lake.logs.rnus",
    ],
    ["COLUMN_NOT_FOUND", "line 1:8: Column 'docc' cannot be resolved", "engine-refused/trino-column", "docc"],
    ["SCHEMA_NOT_FOUND", "line 1:15: Schema 'losg' does not exist", "engine-refused/trino-schema", "losg"],
    ["CATALOG_NOT_FOUND", "line 1:15: Catalog 'lkae' not found", "engine-refused/trino-catalog", "lkae"],
    [
      "PERMISSION_DENIED",
      "Access Denied: Cannot select from table t",
      "engine-refused/trino-permission",
      undefined,
    ],
    [
      "TYPE_MISMATCH",
      "line 1:9: '+' cannot be applied to varchar, integer",
      "engine-refused/trino-type",
      undefined,
    ],
    [
      "FUNCTION_NOT_FOUND",
      "line 1:8: Unexpected parameters (varchar) for function sum",
      "engine-refused/trino-type",
      undefined,
    ],
    [
      "FUNCTION_NOT_FOUND",
      "line 1:8: Function 'smu' not registered",
      "engine-refused/trino-statement",
      undefined,
    ],
    ["QUERY_TEXT_TOO_LARGE", "Query text length (2) exceeds 1", "engine-refused/trino-too-long", undefined],
    ["SYNTAX_ERROR", "line 1:1: mismatched input 'SELCT'", "engine-refused/trino-statement", undefined],
    ["EXCEEDED_SCAN_LIMIT", "too much", "engine-failed/trino-limit", undefined],
  ])("by USER_ERROR %s is run once", async (errorName, message, key, name) => {
    const { problem, server } = await ask([queued, failed(errorName, "USER_ERROR", message)]);
    const told = await problem();
    expect(keyOf(told)).toBe(key);
    expect(told.fields).toMatchObject({ errorName, errorType: "USER_ERROR", queryId: expect.any(String) });
    expect(told.fields?.["name"]).toBe(name);
    expect(told.fields?.["message"]).not.toMatch(/^line \d/);
    expect(server.methods()).toEqual(["POST", "GET"]);
  });

  test("by something outside is run once", async () => {
    const { problem, server } = await ask([queued, failed("HIVE_METASTORE_ERROR", "EXTERNAL")]);
    expect(keyOf(await problem())).toBe("engine-failed/trino-query");
    expect(server.methods()).toEqual(["POST", "GET"]);
  });

  test.each([
    ["INTERNAL_ERROR", "REMOTE_HOST_GONE", "engine-failed/trino-query"],
    ["INSUFFICIENT_RESOURCES", "CLUSTER_OUT_OF_MEMORY", "engine-failed/trino-limit"],
    ["INSUFFICIENT_RESOURCES", "EXCEEDED_TIME_LIMIT", "engine-failed/trino-limit"],
  ])("by %s %s is run again, once", async (errorType, errorName, key) => {
    const step = failed(errorName, errorType);
    const good = await ask(
      [queued, { columns: ids, data: [[1]] }, step],
      [queued, { columns: ids, data: [[2]] }],
    );
    const retried: string[] = [];
    const { rows } = await good.table({ onRetry: (problem) => retried.push(keyOf(problem)) });
    // Nothing of the first try is left.
    expect(rows).toEqual([[2]]);
    expect(retried).toEqual([key]);
    expect(good.server.methods()).toEqual(["POST", "GET", "GET", "POST", "GET"]);
    expect(good.clock.waits).toEqual([2000]);

    const bad = await ask([queued, step], [queued, step], [queued]);
    expect(keyOf(await bad.problem())).toBe(key);
    expect(bad.server.methods()).toEqual(["POST", "GET", "POST", "GET"]);
  });

  test("is not run again once rows were handed out", async () => {
    const { rows, server } = await ask([
      { columns: ids, data: [[1]] },
      failed("REMOTE_HOST_GONE", "INTERNAL_ERROR"),
    ]);
    const pages = rows({ held: 0 });
    await pages.next();
    expect(keyOf(await problemOf(pages.next()))).toBe("engine-failed/trino-query");
    expect(server.methods()).toEqual(["POST", "GET"]);
  });
});

describe("requests that fail", () => {
  test("502, 503, 504 and 429 are asked again, and no page is lost", async () => {
    const { table, server, clock } = await ask([
      { status: 503 },
      queued,
      { status: 502 },
      { columns: ids, data: [[1]] },
      { status: 504, body: "<html>" },
      "drop",
      { status: 429, headers: { "retry-after": "3" } },
      { data: [[2]] },
    ]);
    expect((await table()).rows).toEqual([[1], [2]]);
    const [post, again, get, same, ...rest] = server.seen.map(({ method, path }) => `${method} ${path}`);
    expect([post, get]).toEqual([again, same]);
    expect(new Set(rest).size).toBe(1);
    expect(rest).toHaveLength(4);
    // A fourth is left to chance, and what a server asks for is the least.
    expect(clock.waits.slice(0, 4)).toEqual([75, 75, 75, 150]);
    expect(clock.waits.slice(4).some((ms) => ms >= 3000)).toBe(true);
  });

  test("a coordinator that is busy for too long is a failure", async () => {
    const { problem, server } = await ask([
      queued,
      ...Array.from({ length: 20 }, (): Step => ({ status: 503 })),
    ]);
    const told = await problem();
    expect(keyOf(told)).toBe("engine-failed/trino-lost");
    expect(told.fields).toMatchObject({ message: "HTTP 503 (tried 10 times)" });
    expect(server.methods()).toHaveLength(12);
    expect(server.methods().at(-1)).toBe("DELETE");
  });

  test("one that is not there", async () => {
    const { problem, server } = await ask();
    await server.close();
    const told = await problem();
    expect(keyOf(told)).toBe("engine-failed/trino-unreachable");
    expect(told.fields).toMatchObject({ message: expect.stringContaining("connection refused") });
  });

  test("one that ends while it is sent the statement: it is not sent twice", async () => {
    const { problem, server } = await ask(["drop"]);
    expect(keyOf(await problem())).toBe("engine-failed/trino-unreachable");
    expect(server.methods()).toEqual(["POST"]);
  });

  test("one that is gone in the middle", async () => {
    const { problem } = await ask([queued, { columns: ids, data: [[1]] }, "gone"]);
    const told = await problem();
    expect(keyOf(told)).toBe("engine-failed/trino-lost");
    expect(told.fields).toMatchObject({
      queryId: "20260101_000000_00001_stand",
      message: expect.stringContaining("connection refused"),
    });
  });

  test("one that was started anew and has forgotten the query", async () => {
    const { problem } = await ask([queued, { status: 404, body: "Query not found" }]);
    expect(await problem()).toMatchObject({
      reason: "trino-lost",
      fields: { message: "HTTP 404: Query not found" },
    });
  });

  test.each([
    ["text", { status: 200, body: "<html>Welcome" }],
    ["half of an answer", { status: 200, body: '{"id":"1","stats":{"state":"RUN' }],
    ["other JSON", { status: 200, body: "[]" }],
    ["segments that were not asked for", { data: { encoding: "json", segments: [] } }],
    ["another page", { status: 404, body: "no such page" }],
    ["a redirect", { status: 302, headers: { location: "https://other.example/v1" } }],
  ] as [string, Step][])("%s instead of an answer", async (_, step) => {
    const { problem, server } = await ask([step]);
    expect(keyOf(await problem())).toBe("engine-failed/trino-answer");
    expect(server.methods()).toEqual(["POST"]);
  });

  test("half of an answer in the middle ends the statement", async () => {
    const { problem, server } = await ask([queued, { status: 200, body: '{"id":"1","st' }]);
    expect(keyOf(await problem())).toBe("engine-failed/trino-answer");
    expect(server.methods()).toEqual(["POST", "GET", "DELETE"]);
  });

  test("rows that stop before the statement has finished are no result", async () => {
    const { problem } = await ask([queued, { columns: ids, data: [[1]], stats: { state: "RUNNING" } }]);
    expect(keyOf(await problem())).toBe("engine-failed/trino-answer");
  });

  test("a result at another host is not followed", async () => {
    const { problem, server } = await ask([{ nextUri: "http://other.example:8080/v1/statement/1" }, {}]);
    expect(await problem()).toMatchObject({
      reason: "trino-elsewhere",
      fields: { host: server.url, other: "http://other.example:8080" },
    });
    expect(server.methods()).toEqual(["POST"]);
  });
});

describe("cancelling", () => {
  const aborted = async (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => "not cancelled",
      (error: unknown) => (error instanceof CallError ? error.trouble : error),
    );

  test("ends the statement", async () => {
    const { table, server } = await ask([queued, "hold"]);
    const stop = new AbortController();
    server.onRequest = ({ method }) => {
      if (method === "GET") stop.abort();
    };
    expect(await aborted(table({ signal: stop.signal }))).toBe("aborted");
    expect(server.methods()).toEqual(["POST", "GET", "DELETE"]);
    expect(server.seen[2]!.path).toBe(server.seen[1]!.path);
  });

  test("between two tries too", async () => {
    const { table, server } = await ask([
      queued,
      ...Array.from({ length: 9 }, (): Step => ({ status: 503 })),
    ]);
    const stop = new AbortController();
    server.onRequest = () => {
      if (server.seen.length === 4) stop.abort();
    };
    expect(await aborted(table({ signal: stop.signal }))).toBe("aborted");
    expect(server.methods()).toEqual(["POST", "GET", "GET", "GET", "DELETE"]);
  });

  test("before anything was sent", async () => {
    const { table, server } = await ask([queued]);
    expect(await aborted(table({ signal: AbortSignal.abort() }))).toBe("aborted");
    expect(server.methods()).toEqual([]);
  });

  test("whoever has enough rows ends the statement", async () => {
    const { rows, server } = await ask([{ columns: ids, data: [[1]] }, { data: [[2]] }, { data: [[3]] }]);
    for await (const page of rows({ held: 0 })) {
      expect(page.rows).toEqual([[1]]);
      break;
    }
    expect(server.methods()).toEqual(["POST", "DELETE"]);
  });
});

describe("headers and credentials", () => {
  const PASSWORD = "corr:ect horse 7";
  const TOKEN = "eyJhbGciOi.eyJzdWIiOiJhZGEi.c2lnbmVk";

  /** The stand-in has no TLS; whatever goes to https://trino.example ends there. */
  async function overTls(step: Step, more: { user?: string; password?: string; token?: string }) {
    const server = await standIn([step]);
    open.push(server);
    const url =
      "trino://trino.example/lake/logs?ssl=true&session.query_max_run_time=5m&session.a.b=x%20%2B%3D,y";
    const through: typeof fetch = (address, init) =>
      fetch(String(address).replace("https://trino.example", server.url), init);
    const promise = trinoTable(trinoAddress({ url, ...more }), "SELECT 1", {
      fetch: through,
      clock: quickClock(),
    });
    return { server, promise };
  }

  test("say who asks for what", async () => {
    const { server, promise } = await overTls(
      { columns: ids, data: [[1]] },
      { user: "ada", password: PASSWORD },
    );
    await promise;
    expect(server.seen[0]!.headers).toMatchObject({
      "x-trino-user": "ada",
      "x-trino-catalog": "lake",
      "x-trino-schema": "logs",
      "x-trino-source": "goldie",
      "x-trino-client-info": expect.stringMatching(/^goldie \d/),
      "x-trino-session": "query_max_run_time=5m,a.b=x%20%2B%3D%2Cy",
      authorization: `Basic ${Buffer.from(`ada:${PASSWORD}`).toString("base64")}`,
      "content-type": "text/plain; charset=utf-8",
    });
  });

  test("a token says who it is", async () => {
    const { server, promise } = await overTls({ columns: ids, data: [[1]] }, { token: TOKEN });
    await promise;
    expect(server.seen[0]!.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(server.seen[0]!.headers).not.toHaveProperty("x-trino-user");
  });

  test.each([
    [
      "an error of the statement",
      failed("GENERIC_USER_ERROR", "USER_ERROR", `ada sent ${PASSWORD} ${TOKEN}`),
    ],
    ["a refusal", { status: 401, body: `wrong: ${PASSWORD} ${TOKEN}` }],
    ["a failure", { status: 500, body: JSON.stringify({ message: `${PASSWORD} ${TOKEN}` }) }],
    ["a page", { status: 200, body: `${PASSWORD} ${TOKEN}` }],
  ] as [string, Step][])("are not in %s", async (_, step) => {
    for (const credential of [{ user: "ada", password: PASSWORD }, { token: TOKEN }]) {
      const { promise } = await overTls(step, credential);
      const secret = credential.password ?? credential.token!;
      const told = JSON.stringify(await problemOf(promise));
      expect(told).toContain("***");
      expect(told).not.toContain(secret);
    }
  });

  test("a refused login", async () => {
    const { promise } = await overTls(
      { status: 401, body: "Invalid credentials" },
      { user: "ada", password: PASSWORD },
    );
    expect(await problemOf(promise)).toMatchObject({
      code: "engine-refused",
      reason: "trino-login",
      fields: { status: 401, message: "Invalid credentials" },
    });
  });

  test("that cannot be sent", async () => {
    const { promise, server } = await overTls(queued, { token: `${TOKEN}\nx` });
    const told = await problemOf(promise);
    expect(keyOf(told)).toBe("bad-engine/trino-header");
    expect(JSON.stringify(told)).not.toContain(TOKEN);
    expect(server.seen).toEqual([]);
  });
});
