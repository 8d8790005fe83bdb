/** The same question as people type it in a hurry: a slice that tells how robust a retriever is. */
import { below, type Random } from "../core/random.ts";

export const VARIANTS = ["typo", "case", "order"] as const;
export type Variant = (typeof VARIANTS)[number];

/** Undefined where the text has nothing to change. */
export function varied(text: string, variant: Variant, random: Random): string | undefined {
  const changed = { typo: withTypo, case: otherCase, order: reordered }[variant](text, random);
  return changed === text ? undefined : changed;
}

/** Two neighbouring letters of a long word swapped, not the first one. */
function withTypo(text: string, random: Random): string {
  const words = [...text.matchAll(/\p{L}{4,}/gu)].filter(([word]) => swaps(word).length > 0);
  if (words.length === 0) return text;
  const longest = Math.max(...words.map(([word]) => word.length));
  const long = words.filter(([word]) => word.length >= longest - 2);
  const { 0: word, index } = long[below(random, long.length)]!;
  const places = swaps(word);
  const at = index + places[below(random, places.length)]!;
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}

/** Where swapping two letters changes a word. Halves of a surrogate pair stay together. */
const swaps = (word: string): number[] =>
  Array.from({ length: word.length - 2 }, (_, i) => i + 1).filter(
    (i) => word[i] !== word[i + 1] && !/[\ud800-\udfff]/.test(word.slice(i, i + 2)),
  );

function otherCase(text: string): string {
  const lower = text.toLowerCase();
  return lower === text ? text.toUpperCase() : lower;
}

/** The second half of the words first, as in a keyword search. */
function reordered(text: string): string {
  let end = text.length;
  while (end > 0 && " ?!.".includes(text[end - 1]!)) end--;
  const words = text
    .slice(0, end)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length < 3) return text;
  const middle = Math.ceil(words.length / 2);
  return [...words.slice(middle), ...words.slice(0, middle)].join(" ");
}
