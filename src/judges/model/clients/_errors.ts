/** What a status and the words beside it mean, where a model was asked. */
import type { CallError, CallTrouble, ServerLimits } from "../../../calls/call-error.ts";
import { type ErrorBody, httpError, troubleOfStatus } from "../../../calls/http.ts";

const QUOTA =
  /insufficient_quota|credit_balance|billing|spend_limit|usage_limit|credit balance|exceeded your current quota/i;
const FLAGGED = /moderation|was flagged|content_policy|content_filter/i;
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|context (length|window|size)|maximum context|prompt is too long|too many tokens|request_too_large|string_above_max/i;

function troubleOf(status: number, { code, message }: ErrorBody): CallTrouble {
  const said = `${code} ${message}`;
  // A refused text is not a refused key: the other cases can still be judged.
  if (status === 403 && FLAGGED.test(said)) return "refused-request";
  const trouble = troubleOfStatus(status);
  if (trouble === "rate") return QUOTA.test(said) ? "quota" : "rate";
  if (trouble !== "server" && trouble !== "refused-request") return trouble;
  // Some say it with 500, and some with 200.
  if (TOO_LONG.test(said)) return "too-long";
  return QUOTA.test(said) ? "quota" : trouble;
}

export const modelError = (
  status: number,
  body: ErrorBody,
  more: { readonly retryAfterMs?: number; readonly limits?: ServerLimits },
): CallError => httpError(status, body, more, troubleOf(status, body));
