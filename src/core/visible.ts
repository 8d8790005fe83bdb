/**
 * Invisible characters: control characters (C0, DEL, C1), direction marks, zero-width characters, tags. A terminal
 * obeys some of them, others turn a line round, and with the rest two ids that look the same are not.
 */
const HIDDEN =
  /(?![\t\n\r])[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Joiners belong to the spelling of these scripts, and to emoji. */
const JOINED =
  /[\ufe0f\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u18af\u2600-\u27bf\ud83c-\ud83e\udc00-\udfff]/;
const isJoiner = (char: string): boolean => char === "\u200c" || char === "\u200d";

const escaped = (char: string): string => {
  let text = "";
  for (let i = 0; i < char.length; i++) text += `\\u${char.charCodeAt(i).toString(16).padStart(4, "0")}`;
  return text;
};

/** Does it contain invisible characters? */
export const hasHidden = (text: string): boolean => text.search(HIDDEN) >= 0;

/** JSON with those characters as escapes, which a reader turns back into what they were. */
export const escapeHidden = (json: string): string => json.replace(HIDDEN, escaped);

/** For people: hidden characters as escapes such as \u200b. Line breaks, tabs, and joiners where a script needs them stay. */
export const visible = (text: string): string =>
  text.replace(HIDDEN, (char, at: number) =>
    isJoiner(char) && at > 0 && JOINED.test(text[at - 1]!) && JOINED.test(text[at + 1] ?? "")
      ? char
      : escaped(char),
  );
