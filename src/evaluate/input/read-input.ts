/** What reading gold and reading runs share: values by query, from an object, a Map or rows. */

import type { QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import type { ProblemLog } from "../../core/problem-log.ts";

/** A value as a message shows it. */
export function shown(x: unknown): string {
  if (typeof x === "number" || typeof x === "bigint") return String(x);
  return JSON.stringify(x) ?? String(x);
}

export const numberId = (query: QueryId, id: number, where: string) => ({
  code: "id-type",
  what: `${where} of query ${query}: the id ${id} is a number; it was read as the text "${id}"`,
  why: '1 and "1" are different ids, and would not match',
  fix: "write ids as text",
  at: { query },
});

/** A number as an id: one that cannot be written exactly would match the wrong document, or none. */
export function numberText(query: QueryId, id: number): string {
  if (Number.isSafeInteger(id) || (Number.isFinite(id) && !Number.isInteger(id))) return String(id);
  throw new GoldieError({
    code: "id-type",
    what: `query ${query}: the id ${id} is a number that cannot be written exactly`,
    fix: "write ids as text",
    at: { query },
  });
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

/** Values that are made when they are asked for, by whoever keeps them. They are taken as they are. */
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
  where: "gold" | "run",
  log: ProblemLog,
  addRow: (row: Row, add: AddQuery<T>) => void,
): ByQuery<T> {
  if (given === null || typeof given !== "object")
    throw new GoldieError({
      code: `bad-${where}`,
      what: `the ${where} is ${shown(given)}`,
      fix: 'give an object, a Map or rows: { q1: ["d1", "d2"] }',
    });
  if (given instanceof QueryValues) return given;
  refusePromise(given, `the ${where}`);
  if (!(Symbol.iterator in given))
    return refusingEmpty(ofObject(given as Readonly<Record<QueryId, T>>), where);
  if (given instanceof Map && [...given.keys()].every((id) => typeof id === "string"))
    return refusingEmpty(given, where);
  const collected = new Map<QueryId, T>();
  const add: AddQuery<T> = (id, value) => {
    const query = readQueryId(id, where, log);
    if (collected.has(query))
      throw new GoldieError({
        code: "duplicate-query",
        what: `the ${where} has query ${query} twice`,
        why: "one of the two would be lost",
        fix: "give every query one row",
        at: { query },
      });
    collected.set(query, value);
    return query;
  };
  let rows = 0;
  for (const row of given as Iterable<Row | readonly [QueryId, T]>) {
    rows++;
    if (typeof row !== "object" || row === null || (Array.isArray(row) && row.length !== 2))
      throw new GoldieError({
        code: "bad-row",
        what: `row ${rows} of the ${where} is ${shown(row)}, which names no query`,
        fix:
          where === "gold"
            ? 'give rows such as { id: "q1", relevant: ["d1"] }, or an object by query'
            : 'give rows such as { id: "q1", hits: ["d1"] }, or an object by query',
      });
    if (Array.isArray(row)) add(row[0], row[1] as T);
    else addRow(row as Row, add);
  }
  if (rows === 0 && isIterator(given))
    throw new GoldieError({
      code: "spent-iterator",
      what: `the ${where} is an iterator that gave no rows`,
      why: "an iterator can be read only once, and this one may have been read before",
      fix: "pass an array, or make the iterator anew: [...rows]",
    });
  return collected;
}

export const ofObject = <T>(object: Readonly<Record<QueryId, T>>): ByQuery<T> => ({
  get: (query) => (Object.hasOwn(object, query) ? object[query] : undefined),
  has: (query) => Object.hasOwn(object, query),
  keys: () => Object.keys(object),
});

function refusingEmpty<T>(values: ByQuery<T>, where: string): ByQuery<T> {
  if (values.has("")) emptyQueryId(where);
  return values;
}

/** A promise that nobody awaited would look like a query without hits. */
export function refusePromise(given: unknown, what: string): void {
  if (typeof (given as { then?: unknown } | null | undefined)?.then === "function")
    throw new GoldieError({
      code: "promise",
      what: `${what} is a promise`,
      why: "its value is not here yet",
      fix: "await it first",
    });
}

/** Iterators give their rows once; arrays and Maps give them as often as asked. */
export const isIterator = (x: unknown): boolean => typeof (x as { next?: unknown }).next === "function";

function emptyQueryId(where: string): never {
  throw new GoldieError({
    code: "empty-id",
    what: `${where}: a query id is empty`,
    fix: "give every query an id",
  });
}

/** A number is not dropped: it is read as text, and named. */
export function readQueryId(given: unknown, where: string, log: ProblemLog): QueryId {
  if (typeof given === "number") {
    log.add({
      code: "id-type",
      what: `${where}: the query id ${given} is a number; it was read as the text "${given}"`,
      fix: "write ids as text",
    });
    return String(given);
  }
  if (given === "") return emptyQueryId(where);
  if (typeof given === "string") return given;
  throw new GoldieError({
    code: "id-type",
    what: `${where}: a row has the query id ${shown(given)}`,
    fix: 'give every row an id: { id: "q1", ... }',
  });
}
