/**
 * How the shipped table of words is packed. Alphabetical; each entry is a letter for how much it shares with
 * the word before (A is nothing), the rest of the word, and a symbol for its rank and case.
 */

/** The symbol of a word: twice the whole binary logarithm of its rank, and 1 more where it is mostly written with a capital. */
export const symbols = "0123456789!#$%&()*+,-./:;<=>?@[]^_{|}~";

/** Places in `symbols` by word. */
export function unpack(packed: string): Map<string, number> {
  const places = new Int8Array(128);
  for (let i = 0; i < symbols.length; i++) places[symbols.charCodeAt(i)] = i;
  const all = new Map<string, number>();
  let last = "";
  for (let at = 0; at < packed.length; ) {
    const shared = packed.charCodeAt(at++) - 65;
    const start = at;
    while (packed.charCodeAt(at) >= 97 && packed.charCodeAt(at) <= 122) at++;
    last = last.slice(0, shared) + packed.slice(start, at);
    all.set(last, places[packed.charCodeAt(at++)]!);
  }
  return all;
}
