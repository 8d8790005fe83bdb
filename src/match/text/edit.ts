import { editDistance } from "../../core/problem.ts";
import { textRule } from "./types.ts";

interface Letters {
  readonly text: string;
  readonly points: Uint32Array;
}

const letters = (text: string): Letters => ({
  text,
  points: Uint32Array.from(text, (c) => c.codePointAt(0)!),
});

/** 1 - edits / length of the longer one, in code points. */
const similarity = (hit: Letters, gold: Letters): number =>
  hit.text === gold.text
    ? 1
    : 1 - editDistance(hit.points, gold.points) / Math.max(hit.points.length, gold.points.length);

export const edit = textRule<Letters, Letters>({
  about:
    "Similarity of the two whole texts: 1 minus the edit distance divided by the length of the longer text.",
  at: 1,
  hit: letters,
  gold: letters,
  similarity,
  find(hit, gold, least) {
    const similar = similarity(hit, gold);
    return similar < least ? undefined : { similarity: similar, start: 0, end: hit.text.length };
  },
});
