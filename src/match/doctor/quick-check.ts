/** The cheap part of the doctor: do the ids of gold and hits meet at all? */
import type { Problem } from "../../core/problem.ts";
import { countMatches, type IdCase } from "./count.ts";
import { docProposals, grouped } from "./proposals.ts";
import { shapeOf } from "./shape.ts";
import type { Proposal } from "./types.ts";
import { looks, overlapWords } from "./words.ts";

/** A quarter of the gold found is a result; less may be a mistake. */
export const FINE = 0.25;

export interface QuickCheckOptions {
  /** How many queries there are, where the cases are only some of them. */
  readonly queries?: number;
  /** Beside each case: the hits' own documents, where the run names them. */
  readonly parents?: readonly IdCase[];
}

/**
 * One Problem where hardly a gold id appears among the hits, with the rule that was found to mend it; a few hundred queries are enough.
 * @example
 * quickCheck([{ gold: ["doc-17"], hits: ["doc-17::chunk-3"] }])?.code // "nothing-matches"
 */
export function quickCheck(cases: readonly IdCase[], options: QuickCheckOptions = {}): Problem | undefined {
  const given = cases.filter(({ gold, hits }) => gold.length > 0 && hits.length > 0);
  const matches = countMatches(given);
  if (matches.total === 0 || matches.found >= FINE * matches.total) return undefined;
  const [best] = docProposals(given, options.parents);
  if (matches.found > 0 && (best === undefined || best.found < 2 * matches.found + 0.1 * matches.total))
    return undefined;
  const { total: gold, found, anywhere } = matches;
  const [goldShape, hitShape] = [
    shapeOf([...new Set(given.flatMap((one) => one.gold))]),
    shapeOf(given.flatMap((one) => one.hits)),
  ];
  const some =
    options.queries === undefined || options.queries <= cases.length
      ? ""
      : ` (looked at ${grouped(cases.length)} of ${grouped(options.queries)} queries)`;
  return {
    code: found === 0 ? "nothing-matches" : "low-overlap",
    what: [
      found === 0 && anywhere > 0
        ? `no hit of any query is in its gold; ${grouped(anywhere)} of ${grouped(gold)} gold ids appear for other queries.`
        : overlapWords({ gold, found, anywhere }),
      ...looks(goldShape, hitShape, best),
    ]
      .join(" ")
      .replace(/\.$/, some),
    why: "scores near zero usually mean that ids are written differently on the two sides",
    fix:
      best === undefined
        ? "write ids the same way on both sides; goldie doctor shows what they look like"
        : fixWords(best),
  };
}

function fixWords({ ids, on, flag, found, total, merged }: Proposal): string {
  // Chunks of one document that become one id are one document, and repeated hits otherwise.
  const byDoc = ids !== undefined && merged.hits > 0;
  const rule = `match: { ids: ${JSON.stringify(ids)}, on: ${JSON.stringify(on)} }`;
  const option = ids === undefined ? 'unit: "doc"' : byDoc ? `${rule}, unit: "doc"` : rule;
  return `with ${flag}${byDoc ? " --unit doc" : ""} ${grouped(found)} of ${grouped(total)} match (in code: ${option})`;
}
