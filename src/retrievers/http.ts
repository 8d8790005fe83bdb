/** A search service: one request per query. */
import { CallError } from "../calls/call-error.ts";
import { abortError } from "../calls/client-error.ts";
import { httpError, type Outside, readErrorBody, sendHttp } from "../calls/http.ts";
import { type Mask, maskOf } from "../calls/mask.ts";
import { type FieldGetter, fieldPath } from "../core/field-path.ts";
import type { RetrieveContext, Retrieved, Retriever } from "../core/retriever.ts";
import { checked, checkNames } from "./_check-options.ts";
import { HIT_FIELDS, type HitField, type HitFields, hitReader, listIn } from "./_fields.ts";
import { isFiltered, refuseFunction, watchFilter } from "./_filter.ts";
import { checkPlaceholders, type Filling, fillObject, fillTemplate, hasPlace, textOf } from "./_template.ts";
import { retrieverProblem } from "./problems.ts";

export interface HttpOptions extends HitFields, Outside {
  /** The address, with {query}, {k}, {queryId} and {filter} in it where they belong, or a function. */
  readonly url: string | ((query: string, context: RetrieveContext) => string | URL);
  /** Default: GET where {query} is in the address and there is no body, POST otherwise. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * A text or an object with {query}, {k} and {filter} in it, or a function that returns the body. Default: { query, k },
   * and the filter where there is one. A text is JSON, unless the content-type says that it is a form.
   */
  readonly body?: string | object | ((query: string, context: RetrieveContext) => unknown);
  /** Where the list of hits is in the answer. Default: the answer is the list, or has it as `hits`. */
  readonly hits?: HitField;
  readonly about?: string;
}

const name = "fromHttp";
const NAMES = [
  "url",
  "method",
  "headers",
  "body",
  "hits",
  "about",
  "fetch",
  "now",
  "mostBytes",
  ...HIT_FIELDS,
];

/**
 * A search service over HTTP. Redirects are not followed, and keys never appear in errors.
 * @example
 * fromHttp({ url: "https://search.example/v1/query", headers: { authorization: `Bearer ${key}` }, body: { q: "{query}", size: "{k}" }, hits: "results", id: "doc.id", text: "snippet" })
 */
export function fromHttp(options: HttpOptions): Retriever {
  checkNames(name, options, NAMES);
  const { url, body, headers: given = {}, hits, about } = options;
  const urlHasQuery = typeof url === "function" || hasPlace("query", url);
  const { method = body === undefined && urlHasQuery ? "GET" : "POST" } = options;
  const bodyless = /^(get|head)$/i.test(method);
  checkRequest(options, bodyless, urlHasQuery);
  const headers = Object.fromEntries(Object.entries(given).map(([key, value]) => [key.toLowerCase(), value]));
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  const isRead = hits !== undefined || HIT_FIELDS.some((field) => options[field] !== undefined);
  const read = hitReader(name, options, { id: "id", text: ["text"], score: ["score"], doc: ["doc"] });
  const list: FieldGetter = typeof hits === "string" ? fieldPath(hits) : (hits ?? defaultList);

  const template = body === undefined && !urlHasQuery ? DEFAULT_BODY : body;
  const hasFilter = hasPlace("filter", url) || (!bodyless && hasPlace("filter", template));
  const fillingOf = (query: string, context: RetrieveContext): Filling => {
    const { k, queryId, filter } = context;
    return { query, k, queryId, filter: isFiltered(context) ? filter : undefined };
  };
  function addressOf(query: string, filling: Filling, context: RetrieveContext): URL {
    return new URL(typeof url === "function" ? url(query, context) : fillTemplate(url, filling, inAddress));
  }
  async function bodyOf(
    query: string,
    filling: Filling,
    context: RetrieveContext,
  ): Promise<string | undefined> {
    if (bodyless || template === undefined) return undefined;
    if (typeof template === "string") return fillTemplate(template, filling, isForm ? inAddress : insideJson);
    const made = isFunction(template) ? await template(query, context) : fillObject(template, filling);
    return typeof made === "string" ? made : JSON.stringify(made);
  }

  async function retrieve(query: string, context: RetrieveContext): Promise<Retrieved> {
    const { signal, queryId } = context;
    if (signal.aborted) throw abortError(signal);
    refuseFunction(name, context);
    const filling = fillingOf(query, context);
    const { watched, refuseUnread } = watchFilter(context);
    const address = addressOf(query, filling, watched);
    const sent = { ...headers, ...withoutCredentials(address) };
    const mask = maskOf({ ...sent, ...secretsIn(address) });
    const text = await bodyOf(query, filling, watched);
    if (!hasFilter) refuseUnread(name, "put {filter} where it belongs in url or body, or remove the filter");
    const request = {
      method,
      headers: sent,
      signal,
      carries: "your headers and the query",
      ...(text === undefined ? {} : { body: text }),
    };
    const {
      ok,
      status,
      text: reply,
      retryAfterMs,
    } = await masking(mask, () => sendHttp(address.href, request, options));
    const more = retryAfterMs === undefined ? {} : { retryAfterMs };
    if (!ok) throw httpError(status, readErrorBody(reply, mask), more);
    const answer = parseReply(reply, status, mask);
    if (!isRead) return answer as Retrieved;
    const at = typeof hits === "string" ? hits : "the top or at hits";
    return read(queryId, listIn(queryId, answer, list(answer), at));
  }
  return { about: about ?? `${method.toUpperCase()} ${shownUrl(url)}`, retrieve };
}

