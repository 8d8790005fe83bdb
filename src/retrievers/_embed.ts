/** Queries for vector databases: made by the user's own function. */
import type { RetrieveContext } from "../core/retriever.ts";
import { checked } from "./_check-options.ts";
import { kindOf } from "./_kind.ts";
import { retrieverProblem } from "./problems.ts";

/** The vector of a query. */
export type EmbedQuery = (
  query: string,
  context: RetrieveContext,
) => PromiseLike<ArrayLike<number>> | ArrayLike<number>;

/** The request for one query, or what is to be added to it; it takes precedence over what Goldie puts in. */
export type MakeRequest = (query: string, context: RetrieveContext) => PromiseLike<object> | object;

/** What these adapters have in common. */
export interface VectorOptions {
  /** Makes the vector of a query. Not needed where `request` puts in what to search for. */
  readonly embed?: EmbedQuery;
  readonly request?: MakeRequest;
}

export async function embedded(
  embed: EmbedQuery,
  query: string,
  context: RetrieveContext,
): Promise<number[]> {
  return vectorOf(await embed(query, context), "the query");
}

/** A list of finite numbers; clients would send anything else, and servers answer with riddles. */
export function vectorOf(given: unknown, of: string): number[] {
  const list =
    ArrayBuffer.isView(given) && !(given instanceof DataView) ? Array.from(given as Float32Array) : given;
  if (!Array.isArray(list) || list.length === 0) throw notAVector(of, kindOf(list));
  const wrong = list.findIndex((one) => typeof one !== "number" || !Number.isFinite(one));
  if (wrong >= 0) throw notAVector(of, `a list with ${kindOf(list[wrong])} at place ${wrong}`);
  return list;
}

const notAVector = (of: string, found: string) =>
  retrieverProblem.error("bad-vector/not-a-vector", { of, found });

/** Before the first query: without either there is nothing to search for. */
export function checkVectorOptions(retriever: string, { embed, request }: VectorOptions): void {
  const isFunction = (x: unknown): boolean => x === undefined || typeof x === "function";
  checked(
    retriever,
    "embed",
    embed,
    () => isFunction(embed) && (embed !== undefined || request !== undefined),
    "a function from a query to its vector: embed: (query) => …, or give request",
  );
  checked(retriever, "request", request, isFunction, "a function from a query to a request");
}

/** The request with the vector, and over it what `request` gives. */
export async function requestOf(
  { embed, request }: VectorOptions,
  query: string,
  context: RetrieveContext,
  make: (vector: number[] | undefined) => object,
): Promise<object> {
  const vector = embed === undefined ? undefined : await embedded(embed, query, context);
  return { ...make(vector), ...(await request?.(query, context)) };
}

/** A field of a request, where there is a value for it. */
export const given = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });
