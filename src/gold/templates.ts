/** Questions made from a passage without a model: its heading, a sentence with a gap, or its rarest words. */
import { sentenceStarts } from "../text/chunk/sentences.ts";
import { isStopWord } from "../text/stop-words.ts";
import { foldTokens, type Token } from "../text/tokens.ts";
import type { CorpusPassage } from "./sample.ts";

type TemplateKind = "heading" | "gap" | "keywords";
export interface TemplateQuestion {
  readonly kind: TemplateKind;
  readonly question: string;
}

/** In how many passages a word occurs. */
export class WordCounts {
  readonly #counts = new Map<string, number>();
  add(text: string): void {
    for (const key of new Set(foldTokens(text).map(({ key }) => key)))
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

const KINDS: readonly TemplateKind[] = ["heading", "gap", "keywords"];

/** `turn`: which kind is tried first, so that a set has all of them. */
export function templateQuestions(
  passage: CorpusPassage,
  counts: WordCounts,
  turn: number,
): readonly TemplateQuestion[] {
  const makers = { heading: headingOf, gap: gapOf, keywords: keywordsOf };
  return KINDS.map((_, i) => KINDS[(i + turn) % KINDS.length]!).flatMap((kind) => {
    const question = makers[kind](passage, counts);
    return question === undefined ? [] : [{ kind, question }];
  });
}

const contentIn = (text: string): Token[] => foldTokens(text).filter(({ key }) => !isStopWord(key));

function headingOf({ title, text }: CorpusPassage): string | undefined {
  const heading = title ?? /^#{1,6}[ \t]+(\S[^\n]{0,200})/.exec(text.trimStart())?.[1];
  if (heading === undefined) return undefined;
  const words = heading.trim();
  return contentIn(words).length >= 2 ? words : undefined;
}

/** The sentence whose words are rarest, without its rarest number or name. */
function gapOf({ text }: CorpusPassage, counts: WordCounts): string | undefined {
  let best: { readonly rarity: number; readonly question: string } | undefined;
  for (const sentence of sentencesOf(text)) {
    const tokens = contentIn(sentence);
    if (tokens.length < 5 || tokens.length > 25) continue;
    const rarity = tokens.reduce((sum, { key }) => sum + 1 / (1 + counts.of(key)), 0) / tokens.length;
    if (best !== undefined && rarity <= best.rarity) continue;
    const numbers = tokens.filter(({ kind }) => kind !== "word");
    const gap = rarest(numbers.length > 0 ? numbers : tokens, counts)!;
    best = { rarity, question: `${sentence.slice(0, gap.start)}___${sentence.slice(gap.end)}`.trim() };
  }
  return best?.question;
}

const rarest = (tokens: readonly Token[], counts: WordCounts): Token | undefined =>
  tokens.reduce<Token | undefined>(
    (least, one) => (least === undefined || counts.of(one.key) < counts.of(least.key) ? one : least),
    undefined,
  );

/** The rarest four, in the order of the passage. */
function keywordsOf({ title, text }: CorpusPassage, counts: WordCounts): string | undefined {
  const whole = title === undefined ? text : `${title}\n${text}`;
  const first = new Map<string, Token>();
  for (const token of contentIn(whole)) if (!first.has(token.key)) first.set(token.key, token);
  const rare = [...first.values()].sort((a, b) => counts.of(a.key) - counts.of(b.key)).slice(0, 4);
  if (rare.length < 3) return undefined;
  return rare
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => whole.slice(start, end))
    .join(" ");
}

function sentencesOf(text: string): string[] {
  const starts = sentenceStarts(text);
  return starts.flatMap((start, i) => {
    const sentence = text
      .slice(start, starts[i + 1])
      .replace(/\s+/g, " ")
      .trim();
    return sentence.startsWith("#") || sentence.includes("```") ? [] : [sentence];
  });
}
