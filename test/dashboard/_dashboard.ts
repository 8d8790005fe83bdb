/** A dashboard over data made by hand, and requests to it as nobody's browser would send them. */
import { type RequestOptions, request } from "node:http";
import { connect } from "node:net";
import type { Problem } from "../../src/core/problem.ts";
import type { DashboardData, RunsView } from "../../src/dashboard/data.ts";
import { type Dashboard, type DashboardOptions, openDashboard } from "../../src/dashboard/server.ts";
import { storeProblem } from "../../src/store/problems.ts";

export const TOKEN = "token-of-the-tests-0123456789abcdef";
export const SECRET = "secret-of-the-tests-0123456789abcdef";

const noRuns: RunsView = { runs: [], files: [], problems: [] };

/** Knows no run at all. */
const emptyData: DashboardData = {
  project: { name: "harbour", goldie: "0.0.0", labels: false },
  runs: async () => noRuns,
  view: async ([ref]) => {
    throw storeProblem.error("no-run/name", { ref: ref!, nearest: [] });
  },
  query: async ([ref]) => {
    throw storeProblem.error("no-run/name", { ref: ref!, nearest: [] });
  },
  progress: (hear) => {
    hear([]);
    return () => {};
  },
  note: async () => {},
};

export interface Running {
  readonly dashboard: Dashboard;
  readonly host: string;
  /** Errors that the server told its owner. */
  readonly failures: unknown[];
  /** With a session, as the dashboard's own page would; what is given comes instead. */
  send(path: string, sent?: Sent): Promise<Reply>;
}

export interface Sent {
  readonly method?: string;
  /** Undefined: left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const shown = ({ code, what, fix }: Problem) => ({ level: "error", code, what, fix }) as const;

export async function withDashboard(
  use: (running: Running) => Promise<void>,
  data: Partial<DashboardData> = {},
  options: Partial<DashboardOptions> = {},
): Promise<void> {
  const failures: unknown[] = [];
  const dashboard = await openDashboard({
    data: { ...emptyData, ...data },
    assets: { script: { text: "void 0;", hash: "aaa" }, style: { text: "body{}", hash: "bbb" } },
    host: "127.0.0.1",
    port: 0,
    names: ["127.0.0.1", "localhost"],
    token: TOKEN,
    secret: SECRET,
    shown,
    failed: (error) => failures.push(error),
    ...options,
  });
  const host = `127.0.0.1:${dashboard.port}`;
  const own = { host, cookie: `goldie-${dashboard.port}=${SECRET}`, "sec-fetch-site": "same-origin" };
  try {
    await use({
      dashboard,
      host,
      failures,
      send: (path, { method = "GET", headers = {}, body } = {}) =>
        sendTo(dashboard.port, path, {
          method,
          headers: {
            ...own,
            ...(method === "POST" ? { origin: `http://${host}`, "content-type": "application/json" } : {}),
            ...headers,
          },
          ...(body === undefined ? {} : { body }),
        }),
    });
  } finally {
    await dashboard.close();
  }
}

export function sendTo(port: number, path: string, { method, headers = {}, body }: Sent): Promise<Reply> {
  return new Promise((done, fail) => {
    const options: RequestOptions = {
      host: "127.0.0.1",
      port,
      path,
      method,
      agent: false,
      setHost: false,
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    };
    const sent = request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () =>
        done({
          status: response.statusCode!,
          headers: response.headers,
          text: Buffer.concat(pieces).toString(),
        }),
      );
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

/** Sends bytes as they are, and gives back all that comes until the server closes the connection. */
export function sendRaw(port: number, ...pieces: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (piece) => {
      text += piece.toString("latin1");
    });
    // A server that has answered may close while we still write.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "ECONNRESET") fail(error);
    });
    socket.on("close", () => done(text));
    socket.on("connect", () => {
      for (const piece of pieces) socket.write(piece, "latin1");
    });
  });
}
