/** A passage looked for among the words of a text. Words are numbers here: those of the passages, and -1 for any other. */
import { align, FOREIGN, FOUND, NEARLY } from "./_align.ts";
import { isNear, type Words } from "./_words.ts";
import type { FoundText } from "./types.ts";

/** A gold text: its words by number, and as they are written. */
export interface GoldWords {
  readonly numbers: Int32Array;
  word(i: number): string;
}

/** How many thirds of a word a passage of n words may lack. */
export const mayLack = (n: number, least: number): number => {
  let thirds = FOUND * n;
  while (thirds > 0 && (thirds - 1) / (FOUND * n) >= least) thirds--;
  return FOUND * n - thirds;
};

/** How many of n words must be there as they are, where the others have a letter wrong. */
export const mustShare = (n: number, least: number): number =>
  Math.max(0, n - Math.floor(mayLack(n, least) / (FOUND - NEARLY)));

/** The best place of the passage in the text, where it is at least `least`. `counts`: zeros, one per number; zeros again afterwards. */
export function findWords(
  hit: Words,
  numbers: Int32Array,
  gold: GoldWords,
  least: number,
  counts: Int32Array,
): FoundText | undefined {
  const golds = gold.numbers.length;
  if (golds === 0) return undefined;
  const [from, to] = promising(numbers, hit.length, gold.numbers, least, counts);
  if (from >= to) return undefined;
  const whole = placeOf(gold.numbers, numbers, from, to);
  if (whole >= 0) return { similarity: 1, start: hit.start(whole), end: hit.end(whole + golds - 1) };
  const found = align(golds, to - from, worthOf(hit, numbers, from, to, gold));
  if (found === undefined) return undefined;
  const similarity = found.score / (FOUND * golds);
  if (similarity < least) return undefined;
  return { similarity, start: hit.start(from + found.first), end: hit.end(from + found.last) };
}

/**
 * From where to where the passage can stand at all. Foreign words cost, so it cannot be stretched at will,
 * and a stretch that shares too few words with it need not be looked at.
 */
function promising(
  hits: Int32Array,
  length: number,
  golds: Int32Array,
  least: number,
  counts: Int32Array,
): [from: number, to: number] {
  const n = golds.length;
  const longest = n + Math.floor(mayLack(n, least) / FOREIGN);
  const enough = mustShare(n, least);
  for (let i = 0; i < n; i++) counts[golds[i]!]!++;
  let shared = 0;
  let from = length;
  let to = 0;
  for (let i = 0; i < length; i++) {
    const comes = hits[i]!;
    if (comes >= 0 && counts[comes]!-- > 0) shared++;
    if (i >= longest) {
      const goes = hits[i - longest]!;
      if (goes >= 0 && ++counts[goes]! > 0) shared--;
    }
    if (shared < enough) continue;
    if (from === length) from = Math.max(0, i - longest + 1);
    to = i + 1;
  }
  for (let i = Math.max(0, length - longest); i < length; i++) if (hits[i]! >= 0) counts[hits[i]!] = 0;
  for (let i = 0; i < n; i++) counts[golds[i]!] = 0;
  return [from, to];
}

/** Where all words stand in a row for the first time: nothing can be better. */
function placeOf(golds: Int32Array, hits: Int32Array, from: number, to: number): number {
  for (let at = from; at + golds.length <= to; at++) {
    let i = 0;
    while (i < golds.length && golds[i] === hits[at + i]) i++;
    if (i === golds.length) return at;
  }
  return -1;
}

/** What each word of the hit is worth against each of the passage; equal words of the passages have one row. */
function worthOf(
  hit: Words,
  numbers: Int32Array,
  from: number,
  to: number,
  gold: GoldWords,
): readonly Uint8Array[] {
  const rows = new Map<number, Uint8Array>();
  const worth: Uint8Array[] = [];
  for (let i = from; i < to; i++) {
    const number = numbers[i]!;
    let row = number < 0 ? undefined : rows.get(number);
    if (row === undefined) {
      row = rowOf(hit, i, number, gold);
      if (number >= 0) rows.set(number, row);
    }
    worth.push(row);
  }
  return worth;
}

function rowOf(hit: Words, i: number, number: number, gold: GoldWords): Uint8Array {
  const row = new Uint8Array(gold.numbers.length);
  const [size, first, last] = [hit.size(i), hit.first(i), hit.last(i)];
  // Most words are unlike in length, or at both ends: only of the others a text is made.
  let word: string | undefined;
  for (let j = 0; j < row.length; j++) {
    if (gold.numbers[j] === number) {
      row[j] = FOUND;
      continue;
    }
    const other = gold.word(j);
    const n = other.length;
    if (size - n > 1 || n - size > 1) continue;
    if (other.charCodeAt(0) !== first && other.charCodeAt(n - 1) !== last) continue;
    word ??= hit.word(i);
    if (isNear(word, other)) row[j] = NEARLY;
  }
  return row;
}
