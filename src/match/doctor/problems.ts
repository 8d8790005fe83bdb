/** What is said of ids of gold and hits that do not meet. */

import type { ProblemWords } from "../../core/problem.ts";
import { defineProblems, optionWords, type Voice } from "../../core/problem-table.ts";
import { shown } from "../../core/shown.ts";
import { grouped, many } from "./proposals.ts";
import { looksWords, overlapWords } from "./words.ts";

/** Gold ids and how many of them are found: among the hits of their query, and of any. */
interface IdOverlap {
  readonly gold: number;
  readonly found: number;
  readonly anywhere: number;
  /** An id of each side, where they are written differently. */
  readonly looks?: readonly [gold: string, hit: string];
  /** Where only some of the queries were looked at. */
  readonly looked?: number;
  readonly queries?: number;
  /** The same command with the rule that finds more. */
  readonly command?: string;
  /** The rule that finds more. */
  readonly proposal?: {
    readonly ids?: string;
    readonly on: "hits" | "both";
    /** Chunks of one document become one id, so they are to count as one document. */
    readonly byDoc: boolean;
    /** So many hits become the same as others of their lists. */
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
      : ` (looked at ${grouped(looked)} of ${grouped(queries)} queries)`;
  return {
    what: `${sentences.slice(0, -1)}${some}`,
    why: "scores near zero usually mean that ids are written differently on the two sides",
    fix:
      proposal === undefined
        ? "write ids the same way on both sides; goldie doctor shows what they look like"
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
      : `; ${many(merged, "hit becomes the same as another one of its list and counts", "hits become the same as others of their lists and count")} as one document`;
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
        ? `no hit of any query is in its gold; ${grouped(overlap.anywhere)} of ${grouped(overlap.gold)} gold ids appear for other queries.`
        : overlapWords(overlap),
      voice,
    ),
  "low-overlap": (overlap: IdOverlap, _, voice) => overlapProblem(overlap, overlapWords(overlap), voice),
});
