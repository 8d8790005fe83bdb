/** Statements against wanted terms: one row of bytes per statement. */
import type { Wanted } from "./_wanted.ts";
import { foldTokens } from "./tokens.ts";

export interface Rows {
  /** Terms per row. */
  readonly width: number;
  /** By statement and term: how well it says the term, in hundredths. */
  readonly cells: Uint8Array;
  /** By statement: the weight of its own words, and of those that the reference has too. */
  readonly weight: Float64Array;
  readonly shared: Float64Array;
  /** By statement: it has a number or a date. */
  readonly counts: Uint8Array;
}

export function readRows(texts: readonly string[], wanted: Wanted): Rows {
  const width = wanted.size;
  const cells = new Uint8Array(texts.length * width);
  const weight = new Float64Array(texts.length);
  const shared = new Float64Array(texts.length);
  const counts = new Uint8Array(texts.length);
  texts.forEach((text, row) => {
    const base = row * width;
    for (const { key, kind } of foldTokens(text)) {
      if (kind !== "word") counts[row] = 1;
      const match = wanted.match(key);
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
  return { width, cells, weight, shared, counts };
}
