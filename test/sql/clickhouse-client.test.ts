/** The client of ClickHouse, on a server of our own: a stand-in that answers as the HTTP interface is published, not a ClickHouse. */
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import type { SqlEngine, SqlProgress } from "../../src/sql/engine.ts";
import { parseClickHouseUrl } from "../../src/sql/engines/clickhouse/address.ts";
import { openClickHouse } from "../../src/sql/engines/clickhouse/clickhouse.ts";
import { type Loopback, listen } from "../retrievers/_loopback.ts";

interface Seen {
  readonly params: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Loopback | undefined;
afterEach(() => {
  vi.useRealTimers();
  return server?.close();
});

/** Each request gets the next answer. */
async function standIn(
  ...answers: ((response: ServerResponse, seen: Seen) => void)[]
): Promise<{ engine: SqlEngine; seen: Seen[] }> {
  const seen: Seen[] = [];
  server = await listen((request, body, response) => {
    const one = {
      params: new URL(request.url!, "http://stand-in").searchParams,
      headers: request.headers,
      body,
    };
    seen.push(one);
    const answer = answers.shift();
    if (answer === undefined) response.writeHead(500).end("nothing more was expected");
    else answer(response, one);
  });
  const url = server.url.replace("http://", "clickhouse://ann:s3cret-pass-word@");
  return { engine: openClickHouse(`${url}/traces`), seen };
}
const ok =
  (...lines: readonly unknown[]) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { "x-clickhouse-summary": '{"read_rows":"7","read_bytes":"70"}' });
    response.end(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  };
const refused =
  (status: number, code: number, text: string) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { "x-clickhouse-exception-code": String(code) });
    response.end(`Code: ${code}. DB::Exception: ${text} (version 26.7.2.1)\n`);
  };
const all = async (engine: SqlEngine, options = {}, sql = "SELECT 1") => {
  const rows: unknown[] = [];
  for await (const some of engine.query({ sql, values: ["it's\t"] }, options)) rows.push(...some);
  return rows;
};
const problemOf = async (body: Promise<unknown>): Promise<string> => {
  const error: unknown = await body.then(
    () => "nothing was refused",
    (why: unknown) => why,
  );
  if (!(error instanceof GoldieError)) return String(error);
  const { code, reason, what } = error.problem;
  return `${code}${reason === undefined ? "" : `/${reason}`}: ${what}`;
};

describe("what is sent", () => {
  test("a statement, its values, and who asks", async () => {
    const { engine, seen } = await standIn(ok(["x"], ["UInt8"], [1]));
    const progress: SqlProgress[] = [];
    expect(await all(engine, { onProgress: (one: SqlProgress) => progress.push(one) })).toEqual([[1]]);
    const [{ params, headers, body }] = seen as [Seen];
    expect(body).toBe("SELECT 1");
    expect(headers).toMatchObject({
      "x-clickhouse-user": "ann",
      "x-clickhouse-key": "s3cret-pass-word",
      "x-clickhouse-database": "traces",
    });
    expect(Object.fromEntries(params)).toMatchObject({
      default_format: "JSONCompactEachRowWithNamesAndTypes",
      readonly: "2",
      wait_end_of_query: "1",
      param_p0: "it's\\t",
    });
    expect(params.get("query_id")).toMatch(/^goldie-[0-9a-f-]{36}$/);
    expect(progress).toEqual([{ done: 1, rows: 7, bytes: 70 }]);
  });

  test("rows of ours go along, and only with statements that read them", async () => {
    const { engine, seen } = await standIn(ok(["x"], ["UInt8"]), ok(["x"], ["UInt8"]));
    const columns = [
      { name: "the doc", type: "text" },
      { name: "n", type: "double" },
    ] as const;
    const rows = [
      ["a\\\t\nb", Number.NEGATIVE_INFINITY],
      [null, Number.NaN],
      ["", -0.5],
    ];
    const given = await engine.give({ columns, rows });
    const text = engine.dialect.source(given);
    expect(text).toBe('(SELECT c0 AS "the doc", c1 AS "n" FROM goldie_rows_0_)');
    await all(engine);
    await all(engine, {}, `SELECT * FROM ${text}`);
    expect(seen[0]!.headers["content-type"]).toMatch(/^text\/plain/);
    const { params, headers, body } = seen[1]!;
    const [, boundary] = /^multipart\/form-data; boundary=(\w+)$/.exec(headers["content-type"]!)!;
    expect(body.split(`--${boundary}`).slice(1)).toEqual([
      `\r\nContent-Disposition: form-data; name="query"\r\n\r\nSELECT * FROM ${text}\r\n`,
      '\r\nContent-Disposition: form-data; name="goldie_rows_0_"; filename="goldie_rows_0_"\r\n\r\na\\\\\\t\\nb\t-inf\n\\N\tnan\n\t-0.5\n\r\n',
      "--\r\n",
    ]);
    expect(params.get("goldie_rows_0__structure")).toBe("c0 Nullable(String), c1 Nullable(Float64)");
    expect(params.get("goldie_rows_0__format")).toBe("TabSeparated");
  });

  test("a long statement with rows of ours: a field has room for 128 KiB", async () => {
    const urls: string[] = [];
    const engine = openClickHouse("clickhouse://host", {
      fetch: async (url, init) => {
        expect(init!.body).not.toContain('name="query"');
        urls.push(String(url));
        return new Response('["x"]\n["UInt8"]\n');
      },
    });
    const given = await engine.give({ columns: [{ name: "q", type: "text" }], rows: [["a"]] });
    const sql = `SELECT * FROM ${engine.dialect.source(given)} -- ${"é".repeat(70_000)}`;
    await all(engine, {}, sql);
    expect(new URL(urls[0]!).searchParams.get("query")).toBe(sql);
  });
});

