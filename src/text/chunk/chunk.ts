/** Cuts a text into chunks that know where they are. */
import { markdownSections } from "./headings.ts";
import { type CutPoints, packed, type Stretches } from "./pack.ts";
import { sentenceStarts } from "./sentences.ts";
import { type ChunkUnit, countWords, wordCuts } from "./words.ts";

/** How texts are cut. Nothing is left out: without overlap, the chunks of a text put together are the text. */
export interface ChunkRule {
  /** size: at word borders. sentence: between sentences. heading: before each Markdown heading. */
  readonly by: "size" | "sentence" | "heading";
  /** At most so many words or characters. Default: 200 words; for headings none, so that sections stay whole. */
  readonly size?: number;
  /** How much of a chunk the next one repeats; at most half the size. Default: 0. */
  readonly overlap?: number;
  /** What `size` and `overlap` count. Default: words. */
  readonly unit?: ChunkUnit;
}

/** A part of a text: characters from `start` up to `end`, counted from 0; lines from 1. */
export interface TextChunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly [first: number, last: number];
  /** The headings above it, if it was cut by headings. */
  readonly title?: string;
}

export const DEFAULT_CHUNK_SIZE = 200;

/**
 * The chunks of a text.
 * @example
 * chunkText("# A\nOne.\n# B\nTwo.", { by: "heading" }) // [{ start: 0, end: 9, lines: [1, 2], title: "A" }, …]
 */
export function chunkText(text: string, rule: ChunkRule): TextChunk[] {
  if (text === "") return [];
  const lineOf = linesOf(text);
  const placed = ({ start, end }: Stretches, title?: string): TextChunk => ({
    start,
    end,
    lines: [lineOf(start), lineOf(end - 1)],
    ...(title === undefined ? {} : { title }),
  });
  const { by, size = DEFAULT_CHUNK_SIZE, overlap = 0, unit = "words" } = rule;
  if (by === "heading")
    return markdownSections(text).flatMap((section) =>
      (rule.size === undefined ? [section] : bySize(text, section, size, overlap, unit)).map((part) =>
        placed(part, section.title),
      ),
    );
  const parts =
    by === "size"
      ? bySize(text, { start: 0, end: text.length }, size, overlap, unit)
      : packed(sentenceCuts(text, unit), size, overlap);
  return parts.map((part) => placed(part));
}

const bySize = (
  text: string,
  { start, end }: Stretches,
  size: number,
  overlap: number,
  unit: ChunkUnit,
): Stretches[] => packed(wordCuts(text, start, end, unit, size), size, overlap);

function sentenceCuts(text: string, unit: ChunkUnit): CutPoints {
  const starts = sentenceStarts(text);
  const sizes = starts.map((start, i) => {
    const end = starts[i + 1] ?? text.length;
    return unit === "words" ? countWords(text, start, end) : end - start;
  });
  return { starts, to: text.length, sizes };
}

/** Says in which line a character is. */
function linesOf(text: string): (at: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (at) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
