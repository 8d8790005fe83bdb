/** The embedded judge: shared words, names and numbers. No key, no download, the same answer every time. */
import type { Judge } from "../judge-types.ts";
import { judgeOfPairs, type PairThresholds } from "../pairs/index.ts";
import type { ScorePairs } from "../pairs/pair-types.ts";
import type { Thresholds } from "./_thresholds.ts";
import { createWordJudge, type WordJudge, type WordOptions } from "./by-words.ts";

export interface LexicalOptions extends WordOptions {
  /** Scores batches of pairs of a claim and a context, where words leave them open: each pair once. Names and numbers are then its business too. */
  readonly score?: ScorePairs;
  /**
   * Of the scorer, in records: change it when the function changes. Without a name, a hash of the function's source tells it from
   * others; functions that differ only in the variables around them (closures) need one.
   */
  readonly name?: string;
}

/**
 * A judge that compares words, for tests without a key and for differences between retrievers. `limits` says what it cannot do.
 * @example
 * const { judgements } = await judge({ cases, judge: createLexicalJudge() });
 */
export function createLexicalJudge(options: LexicalOptions & { readonly score: ScorePairs }): Judge;
export function createLexicalJudge(options?: WordOptions): WordJudge;
export function createLexicalJudge(options?: LexicalOptions): Judge;
export function createLexicalJudge({ score, name, thresholds = {}, ...options }: LexicalOptions = {}): Judge {
  if (score === undefined) return createWordJudge({ ...options, thresholds });
  const { full, partial, ...others }: Partial<Thresholds> = thresholds;
  const words = createWordJudge({ ...options, thresholds: others });
  const own: Partial<PairThresholds> = {
    ...(full === undefined ? {} : { full }),
    ...(partial === undefined ? {} : { partial }),
  };
  const scorer = { score, ...(name === undefined ? {} : { name }), thresholds: own };
  return judgeOfPairs(scorer, words, (pairs, { name: of, source }) => ({
    ...words.by,
    name: `lexical+${of}`,
    settings: { ...words.by.settings, ...pairs, score: source ?? of },
  }));
}
