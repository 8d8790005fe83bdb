/** One HTTP request. Returns any response unchanged; throws a CallError if none arrives. */
import { CallError, type CallTrouble, type ServerLimits } from "./call-error.ts";
import { type Mask, maskOf } from "./mask.ts";
import { type Header, retryAfter } from "./rate-headers.ts";

/** A client's outside dependencies. */
export interface Outside {
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970, for dates in headers. */
  readonly now?: () => number;
  /** Maximum size of a reply in bytes, decompressed. */
  readonly mostBytes?: number;
}

/** Far more than any request asks for; stops servers that never stop sending. */
const MOST_BYTES = 16 * 1024 * 1024;

export interface HttpRequest {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, usually JSON. */
  readonly body?: string;
  /** What the request contains, in the words of its caller; named in the error if a redirect is refused. */
  readonly carries?: string;
  readonly signal: AbortSignal;
}
export interface HttpAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
  readonly header: Header;
  readonly retryAfterMs?: number;
  /** Removes keys from text before it is stored or printed. */
  readonly mask: Mask;
}

export async function sendHttp(
  url: string,
  { method = "POST", headers: given, body, carries = "your key and the request", signal }: HttpRequest,
  { fetch: send = fetch, now = Date.now, mostBytes = MOST_BYTES }: Outside,
): Promise<HttpAnswer> {
  const headers = headersOf(given);
  const mask = maskOf(given);
  let response: Response;
  let text: string;
  try {
    signal.throwIfAborted();
    // Following a redirect would send key and body to another host.
    const init = { method, headers, ...(body === undefined ? {} : { body }), signal };
    response = await send(url, { ...init, redirect: "manual" });
    refuseRedirect(response, url, carries, mask);
    text = await readBody(response, mostBytes);
  } catch (error) {
    throw sendError(error, signal, mask);
  }
  const header: Header = (name) => response.headers.get(name);
  const wait = retryAfter(header, now());
  return {
    ok: response.ok,
    status: response.status,
    text,
    header,
    mask,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

function refuseRedirect({ status, type, headers }: Response, url: string, carries: string, mask: Mask): void {
  // Browsers hide status and address of a redirect that is not followed.
  const hidden = type === "opaqueredirect";
  if (!hidden && ![301, 302, 303, 307, 308].includes(status)) return;
  const host = hostOf(headers.get("location"), url);
  throw new CallError(
    "redirect",
    `${hidden ? "the server" : `HTTP ${status}: the server`} redirects to ${host === undefined ? "another address" : mask(host)}; redirects are not followed, so ${carries} were not sent there`,
  );
}

function hostOf(location: string | null, base: string): string | undefined {
  try {
    return location === null ? undefined : new URL(location, base).host;
  } catch {
    return undefined;
  }
}

/** Reads piece by piece: a few megabytes can decompress to gigabytes. */
async function readBody({ body }: Response, mostBytes: number): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > mostBytes) {
      // Drop the connection; the rest of the response does not matter.
      reader.cancel().catch(() => {});
      throw new CallError(
        "too-large",
        `the reply is larger than ${sayBytes(mostBytes)} unpacked; stopped reading it`,
      );
    }
    text += decoder.decode(value, { stream: true });
  }
}

const sayBytes = (bytes: number): string =>
  bytes >= 1048576 ? `${Math.round(bytes / 1048576)} MiB` : `${bytes} bytes`;

/** Checked before sending: the error of fetch for an invalid header contains the key, and would be stored. */
function headersOf(given: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers({ "content-type": "application/json", ...given });
  } catch {
    throw new CallError("auth", "the key, or another header, has a character in it that cannot be sent");
  }
}

/** The error that a server reports. */
export interface ErrorBody {
  /** As sent by a gateway that answers with status 200. */
  readonly status?: number;
  readonly code: string;
  readonly message: string;
}

/** `{error: {message, type, code}}`, as most servers send it, or any other text. */
export function readErrorBody(text: string, mask: Mask = (said) => said): ErrorBody {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { code: "", message: mask(text).replace(/\s+/g, " ").trim().slice(0, 300) };
  }
  const outer = fieldsOf(body);
  const error =
    typeof outer["error"] === "string" ? { message: outer["error"] } : fieldsOf(outer["error"] ?? body);
  const more = fieldsOf(error["details"]);
  const codes = [error["code"], error["type"], more["error_code"]].filter((c) => typeof c === "string");
  const status = Number(error["code"] ?? error["status"]);
  return {
    ...(status >= 400 && status < 600 ? { status } : {}),
    code: mask(codes.join(" ")),
    // After parsing, which undoes escapes, and before the cut, which could leave half a key.
    message: mask(String(error["message"] ?? error["detail"] ?? text)).slice(0, 300),
  };
}

/** What a status means for retries; a caller that knows the server better sets `trouble` itself. */
export function httpError(
  status: number,
  body: ErrorBody,
  more: { readonly retryAfterMs?: number; readonly limits?: ServerLimits },
  trouble: CallTrouble = troubleOfStatus(status),
): CallError {
  const message = `HTTP ${status}${body.message === "" ? "" : `: ${body.message}`}`;
  return new CallError(trouble, message, more);
}

export function troubleOfStatus(status: number): CallTrouble {
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  if (status === 413) return "too-long";
  if (status === 408) return "timeout";
  if (status === 429) return "rate";
  return status >= 500 || status === 409 || status === 425 ? "server" : "refused-request";
}

/** Classifies an error of fetch: the signal's reason if it aborted, otherwise a lost connection. */
export function sendError(error: unknown, signal: AbortSignal, mask: Mask = (said) => said): CallError {
  if (error instanceof CallError) return error;
  if (signal.aborted) {
    const reason: unknown = signal.reason;
    if (reason instanceof CallError) return reason;
    return reason instanceof Error && reason.name === "TimeoutError"
      ? new CallError("timeout", "there was no answer in time", { cause: reason })
      : new CallError("aborted", "the call was cancelled", { cause: reason });
  }
  const code = networkCode(error);
  const unreachable = UNREACHABLE.get(code);
  if (unreachable === undefined)
    return new CallError("network", mask(networkWords(error, code)), { cause: error });
  const words = `${unreachable} (${systemWords(error) ?? code})`;
  return new CallError("network", mask(words), { cause: error, unreachable: true });
}

const UNREACHABLE: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ENOTFOUND", "there is no such host"],
]);

/** The system error is the cause of the error of fetch, which some clients wrap again. */
function* causes(error: unknown): Generator<Error> {
  let one = error;
  for (let depth = 0; depth < 4 && one instanceof Error; depth++) {
    yield one;
    // Several addresses of one host were tried.
    one = one.cause ?? (one instanceof AggregateError ? one.errors[0] : undefined);
  }
}

function networkCode(error: unknown): string {
  for (const one of causes(error)) if ("code" in one && typeof one.code === "string") return one.code;
  return "";
}

const systemWords = (error: unknown): string | undefined =>
  [...causes(error)].findLast(({ message }) => message !== "")?.message;

function networkWords(error: unknown, code: string): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const words = error instanceof Error ? error.message : String(error);
  const why = cause instanceof Error && cause.message !== "" ? `${words} (${cause.message})` : words;
  return code === "" || why.includes(code) ? why : `${why} (${code})`;
}

/** The fields of a value if it is an object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
