/** An answer that is no reply → why, in the words that the engine of calls knows. */
import { CallError, type CallTrouble, type RateLimits } from "../../model-types.ts";

export interface ErrorBody {
  /** As a gateway gives it that answers with 200. */
  readonly status?: number;
  readonly code: string;
  readonly message: string;
}

/** `{error: {message, type, code}}` of nearly everybody, or whatever else there is. */
export function readErrorBody(text: string): ErrorBody {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { code: "", message: text.replace(/\s+/g, " ").trim().slice(0, 300) };
  }
  const outer = fields(body);
  const error =
    typeof outer["error"] === "string" ? { message: outer["error"] } : fields(outer["error"] ?? body);
  const more = fields(error["details"]);
  const codes = [error["code"], error["type"], more["error_code"]].filter((c) => typeof c === "string");
  const status = Number(error["code"] ?? error["status"]);
  return {
    ...(status >= 400 && status < 600 ? { status } : {}),
    code: codes.join(" "),
    message: String(error["message"] ?? error["detail"] ?? text).slice(0, 300),
  };
}

const QUOTA =
  /insufficient_quota|credit_balance|billing|spend_limit|usage_limit|credit balance|exceeded your current quota/i;
const FLAGGED = /moderation|was flagged|content_policy|content_filter/i;
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|context (length|window|size)|maximum context|prompt is too long|too many tokens|request_too_large|string_above_max/i;

function troubleOf(status: number, { code, message }: ErrorBody): CallTrouble {
  const said = `${code} ${message}`;
  // A text that was refused is no key that was refused: the other cases can still be asked.
  if (status === 403 && FLAGGED.test(said)) return "refused-request";
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  if (status === 413) return "too-long";
  if (status === 408) return "timeout";
  if (status === 429) return QUOTA.test(said) ? "quota" : "rate";
  // Some say it with 500, and some with 200.
  if (TOO_LONG.test(said)) return "too-long";
  if (QUOTA.test(said)) return "quota";
  if (status >= 500 || status === 409 || status === 425) return "server";
  return "refused-request";
}

export function httpError(
  status: number,
  body: ErrorBody,
  more: { readonly retryAfterMs?: number; readonly limits?: RateLimits },
): CallError {
  const message = `HTTP ${status}${body.message === "" ? "" : `: ${body.message}`}`;
  return new CallError(troubleOf(status, body), message, more);
}

/** What was thrown on the way: the signal's own reason if it was that, a lost connection otherwise. */
export function sendError(error: unknown, signal: AbortSignal): CallError {
  if (error instanceof CallError) return error;
  if (signal.aborted) {
    const reason: unknown = signal.reason;
    if (reason instanceof CallError) return reason;
    return reason instanceof Error && reason.name === "TimeoutError"
      ? new CallError("timeout", "there was no answer in time", { cause: reason })
      : new CallError("aborted", "the call was cancelled", { cause: reason });
  }
  return new CallError("network", networkWords(error), { cause: error });
}

function networkWords(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const words = error instanceof Error ? error.message : String(error);
  const why = cause instanceof Error && cause.message !== "" ? `${words} (${cause.message})` : words;
  return code === "" || why.includes(code) ? why : `${why} (${code})`;
}

export const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
