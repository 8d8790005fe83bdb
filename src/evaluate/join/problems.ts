/** Messages about rankings that the rules reject or change. */

import { defineProblems, optionWords } from "../../core/problem-table.ts";
import type { JoinRule } from "../../core/rules.ts";

interface Duplicate {
  readonly document: string;
  /** The rule in force. */
  readonly duplicates: JoinRule["duplicates"];
  /** The ranks of the two hits, if they have no line numbers. */
  readonly ranks?: readonly [number, number];
}

export const joinProblem = defineProblems({
  "duplicate-hit/of-ranking": ({ document, duplicates, ranks }: Duplicate, { query, firstLine }, voice) => {
    const where = ranks === undefined ? `first at line ${firstLine}` : `ranks ${ranks[0]} and ${ranks[1]}`;
    const kept =
      duplicates === "error"
        ? ""
        : duplicates === "first"
          ? "; ignoring the second"
          : "; the second scores nothing";
    return {
      what: `document ${document} is ranked twice for query ${query} (${where})${kept}`,
      why: "counting it twice would inflate every metric",
      fix: `remove the duplicate, or pass ${optionWords(voice, "duplicates", "keep", "blank", "error")}`,
    };
  },
  "duplicate-hit/chunks": ({ document, ranks }: Duplicate, { query, firstLine }) => ({
    what: `query ${query}: two hits are chunks of document ${document} (${ranks === undefined ? `first at line ${firstLine}` : `ranks ${ranks[0]} and ${ranks[1]}`}) under one id; counting the document once, at its first rank`,
    fix: "nothing to do if the gold names documents; if it names chunks, give every chunk its own id",
  }),
  "null-id/hit": ({ rank }: { readonly rank: number }, { query }) => ({
    what: `ranking of query ${query}: hit ${rank} has no id`,
    fix: "give every hit an id",
  }),
  "empty-id/hit": ({ rank }: { readonly rank: number }, { query }) => ({
    what: `ranking of query ${query}: hit ${rank} has an empty id`,
    fix: "give every hit an id",
  }),
  "no-score/hit": (
    { rank, document }: { readonly rank: number; readonly document: string },
    { query },
    voice,
  ) => ({
    what: `ranking of query ${query}: hit ${rank} (${document}) has no score`,
    why: "the hits are to be sorted by score",
    fix: `give every hit a score, or pass ${optionWords(voice, "order", "given")}`,
  }),
  "no-span": ({ rank, document }: { readonly rank: number; readonly document: string }, { query }) => ({
    what: `ranking of query ${query}: hit ${rank} (${document}) has no span, so it covers nothing`,
    fix: "give every hit its document and either start and end or lines",
  }),
  "span-units": (_: object, { query }) => ({
    what: `query ${query}: some spans are in lines, others in characters`,
    why: "without the source text, lines cannot be converted to characters",
    fix: "use lines, or start and end, in the gold and all hits; linesToOffsets(text, lines) converts lines to start and end",
  }),
});