const DEFAULT_BODY = { query: "{query}", k: "{k}", filter: "{filter}" };

const defaultList: FieldGetter = (answer) =>
  Array.isArray(answer) ? answer : (answer as { readonly hits?: unknown } | null)?.hits;

function checkRequest({ url, body }: HttpOptions, bodyless: boolean, urlHasQuery: boolean): void {
  checked(name, "url", url, (x) => typeof x === "string" || typeof x === "function", "an address");
  if (typeof url === "string") {
    checkPlaceholders(name, "url", url);
    const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
    // The text is not shown: a variable may have filled in a key.
    if (!isHttp)
      throw retrieverProblem.error("bad-retriever/option", {
        retriever: name,
        option: "url",
        found: "not a full address",
        wanted: "an address that starts with https:// or http://",
      });
  }
  const bodyHasQuery =
    !bodyless && (body === undefined || typeof body === "function" || hasPlace("query", body));
  if (!urlHasQuery && !bodyHasQuery)
    throw retrieverProblem.error("bad-retriever/no-query", {
      retriever: name,
      option: bodyless ? "url" : "body",
    });
}

const isFunction = (x: unknown): x is Extract<HttpOptions["body"], (...given: never[]) => unknown> =>
  typeof x === "function";

const inAddress = (value: unknown): string => encodeURIComponent(textOf(value));

/** A value inside a text of JSON: escaped, without the quotes, which the template has; an object as it is. */
const insideJson = (value: unknown): string =>
  typeof value === "object" ? textOf(value) : JSON.stringify(String(value)).slice(1, -1);

/** fetch refuses addresses with a password, and puts them into its error. */
function withoutCredentials(address: URL): Readonly<Record<string, string>> {
  const { username, password } = address;
  if (username === "" && password === "") return {};
  address.username = "";
  address.password = "";
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { authorization: `Basic ${Buffer.from(pair, "utf8").toString("base64")}` };
}

/** A lone percent sign stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const secretsIn = ({ searchParams }: URL): Readonly<Record<string, string>> =>
  Object.fromEntries([...searchParams].map(([key, value]) => [`${key} of the address`, value]));

/** Paths and parameters may hold keys. */
const shownUrl = (url: HttpOptions["url"]): string =>
  typeof url === "function" ? "(address by function)" : new URL(url).origin;

async function masking<T>(mask: Mask, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallError) || mask(error.message) === error.message) throw error;
    const { trouble, retryAfterMs, unreachable } = error;
    throw new CallError(trouble, mask(error.message), {
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(unreachable === undefined ? {} : { unreachable }),
    });
  }
}

/** A proxy in trouble sends a page with status 200, so it may pass. */
function parseReply(text: string, status: number, mask: Mask): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const start = mask(text.slice(0, 4000)).slice(0, 80);
    throw new CallError("server", `HTTP ${status}: the answer is not JSON: ${JSON.stringify(start)}`);
  }
}
