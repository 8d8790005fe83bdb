/** Messages about gold and run ids that do not match. */

import type { ProblemWords } from "../../core/problem.ts";
import { defineProblems, optionWords, type Voice } from "../../core/problem-table.ts";
import { shown } from "../../core/shown.ts";
import { grouped, many } from "./proposals.ts";
import { looksWords, overlapWords } from "./words.ts";

/** How many gold ids are found: in the hits of their own query, and in those of any query. */
interface IdOverlap {
  readonly gold: number;
  readonly found: number;
  readonly anywhere: number;
  /** One id of each side, if they are written differently. */
  readonly looks?: readonly [gold: string, hit: string];
  /** Set if only a sample of the queries was checked. */
  readonly looked?: number;
  readonly queries?: number;
  /** The same command with the rule that finds more. */
  readonly command?: string;
  /** The rule that finds more. */
  readonly proposal?: {
    readonly ids?: string;
    readonly on: "hits" | "both";
    /** The rule maps chunks of a document to one id, so they must count as one document. */
    readonly byDoc: boolean;
    /** How many hits become equal to another hit in their list. */
    readonly merged?: number;
    readonly flag: string;
    readonly found: number;
    readonly total: number;
  };
}

function overlapProblem(overlap: IdOverlap, first: string, voice: Voice): ProblemWords {
  const { looks, looked, queries, proposal, command } = overlap;
  const sentences = [first, ...(looks === undefined ? [] : [looksWords(looks)])].join(" ");
  const some =
    looked === undefined || queries === undefined
      ? ""
      : ` (checked ${grouped(looked)} of ${grouped(queries)} queries)`;
  return {
    what: `${sentences.slice(0, -1)}${some}`,
    why: "scores near zero usually mean that gold and run write their ids differently",
    fix:
      proposal === undefined
        ? "write ids the same way in both; `goldie doctor GOLD RUN` shows how they differ"
        : proposalWords(proposal, voice),
    ...(command === undefined ? {} : { run: command }),
  };
}

function proposalWords(
  { ids, on, byDoc, merged = 0, flag, found, total }: NonNullable<IdOverlap["proposal"]>,
  voice: Voice,
): string {
  const match = `${grouped(found)} of ${grouped(total)} match`;
  const one =
    merged === 0
      ? ""
      : `; ${many(merged, "hit becomes", "hits become")} equal to another hit in ${merged === 1 ? "its" : "their"} list, and such hits count as one document`;
  const words = `with ${flag}${byDoc ? " --unit doc" : ""} ${match}${one}`;
  if (voice === "command") return words;
  const unit = optionWords(voice, "unit", "doc");
  const rule = `match: { ids: ${shown(ids)}, on: ${shown(on)} }`;
  return `${words} (in code: ${ids === undefined ? unit : byDoc ? `${rule}, ${unit}` : rule})`;
}

export const doctorProblem = defineProblems({
  "nothing-matches/ids": (overlap: IdOverlap, _, voice) =>
    overlapProblem(
      overlap,
      overlap.anywhere > 0
        ? `no query retrieved any of its own gold ids, but ${grouped(overlap.anywhere)} of ${grouped(overlap.gold)} gold ids appear in the results of other queries.`
        : overlapWords(overlap),
      voice,
    ),
  "low-overlap": (overlap: IdOverlap, _, voice) => overlapProblem(overlap, overlapWords(overlap), voice),
});