describe("what comes back", () => {
  test("values by their types, in pieces", async () => {
    const types = ["UInt64", "Nullable(Float64)", "LowCardinality(Nullable(String))", "Array(UInt8)"];
    const lines = [
      ["a", "b", "c", "d"],
      types,
      ["18446744073709551615", "nan", "é", [1]],
      ["3", "-inf", null, []],
    ];
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { engine } = await standIn((response) => {
      // In the middle of a letter.
      const at = bytes.indexOf(0xa9);
      response.write(bytes.subarray(0, at));
      setImmediate(() => response.end(bytes.subarray(at)));
    });
    expect(await all(engine)).toEqual([
      [18446744073709551615n, Number.NaN, "é", "[1]"],
      [3, Number.NEGATIVE_INFINITY, null, "[]"],
    ]);
  });

  test.each([
    [
      "behind the rows",
      ["__exception__", "abcdefghijklmnop", "Code: 241. DB::Exception: Memory limit exceeded"],
    ],
    ["as older versions have it", ["Code: 241. DB::Exception: Memory limit exceeded"]],
  ])("an error in the middle of a stream, %s", async (_, lines) => {
    const { engine } = await standIn(ok(["x"], ["UInt8"], [1], ...lines));
    expect(await problemOf(all(engine))).toMatch(
      /^engine-failed\/engine: ClickHouse failed: .*Memory limit exceeded$/s,
    );
  });

  test("a stream that breaks off is no result", async () => {
    const { engine, seen } = await standIn((response) => {
      response.write('["x"]\n["UInt8"]\n[1]\n');
      setImmediate(() => response.destroy());
    }, ok());
    expect(await problemOf(all(engine))).toMatch(/^engine-failed\/lost: /);
    expect(seen[1]!.body).toContain("KILL QUERY");
  });

  test.each([
    ["nothing at all", ""],
    ["the half of a row", '["x"]\n["UInt8"]\n[1'],
    ["a row without its last cell", '["x","n"]\n["UInt8","Nullable(UInt8)"]\n[1]\n'],
    ["a row with one more", '["x"]\n["UInt8"]\n[1,2]\n'],
    ["types for some columns only", '["x","n"]\n["UInt8"]\n[1,2]\n'],
    ["an object", '["x"]\n["UInt8"]\n{"x":1}\n'],
    ["a page of a proxy", "<html>"],
  ])("%s is no result", async (_, text) => {
    const { engine } = await standIn((response) => void response.end(text));
    expect(await problemOf(all(engine))).toMatch(/^engine-failed\/engine: /);
  });
});

