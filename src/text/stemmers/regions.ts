/** What Snowball stemmers share: regions of a word, and its longest ending of a list. */

/** R1: what follows the first consonant behind a vowel; the end of the word if there is none. */
export function regionAfter(word: string, vowels: string, from = 0): number {
  let at = from;
  while (at < word.length && !vowels.includes(word[at]!)) at++;
  while (at < word.length && vowels.includes(word[at]!)) at++;
  return Math.min(at + 1, word.length);
}

/** RV of Italian, Portuguese and Spanish. */
export function verbRegion(word: string, vowels: string): number {
  const isVowel = (at: number): boolean => vowels.includes(word[at]!);
  const n = word.length;
  if (n < 2) return n;
  let at = 2;
  if (!isVowel(1)) {
    while (at < n && !isVowel(at)) at++;
    return Math.min(at + 1, n);
  }
  if (isVowel(0)) {
    while (at < n && isVowel(at)) at++;
    return Math.min(at + 1, n);
  }
  return Math.min(3, n);
}

/** Endings in the order in which they are tried: the longest one decides. */
export const endings = (list: string): readonly string[] =>
  list
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length);

/** The longest ending that begins at `from` or later. */
export function endingIn(word: string, list: readonly string[], from: number): string | undefined {
  const most = word.length - from;
  for (const ending of list) if (ending.length <= most && word.endsWith(ending)) return ending;
  return undefined;
}

export const without = (word: string, ending: string): string => word.slice(0, word.length - ending.length);

/** The word without its longest ending of the list, if that begins at `from` or later. */
export function dropped(word: string, list: readonly string[], from: number): string {
  const ending = list.find((one) => word.endsWith(one));
  return ending === undefined || word.length - ending.length < from ? word : without(word, ending);
}

/** The word without the ending, and then without the one before it. */
export function droppedBoth(word: string, ending: string, before: string, from: number): string {
  const less = dropped(word, [ending], from);
  return less === word ? word : dropped(less, [before], from);
}
