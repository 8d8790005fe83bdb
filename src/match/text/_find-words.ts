/** A passage looked for among the words of a text. */
import { align, FOUND, NEARLY } from "./_align.ts";
import type { Normaliser } from "./_normalise.ts";
import type { FoundText } from "./_types.ts";
import { isNear, readWords, type Words } from "./_words.ts";

/** Words, and how often each is there. */
export interface CountedWords extends Words {
  readonly counts: ReadonlyMap<string, number>;
}

export function countWords(text: string, normaliser: Normaliser): CountedWords {
  const words = readWords(text, normaliser);
  const counts = new Map<string, number>();
  for (const word of words.words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { ...words, counts };
}

/** The most that can come out where `shared` of `golds` words are in both: each of the others has a letter wrong. */
export const mostSimilar = (golds: number, shared: number): number =>
  (FOUND * shared + NEARLY * (golds - shared)) / (FOUND * golds);

function sharedWords(hit: CountedWords, gold: CountedWords): number {
  let shared = 0;
  for (const [word, n] of gold.counts) shared += Math.min(n, hit.counts.get(word) ?? 0);
  return shared;
}

export function findWords(hit: CountedWords, gold: CountedWords, least: number): FoundText | undefined {
  const golds = gold.words.length;
  if (golds === 0 || mostSimilar(golds, sharedWords(hit, gold)) < least) return undefined;
  const found = align(golds, hit.words.length, worthOf(hit, gold));
  if (found === undefined) return undefined;
  const similarity = found.score / (FOUND * golds);
  if (similarity < least) return undefined;
  return { similarity, start: hit.starts[found.first]!, end: hit.ends[found.last]! };
}

/** What each word of the hit is worth against each of the passage; two words are compared once. */
function worthOf(hit: CountedWords, gold: CountedWords): (hit: number, gold: number) => number {
  const numbers = (words: CountedWords): [Map<string, number>, Uint32Array] => {
    const number = new Map([...words.counts.keys()].map((word, i) => [word, i]));
    return [number, Uint32Array.from(words.words, (word) => number.get(word)!)];
  };
  const [hitNumbers, hits] = numbers(hit);
  const [goldNumbers, golds] = numbers(gold);
  const width = goldNumbers.size;
  const worth = new Uint8Array(hitNumbers.size * width);
  for (const [a, i] of hitNumbers)
    for (const [b, j] of goldNumbers)
      if (a === b) worth[i * width + j] = FOUND;
      else if (isNear(a, b)) worth[i * width + j] = NEARLY;
  return (h, g) => worth[hits[h]! * width + golds[g]!]!;
}
