import { GoldieError } from "../../../core/problem.ts";
import { CallError, type RateLimits } from "../../model-types.ts";
import { type ErrorBody, httpError, readErrorBody, sendError } from "./_errors.ts";
import { type Header, retryAfter } from "./_limits.ts";

/** What a client touches outside itself. */
export interface Outside {
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970, for dates in headers. */
  readonly now?: () => number;
}

export type Answer =
  | { readonly body: unknown; readonly limits: RateLimits | undefined }
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
  { fetch: send = fetch, now = Date.now }: Outside,
): Promise<Answer> {
  const { signal } = given;
  const headers = headersOf(given.headers);
  let response: Response;
  let text: string;
  try {
    signal.throwIfAborted();
    response = await send(url, {
      method: "POST",
      headers,
      body: JSON.stringify(given.body),
      signal,
    });
    text = await response.text();
  } catch (error) {
    throw sendError(error, signal);
  }
  const header: Header = (name) => response.headers.get(name);
  const limits = given.limitsOf(header);
  const wait = retryAfter(header, now());
  const more = {
    ...(limits === undefined ? {} : { limits }),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
  if (response.ok) {
    try {
      const body: unknown = JSON.parse(text);
      if (!saysError(body)) return { body, limits };
    } catch {
      throw new CallError(
        "server",
        `the answer is not JSON: ${JSON.stringify(withoutSecrets(text, given.headers).slice(0, 80))}`,
        more,
      );
    }
  }
  const said = readErrorBody(withoutSecrets(text, given.headers));
  const error = httpError(response.ok ? (said.status ?? 400) : response.status, said, more);
  // Whatever is wrong with the server or the account, another form of the same question does not help.
  const aboutForm = error.trouble === "server" && /grammar|schema|response_format/i.test(said.message);
  if (error.trouble !== "refused-request" && !aboutForm) throw error;
  return { said, error };
}

/** Before anything is sent: fetch would put a key that it cannot send into its error, and that into a record. */
function headersOf(given: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers({ "content-type": "application/json", ...given });
  } catch {
    throw new CallError("auth", "the key, or another header, has a character in it that cannot be sent");
  }
}

/** Some servers say the key again that they refuse, and what they say is kept in records. */
function withoutSecrets(text: string, headers: Readonly<Record<string, string>>): string {
  let out = text;
  for (const value of Object.values(headers)) {
    const secret = value.replace(/^(Bearer|Basic) /, "");
    if (secret.length >= 8) out = out.split(secret).join("***");
  }
  return out;
}

/** Gateways put errors of those behind them into an answer with status 200. */
const saysError = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "error" in body && body.error !== null && !("choices" in body);

/** An address as it may stand in a record. A password or a query is refused: without it the server could not be asked. */
export function publicUrl(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new GoldieError({
      code: "bad-judge",
      what: `${JSON.stringify(url)} is no address of a model server`,
      fix: "give it with http:// or https://, for example http://localhost:8080/v1",
    });
  }
  const secret =
    parsed.username !== "" || parsed.password !== ""
      ? "a name or password"
      : parsed.search !== ""
        ? "a query"
        : undefined;
  if (secret !== undefined)
    throw new GoldieError({
      code: "bad-judge",
      what: `the address of the model server has ${secret} in it`,
      why: "the address is kept in every record",
      fix: "give the key as apiKey, or in the environment, and anything else as a header",
    });
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, "");
}
