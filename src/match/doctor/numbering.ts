import type { QueryId } from "../../core/ids.ts";
import { number } from "../ids/spelling.ts";
import type { Numbering } from "./types.ts";

/**
 * Cranfield's trap: the judgements count queries 1 … 225 by their place in the file, the queries have ids up to 365.
 * Matching them by id runs without an error and scores the wrong queries.
 */
export function numberingTrap(gold: readonly QueryId[], run: readonly QueryId[]): Numbering | undefined {
  const [a, b] = [numbersOf(gold), numbersOf(run)];
  if (a === undefined || b === undefined) return undefined;
  const tells = (counted: readonly number[], other: readonly number[]): boolean =>
    isCount(counted) &&
    other.at(-1)! > counted.length &&
    Math.abs(other.length - counted.length) <= counted.length / 20;
  if (tells(a, b)) return { side: "gold", queries: a.length, other: b.at(-1)! };
  if (tells(b, a)) return { side: "run", queries: b.length, other: a.at(-1)! };
  return undefined;
}

function numbersOf(ids: readonly QueryId[]): number[] | undefined {
  if (ids.length < 5) return undefined;
  const numbers: number[] = [];
  for (const id of ids) {
    const n = Number(number.apply(id));
    if (!/^\d/.test(id) || !Number.isSafeInteger(n)) return undefined;
    numbers.push(n);
  }
  return numbers.sort((x, y) => x - y);
}

/** 1, 2, 3 … without a gap. */
const isCount = (sorted: readonly number[]): boolean =>
  sorted[0] === 1 && sorted.every((n, i) => n === i + 1);
