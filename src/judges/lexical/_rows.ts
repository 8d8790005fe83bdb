/** Statements against wanted terms: one row of bytes per statement. */

import type { Token } from "../../text/tokens.ts";
import { noMatch } from "./_lexicon.ts";
import { SAME, type Wanted } from "./_wanted.ts";

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
  for (let row = 0; row < texts.length; row++) {
    const base = row * width;
    const statement = wanted.statement();
    let opens = noMatch.opens;
    for (const { key } of texts[row]!) {
      const word = wanted.word(key);
      const { match } = word;
      if (opens.length > 0)
        for (const { rest, term } of opens) if (rest === bare(key)) cells[base + term] = SAME;
      opens = match.opens;
      if (word.seen === statement) continue;
      word.seen = statement;
      weight[row]! += word.weight;
      if (match.terms.length === 0) continue;
      shared[row]! += (word.weight * match.inReference) / 100;
      for (let i = 0; i < match.terms.length; i++) {
        const at = base + match.terms[i]!;
        if (match.strengths[i]! > cells[at]!) cells[at] = match.strengths[i]!;
      }
    }
  }
  return { width, cells, weight, shared };
}

/** A number as it is written at the end of a word: "PlayStation3". */
const bare = (key: string): string => (key[0] === "#" ? key.slice(1) : key);
