/** The server of `goldie view`: one process, one user, one machine. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { GoldieError, type Problem } from "../core/problem.ts";
import type { ShownProblem } from "../reports/view/model.ts";
import { readBody } from "./_body.ts";
import { createEventStreams } from "./_events.ts";
import { type GuardedRequest, hostOf, ownHosts, type RefusedRequest, refusalOf } from "./_guard.ts";
import { SAFE_HEADERS } from "./_headers.ts";
import { closedPage } from "./_page.ts";
import { createSession, type Session } from "./_session.ts";
import type { DashboardData, Refusal } from "./data.ts";
import { dashboardProblem } from "./problems.ts";
import { type DashboardApp, type DashboardAssets, dashboardRoutes } from "./routes.ts";

export interface DashboardOptions {
  readonly data: DashboardData;
  readonly assets: DashboardAssets;
  /** The address to listen on. */
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Names and addresses under which browsers may reach it; the first is in the address that is printed. */
  readonly names: readonly [string, ...string[]];
  /** In the address that is printed; opens a session. */
  readonly token: string;
  /** Of the session; known to nobody. */
  readonly secret: string;
  /** A Problem as pages show it, without paths of other folders. */
  shown(problem: Problem): ShownProblem;
  /** Hears of errors that are no Problems. */
  failed?(error: unknown): void;
  /** Adds addresses of other parts. */
  more?(app: DashboardApp): void;
  readonly limits?: Partial<DashboardLimits>;
}

interface DashboardLimits {
  /** Bytes of a body. */
  readonly body: number;
  /** Milliseconds for the headers of a request to arrive, and for all of it. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How often those are checked. */
  readonly checkMs: number;
  readonly connections: number;
  readonly streams: number;
  /** Milliseconds that requests under way get when the server closes. */
  readonly graceMs: number;
}

const LIMITS: DashboardLimits = {
  body: 64 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 2_000,
  connections: 256,
  streams: 32,
  graceMs: 500,
};

export interface Dashboard {
  readonly port: number;
  /** With the token: opens a session. */
  readonly url: string;
  /** Ends streams at once, and requests under way after a moment. */
  close(): Promise<void>;
}

/** Resolves when it listens; throws a Problem where it cannot. */
export async function openDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { data, assets, host, names, token, secret } = options;
  const limits = { ...LIMITS, ...options.limits };
  const events = createEventStreams(data, limits.streams);
  const app = dashboardRoutes(data, assets, events);
  options.more?.(app);
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: 5_000,
  });
  server.maxConnections = limits.connections;
  server.maxHeadersCount = 100;
  const port = await listening(server, host, options.port);
  const session = createSession(token, secret, port);
  server.on("request", requestListener({ app, session, limits, options, port }));
  return {
    port,
    url: `http://${hostOf(names[0])}:${port}/?token=${encodeURIComponent(token)}`,
    async close() {
      events.close();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), limits.graceMs);
      await closed;
      clearTimeout(late);
    },
  };
}

interface Serving {
  readonly app: DashboardApp;
  readonly session: Session;
  readonly limits: DashboardLimits;
  readonly options: DashboardOptions;
  readonly port: number;
}

function requestListener({ app, session, limits, options, port }: Serving) {
  const isOwn = ownHosts(options.names, port);
  const answerOf = (error: unknown): RefusedRequest => {
    if (error instanceof GoldieError) return { status: statusOf(error.problem), problem: error.problem };
    options.failed?.(error);
    return { status: 500, problem: dashboardProblem("dashboard-failed", {}) };
  };
  app.notFound((c) => c.json(refusal({ status: 404, problem: dashboardProblem("no-page", {}) }), 404));
  app.onError((error, c) => {
    const refused = answerOf(error);
    return c.json(refusal(refused), refused.status);
  });
  const refusal = ({ problem }: RefusedRequest): Refusal => ({ problem: options.shown(problem) });
  const bodies = new WeakMap<IncomingMessage, string>();
  const respond = getRequestListener(
    (request, env) => {
      const body = bodies.get(env.incoming as IncomingMessage);
      if (body === undefined) return app.fetch(request);
      const { url, method, headers, signal } = request;
      return app.fetch(new Request(url, { method, headers, body, signal }));
    },
    // Request and Response of others in this process stay as they are.
    { overrideGlobalObjects: false },
  );

  async function listen(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(SAFE_HEADERS)) outgoing.setHeader(name, value);
    const request = guarded(incoming);
    const isPage = !request.target.startsWith("/api/") && !request.target.startsWith("/assets/");
    const refuse = (refused: RefusedRequest, page = false): void => {
      const { what, fix = "" } = options.shown(refused.problem);
      if (refused.status === 405) outgoing.setHeader("allow", "GET, POST");
      // What is left of a body that is not read must not be taken for the next request.
      outgoing.shouldKeepAlive = false;
      outgoing.writeHead(refused.status, {
        "content-type": page ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
      });
      outgoing.end(page ? closedPage(what, fix) : JSON.stringify(refusal(refused)));
    };
    const refused = refusalOf(request, isOwn);
    if (refused !== undefined) return refuse(refused);
    const { pathname, searchParams } = new URL(request.target, "http://localhost");
    const token = isPage && request.method === "GET" ? searchParams.get("token") : null;
    if (token !== null) {
      if (!session.isToken(token))
        return refuse({ status: 401, problem: dashboardProblem("not-allowed/token", {}) }, true);
      searchParams.delete("token");
      outgoing.setHeader("set-cookie", session.cookie);
      outgoing.writeHead(303, {
        location: `${pathname}${searchParams.size === 0 ? "" : `?${searchParams}`}`,
      });
      outgoing.end();
      return;
    }
    if (!session.isOpen(incoming.headers.cookie))
      return refuse({ status: 401, problem: dashboardProblem("not-allowed/session", {}) }, isPage);
    if (request.method === "POST") {
      const read = await readBody(incoming, limits.body);
      if ("refused" in read) return refuse(read.refused);
      bodies.set(incoming, read.text);
    }
    await respond(incoming, outgoing);
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    listen(incoming, outgoing).catch((error: unknown) => {
      // Most often the client has gone.
      if (!incoming.destroyed) options.failed?.(error);
      outgoing.destroy();
    });
  };
}

function guarded({ method = "", url = "", headers, rawHeaders }: IncomingMessage): GuardedRequest {
  const one = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join() : value;
  };
  return {
    method,
    target: url,
    hosts: rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === "host"),
    origin: one("origin"),
    site: one("sec-fetch-site"),
    mode: one("sec-fetch-mode"),
  };
}

const STATUSES: Readonly<Record<string, RefusedRequest["status"]>> = {
  "no-page": 404,
  "no-run": 404,
  "unknown-query": 404,
  "too-many-pages": 503,
  // The request is fine, and may be sent again.
  "cannot-write": 507,
  "labels-gone": 503,
};
const statusOf = ({ code }: Problem): RefusedRequest["status"] => STATUSES[code] ?? 400;

/** The port. */
function listening(server: Server, host: string, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => fail(refusedToListen(error, host, port)));
    server.listen({ host, port }, () => done((server.address() as AddressInfo).port));
  });
}

function refusedToListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return dashboardProblem.error("no-port/busy", { port });
    case "EACCES":
      return dashboardProblem.error("no-port/forbidden", { port });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return dashboardProblem.error("no-port/host", { host });
    default:
      return error;
  }
}
