/** What metrics over a Judgement share. */
import { none, ratio, sum, value } from "../core/derivation.ts";
import { nothingToJudge, scored, skipped } from "../core/score.ts";
import type { Derivation, Facet, Score } from "../core/types.ts";

/** What was judged, as numbers: 1 = yes, 0 = no; other numbers where a tool does not clamp them. */
type Worths = readonly number[];

/** Scores one part of a judgement, where it is there and says something. */
export function scorePart(part: Worths | undefined, facet: Facet, score: (worths: Worths) => Score): Score {
  if (part === undefined) return skipped(facet);
  return part.length === 0 ? nothingToJudge : score(part);
}

export const noPart = (facet: Facet): Derivation => none(`no ${facet} to judge`, "nothing-to-judge");

/** Explains one part of a judgement, where it is there and says something. */
export const explainPart = (
  part: Worths | undefined,
  facet: Facet,
  explain: (worths: Worths) => Derivation,
): Derivation => (part === undefined || part.length === 0 ? noPart(facet) : explain(part));

/** Those that hold, of all. */
export function share(worths: Worths): Score {
  let total = 0;
  for (const worth of worths) total += worth;
  return scored(total / worths.length);
}

/** `one` and `all` name what is counted, for example "claim 2 is found" and "claims". */
export function explainShare(
  what: string,
  worths: Worths,
  one: (i: number) => string,
  all: string,
): Derivation {
  const terms: Derivation[] = [];
  worths.forEach((worth, i) => {
    if (worth !== 0) terms.push(value(one(i + 1), worth));
  });
  return ratio(what, sum(what, terms), value(all, worths.length));
}

/** What is divided by, with the small number that some tools add to it. */
export const smoothed = (what: string, below: number, smooth: number): Derivation =>
  smooth === 0 ? value(what, below) : sum("denominator", [value(what, below), value("smooth", smooth)]);
