/** What is refused before anything looks at a request: other hosts, other pages, other methods, malformed addresses. */
import type { Problem } from "../core/problem.ts";
import { dashboardProblem } from "./problems.ts";

/** What the guard reads of a request. */
export interface GuardedRequest {
  readonly method: string;
  /** As it was sent: path and query. */
  readonly target: string;
  /** Every Host header. */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  /** Sec-Fetch-Site and Sec-Fetch-Mode, which a web page cannot set. */
  readonly site: string | undefined;
  readonly mode: string | undefined;
}

export interface RefusedRequest {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 500 | 503 | 507;
  readonly problem: Problem;
}

/** `isOwn`: is this the value of Host under which the dashboard was opened? */
export function refusalOf(
  request: GuardedRequest,
  isOwn: (host: string) => boolean,
): RefusedRequest | undefined {
  const { method, target, hosts, origin, site, mode } = request;
  const [host, ...others] = hosts;
  if (host === undefined || others.length > 0 || !isOwn(host.toLowerCase()))
    return { status: 403, problem: dashboardProblem("not-allowed/host", {}) };
  if (!METHODS.has(method)) return { status: 405, problem: dashboardProblem("not-allowed/method", {}) };
  if (!TARGET.test(target)) return { status: 400, problem: dashboardProblem("bad-request/address", {}) };
  const foreign = { status: 403, problem: dashboardProblem("not-allowed/origin", {}) } as const;
  const isOwnOrigin = origin?.toLowerCase() === `http://${host.toLowerCase()}`;
  if (origin !== undefined && !isOwnOrigin) return foreign;
  // A write names the page it comes from, in one way or the other; browsers do so by themselves.
  if (method === "POST" && !isOwnOrigin && site !== "same-origin") return foreign;
  // Whoever follows a link gets the page, which holds nothing; other pages get none of the data. Other ports of this
  // machine are the same site, and so would be sent our cookie.
  const isLink = method === "GET" && mode === "navigate" && !target.startsWith("/api/");
  if (site !== undefined && site !== "same-origin" && site !== "none" && !isLink) return foreign;
  return undefined;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST"]);

/** A path of our own from the root, with or without a query. Everything else is no address of ours, however it is encoded. */
const TARGET = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*(?:\.[a-z0-9]+)?)?(?:\?[!-~]*)?$/;

/** A name or address as addresses have it. */
export const hostOf = (name: string): string => (name.includes(":") ? `[${name}]` : name);

/** Is this value of Host one under which the server can be meant? `names`: of the machine it listens on. */
export function ownHosts(names: readonly string[], port: number): (host: string) => boolean {
  const ends = port === 80 ? ["", ":80"] : [`:${port}`];
  const known = new Set(names.flatMap((name) => ends.map((end) => `${hostOf(name)}${end}`.toLowerCase())));
  return (given) => known.has(given);
}
