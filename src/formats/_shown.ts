/** Words and values of a file as a Problem shows them, shortened. */
import { nameList } from "../core/shown.ts";

/** A word for a field of a Problem: a file of another kind may have words of many megabytes. */
export const kept = (word: string): string => (word.length > 200 ? `${word.slice(0, 200)}…` : word);

/** A word of the file, in quotes, cut where it is long. */
export const shown = (word: string): string =>
  JSON.stringify(word.length > 80 ? `${word.slice(0, 80)}…` : word);

/** A value as JSON, shortened. */
export function shownValue(value: unknown): string {
  const text =
    JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)) ?? String(value);
  const plain = typeof value === "bigint" ? String(value) : text;
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
}

export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/** Names, each in quotes; `others`: how many more there are. */
export const quoted = (names: readonly string[], others?: number): string =>
  nameList(
    names.map((name) => JSON.stringify(name)),
    others,
  );

/** A name as it is written on a command line. */
export const asWord = (name: string): string => (/^[\w.:-]+$/.test(name) ? name : `'${name}'`);
