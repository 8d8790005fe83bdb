import { editDistance } from "../core/problem.ts";
import { isChunkOfMessage } from "./chunk-of-message.ts";
import { containsTokens } from "./contains-tokens.ts";

/** Rules that compare the text of a hit with a gold text: a similarity from 0 to 1; a rule that says yes or no gives 1 or 0. */
export const textRules: Readonly<Record<string, (hit: string, gold: string) => number>> = {
  exact: (hit, gold) => Number(hit === gold),
  "chunk-of-message": (hit, gold) => Number(isChunkOfMessage(hit, gold)),
  "contains-tokens": (hit, gold) => Number(containsTokens(hit, gold)),
  edit: editSimilarity,
};

/** 1 - edits / length of the longer one, in code points. */
function editSimilarity(hit: string, gold: string): number {
  if (hit === gold) return 1;
  const a = codePoints(hit);
  const b = codePoints(gold);
  return 1 - editDistance(a, b) / Math.max(a.length, b.length);
}

const codePoints = (text: string): Uint32Array => Uint32Array.from(text, (c) => c.codePointAt(0)!);