describe("what is refused", () => {
  test.each([
    [500, 241, "engine-failed/engine: ClickHouse failed: Unknown table x"],
    [404, 60, "engine-refused/engine: ClickHouse cannot read this: Unknown table x"],
    [400, 72, "engine-refused/engine: ClickHouse cannot read this: Unknown table x"],
    [500, 497, "engine-refused/permission: ClickHouse does not allow it: Unknown table x"],
    [500, 164, "engine-refused/permission: ClickHouse does not allow it: Unknown table x"],
    [403, 516, "engine-refused/login: ClickHouse refuses the login: Unknown table x"],
  ])("status %i with code %i", async (status, code, want) => {
    const { engine, seen } = await standIn(refused(status, code, "Unknown table x"));
    expect(await problemOf(all(engine))).toBe(want);
    expect(seen).toHaveLength(1);
  });

  test("an error without a number is told by its text", async () => {
    const { engine } = await standIn((response) => void response.writeHead(502).end("bad gateway"));
    expect(await problemOf(all(engine))).toBe(
      "engine-failed/engine: ClickHouse failed: HTTP 502: bad gateway",
    );
  });

  test("a table that is not there has no columns", async () => {
    const { engine } = await standIn(refused(404, 60, "no"), refused(404, 81, "no"), refused(500, 497, "no"));
    const source = { kind: "table", name: ['a"\\b', "c"] } as const;
    expect(await engine.describe(source)).toBeUndefined();
    expect(await engine.describe(source)).toBeUndefined();
    expect(await problemOf(engine.describe(source))).toMatch(/^engine-refused\/permission/);
  });

  test("a database that is not there has no place for a table", async () => {
    const { engine, seen } = await standIn(ok(["result"], ["UInt8"], [0]), ok(["result"], ["UInt8"], [1]));
    expect(await engine.hasSchema!(['a"\\b', "c"])).toBe(false);
    expect(await engine.hasSchema!(["traces", "c"])).toBe(true);
    // That of the connection is there, or nothing can be read either.
    expect(await engine.hasSchema!(["c"])).toBe(true);
    expect(seen.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^EXISTS DATABASE "a/),
      expect.stringMatching(/^EXISTS DATABASE "traces"/),
    ]);
  });

  test("a proxy that refuses, and one that redirects", async () => {
    const { engine } = await standIn(
      (response) => void response.writeHead(401).end("who is s3cret-pass-word?"),
      (response) => void response.writeHead(307, { location: "http://other.example/" }).end(),
    );
    expect(await problemOf(all(engine))).toBe(
      "engine-refused/login: ClickHouse refuses the login: HTTP 401: who is ***?",
    );
    expect(await problemOf(all(engine))).toMatch(
      /^engine-failed\/engine: ClickHouse failed: HTTP 307: the server redirects/,
    );
  });

  test("nobody listens", async () => {
    const { engine } = await standIn();
    await server!.close();
    expect(await problemOf(all(engine))).toMatch(/^engine-failed\/unreachable: cannot reach ClickHouse: 127/);
  });
});

