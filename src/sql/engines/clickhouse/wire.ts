/** Statements to ClickHouse by its published HTTP interface. */
import { randomUUID } from "node:crypto";
import { sendError } from "../../../calls/http.ts";
import { type Mask, maskOf } from "../../../calls/mask.ts";
import type { GoldieError } from "../../../core/problem.ts";
import type { SqlProgress, SqlQueryOptions, SqlValue } from "../../engine.ts";
import { sqlProblem } from "../../problems.ts";
import { type ClickHouseAddress, clickHouseHeaders } from "./address.ts";
import { decoderOf } from "./values.ts";

/** Rows that a statement brings along: a table that is there for as long as the statement. */
export interface ExternalTable {
  readonly name: string;
  /** "c0 Nullable(String), c1 Nullable(Float64)" */
  readonly structure: string;
  /** TabSeparated. */
  readonly text: string;
}

export interface ClickHouseStatement {
  readonly sql: string;
  /** By name, without "param_". */
  readonly params: Readonly<Record<string, string>>;
  readonly tables: readonly ExternalTable[];
  /** Makes or fills a table, and gives no rows. */
  readonly changes: boolean;
}

export interface ClickHouseOutside {
  readonly fetch?: typeof fetch;
}

/** An error that ClickHouse reports, by its number; undefined: it has none, or an answer is not ClickHouse's. */
export class ClickHouseError extends Error {
  readonly code: number | undefined;
  constructor(code: number | undefined, message: string) {
    super(message);
    this.code = code;
  }
}

const SETTINGS = {
  default_format: "JSONCompactEachRowWithNamesAndTypes",
  // Whole numbers beyond 2^53, NaN and infinity have no place in JSON.
  output_format_json_quote_64bit_integers: "1",
  output_format_json_quote_denormals: "1",
  // The answer begins when the statement has succeeded: no rows that would pass for all of them.
  wait_end_of_query: "1",
  max_query_size: "16777216",
} as const;
const READING = {
  // Reads, and changes settings.
  readonly: "2",
  cancel_http_readonly_queries_on_client_close: "1",
} as const;

/** ClickHouse takes a field of up to 128 KiB, and an address of up to 1 MiB. */
const MOST_FIELD = 120_000;
/** Rows of a batch. */
const BATCH = 10_000;

/** The values of a statement are texts of TabSeparated, and so are the fields of a table. */
export const escaped = (text: string): string =>
  text.replace(/[\\\t\n\r\0]/g, (c) => ESCAPES[c as keyof typeof ESCAPES]);
const ESCAPES = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\0": "\\0" } as const;

/** Rows in batches. Ends only where all rows came; whatever else happens, it throws. */
export async function* clickHouseRows(
  address: ClickHouseAddress,
  statement: ClickHouseStatement,
  { signal, onProgress }: SqlQueryOptions,
  { fetch: send = fetch }: ClickHouseOutside,
): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  signal?.throwIfAborted();
  const id = `goldie-${randomUUID()}`;
  const headers = clickHouseHeaders(address);
  const mask = maskOf(headers);
  const inTime = signal ?? new AbortController().signal;
  let isOver = false;
  let hasAnswered = false;
  try {
    const { url, ...request } = requestOf(address, statement, id);
    const response = await send(url, {
      ...request,
      method: "POST",
      headers: { ...headers, ...request.headers },
      redirect: "manual",
      signal: inTime,
    });
    if (!response.ok) {
      isOver = true;
      throw await refusalOf(response, mask);
    }
    hasAnswered = true;
    onProgress?.(progressOf(response));
    const tag = response.headers.get("x-clickhouse-exception-tag") ?? undefined;
    yield* batches(linesOf(response), tag, mask, statement.changes);
    isOver = true;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ClickHouseError || isProblem(error)) {
      isOver = true;
      throw error;
    }
    const cause = sendError(error, inTime, mask);
    const problem = sqlProblem.error(
      hasAnswered ? "engine-failed/lost" : "engine-failed/unreachable",
      { engine: "ClickHouse", message: `${new URL(address.origin).host}: ${cause.message}` },
      { level: "error" },
    );
    throw Object.assign(problem, { cause });
  } finally {
    if (!isOver) await kill(address, id, send);
  }
}

const isProblem = (error: unknown): error is GoldieError => (error as Error).name === "GoldieError";

