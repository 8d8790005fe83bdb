/** Whether statements go together: words collected from statements that have nothing to do with each other do not make a short claim. */
import type { Rows } from "./_rows.ts";
import type { Sought } from "./_sought.ts";

/** Pronouns that go on with what was said before. */
const goesOn: ReadonlySet<string> = new Set(
  "he she it they his her hers its their theirs this these those such who which".split(" "),
);
export const isPronoun = (key: string): boolean => goesOn.has(key);

/** Words with content of a claim that one statement can say, or two that belong together. A longer one is said in pieces. */
const SHORT = 8;
/** Once this much of a claim is said, the rest may stand anywhere. */
const SAID = 0.5;
/** Words of a date line or a caption, which belongs to all of its page. */
const CAPTION = 4;

const anything = (): boolean => true;

/** Which statements may add to those chosen. Tried on what `npm run judge:tune` reads. */
export function linksTo(
  claim: Sought,
  rows: Rows,
  from: number,
  by: readonly number[],
  share: number,
): (row: number) => boolean {
  if (claim.terms.length > SHORT || share >= SAID || beginsWithPronoun(claim.text)) return anything;
  return (row) => rows.wordsOf(row) < CAPTION || isLinked(claim, rows, from, row, by);
}

/** Its subject is not among its words, so that no statement can show it. */
const beginsWithPronoun = (text: string): boolean =>
  isPronoun((/\p{L}+/u.exec(text)?.[0] ?? "").toLowerCase());

/** It shares a word of the claim with one of them, where each also says what it goes on from. */
function isLinked({ terms }: Sought, rows: Rows, from: number, row: number, by: readonly number[]): boolean {
  const { cells, width } = rows;
  const start = startOf(rows, from, row);
  for (const one of by) {
    const first = startOf(rows, from, one);
    // What a pronoun goes on from is not in this chunk, or the same for both.
    if (start < from || first < from || (start <= one && first <= row)) return true;
    for (let at = start; at <= row; at++)
      for (let other = first; other <= one; other++)
        for (const term of terms)
          if (cells[at * width + term]! > 0 && cells[other * width + term]! > 0) return true;
  }
  return false;
}

/** Words at the beginning of a statement that are looked through for a pronoun: "Perhaps his best work". */
const BEGINNING = 3;

/** Statements that a pronoun is followed back: a story of thousands is not. */
export const FARTHEST = 6;

/** Where what is said begins: the first statement before this one that does not go on with a pronoun. Before `from` where it is too far. */
function startOf({ wordAt }: Rows, from: number, row: number): number {
  let start = row;
  while (start >= from && hasPronoun((place) => wordAt(start, place))) {
    start--;
    if (row - start > FARTHEST) return from - 1;
  }
  return start;
}

function hasPronoun(wordAt: (place: number) => string): boolean {
  for (let place = 0; place < BEGINNING; place++) if (isPronoun(wordAt(place))) return true;
  return false;
}
