/** What a retriever throws: may it pass, and what to tell of it. */
import { CallError, type CallTrouble } from "../calls/call-error.ts";
import { GoldieError, type Problem, type ProblemPlace } from "../core/problem.ts";
import { liveProblem } from "./problems.ts";

/** Of Node and undici. */
const NETWORK = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_SOCKET",
]);
const TIMEOUT = new Set([
  "ETIMEDOUT",
  "ESOCKETTIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

interface ClientError {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly name?: unknown;
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly response?: { readonly status?: unknown };
  readonly cause?: unknown;
}

/** A client's own error, sorted by what it says of itself; anything else is taken for a bug, which no other try cures. */
export function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  if (isForeignCallError(error)) return new CallError(error.trouble, error.message, error);
  return new CallError(troubleOf(error), messageOf(error), { cause: error });
}

/** Each entry of the package has its own copy of the class: one of goldie/retrievers is recognised by its name. */
const isForeignCallError = (error: unknown): error is CallError =>
  error instanceof Error && error.name === "CallError" && typeof (error as CallError).trouble === "string";

function troubleOf(error: unknown, depth = 0): CallTrouble {
  if (typeof error !== "object" || error === null || error instanceof GoldieError) return "refused-request";
  const { code, name, status, statusCode, response, cause } = error as ClientError;
  if (typeof code === "string" && NETWORK.has(code)) return "network";
  if ((typeof code === "string" && TIMEOUT.has(code)) || name === "TimeoutError") return "timeout";
  const answered = [status, statusCode, response?.status].find((one) => typeof one === "number");
  if (typeof answered === "number") {
    if (answered === 429) return "rate";
    if (answered === 408) return "timeout";
    if (answered >= 500 && answered <= 599) return "server";
  }
  return cause === undefined || depth > 3 ? "refused-request" : troubleOf(cause, depth + 1);
}

/** fetch says "fetch failed", and the reason is its cause's. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : "";
  return cause === "" || error.message.includes(cause) ? error.message : `${error.message}: ${cause}`;
}

/** A query that was not answered. A Problem of the answer's reader stays what it is. */
export function failureOf(error: unknown, at: ProblemPlace): Problem {
  const own = ownProblem(error);
  if (own !== undefined) return { ...own, at: { ...own.at, ...at } };
  return liveProblem("retriever-failed/error", { message: messageOf(error) }, { at });
}

function ownProblem(error: unknown): Problem | undefined {
  if (error instanceof GoldieError) return error.problem;
  return error instanceof CallError && error.cause instanceof GoldieError ? error.cause.problem : undefined;
}
