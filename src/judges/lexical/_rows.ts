/** Statements against wanted terms: one row of bytes per statement. */

import type { TokenColumns } from "../../text/token-columns.ts";
import { FOUND, SEEN, SIDE, STAMP, WEIGHT, WEIGHTS } from "./_lexicon.ts";
import type { StatementRoles } from "./_statements.ts";
import { noMatch, pairKey, SAME, type Wanted } from "./_wanted.ts";

const none: readonly number[] = [];

/** The tokens of one text in columns: from, and up to but not with. */
export interface RowPlaces {
  readonly from: number;
  readonly to: number;
}

export interface Rows {
  /** Terms per row. */
  readonly width: number;
  /** By statement and term: how well it says the term, in hundredths. */
  readonly cells: Uint8Array;
  /** The same without what the headings above it say. */
  readonly own: Uint8Array;
  /** Pairs per row, and by statement and pair whether its words stand side by side there, but for small ones. */
  readonly pairWidth: number;
  readonly pairs: Uint8Array;
  /** By statement: the weight of its own words, and of those that the reference has too. */
  readonly weight: Float64Array;
  readonly shared: Float64Array;
  /** 1 where a statement is no evidence: a question, a heading. */
  readonly mute: Uint8Array;
  /** 1 where neighbours say nothing: a row of a table. */
  readonly inTable: Uint8Array;
  /** Where a section begins. */
  readonly sections: ReadonlySet<number>;
}

const noRoles: StatementRoles = {
  mute: new Uint8Array(0),
  row: new Uint8Array(0),
  under: new Map(),
  sections: new Set(),
};

export function readRows(
  { ids, words }: TokenColumns,
  texts: readonly RowPlaces[],
  wanted: Wanted,
  { mute, row: inTable, under, sections }: StatementRoles = noRoles,
): Rows {
  const width = wanted.size;
  const cells = new Uint8Array(texts.length * width);
  const known = wanted.pairs;
  const pairWidth = known.size;
  const pairs = new Uint8Array(texts.length * pairWidth);
  const weight = new Float64Array(texts.length);
  const shared = new Float64Array(texts.length);
  const { lexicon, stamp, matches } = wanted;
  let { weights, known: about } = lexicon;
  for (let row = 0; row < texts.length; row++) {
    const base = row * width;
    const statement = lexicon.statement();
    let opens = noMatch.opens;
    // The terms of the last word with content.
    let before = none;
    let sum = 0;
    let both = 0;
    const { from, to } = texts[row]!;
    for (let at = from; at < to; at++) {
      const id = ids[at]!;
      const side = id * SIDE;
      if (about[side + STAMP] !== stamp) {
        wanted.find(id);
        ({ weights, known: about } = lexicon);
      }
      if (opens.length > 0) {
        const key = bare(words.keyOf(id));
        for (const { rest, term } of opens) if (rest === key) cells[base + term] = SAME;
        opens = noMatch.opens;
      }
      const own = weights[id * WEIGHTS + WEIGHT]!;
      const first = about[side + SEEN] !== statement;
      if (first) {
        about[side + SEEN] = statement;
        sum += own;
      }
      const place = about[side + FOUND]!;
      if (place === 0) {
        if (own > 0) before = none;
        continue;
      }
      const match = matches[place]!;
      opens = match.opens;
      if (match.terms.length === 0) {
        if (own > 0) before = none;
        continue;
      }
      if (pairWidth > 0 && own > 0) {
        for (const left of before)
          for (const right of match.terms) {
            const pair = known.get(pairKey(left, right));
            if (pair !== undefined) pairs[row * pairWidth + pair] = 1;
          }
        before = match.terms;
      }
      if (!first) continue;
      both += (own * match.inReference) / 100;
      for (let i = 0; i < match.terms.length; i++) {
        const at = base + match.terms[i]!;
        if (match.strengths[i]! > cells[at]!) cells[at] = match.strengths[i]!;
      }
    }
    weight[row] = sum;
    shared[row] = both;
  }
  const own = under.size === 0 ? cells : cells.slice();
  for (const [row, heads] of under)
    for (const head of heads) {
      raise(cells, row * width, head * width, width);
      raise(pairs, row * pairWidth, head * pairWidth, pairWidth);
    }
  return { width, cells, own, pairWidth, pairs, weight, shared, mute, inTable, sections };
}

/** A number as it is written at the end of a word: "PlayStation3". */
const bare = (key: string): string => (key[0] === "#" ? key.slice(1) : key);

/** What a heading says holds for the statements below it. */
function raise(cells: Uint8Array, to: number, from: number, width: number): void {
  for (let i = 0; i < width; i++) if (cells[from + i]! > cells[to + i]!) cells[to + i] = cells[from + i]!;
}
