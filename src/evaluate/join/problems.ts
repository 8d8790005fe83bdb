/** What is said of rankings that the rules refuse, or change. */

import { defineProblems, optionWords } from "../../core/problem-table.ts";
import type { JoinRule } from "../../core/rules.ts";

interface Duplicate {
  readonly document: string;
  /** The rule in force. */
  readonly duplicates: JoinRule["duplicates"];
  /** Where the hits have no lines: their ranks. */
  readonly ranks?: readonly [number, number];
}

export const joinProblem = defineProblems({
  "duplicate-hit/of-ranking": ({ document, duplicates, ranks }: Duplicate, { query, firstLine }, voice) => {
    const twice =
      ranks === undefined ? `twice (first at line ${firstLine})` : `twice, at ${ranks[0]} and ${ranks[1]}`;
    const kept =
      duplicates === "error"
        ? ""
        : duplicates === "first"
          ? "; the later one was left out"
          : "; the later one earns nothing";
    return {
      what: `query ${query} ranks document ${document} ${twice}${kept}`,
      why: "counting it twice would inflate every metric",
      fix: `remove it, or choose ${optionWords(voice, "duplicates", "keep", "blank", "error")}`,
    };
  },
  "null-id/hit": ({ rank }: { readonly rank: number }, { query }) => ({
    what: `ranking of query ${query}: hit ${rank} has no id`,
    fix: "give every hit an id",
  }),
  "empty-id/hit": ({ rank }: { readonly rank: number }, { query }) => ({
    what: `ranking of query ${query}: hit ${rank} has an empty id`,
    fix: "give every hit an id",
  }),
  "no-score/hit": ({ rank, document }: { readonly rank: number; readonly document: string }, { query }) => ({
    what: `ranking of query ${query}: hit ${rank} (${document}) has no score`,
    why: "the order was asked to come from the scores",
    fix: 'give every hit a score, or use order "given"',
  }),
  "no-span": ({ rank, document }: { readonly rank: number; readonly document: string }, { query }) => ({
    what: `ranking of query ${query}: hit ${rank} (${document}) has no span, and covers nothing`,
    fix: "give every hit its document, and start and end or lines",
  }),
  "span-units": (_: object, { query }) => ({
    what: `query ${query}: some of its spans are in lines and others in characters`,
    why: "without the source text nobody knows which characters a line has",
    fix: "give lines, or start and end, in the gold and in all hits; linesToOffsets(text, lines) turns lines into start and end",
  }),
});
