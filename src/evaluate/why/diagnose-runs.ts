/** The doctor for gold and runs in every form people have them. */

import type { DocId, QueryId } from "../../core/ids.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { textbook } from "../../dialects/textbook.ts";
import { type Diagnosis, type DoctorInput, type DoctorRun, diagnose } from "../../match/doctor/index.ts";
import { type GoldInput, goldByQuery, type ReadGold, readGold } from "../input/read-gold.ts";
import { emptyList, type Ranking, type RunInput, readRanking, runByQuery } from "../input/read-run.ts";
import { relevantIds } from "../input/relevant-ids.ts";
import { byScore } from "../join/order.ts";

export interface DiagnoseOptions extends Pick<DoctorInput, "k" | "corpus"> {
  readonly gold: GoldInput;
  readonly runs: readonly { readonly name: string; readonly run: RunInput }[];
}

/**
 * Do the ids of gold and runs meet, and if not, what would make them?
 * @example
 * diagnoseRuns({ gold: { q1: ["doc-17"] }, runs: [{ name: "bm25", run: { q1: ["doc-17::chunk-3"] } }] })
 *   .runs[0].proposals[0].flag // "--ids chunk-suffix"
 */
export function diagnoseRuns({ gold, runs, k, corpus }: DiagnoseOptions): Diagnosis {
  // Problems in the files are reported when they are read; do not repeat them here.
  const log = new ProblemLog();
  const values = goldByQuery(gold, log);
  const relevant = new Map<QueryId, readonly DocId[]>();
  const judged = new Map<QueryId, readonly DocId[]>();
  const texts = new Set<QueryId>();
  for (const query of values.keys()) {
    const read = readGold(query, values.get(query)!, log);
    relevant.set(query, relevantIds(read));
    const ids = judgedIds(read);
    judged.set(query, ids);
    if (ids.length === 0 && (read.passages ?? read.spans) !== undefined) texts.add(query);
  }
  return diagnose({
    gold: relevant,
    judged,
    texts,
    runs: runs.map(({ name, run }) => doctorRun(name, run, log)),
    ...(k === undefined ? {} : { k }),
    ...(corpus === undefined ? {} : { corpus }),
  });
}

/** All ids that the gold names, relevant or not; most gold names them in one way. */
const judgedIds = ({ graded, relevant, groups }: ReadGold): readonly DocId[] =>
  graded !== undefined && relevant === undefined && groups === undefined
    ? graded.ids
    : [...(graded?.ids ?? []), ...(relevant ?? []), ...(groups?.flat() ?? [])];

function doctorRun(name: string, input: RunInput, log: ProblemLog): DoctorRun {
  const rankings = runByQuery(input, log);
  const run = new Map<QueryId, Ranking["ids"]>();
  const docs = new Map<QueryId, readonly (DocId | undefined)[]>();
  const scores = new Map<QueryId, readonly (number | undefined)[]>();
  for (const query of rankings.keys()) {
    const given = rankings.get(query)!;
    const ranking = given instanceof Error ? emptyList : readRanking(query, given, log);
    const { order } = ranking.mapping ? byScore(query, ranking, textbook.join) : { order: undefined };
    const pick = <T>(list: readonly T[]): readonly T[] =>
      order === undefined ? list : Array.from(order, (i) => list[i]!);
    run.set(query, pick(ranking.ids));
    if (ranking.docs !== undefined) docs.set(query, pick(ranking.docs));
    if (ranking.scores !== undefined) scores.set(query, pick(ranking.scores));
  }
  return { name, run, ...(docs.size === 0 ? {} : { docs }), ...(scores.size === 0 ? {} : { scores }) };
}
