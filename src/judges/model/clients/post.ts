import { CallError } from "../../../calls/call-error.ts";
import { type ErrorBody, type Outside, readErrorBody, sendHttp } from "../../../calls/http.ts";
import type { Mask } from "../../../calls/mask.ts";
import type { Header } from "../../../calls/rate-headers.ts";
import type { RateLimits } from "../../model-types.ts";
import { modelProblem } from "../problems.ts";
import { modelError } from "./_errors.ts";

/** What servers of models count. */
export const COUNTED = ["Requests", "Tokens"] as const;

export type PostAnswer =
  | { readonly body: unknown; readonly limits: RateLimits | undefined; readonly mask: Mask }
  | { readonly said: ErrorBody; readonly error: CallError };

/** Posts JSON once. What the server refuses is given back, for the client to try in another way; all else is thrown. */
export async function postJson(
  url: string,
  given: {
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly limitsOf: (header: Header) => RateLimits | undefined;
  },
  outside: Outside,
): Promise<PostAnswer> {
  const { headers, signal } = given;
  const body = JSON.stringify(given.body);
  const carries = "your key and the prompt";
  const answered = await sendHttp(url, { headers, body, carries, signal }, outside);
  const { ok, status, text, header, retryAfterMs, mask } = answered;
  const limits = given.limitsOf(header);
  const more = {
    ...(limits === undefined ? {} : { limits }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const path = new URL(url).pathname;
  // A server in trouble may answer with a page too: 5xx stay worth another try.
  if (status < 500 && /^\s*<(?:!doctype|html)/i.test(text.slice(0, 200)))
    throw new CallError(
      "not-api",
      `HTTP ${status}: ${path} answers with a web page, so it is not an API address`,
      more,
    );
  if (status === 404 && !isAboutModel(text, mask))
    throw new CallError("not-api", `HTTP 404: there is no ${path} on this server${usualPath(path)}`, more);
  if (ok) {
    try {
      const answer: unknown = JSON.parse(text);
      if (!saysError(answer)) return { body: answer, limits, mask };
    } catch {
      throw new CallError(
        "server",
        `the answer is not JSON: ${JSON.stringify(mask(text.slice(0, 4000)).slice(0, 80))}`,
        more,
      );
    }
  }
  const said = readErrorBody(text, mask);
  const error = modelError(ok ? (said.status ?? 400) : status, said, more);
  // Whatever is wrong with the server or the account, another form of the same question does not help.
  const aboutForm = error.trouble === "server" && /grammar|schema|response_format/i.test(said.message);
  if (error.trouble !== "refused-request" && !aboutForm) throw error;
  return { said, error };
}

/** A model that does not exist is a 404 too, but then the server says so in JSON. */
const isAboutModel = (text: string, mask: Mask): boolean =>
  text.trimStart().startsWith("{") && /model|deployment/i.test(readErrorBody(text, mask).message);

/** Most addresses that are wrong lack the /v1. */
function usualPath(path: string): string {
  const usual = `/v1${/\/(?:chat\/completions|messages)$/.exec(path)?.[0] ?? ""}`;
  return usual === path || usual === "/v1" ? "" : `; the usual path is ${usual}`;
}

/** Gateways put errors of those behind them into an answer with status 200. */
const saysError = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "error" in body && body.error !== null && !("choices" in body);

/** For the words of an error: an address that cannot be read may hold a password all the same. */
const withoutLogin = (url: string): string =>
  url.replace(/\/\/[^/@]{0,2000}@/, "//***@").replace(/[?#].*/s, "");

/** An address as it may stand in a record. A password or a query is refused: without it the server could not be asked. */
export function publicUrl(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw modelProblem.error("bad-judge/address", { found: withoutLogin(url) });
  }
  const secret =
    parsed.username !== "" || parsed.password !== "" ? "user" : parsed.search !== "" ? "query" : undefined;
  if (secret !== undefined) throw modelProblem.error("bad-judge/secret", { found: secret });
  return `${parsed.origin}${parsed.pathname}`.replace(/(?<!\/)\/+$/, "");
}
