/** A server of our own that speaks the published protocol of Trino, as far as a client sees it: a stand-in, not a Trino. */
import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "../../src/calls/clock.ts";
import { listen } from "../retrievers/_loopback.ts";

interface StandInColumn {
  readonly name: string;
  readonly type: string;
}
/** What the next request about a statement gets. */
export type Step =
  | {
      readonly columns?: readonly StandInColumn[];
      readonly data?: unknown;
      readonly error?: object;
      readonly stats?: object;
      /** As it is, for numbers that JSON.stringify cannot write. */
      readonly raw?: string;
      readonly nextUri?: string;
    }
  /** The same page has to be asked for again. */
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  /** The connection breaks. */
  | "drop"
  /** The server is gone from now on. */
  | "gone"
  /** No answer, until the client gives up. */
  | "hold";

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export interface StandIn {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Such as ["POST", "GET", "DELETE"]. */
  methods(): string[];
  /** Called with each request, before it is answered. */
  onRequest?: (request: Seen) => void;
  close(): Promise<void>;
}

/** Each statement takes the next list of steps. */
export async function standIn(...statements: (readonly Step[])[]): Promise<StandIn> {
  const seen: Seen[] = [];
  let posts = 0;
  let left: Step[] = [];
  let token = 0;
  const server = await listen((request, body, response) => {
    const one = { method: request.method!, path: request.url!, body, headers: request.headers };
    seen.push(one);
    const isSame = one.method === "POST" && left.length > 0 && token === 0;
    if (one.method === "POST" && !isSame) {
      left = [...(statements[posts++] ?? [])];
      token = 0;
    }
    own.onRequest?.(one);
    if (one.method === "DELETE") return void response.writeHead(204).end();
    const step = left.shift();
    if (step === "hold") return;
    if (step === "drop") return void request.socket.destroy();
    if (step === "gone") return void server.close();
    if (step === undefined) return void response.writeHead(410).end("there is no such page");
    if ("status" in step) {
      response.writeHead(step.status, step.headers);
      return void response.end(step.body ?? "");
    }
    const { raw, stats, ...page } = step;
    const id = `20260101_000000_0000${posts}_stand`;
    const nextUri = `${server.url}/v1/statement/executing/${id}/y1/${++token}`;
    const answer = {
      id,
      infoUri: `${server.url}/ui/query.html`,
      ...(left.length > 0 ? { nextUri } : {}),
      ...page,
      stats: { state: left.length > 0 ? "RUNNING" : "FINISHED", ...stats },
    };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer).replace('"RAW"', () => raw ?? '"RAW"'));
  });
  const own: StandIn = {
    url: server.url,
    seen,
    methods: () => seen.map(({ method }) => method),
    close: server.close,
  };
  return own;
}

export interface QuickClock extends Clock {
  /** Milliseconds that were waited, in their order. */
  readonly waits: readonly number[];
}

/** Waits below ten seconds pass at once; longer ones are deadlines, which never come. */
export function quickClock(): QuickClock {
  let now = Date.UTC(2026, 0, 1);
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        signal?.addEventListener("abort", () => resolve(), { once: true });
        if (ms >= 10_000) return;
        now += ms;
        waits.push(ms);
        setImmediate(resolve);
      }),
  };
}