describe("a table of results", () => {
  const columns = [
    { name: 'the "run"', type: "text" },
    { name: "value", type: "double" },
  ] as const;
  const rows = Array.from({ length: 50_001 }, (_, i): (string | number | null)[] => [`r${i}`, null]);
  const done = (response: ServerResponse): void => void response.writeHead(200).end();

  test("is made and filled in parts, by requests that may change something", async () => {
    const { engine, seen } = await standIn(done, done, done, ok(["x"], ["UInt8"], [1]));
    await engine.write!(["db", "scores"], { columns, rows });
    expect(seen[0]!.body).toBe(
      'CREATE TABLE "db"."scores" ("the \\"run\\"" Nullable(String), "value" Nullable(Float64)) ENGINE = MergeTree ORDER BY tuple()',
    );
    expect(
      seen.slice(1).map(({ body }) => body.includes('INSERT INTO "db"."scores" SELECT * FROM (SELECT c0 AS')),
    ).toEqual([true, true]);
    expect(seen.map(({ body }) => body.split("\\N\n").length - 1)).toEqual([0, 50_000, 1]);
    expect(seen.map(({ params }) => params.has("readonly"))).toEqual([false, false, false]);
    // Whatever comes next reads only.
    await all(engine);
    expect(seen[3]!.params.get("readonly")).toBe("2");
    expect(seen[3]!.headers["content-type"]).toMatch(/^text\/plain/);
  });

  test("is dropped where a part fails; one that was there before is not", async () => {
    const broken = await standIn(done, done, refused(500, 241, "Memory limit exceeded"), done);
    expect(await problemOf(broken.engine.write!(["scores"], { columns, rows }))).toMatch(
      /^engine-failed\/engine: ClickHouse failed: Memory limit exceeded/,
    );
    expect(broken.seen.map(({ body }) => body).at(-1)).toBe('DROP TABLE "scores"');
    await server!.close();
    const there = await standIn(refused(500, 57, "Table scores already exists"));
    expect(await problemOf(there.engine.write!(["scores"], { columns, rows }))).toContain("already exists");
    expect(there.seen).toHaveLength(1);
  });

  /** A server that does what it is asked, whoever waits for it; `on`: what else becomes of statements that begin so. */
  const serving = (on: Readonly<Record<string, () => Response | Promise<Response>>>) => {
    const sent: string[] = [];
    const stop = new AbortController();
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      init!.signal!.throwIfAborted();
      const verb = /CREATE|INSERT|DROP|KILL/.exec(String(init!.body))![0];
      sent.push(verb);
      const gone = new Promise<never>((_, reject) => {
        init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason));
      });
      return Promise.race([(async () => on[verb]?.() ?? new Response(""))(), gone]);
    };
    const engine = openClickHouse("clickhouse://host", { fetch: fetch as typeof globalThis.fetch });
    const writing = () =>
      problemOf(engine.write!(["db", "t"], { columns, rows: [["r", 1]] }, { signal: stop.signal }));
    const enough = () => stop.abort(new Error("enough"));
    return { sent, writing, enough };
  };
  const failed = (code: string) => () => {
    throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
  };

  test.each(["CREATE", "INSERT"])("is dropped where the command is cancelled during %s", async (verb) => {
    const { sent, writing, enough } = serving({
      [verb]: async () => {
        enough();
        await sleep(20);
        return new Response("");
      },
    });
    expect(await writing()).toBe("Error: enough");
    expect(sent).toEqual(verb === "CREATE" ? ["CREATE", "DROP"] : ["CREATE", "INSERT", "KILL", "DROP"]);
  });

  test("is not dropped where the command is cancelled during CREATE, and it was there before", async () => {
    const { sent, writing, enough } = serving({
      CREATE: () => {
        enough();
        return new Response("Code: 57. DB::Exception: Table db.t already exists", { status: 500 });
      },
    });
    expect(await writing()).toBe("Error: enough");
    expect(sent).toEqual(["CREATE"]);
  });

  test.each([
    ["the answer to CREATE is lost", failed("ECONNRESET")],
    ["a proxy does not wait for CREATE", () => new Response("gateway timeout", { status: 504 })],
  ])("may be left where %s, which is told", async (_, CREATE) => {
    const { sent, writing } = serving({ CREATE });
    expect(await writing()).toMatch(
      /^engine-failed\/table-unknown: ClickHouse did not say whether it made table "db"\."t"/,
    );
    expect(sent).not.toContain("DROP");
  });

  test("was not made where nobody listens", async () => {
    const { sent, writing } = serving({ CREATE: failed("ECONNREFUSED") });
    expect(await writing()).toMatch(/^engine-failed\/unreachable: /);
    expect(sent).not.toContain("DROP");
  });

  test("may be left where CREATE does not end within ten seconds of the cancelling", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { writing, enough } = serving({
      CREATE: () => {
        setTimeout(enough, 1000);
        return new Promise(() => {});
      },
    });
    const ended = writing();
    await vi.advanceTimersByTimeAsync(10_999);
    expect(await Promise.race([ended, "still waiting"])).toBe("still waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(await ended).toMatch(/^engine-failed\/table-unknown: .*enough$/);
  });

  test("is left where DROP fails, which is told", async () => {
    const INSERT = () => new Response("Code: 241. DB::Exception: Memory limit exceeded", { status: 500 });
    const { sent, writing } = serving({ INSERT, DROP: failed("ECONNREFUSED") });
    expect(await writing()).toMatch(
      /^engine-failed\/table-left: table "db"\."t" of ClickHouse may be left with a part of the rows: .*Memory limit exceeded; and then: host:8123: connection refused/,
    );
    expect(sent.slice(0, 3)).toEqual(["CREATE", "INSERT", "DROP"]);
  });

  test("needs the right to make one", async () => {
    const { engine } = await standIn(refused(500, 164, "Cannot execute query in readonly mode"));
    expect(await problemOf(engine.write!(["scores"], { columns, rows }))).toMatch(
      /^engine-refused\/permission/,
    );
  });
});

test("a statement that is cancelled is killed", async () => {
  const stop = new AbortController();
  const { engine, seen } = await standIn(() => stop.abort(new Error("enough")), ok());
  await expect(all(engine, { signal: stop.signal })).rejects.toThrow("enough");
  expect(seen[1]!.body).toBe("KILL QUERY WHERE query_id = {id:String} ASYNC");
  expect(seen[1]!.params.get("param_id")).toBe(seen[0]!.params.get("query_id"));
  expect(seen[1]!.params.has("readonly")).toBe(false);
  await expect(all(engine, { signal: stop.signal })).rejects.toThrow("enough");
  expect(seen).toHaveLength(2);
});

describe("addresses", () => {
  test("what they say", () => {
    expect(parseClickHouseUrl("clickhouse://a%40b:p%2F%@host/d%20b?secure=true")).toEqual({
      origin: "https://host:8443",
      user: "a@b",
      password: "p%2F%",
      database: "d b",
    });
    expect(parseClickHouseUrl("clickhouse://host")).toEqual({ origin: "http://host:8123" });
    expect(parseClickHouseUrl("clickhouse://[::1]:9000/x")).toEqual({
      origin: "http://[::1]:9000",
      database: "x",
    });
  });
  test.each([
    "http://host",
    "clickhouse://",
    "clickhouse://h?secure=1",
    "clickhouse://h?ssl=true",
    "clickhouse://h/a/b",
  ])("%s is none", (url) => {
    expect(() => parseClickHouseUrl(url)).toThrow("this is not an address of ClickHouse");
  });
});
