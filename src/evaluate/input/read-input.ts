/** What reading gold and reading runs share: values by query, from an object, a Map or rows. */

import type { QueryId } from "../../core/ids.ts";
import type { ProblemPlace, Side } from "../../core/problem.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import { shown } from "../../core/shown.ts";
import { inputProblem } from "./problems.ts";

/** A number as an id: one that cannot be written exactly would match the wrong document, or none. */
export function numberText(id: number, at: ProblemPlace): string {
  if (Number.isSafeInteger(id) || (Number.isFinite(id) && !Number.isInteger(id))) return String(id);
  throw inputProblem.error("id-type/inexact", { document: String(id) }, { at });
}

/** An object literal, and no instance of something else. */
export function isPlainObject(x: unknown): x is Readonly<Record<string, unknown>> {
  if (typeof x !== "object" || x === null) return false;
  const prototype = Object.getPrototypeOf(x);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Values by query, in the order given. */
export interface ByQuery<T> {
  /** The value of the i-th of `keys()`, where that is faster. */
  at?(i: number): T;
  get(query: QueryId): T | undefined;
  has(query: QueryId): boolean;
  keys(): Iterable<QueryId>;
}

/** Values made on demand by their owner; used without validation. */
export abstract class QueryValues<T> implements ByQuery<T> {
  abstract get(query: QueryId): T | undefined;
  abstract has(query: QueryId): boolean;
  abstract keys(): Iterable<QueryId>;
  abstract at(i: number): T;
}

/** Adds a query; a second one of the same id would lose the first. */
export type AddQuery<T> = (query: unknown, value: T) => QueryId;

/** Values of an object or a Map stay where they are; rows are collected by `addRow`. */
export function byQuery<T, Row>(
  given:
    | Readonly<Record<QueryId, T>>
    | ReadonlyMap<QueryId, T>
    | QueryValues<T>
    | Iterable<Row | readonly [QueryId, T]>,
  side: "gold" | "run",
  log: ProblemLog,
  addRow: (row: Row, add: AddQuery<T>) => void,
): ByQuery<T> {
  if (given === null || typeof given !== "object")
    throw inputProblem.error(`bad-${side}/not-by-query`, { found: shown(given) }, { at: { side } });
  if (given instanceof QueryValues) return given;
  refusePromise(given, { side });
  if (!(Symbol.iterator in given))
    return refusingEmpty(ofObject(given as Readonly<Record<QueryId, T>>), side);
  if (given instanceof Map && [...given.keys()].every((id) => typeof id === "string"))
    return refusingEmpty(given, side);
  const collected = new Map<QueryId, T>();
  const add: AddQuery<T> = (id, value) => {
    const query = readQueryId(id, side, log);
    if (collected.has(query))
      throw inputProblem.error("duplicate-query/two-rows", {}, { at: { side, query } });
    collected.set(query, value);
    return query;
  };
  let rows = 0;
  for (const row of given as Iterable<Row | readonly [QueryId, T]>) {
    rows++;
    if (typeof row !== "object" || row === null || (Array.isArray(row) && row.length !== 2))
      throw inputProblem.error("bad-row/no-query", { row: rows, found: shown(row) }, { at: { side } });
    if (Array.isArray(row)) add(row[0], row[1] as T);
    else addRow(row as Row, add);
  }
  if (rows === 0 && isIterator(given)) throw inputProblem.error("spent-iterator", {}, { at: { side } });
  return collected;
}

export const ofObject = <T>(object: Readonly<Record<QueryId, T>>): ByQuery<T> => ({
  get: (query) => (Object.hasOwn(object, query) ? object[query] : undefined),
  has: (query) => Object.hasOwn(object, query),
  keys: () => Object.keys(object),
});

function refusingEmpty<T>(values: ByQuery<T>, side: Side): ByQuery<T> {
  if (values.has("")) throw inputProblem.error("empty-id/query", {}, { at: { side } });
  return values;
}

/** A promise that was not awaited would look like a query without hits. */
export function refusePromise(given: unknown, at: ProblemPlace): void {
  if (typeof (given as { then?: unknown } | null | undefined)?.then === "function")
    throw inputProblem.error("promise", {}, { at });
}

/** Iterators give their rows once; arrays and Maps give them as often as asked. */
export const isIterator = (x: unknown): boolean => typeof (x as { next?: unknown }).next === "function";

/** A number is not dropped: it is read as text, and named. */
function readQueryId(given: unknown, side: Side, log: ProblemLog): QueryId {
  if (typeof given === "number") {
    log.add(inputProblem("id-type/query-number", { found: String(given) }, { at: { side } }));
    return String(given);
  }
  if (given === "") throw inputProblem.error("empty-id/query", {}, { at: { side } });
  if (typeof given === "string") return given;
  throw inputProblem.error("id-type/query", { found: shown(given) }, { at: { side } });
}
