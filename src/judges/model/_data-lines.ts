/** Puts untrusted texts into a prompt: one line each, between two marker lines that their author cannot guess. */

/** An id and its text. */
export type DataItem = readonly [id: string, text: string];

// Line breaks of any kind: a second line could carry a fake id.
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
// Not seen by people but read by models: zero width, direction, Unicode tags, variants past the sixteenth. Joiners stay, scripts need them.
const UNSEEN =
  /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/gu;
const HALF_PAIRS = /\p{Surrogate}/gu;
// Marks of chat templates: some servers take them for the real thing wherever they stand.
const TURN_MARKS = /<(?=[|｜]|\/?s>|(?:start|end)_of_turn>|<\/?sys>>)|\[(?=\/?(?:inst|system_prompt)\])/gi;

/** The text as one line, otherwise as it is: nothing is escaped. */
export const oneLine = (text: string): string =>
  text
    .replace(BREAKS, " ")
    .replace(UNSEEN, "")
    .replace(HALF_PAIRS, "\uFFFD")
    .replace(TURN_MARKS, (mark) => `${mark} `)
    .trim();

/** The nonce, made longer while it is in the data: a text that knows the fence cannot close it. */
export function fenceFor(nonce: string, items: readonly DataItem[]): string {
  let fence = nonce;
  for (let i = 1; items.some(([, text]) => text.includes(fence)); i++) fence = `${nonce}-${i}`;
  return fence;
}

/** Lines are joined, never rendered: a text with "$&" or "{fence}" in it stays what it is. */
export const fencedLines = (fence: string, items: readonly DataItem[]): string =>
  [fence, ...items.map(([id, text]) => (id === "" ? oneLine(text) : `${id} ${oneLine(text)}`)), fence].join(
    "\n",
  );
