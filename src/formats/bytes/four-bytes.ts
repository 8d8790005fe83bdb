/** Bytes of a line, four at a time: each four are one number, the first lowest. */

/** Four bytes as one number, the first lowest: the upper bit of each that is a blank, and perhaps of others behind the first such. */
export const blanksIn = (word: number): number => (word - 0x21212121) & ~word & 0x80808080;
/** Which of the four is the first with its upper bit. */
export const firstOf = (bits: number): number => (31 - Math.clz32(bits & -bits)) >>> 3;
export const areDigits = (word: number): boolean =>
  (((word + 0x46464646) | (word - 0x30303030)) & 0x80808080) === 0;
/** The number that four digits make; zero bytes before them count as the digit 0. */
export const fourDigits = (word: number): number => {
  const pairs = (Math.imul(word & 0x0f0f0f0f, 2561) >>> 8) & 0x00ff00ff;
  return Math.imul(pairs, 6553601) >>> 16;
};

/** Are the bytes at two places the same? They hold no newline but at their end, so that no word reaches far beyond a line that differs. */
export function sameWords(words: DataView, a: number, b: number, size: number): boolean {
  let at = 0;
  for (; at + 4 <= size; at += 4)
    if (words.getInt32(a + at, true) !== words.getInt32(b + at, true)) return false;
  // The rest overlaps the last four bytes.
  if (size >= 4)
    return at === size || words.getInt32(a + size - 4, true) === words.getInt32(b + size - 4, true);
  for (; at < size; at++) if (words.getUint8(a + at) !== words.getUint8(b + at)) return false;
  return true;
}
