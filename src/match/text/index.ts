import { chunkOfMessage } from "./chunk-of-message.ts";
import { contains } from "./contains.ts";
import { containsTokens } from "./contains-tokens.ts";
import { edit } from "./edit.ts";
import { exact } from "./exact.ts";
import { fuzzy } from "./fuzzy.ts";
import { normalised } from "./normalised.ts";
import type { TextRule } from "./types.ts";

/** Rules that compare the text of a hit with a gold text, by their names. */
export const textRules: Readonly<Record<string, TextRule>> = {
  exact,
  contains,
  normalised,
  fuzzy,
  "chunk-of-message": chunkOfMessage,
  "contains-tokens": containsTokens,
  edit,
};
