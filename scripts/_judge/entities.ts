/** Entity mentions against tagged sentences: the same first and last token; types are ignored. */
import { findEntities } from "../../src/judges/lexical/entities.ts";
import type { TaggedSentence } from "./data.ts";

export interface Counts {
  readonly found: number;
  readonly said: number;
  readonly right: number;
}

export function countMentions(sentences: readonly TaggedSentence[]): Counts {
  let found = 0;
  let said = 0;
  let right = 0;
  for (const { tokens, mentions } of sentences) {
    const starts: number[] = [];
    let text = "";
    for (const token of tokens) {
      starts.push(text.length);
      text += `${token} `;
    }
    const tagged = new Set(
      mentions.map(([from, to]) => `${starts[from]} ${starts[to - 1]! + tokens[to - 1]!.length}`),
    );
    // Only names are tagged; extra dates and numbers are not errors.
    const names = findEntities(text).filter(({ kind }) => kind === "name");
    found += tagged.size;
    said += names.length;
    right += names.filter(({ start, end }) => tagged.has(`${start} ${end}`)).length;
  }
  return { found, said, right };
}

export const f1 = ({ found, said, right }: Counts): number => (2 * right) / (found + said);
