import { Minimizers } from "./_minimizers.ts";
import { yesOrNo } from "./types.ts";

interface Chunk {
  /** What is looked for: as it is, or as JSON writes it. */
  readonly piece: string;
  readonly json: string;
  /** Where the piece stands in the chunk. */
  readonly start: number;
}

const SPEAKER = /^(user|assistant): /;

/** A date line and the speaker before the chunk are not part of what is looked for. */
function read(chunk: string): Chunk {
  const said = chunk.startsWith("Date: ") ? withoutFirstLine(chunk) : chunk;
  const speaker = SPEAKER.exec(said)?.[0].length ?? 0;
  const piece = speaker > 0 ? afterSpeaker : (text: string) => text;
  return {
    piece: piece(said),
    json: piece(asciiJson(said)),
    start: chunk.length - said.length + speaker,
  };
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

/** As REMem asks it. */
export const chunkOfMessage = yesOrNo<Chunk, string>({
  about:
    "The hit is a piece of the gold text or of its JSON, with the same case and blanks; a date line and a speaker at the start of the hit are ignored.",
  hit: read,
  gold: (message) => message,
  matches: ({ piece, json }, message) => message.includes(piece) || message.includes(json),
  where: ({ piece, start }) => [start, start + piece.length],
  index(messages) {
    const minimizers = new Minimizers(messages);
    const all = [...messages.keys()];
    return {
      find(hit) {
        const { piece, json, start } = read(hit);
        // Where JSON escapes nothing, what holds the JSON holds the piece.
        const plain = minimizers.mayHold(piece);
        const escaped = json.includes(piece) ? [] : minimizers.mayHold(json);
        const few =
          plain === undefined || escaped === undefined
            ? all
            : [...new Set([...plain, ...escaped])].sort((a, b) => a - b);
        return few
          .filter((gold) => messages[gold]!.includes(piece) || messages[gold]!.includes(json))
          .map((gold) => ({ gold, similarity: 1, start, end: start + piece.length }));
      },
    };
  },
});
