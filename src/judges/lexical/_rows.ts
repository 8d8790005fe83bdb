/** Statements against wanted terms: one row of bytes per statement. */
import type { Match } from "./_lexicon.ts";
import { SAME, type Wanted } from "./_wanted.ts";
import type { Token } from "./tokens.ts";

export interface Rows {
  /** Terms per row. */
  readonly width: number;
  /** By statement and term: how well it says the term, in hundredths. */
  readonly cells: Uint8Array;
  /** By statement: the weight of its own words, and of those that the reference has too. */
  readonly weight: Float64Array;
  readonly shared: Float64Array;
}

export function readRows(texts: readonly (readonly Token[])[], wanted: Wanted): Rows {
  const width = wanted.size;
  const cells = new Uint8Array(texts.length * width);
  const weight = new Float64Array(texts.length);
  const shared = new Float64Array(texts.length);
  texts.forEach((tokens, row) => {
    const base = row * width;
    let before: Match | undefined;
    for (const { key } of tokens) {
      const match = wanted.match(key);
      for (const { rest, term } of before?.opens ?? []) if (rest === bare(key)) cells[base + term] = SAME;
      before = match;
      if (match.seen === row) continue;
      match.seen = row;
      const { terms, strengths } = match;
      weight[row]! += match.weight;
      shared[row]! += (match.weight * match.inReference) / 100;
      for (let i = 0; i < terms.length; i++) {
        const at = base + terms[i]!;
        if (strengths[i]! > cells[at]!) cells[at] = strengths[i]!;
      }
    }
  });
  return { width, cells, weight, shared };
}

/** A number as it is written at the end of a word: "PlayStation3". */
const bare = (key: string): string => (key[0] === "#" ? key.slice(1) : key);
