/** Does a chunking win only because its chunks are longer? Longer ones cover more of any gold. */
import type { Answer } from "../../core/answer.ts";
import type { QueryId } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import type { Hit } from "../../core/ranking.ts";
import { firstHits, runOfAnswers } from "../answers/run-of.ts";
import { prepare } from "../evaluate.ts";
import type { GoldValue } from "../input/read-gold.ts";
import type { AskedMetrics } from "../plan/plan.ts";
import type { Rules } from "../plan/rules.ts";
import { selectProblem } from "./problems.ts";

export interface ChunkingLook {
  readonly gold: ReadonlyMap<QueryId, GoldValue>;
  /** With the match for spans. */
  readonly asked: AskedMetrics & Rules;
  readonly metric: string;
  readonly k: number;
  /** The best one first. */
  readonly runs: readonly { readonly name: string; readonly answers: ReadonlyMap<QueryId, Answer> }[];
}

/** The best against each of the others: what is left of its lead if it may return no more text than they do? */
export function longerChunks({ gold, asked, metric, k, runs }: ChunkingLook): Problem[] {
  const [best, ...others] = runs;
  if (best === undefined || asked.match === undefined || !("spans" in asked.match)) return [];
  const { k: _, ...rules } = asked;
  const evaluator = prepare({ ...rules, metrics: [metric], gold });
  const queries = [...gold.keys()];
  const meanOf = (run: Map<QueryId, readonly Hit[]>, of: readonly QueryId[]): number | undefined =>
    of.length === 0 ? undefined : evaluator.evaluate(run).mean(metric, of).mean;
  const listsOf = (answers: ReadonlyMap<QueryId, Answer>) => runOfAnswers(queries, answers, { k });
  const ownAll = listsOf(best.answers);
  return others.flatMap(({ name, answers }) => {
    const theirAll = listsOf(answers);
    // Of a query that one of them did not answer, nothing can be compared.
    const both = queries.filter(
      (query) => Array.isArray(ownAll.get(query)) && Array.isArray(theirAll.get(query)),
    );
    const own = new Map(both.map((query) => [query, ownAll.get(query) as readonly Hit[]] as const));
    const theirs = new Map(both.map((query) => [query, theirAll.get(query) as readonly Hit[]] as const));
    const lengths = [meanLength(own), meanLength(theirs)] as const;
    const [mean, other] = [meanOf(own, both), meanOf(theirs, both)];
    if (mean === undefined || other === undefined || mean <= other || lengths[0] <= lengths[1]) return [];
    const short = new Map(
      [...own].map(([query, hits]) => [query, upTo(hits, lengthOf(theirs.get(query)!))] as const),
    );
    const equal = meanOf(short, both);
    if (equal === undefined || equal > other) return [];
    return [
      selectProblem("longer-chunks", {
        best: best.name,
        other: name,
        metric,
        lengths: [Math.round(lengths[0]), Math.round(lengths[1])],
        equal: [equal, other],
      }),
    ];
  });
}

/** Characters of a hit, by its text or its place in the document. */
const sizeOf = ({ text, start, end }: Hit): number =>
  text?.length ?? (start === undefined || end === undefined ? 0 : end - start);

const lengthOf = (hits: readonly Hit[]): number => hits.reduce((sum, hit) => sum + sizeOf(hit), 0);

const meanLength = (run: ReadonlyMap<QueryId, readonly Hit[]>): number =>
  [...run.values()].reduce((sum, hits) => sum + lengthOf(hits), 0) / run.size;

/** As many hits as fit into so many characters; the last one is cut where its place in the document is known. */
function upTo(hits: readonly Hit[], most: number): readonly Hit[] {
  let left = most;
  const kept: Hit[] = [];
  for (const hit of firstHits(hits, { k: hits.length })) {
    const size = sizeOf(hit);
    if (size <= left) kept.push(hit);
    else if (left > 0 && hit.start !== undefined && hit.end !== undefined) {
      const { text, ...place } = hit;
      kept.push({
        ...place,
        end: hit.start + left,
        ...(text === undefined ? {} : { text: text.slice(0, left) }),
      });
    }
    left -= size;
    if (left <= 0) break;
  }
  return kept;
}
