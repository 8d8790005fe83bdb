/** The gold texts of one query, prepared once for all the rankings that they are compared with. */

import { readTextMatch, type TextMatch } from "./find-text.ts";
import type { TextIndex } from "./types.ts";

/** Pairs of hit and gold text from which an index pays for the time it takes to make. */
const MANY = 4096;

export class TextMatcher {
  readonly #match: ReturnType<typeof readTextMatch>;
  readonly #texts: readonly string[];
  #prepared: readonly unknown[] | undefined;
  #index: TextIndex | undefined;

  constructor(golds: readonly string[], match: TextMatch) {
    this.#texts = golds;
    this.#match = readTextMatch(match);
  }

  isEnough(similarity: number): boolean {
    return this.#match.isEnough(similarity);
  }

  /** hit × gold text, row by row. What is below the least similarity that counts may be 0. */
  similarities(hits: readonly string[]): Float64Array {
    const { rule, least } = this.#match;
    const width = this.#texts.length;
    const out = new Float64Array(hits.length * width);
    if (rule.index !== undefined && out.length >= MANY) {
      this.#index ??= rule.index(this.#texts, least);
      for (const [i, text] of hits.entries())
        for (const { gold, similarity } of this.#index.find(text)) out[i * width + gold] = similarity;
      return out;
    }
    this.#prepared ??= this.#texts.map(rule.gold);
    for (const [i, text] of hits.entries()) {
      const hit = rule.hit(text);
      for (let j = 0; j < width; j++) out[i * width + j] = rule.similarity(hit, this.#prepared[j], least);
    }
    return out;
  }
}
