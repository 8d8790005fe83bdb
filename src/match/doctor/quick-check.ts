/** The cheap part of the doctor: whether gold and hits have any ids in common. */
import type { Problem } from "../../core/problem.ts";
import { countMatches, type IdCase } from "./count.ts";
import { doctorProblem } from "./problems.ts";
import { docProposals, isSafe } from "./proposals.ts";
import { shapeOf } from "./shape.ts";
import type { Proposal } from "./types.ts";
import { looksDifferent } from "./words.ts";

/** A quarter of the gold found is a result; less may be a mistake. */
export const FINE = 0.25;

export interface QuickCheckOptions {
  /** How many queries there are, where the cases are only some of them. */
  readonly queries?: number;
  /** Beside each case: the hits' own documents, where the run names them. */
  readonly parents?: readonly IdCase[];
}

/**
 * One Problem if hardly any gold id appears among the hits, with the rule that fixes it; a few hundred queries are enough.
 * @example
 * quickCheck([{ gold: ["doc-17"], hits: ["doc-17::chunk-3"] }])?.code // "nothing-matches"
 */
export function quickCheck(cases: readonly IdCase[], options: QuickCheckOptions = {}): Problem | undefined {
  const given = cases.filter(({ gold, hits }) => gold.length > 0 && hits.length > 0);
  const matches = countMatches(given);
  if (matches.total === 0 || matches.found >= FINE * matches.total) return undefined;
  const best = docProposals(given, options.parents, matches).find(isSafe);
  if (matches.found > 0 && (best === undefined || best.found < 2 * matches.found + 0.1 * matches.total))
    return undefined;
  const { total: gold, found, anywhere } = matches;
  const [goldShape, hitShape] = [
    shapeOf([...new Set(given.flatMap((one) => one.gold))]),
    shapeOf(given.flatMap((one) => one.hits)),
  ];
  const looks = looksDifferent(goldShape, hitShape, best);
  const { queries } = options;
  return doctorProblem(found === 0 ? "nothing-matches/ids" : "low-overlap", {
    gold,
    found,
    anywhere,
    ...(looks === undefined ? {} : { looks }),
    ...(queries === undefined || queries <= cases.length ? {} : { looked: cases.length, queries }),
    ...(best === undefined ? {} : { proposal: proposed(best) }),
  });
}

const proposed = ({ ids, on, flag, found, total, merged }: Proposal) => ({
  ...(ids === undefined ? {} : { ids }),
  on,
  // Chunks of one document that become one id are one document, and repeated hits otherwise.
  byDoc: ids !== undefined && merged.hits > 0,
  ...(ids === undefined || merged.hits === 0 ? {} : { merged: merged.hits }),
  flag,
  found,
  total,
});
