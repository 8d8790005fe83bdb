/** What a run missed, query by query as its hits come. */
import type { DocId, QueryId } from "../../core/ids.ts";
import type { Missed } from "../../core/missed.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import type { JoinRule } from "../../core/rules.ts";
import { type GoldValue, type ReadGold, readGold } from "../input/read-gold.ts";
import type { ByQuery } from "../input/read-input.ts";
import { type Ranking, type RankingInput, readRanking } from "../input/read-run.ts";
import { TableRanking } from "../input/table-ranking.ts";
import { byScore, isByScore } from "../join/order.ts";
import { type AskedMetrics, depthOf, Planner } from "../plan/plan.ts";
import type { Rules } from "../plan/rules.ts";
import type { MissedInTable } from "./_missed-in-table.ts";
import { countReasons, type MissedHit, MissFinder, type RunMisses } from "./missed.ts";

export interface MissesAsked {
  readonly gold: ByQuery<GoldValue>;
  /** With the match that the gold asks for. */
  readonly asked: AskedMetrics & Rules;
  /** Documents that could have been found. */
  readonly corpus?: { has(id: DocId): boolean; text(id: DocId): string | undefined } | undefined;
  /** Whether the first hits of queries that missed something are kept. */
  readonly firstHits?: boolean;
}

export class RunMissFinder {
  readonly #gold: ByQuery<GoldValue>;
  readonly #queries: readonly QueryId[];
  readonly #corpus: MissesAsked["corpus"];
  readonly #join: JoinRule;
  readonly #k: number;
  readonly #finder: MissFinder;
  readonly #log = new ProblemLog();
  /** By query: 1 where it came. */
  readonly #came: Uint8Array;
  readonly #missed = new Map<number, readonly Missed[]>();
  readonly #firstHits: Map<QueryId, DocId> | undefined;
  #wanted = 0;
  #groups = 0;

  constructor({ gold, asked, corpus, firstHits = false }: MissesAsked) {
    const plans = new Planner(asked).plans();
    this.#gold = gold;
    this.#queries = [...gold.keys()];
    this.#corpus = corpus;
    this.#firstHits = firstHits ? new Map() : undefined;
    this.#join = plans[0]!.join;
    this.#k = depthOf(plans);
    this.#finder = new MissFinder(this.#join);
    this.#came = new Uint8Array(this.#queries.length);
  }

  /** The hits of query i of the gold. */
  add(i: number, ranking: RankingInput | undefined): void {
    this.#came[i] = 1;
    // If the retriever failed, its misses are unknown.
    if (ranking instanceof Error) return;
    const gold = this.#goldAt(i, this.#queries[i]!);
    const { wanted, missed } = this.#look(i, gold, ranking);
    this.#wanted += wanted;
    if (gold.groups !== undefined) this.#groups += wanted;
    if (missed.length === 0) return;
    this.#missed.set(i, missed);
    if (this.#firstHits === undefined) return;
    const query = this.#queries[i]!;
    const first = hitsOf(query, ranking, this.#join, this.#log)[0]?.id;
    if (first !== undefined && first !== null) this.#firstHits.set(query, first);
  }

  #look(i: number, gold: ReadGold, ranking: Exclude<RankingInput, Error> | undefined): MissedInTable {
    const query = this.#queries[i]!;
    if (ranking instanceof TableRanking && this.#corpus === undefined) {
      const told = this.#finder.inTable(ranking.rows, gold, this.#join, this.#k);
      if (told !== undefined) return told;
    }
    const hits = hitsOf(query, ranking, this.#join, this.#log);
    const look = { query, gold, hits, k: this.#k, ...(this.#corpus && { corpus: this.#corpus }) };
    return { wanted: this.#finder.items(look).length, missed: this.#finder.find(look) };
  }

  #goldAt(i: number, query: QueryId): ReadGold {
    const { at } = this.#gold;
    return readGold(query, at === undefined ? this.#gold.get(query)! : at.call(this.#gold, i), this.#log);
  }

  /** With what did not come: of that, everything was missed. */
  end(run: string): RunMisses {
    this.#queries.forEach((_, i) => {
      if (this.#came[i] === 0) this.add(i, undefined);
    });
    const byQuery = [...this.#missed].sort(([a], [b]) => a - b);
    const queries = new Map(byQuery.map(([i, missed]) => [this.#queries[i]!, missed]));
    const counts = countReasons([...queries.values()].flat());
    const first = this.#firstHits === undefined ? {} : { firstHits: this.#firstHits };
    const groups = this.#groups === 0 ? {} : { groups: this.#groups };
    return { run, k: this.#k, wanted: this.#wanted, ...groups, counts, queries, ...first };
  }
}

/** The hits as they are ranked. */
export function hitsOf(
  query: QueryId,
  given: Exclude<RankingInput, Error> | undefined,
  join: JoinRule,
  log: ProblemLog,
): readonly MissedHit[] {
  return given === undefined ? [] : rankedHits(query, readRanking(query, given, log), join);
}

export function rankedHits(query: QueryId, ranking: Ranking, join: JoinRule): readonly MissedHit[] {
  const { ids, docs, texts, spans, scores, mapping } = ranking;
  const scored = isByScore(join, scores !== undefined, mapping);
  const order = (scored ? byScore(query, ranking, join).order : undefined) ?? ids.keys();
  return Array.from(order, (i) => ({ id: ids[i]!, doc: docs?.[i], text: texts?.[i], span: spans?.[i] }));
}