function requestOf(
  address: ClickHouseAddress,
  { sql, params, tables, changes }: ClickHouseStatement,
  id: string,
): { readonly url: string; readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const url = new URL(address.origin);
  for (const [name, value] of Object.entries({ ...SETTINGS, ...(changes ? {} : READING) }))
    url.searchParams.set(name, value);
  url.searchParams.set("query_id", id);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(`param_${name}`, escaped(value));
  if (tables.length === 0)
    return { url: url.href, body: sql, headers: { "content-type": "text/plain; charset=utf-8" } };
  for (const { name, structure } of tables) {
    url.searchParams.set(`${name}_structure`, structure);
    url.searchParams.set(`${name}_format`, "TabSeparated");
  }
  const boundary = `goldie${randomUUID().replaceAll("-", "")}`;
  const part = (disposition: string, text: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
  const isShort = Buffer.byteLength(sql) <= MOST_FIELD;
  if (!isShort) url.searchParams.set("query", sql);
  const body = [
    ...(isShort ? [part('name="query"', sql)] : []),
    ...tables.map(({ name, text }) => part(`name="${name}"; filename="${name}"`, text)),
    `--${boundary}--\r\n`,
  ].join("");
  return { url: url.href, body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}

/** Both header and text have the number. */
async function refusalOf(response: Response, mask: Mask): Promise<Error> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    return new ClickHouseError(
      undefined,
      `HTTP ${status}: the server redirects; your password was not sent there`,
    );
  }
  const text = mask((await response.text()).slice(0, 4000)).trim();
  const code = numberOf(headers.get("x-clickhouse-exception-code") ?? /^Code: (\d+)/.exec(text)?.[1]);
  if (code === undefined && (status === 401 || status === 403))
    return new ClickHouseError(516, `HTTP ${status}${text === "" ? "" : `: ${text.slice(0, 300)}`}`);
  return new ClickHouseError(
    code,
    plain(code === undefined ? `HTTP ${status}: ${text.slice(0, 300)}` : text),
  );
}

/** Absent, or something else than the number of an error: then only the text counts. */
const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

/** Without the number, which is known, and the version at the end. */
function plain(text: string): string {
  const said = text.replace(/^Code: \d+\. DB::Exception: /, "").trimEnd();
  const version = said.lastIndexOf(" (version ");
  return (version >= 0 && said.endsWith(")") ? said.slice(0, version) : said).slice(0, 1000);
}

function progressOf({ headers }: Response): SqlProgress {
  try {
    const summary = JSON.parse(headers.get("x-clickhouse-summary") ?? "{}") as Record<string, string>;
    return {
      done: 1,
      ...(summary["read_rows"] === undefined ? {} : { rows: Number(summary["read_rows"]) }),
      ...(summary["read_bytes"] === undefined ? {} : { bytes: Number(summary["read_bytes"]) }),
    };
  } catch {
    return { done: 1 };
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}

/** The first line has names, the second types. */
async function* batches(
  lines: AsyncIterable<string>,
  tag: string | undefined,
  mask: Mask,
  changes: boolean,
): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  let names: readonly string[] | undefined;
  let decoders: readonly ((value: unknown) => SqlValue)[] | undefined;
  let rows: SqlValue[][] = [];
  let failed: string | undefined;
  for await (const line of lines) {
    // In the middle of a stream, an error is a text behind the rows.
    if (failed !== undefined) failed += `\n${line}`;
    else if (isException(line, tag)) failed = line;
    else if (line !== "") {
      const row = parsed(line, names?.length);
      if (names === undefined) names = row as string[];
      else if (decoders === undefined) decoders = (row as string[]).map(decoderOf);
      else rows.push(decoders.map((decode, i) => decode(row[i])));
      if (rows.length === BATCH) {
        yield rows;
        rows = [];
      }
    }
  }
  if (failed !== undefined) {
    const code = numberOf(/Code: (\d+)/.exec(failed)?.[1]);
    throw new ClickHouseError(code, plain(mask(failed.replace(/^_*exception_*\s*/i, "").trim())));
  }
  if (changes && names === undefined) return;
  // A statement without rows has both; without them it was cut.
  if (decoders === undefined) throw new ClickHouseError(undefined, "the answer has no columns");
  if (rows.length > 0) yield rows;
}

/** Rows begin with a bracket. */
const isException = (line: string, tag: string | undefined): boolean =>
  line.startsWith("__exception__") || line.startsWith("Code: ") || (tag !== undefined && line === tag);

/** `cells`: how many there have to be. A row without its last ones would have NULL there. */
function parsed(line: string, cells: number | undefined): readonly unknown[] {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch (error) {
    throw new ClickHouseError(
      undefined,
      `this is not a row: ${line.slice(0, 80)} (${(error as Error).message})`,
    );
  }
  if (Array.isArray(row) && (cells === undefined || row.length === cells)) return row;
  throw new ClickHouseError(
    undefined,
    `this is not a row${cells === undefined ? "" : ` of ${cells} cells`}: ${line.slice(0, 80)}`,
  );
}

const KILL_MS = 10_000;
/** Never throws: whatever comes of it, nobody waits for the statement any more. */
async function kill(address: ClickHouseAddress, id: string, send: typeof fetch): Promise<void> {
  const url = new URL(address.origin);
  url.searchParams.set("param_id", id);
  await send(url.href, {
    method: "POST",
    headers: { ...clickHouseHeaders(address), "content-type": "text/plain; charset=utf-8" },
    body: "KILL QUERY WHERE query_id = {id:String} ASYNC",
    redirect: "manual",
    signal: AbortSignal.timeout(KILL_MS),
  }).then(
    (response) => response.body?.cancel(),
    () => {},
  );
}
