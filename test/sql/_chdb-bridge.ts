/**
 * A server of our own in front of chdb, which is ClickHouse as a library: the HTTP interface as far as our client uses
 * it. So the SQL is run by ClickHouse itself, and the requests are read by code of ours. Settings of the address are
 * passed on, but readonly cannot be taken back in a session of chdb and is left out.
 */
import { listen } from "../retrievers/_loopback.ts";

/** The part of a session that is used. */
interface ChdbSession {
  query(sql: string, format?: string): string;
  queryBind(sql: string, params: object, format?: string): string;
  insert(table: { table: string; values: Buffer; format: "TabSeparated" }): Promise<unknown>;
  cleanup(): void;
}

export interface ChdbBridge {
  /** clickhouse://… */
  readonly url: string;
  readonly session: ChdbSession;
  /** The settings and parameters of each request. */
  readonly asked: URLSearchParams[];
  close(): Promise<void>;
}

/** `chdb`: the package. */
export async function chdbBridge(chdb: { Session: new () => ChdbSession }): Promise<ChdbBridge> {
  const session = new chdb.Session();
  session.query("CREATE DATABASE IF NOT EXISTS bridge ENGINE = Memory");
  session.query("USE bridge");
  const asked: URLSearchParams[] = [];
  const server = await listen(async (request, body, response) => {
    const { searchParams } = new URL(request.url!, "http://bridge");
    asked.push(searchParams);
    const boundary = /boundary=(.+)$/.exec(request.headers["content-type"] ?? "")?.[1];
    const parts = boundary === undefined ? new Map([["query", body]]) : partsOf(body, boundary);
    const tables = [...parts.keys()].filter((name) => name !== "query");
    try {
      const params: Record<string, string> = {};
      for (const [name, value] of searchParams) {
        if (name.startsWith("param_")) params[name.slice(6)] = unescaped(value);
        else if (/^(output_format_|join_|max_)/.test(name)) session.query(`SET ${name} = ${Number(value)}`);
      }
      for (const name of tables) {
        session.query(`CREATE TABLE ${name} (${searchParams.get(`${name}_structure`)}) ENGINE = Memory`);
        await session.insert({
          table: name,
          values: Buffer.from(parts.get(name)!),
          format: searchParams.get(`${name}_format`) as "TabSeparated",
        });
      }
      const sql = parts.get("query") ?? searchParams.get("query")!;
      const text = session.queryBind(sql, params, searchParams.get("default_format")!);
      response.writeHead(200, { "content-type": "application/x-ndjson" }).end(text);
    } catch (error) {
      const { message } = error as Error;
      const code = /Code: (\d+)/.exec(message)?.[1] ?? "0";
      response.writeHead(500, { "x-clickhouse-exception-code": code }).end(message);
    } finally {
      for (const name of tables) session.query(`DROP TABLE IF EXISTS ${name}`);
    }
  });
  return {
    url: server.url.replace("http:", "clickhouse:"),
    session,
    asked,
    async close() {
      await server.close();
      session.cleanup();
    },
  };
}

function partsOf(body: string, boundary: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const at = part.indexOf("\r\n\r\n");
    parts.set(/ name="([^"]+)"/.exec(part)![1]!, part.slice(at + 4, -2));
  }
  return parts;
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, c: string) => ({ t: "\t", n: "\n", r: "\r", "0": "\0" })[c] ?? c);
