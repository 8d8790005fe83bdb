/** What metrics over a Judgement share. */

import type { Derivation } from "../core/derivation.ts";
import { none, ratio, sum, value } from "../core/derivation.ts";
import type { JudgedContexts } from "../core/judgement.ts";
import type { NumberParam } from "../core/params.ts";
import type { Facet, Score } from "../core/score.ts";
import { nothingToJudge, scored, skipped } from "../core/score.ts";

/** What was judged, as numbers: 1 = yes, 0 = no; other numbers where a tool does not clamp them. */
type Worths = readonly number[];

/** Scores one part of a judgement if it is present and not empty. */
export function scorePart(part: Worths | undefined, facet: Facet, score: (worths: Worths) => Score): Score {
  if (part === undefined) return skipped(facet);
  return part.length === 0 ? nothingToJudge : score(part);
}

export const noPart = (facet: Facet): Derivation =>
  none(`no ${facet === "responseClaims" ? "claims of the response" : facet} to judge`, "nothing-to-judge");

/** Explains one part of a judgement if it is present and not empty. */
export const explainPart = (
  part: Worths | undefined,
  facet: Facet,
  explain: (worths: Worths) => Derivation,
): Derivation => (part === undefined || part.length === 0 ? noPart(facet) : explain(part));

/** The value of partial support, for judges that distinguish it. */
export const partial = {
  kind: "number",
  min: 0,
  max: 1,
  default: 0,
  doc: "What a context that states only a part of a claim is worth, from 0 (nothing) to 1 (as much as the whole claim).",
  rule: "level",
} as const satisfies NumberParam;

const worthOf = (level: number, part: number): number => (level === 2 ? 1 : level === 1 ? part : 0);

/** Value of each claim: the best support from any context. */
export const claimWorths = (j: JudgedContexts, part: number): Worths | undefined =>
  part === 0 || j.support === undefined
    ? j.claims
    : j.support.map((row) => row.reduce((best, level) => Math.max(best, worthOf(level, part)), 0));

/** Which contexts help: to arrive at the reference, or, where there is none, to answer the question. */
export const helpful = (j: JudgedContexts): Worths | undefined => j.verdicts ?? j.questionVerdicts;

/** Value of each context: the best support it gives to any claim. */
export const contextWorths = (j: JudgedContexts, part: number): Worths | undefined =>
  part === 0 || j.support === undefined
    ? j.verdicts
    : j.verdicts?.map((_, i) =>
        j.support!.reduce((best, row) => Math.max(best, worthOf(row[i] ?? 0, part)), 0),
      );

/** The number of contexts that state each claim in full. */
export const fullSupports = (support: NonNullable<JudgedContexts["support"]>): number[] =>
  support.map((row) => row.filter((level) => level === 2).length);

/** Scores the first k verdicts by how many of how many hold. */
export const scoreFirst = (
  verdicts: Worths | undefined,
  k: number | undefined,
  score: (helpful: number, n: number) => number,
): Score =>
  scorePart(verdicts?.slice(0, k), "verdicts", (worths) =>
    scored(
      score(
        worths.reduce((a, b) => a + b, 0),
        worths.length,
      ),
    ),
  );

/** `counted` names the contexts that count, for example "helpful contexts". */
export const explainFirst = (
  what: string,
  verdicts: Worths | undefined,
  k: number | undefined,
  worthOfOne: (worth: number) => number,
  counted: string,
): Derivation =>
  explainPart(verdicts?.slice(0, k), "verdicts", (worths) =>
    explainShare(what, worths.map(worthOfOne), (rank) => `context ${rank}`, [counted, "contexts"]),
  );

/** Those that hold, of all. */
export function share(worths: Worths): Score {
  let total = 0;
  for (const worth of worths) total += worth;
  return scored(total / worths.length);
}

/** `one`, `counted` and `all` name what is counted, for example "claim 2 is found", "claims found" and "claims". */
export function explainShare(
  what: string,
  worths: Worths,
  one: (i: number) => string,
  [counted, all]: readonly [counted: string, all: string],
): Derivation {
  const terms: Derivation[] = [];
  worths.forEach((worth, i) => {
    if (worth !== 0) terms.push(value(one(i + 1), worth));
  });
  return ratio(what, sum(counted, terms), value(all, worths.length));
}

/** Says of a claim that it is supported, and what else is to be known of it. */
export const supportedClaim =
  (notes: readonly (string | undefined)[] | undefined) =>
  (i: number): string => {
    const note = notes?.[i - 1];
    return `claim ${i} is supported${note === undefined ? "" : `, but see it (${note})`}`;
  };

/** The denominator, including the small constant that some tools add. */
export const smoothed = (what: string, below: number, smooth: number): Derivation =>
  smooth === 0 ? value(what, below) : sum("denominator", [value(what, below), value("smooth", smooth)]);
