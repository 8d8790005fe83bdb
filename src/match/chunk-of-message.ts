/**
 * Is this chunk a piece of that message? As REMem asks it: the chunk must be a substring, case and blanks included,
 * of the message or of its JSON. A date line and the speaker before the chunk are not part of what is looked for.
 */
export function isChunkOfMessage(chunk: string, message: string): boolean {
  const said = chunk.startsWith("Date: ") ? withoutFirstLine(chunk) : chunk;
  const piece = /^(user|assistant): /.test(said) ? afterSpeaker : (text: string) => text;
  return message.includes(piece(said)) || message.includes(piece(asciiJson(said)));
}

// A date line alone leaves nothing, and nothing is part of every message.
const withoutFirstLine = (text: string): string => text.split("\n").slice(1).join("\n");

// Only up to the next ": ". Of the JSON it keeps the closing quote, so an escaped message must end where the chunk does.
const afterSpeaker = (text: string): string => text.split(": ")[1]!;

/** As Python's json.dumps: everything outside U+0020 … U+007E is escaped. */
const asciiJson = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
