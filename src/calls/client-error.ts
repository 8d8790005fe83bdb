/** What the errors of clients say about another try: their libraries agree on no class, but on a few fields. */
import { GoldieError } from "../core/problem.ts";
import { CallError } from "./call-error.ts";
import { fieldsOf, troubleOfStatus } from "./http.ts";
import { type Header, retryAfter } from "./rate-headers.ts";

/** Of Node and undici. */
const NETWORK: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "UND_ERR_SOCKET",
]);
const TIMEOUT: ReadonlySet<string> = new Set([
  "ETIMEDOUT",
  "ESOCKETTIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);
/** Nothing listens there, so that trying again soon does not help. */
const UNREACHABLE: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND"]);

/** As fetch says it where it gives no code: Node, then browsers. */
const FETCH =
  /^(?:fetch failed|terminated|failed to fetch|load failed|networkerror when attempting to fetch)/i;

/** A CallError where it says what went wrong; otherwise the error as it is, which is not tried again. */
export function clientError(error: unknown, signal?: AbortSignal, now: () => number = Date.now): unknown {
  if (error instanceof CallError || error instanceof GoldieError) return error;
  if (isForeignCallError(error)) return new CallError(error.trouble, error.message, error);
  if (signal?.aborted === true) return abortError(signal);
  let one = error;
  for (let depth = 0; depth < 5 && typeof one === "object" && one !== null; depth++) {
    const { code, name, cause, errors } = fieldsOf(one);
    const status = statusOf(one);
    if (status !== undefined) return ofStatus(error, status, one, now);
    if (typeof code === "string" && NETWORK.has(code))
      return new CallError("network", messageOf(error, one), {
        cause: error,
        ...(UNREACHABLE.has(code) ? { unreachable: true } : {}),
      });
    if ((typeof code === "string" && TIMEOUT.has(code)) || name === "TimeoutError")
      return new CallError("timeout", messageOf(error, one), { cause: error });
    if (one instanceof TypeError && cause === undefined && FETCH.test(one.message))
      return new CallError("network", messageOf(error, one), { cause: error });
    one = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return error;
}

/** Each entry of the package has its own copy of the class: that of another one is recognised by its name. */
const isForeignCallError = (error: unknown): error is CallError =>
  error instanceof Error && error.name === "CallError" && typeof (error as CallError).trouble === "string";

/** As fetch, axios, the AI SDK, Elastic, AWS and gRPC gateways have it. */
function statusOf(error: unknown): number | undefined {
  const { status, statusCode, meta, response, $metadata } = fieldsOf(error);
  const all = [
    status,
    statusCode,
    fieldsOf(meta)["statusCode"],
    fieldsOf(response)["status"],
    fieldsOf($metadata)["httpStatusCode"],
  ];
  return all.find((one): one is number => typeof one === "number" && one >= 400 && one < 600);
}

function ofStatus(error: unknown, status: number, holder: unknown, now: () => number): CallError {
  const { headers, responseHeaders, response } = fieldsOf(holder);
  const header = headerOf(headers ?? responseHeaders ?? fieldsOf(response)["headers"]);
  const wait = retryAfter(header, now());
  const message = messageOf(error);
  return new CallError(
    troubleOfStatus(status),
    message.includes(String(status)) ? message : `HTTP ${status}: ${message}`,
    {
      cause: error,
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
    },
  );
}

function headerOf(headers: unknown): Header {
  if (typeof (headers as Headers | undefined)?.get === "function")
    return (name) => (headers as Headers).get(name);
  const own = fieldsOf(headers);
  return (name) => (typeof own[name] === "string" ? own[name] : undefined);
}

const LONGEST = 500;
function messageOf(error: unknown, root?: unknown): string {
  const words = (x: unknown): string =>
    x instanceof Error ? x.message : String(fieldsOf(x)["message"] ?? x);
  const said = words(error);
  const deeper = root === undefined || root === error ? "" : words(root);
  return (deeper === "" || said.includes(deeper) ? said : `${said} (${deeper})`).slice(0, LONGEST);
}

export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof CallError) return reason;
  return reason instanceof Error && reason.name === "TimeoutError"
    ? new CallError("timeout", "no answer in time", { cause: reason })
    : new CallError("aborted", "the query was cancelled", { cause: reason });
}
