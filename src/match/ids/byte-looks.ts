/** Looks at ids that are bytes: which of them need no closer one. What is said here of rules holds for those of this folder. */

/** What bytes an id has, as bits. */
const MARK = 1; // # | : [ and blanks: before the number of a chunk
const WORD = 2; // letters of which each word for a chunk has one: chunk, passage, paragraph, segment, snippet, split, page
const HYPHEN = 4;
const UNDERSCORE = 8;
const UPPER = 16;
/** Percent signs, and letters beyond ASCII: what such an id is read as is not in its bytes. */
const OTHER = 32;
/** Any sign that is neither a letter nor a digit. */
const SIGN = 64;

/** By byte: its bit. Those of all ids of a list, joined by `|`, are the looks of the list. */
export const BYTE_LOOKS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const c = String.fromCharCode(byte);
  const upper = c >= "A" && c <= "Z" ? UPPER : 0;
  if (byte >= 128 || c === "%") return OTHER;
  if ("kgp".includes(c.toLowerCase())) return WORD | upper;
  if (/[A-Za-z0-9]/.test(c)) return upper;
  return SIGN | ("#|:[ ".includes(c) ? MARK : c === "-" ? HYPHEN : c === "_" ? UNDERSCORE : 0);
});

/** Can an id of a list with these looks have the suffix of a chunk? */
export const mayHaveChunks = (looks: number): boolean =>
  (looks & (MARK | WORD)) !== 0 || (looks & (HYPHEN | UNDERSCORE)) === (HYPHEN | UNDERSCORE);

const isHex = (c: number): boolean => (c >= 48 && c <= 57) || (c >= 97 && c <= 102) || (c >= 65 && c <= 70);
/** The last letters of the words for a chunk, but e: that is a figure of a hexadecimal number, and g stands before it. */
const WORD_ENDS = new Set([..."kKhHtTeE"].map((c) => c.charCodeAt(0)));
const BEFORE_NUMBER = new Set([..."-_:.=/# "].map((c) => c.charCodeAt(0)));

/** The same of one id; false is certain. */
export function mayBeChunk(bytes: Uint8Array, start: number, end: number): boolean {
  let looks = 0;
  for (let i = start; i < end; i++) looks |= BYTE_LOOKS[bytes[i]!]!;
  if ((looks & MARK) !== 0 || (looks & (HYPHEN | UNDERSCORE)) === (HYPHEN | UNDERSCORE)) return true;
  if ((looks & WORD) === 0) return false;
  // A word, something between or nothing, and a number up to the end.
  let at = end - 1;
  while (at >= start && isHex(bytes[at]!)) at--;
  if (at < start || at === end - 1) return false;
  if (bytes[at] === 103 || bytes[at] === 71) return true;
  if (BEFORE_NUMBER.has(bytes[at]!)) at--;
  if (at >= start && (bytes[at] === 115 || bytes[at] === 83)) at--;
  return at >= start && WORD_ENDS.has(bytes[at]!);
}

/** Is each id letters and digits, and nothing else? */
export const isSimple = (looks: number): boolean => (looks & (SIGN | OTHER)) === 0;
/** Are all letters and digits in the bytes, whatever the case? */
export const isPlain = (looks: number): boolean => (looks & OTHER) === 0;
export const hasUpper = (looks: number): boolean => (looks & UPPER) !== 0;
