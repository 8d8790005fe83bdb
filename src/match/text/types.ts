/** What a text rule is. Texts are prepared once and compared many times. */

/** A stretch of the hit's own text, as evidence: characters from `start` up to `end`, and how much of the gold text it is. */
export interface FoundText {
  readonly similarity: number;
  readonly start: number;
  readonly end: number;
}

/** Gold texts that are in a hit, by their place in the list of gold texts, ascending. */
export interface TextIndex {
  find(hit: string): (FoundText & { readonly gold: number })[];
}

/** H and G: what the rule makes of a hit's text and of a gold text, once. */
export interface TextRule<H = unknown, G = unknown> {
  /** What it asks, as a sentence for people. */
  readonly about: string;
  /** Default threshold; 1 for yes-or-no rules. */
  readonly at: number;
  hit(text: string): H;
  gold(text: string): G;
  /** What a gold text must have somewhere to be looked for; a text without it is left out of the gold. Default: anything. */
  readonly sees?: RegExp;
  /** From 0 to 1. Below `least`, a rule may return 0 to save work. */
  similarity(hit: H, gold: G, least: number): number;
  /** Where in the hit's text; called for what is similar enough. */
  find(hit: H, gold: G, least: number): FoundText | undefined;
  /** All gold texts at once, where there is a faster way than one after another. */
  index?(golds: readonly string[], least: number): TextIndex;
}

/** For rules that read words. */
export const A_WORD = /[\p{L}\p{N}\p{M}]/u;
/** For rules that also read signs such as == or €; punctuation alone is in every text. */
export const A_WORD_OR_SIGN = /[\p{L}\p{N}\p{M}\p{S}]/u;

/** A rule with its prepared types erased. */
export const textRule = <H, G>(rule: TextRule<H, G>): TextRule => rule as TextRule;

/** A rule that says yes or no: where the gold text stands, from `start` up to `end`. */
export const yesOrNo = <H, G>(
  rule: Pick<TextRule<H, G>, "about" | "hit" | "gold" | "index" | "sees"> & {
    matches(hit: H, gold: G): boolean;
    where(hit: H, gold: G): readonly [start: number, end: number];
  },
): TextRule =>
  textRule<H, G>({
    ...rule,
    at: 1,
    similarity: (hit, gold) => Number(rule.matches(hit, gold)),
    find(hit, gold) {
      if (!rule.matches(hit, gold)) return undefined;
      const [start, end] = rule.where(hit, gold);
      return { similarity: 1, start, end };
    },
  });
