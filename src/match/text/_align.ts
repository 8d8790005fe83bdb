/** How much of a passage stands in a text, in order: one pass over the table of passage × text. */

/** Thirds of a word: found, found with one letter wrong, and what a foreign word in between costs. */
export const FOUND = 3;
export const NEARLY = 1;
export const FOREIGN = 1;

export interface Alignment {
  /** Thirds of a word. */
  readonly score: number;
  /** The first and the last word of the text that belong to it. */
  readonly first: number;
  readonly last: number;
}

/**
 * The best place of `golds` words in `hits` words. A word of the passage may be absent or another one: it is not found, no more.
 * `worth[hit][gold]`: FOUND, NEARLY or 0.
 */
export function align(golds: number, hits: number, worth: readonly Uint8Array[]): Alignment | undefined {
  // By word of the passage, from 1: the best score of what ends here or before, and where it began.
  const score = new Int32Array(golds + 1);
  const began = new Int32Array(golds + 1);
  let best: Alignment | undefined;
  for (let hit = 0; hit < hits; hit++) {
    const row = worth[hit]!;
    // Of the text without this word and the passage without its last one.
    let corner = 0;
    let cornerBegan = 0;
    for (let gold = 1; gold <= golds; gold++) {
      const above = score[gold]!;
      const aboveBegan = began[gold]!;
      let most = corner + row[gold - 1]!;
      let from = corner > 0 ? cornerBegan : hit;
      if (score[gold - 1]! > most) {
        most = score[gold - 1]!;
        from = began[gold - 1]!;
      }
      if (above - FOREIGN > most) {
        most = above - FOREIGN;
        from = aboveBegan;
      }
      score[gold] = most;
      began[gold] = from;
      corner = above;
      cornerBegan = aboveBegan;
    }
    if (score[golds]! > (best?.score ?? 0)) best = { score: score[golds]!, first: began[golds]!, last: hit };
  }
  return best;
}
