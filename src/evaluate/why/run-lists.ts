/** One run's lists beside the gold, for people to look at. */
import type { DocId, QueryId } from "../../core/ids.ts";
import type { MissedWhy } from "../../core/missed.ts";
import type { JoinRule } from "../../core/rules.ts";
import type { Stretch } from "../../match/spans.ts";
import type { ReadGold } from "../input/read-gold.ts";
import type { Ranking } from "../input/read-run.ts";
import { byScore, isByScore } from "../join/order.ts";
import { depthOf } from "../plan/plan.ts";
import type { QueryAgain } from "../score/query-again.ts";
import type { JoinedRanking } from "../score/score-query.ts";
import { MissFinder } from "./missed.ts";
import { rankedHits } from "./run-misses.ts";

/** repeated: its id or its document came before, so it does not count. */
type HitState = "relevant" | "not-relevant" | "unjudged" | "forbidden" | "repeated";

export interface ListedHit {
  readonly id: DocId | null;
  readonly doc?: DocId;
  /** What the rules match it by, where that is not its id. */
  readonly same?: string;
  readonly text?: string;
  readonly score?: number;
  /** Its position in the document. */
  readonly span?: Stretch;
  /** From 1, as the metrics count; absent where it does not count. */
  readonly rank?: number;
  readonly state: HitState;
  /** Where it was judged and the gold has grades. */
  readonly grade?: number;
}

/** One thing to find. */
export interface ListedItem {
  readonly item: readonly string[];
  /** From 1; absent where it was not retrieved. */
  readonly rank?: number;
  /** The hit that is it. */
  readonly hit?: DocId;
  /** Why it is not among the first k. */
  readonly missed?: MissedWhy;
}

/** A column for all queries wants these; the rest of a list costs more. */
interface ListFacts {
  /** From 1; 0: none was retrieved; undefined: there is nothing to find. */
  readonly firstRelevant: number | undefined;
  /** Forbidden documents among the first hits. */
  readonly leaks: number;
}

export interface RunLists {
  /** missing: the run lacks the query. failed: the retriever did. */
  status(query: QueryId): "listed" | "missing" | "failed";
  gold(query: QueryId): ReadGold;
  /** How many hits there are. */
  length(query: QueryId): number;
  /** `most`: how many hits from the top to look at for forbidden documents. */
  facts(query: QueryId, most: number): ListFacts;
  /** The first hits, with those that do not count. */
  hits(query: QueryId, most: number): readonly ListedHit[];
  /** What had to be found, in the order of the gold. */
  items(query: QueryId): readonly ListedItem[];
  /** By forbidden document, as the gold names it: its rank, from 1. */
  forbidden(query: QueryId): ReadonlyMap<DocId, number>;
  /** What the things to find are. */
  wants(query: QueryId): "ids" | "passages" | "spans" | undefined;
}

/** `place`: of a query among those of the run. `k`: of the reasons; default: the largest cut-off of the metrics. */
export function listsOf(
  { plans, scorer, query: caseOf, failed, lacks }: QueryAgain,
  place: (query: QueryId) => number,
  k: number = depthOf(plans),
): RunLists {
  const join = (plans.find(({ metric }) => metric.kind === "computed") ?? plans[0]!).join;
  const finder = new MissFinder(join);
  return {
    status(query) {
      const i = place(query);
      return failed(i) ? "failed" : lacks(i) ? "missing" : "listed";
    },
    gold: (query) => caseOf(place(query)).gold,
    length: (query) => caseOf(place(query)).ranking.length,
    wants: (query) => finder.looksFor(caseOf(place(query)).gold),
    forbidden: (query) =>
      new Map(
        scorer.leaks(caseOf(place(query)), Number.POSITIVE_INFINITY).map(({ doc, rank }) => [doc, rank]),
      ),
    facts(query, most) {
      const q = caseOf(place(query));
      const joined = scorer.joined(q);
      if (joined === undefined) return { firstRelevant: undefined, leaks: 0 };
      const { ranking: r } = joined;
      let leaks = 0;
      for (let rank = 0; rank < Math.min(most, r.length); rank++) leaks += r.forbidden?.[rank] ? 1 : 0;
      return { firstRelevant: firstRelevant(joined), leaks };
    },
    hits(query, most) {
      const q = caseOf(place(query));
      const joined = scorer.joined(q);
      return joined === undefined ? [] : listed(query, q, joined, most, finder);
    },
    items(query) {
      const { gold, ranking } = caseOf(place(query));
      const look = { query, gold, hits: rankedHits(query, ranking, join) };
      const missed = new Map(finder.find({ ...look, k }).map((one) => [JSON.stringify(one.item), one]));
      // With a cut-off of 0, everything is missed, and what was retrieved says at which rank.
      return finder.find({ ...look, k: 0 }).map(({ item, reason, rank, hit }): ListedItem => {
        const { item: _, ...why } = missed.get(JSON.stringify(item)) ?? { item };
        const there = reason === "below-k" && rank !== undefined;
        return {
          item,
          ...(there ? { rank } : {}),
          ...(there && hit !== undefined ? { hit } : {}),
          ...("reason" in why ? { missed: why } : {}),
        };
      });
    },
  };
}

/** Where the gold has groups only, a document of any group is relevant. */
const isRelevant = ({ ranking: { relevant, groups } }: JoinedRanking, rank: number): boolean =>
  relevant[rank] === 1 || (groups !== undefined && groups.doc[rank]! >= 0);

function firstRelevant(joined: JoinedRanking): number | undefined {
  const { ranking: r } = joined;
  if (r.listed.length === 0 && (r.groups?.count ?? 0) === 0) return undefined;
  for (let rank = 0; rank < r.length; rank++) if (isRelevant(joined, rank)) return rank + 1;
  return 0;
}

function listed(
  query: QueryId,
  { ranking: given, gold }: { readonly ranking: Ranking; readonly gold: ReadGold },
  joined: JoinedRanking,
  most: number,
  finder: MissFinder,
): readonly ListedHit[] {
  const { ids, docs, texts, spans, scores, mapping } = given;
  const { ranking: r, from, rule } = joined;
  const order =
    (isByScore(rule, scores !== undefined, mapping) ? byScore(query, given, rule).order : undefined) ??
    ids.keys();
  const rankOf = new Map(from.map((at, rank) => [at, rank]));
  const graded = gold.graded !== undefined && rule.grades !== "ignore";
  const seen = new Set<string>();
  const items = new Set<number>();
  const hits: ListedHit[] = [];
  const deepest = typeof rule.depth === "number" ? rule.depth : Number.POSITIVE_INFINITY;
  let place = 0;
  for (const i of order) {
    if (hits.length >= most || place++ >= deepest) break;
    const [id, doc, text, score, span] = [ids[i]!, docs?.[i], texts?.[i], scores?.[i], spans?.[i]];
    const key = finder.keyOf({ id, doc });
    const name = rule.unit === "doc" ? (key ?? null) : id;
    const rank = rankOf.get(i);
    const repeats = name !== null && seen.has(name);
    if (name !== null) seen.add(name);
    const state =
      rank === undefined
        ? repeats
          ? "repeated"
          : "unjudged"
        : stateAt(joined, rank, items.has(r.item[rank]!));
    if (rank !== undefined) items.add(r.item[rank]!);
    const isGraded = graded && rank !== undefined && r.judged[rank] === 1;
    hits.push({
      id,
      ...(doc === undefined ? {} : { doc }),
      ...(key === undefined || key === id ? {} : { same: key }),
      ...(text === undefined ? {} : { text }),
      ...(score === undefined ? {} : { score }),
      ...(span === undefined ? {} : { span }),
      ...(rank === undefined ? {} : { rank: rank + 1 }),
      state,
      ...(isGraded ? { grade: r.grades[rank]! } : {}),
    });
  }
  return hits;
}

function stateAt(joined: JoinedRanking, rank: number, repeats: boolean): HitState {
  const { ranking: r, rule } = joined;
  if ((r.forbidden?.[rank] ?? 0) > 0) return "forbidden";
  if (isRelevant(joined, rank)) return "relevant";
  if (r.judged[rank] === 1) return "not-relevant";
  return repeats && !keepsRepeated(rule) ? "repeated" : "unjudged";
}

const keepsRepeated = ({ duplicates }: JoinRule): boolean => duplicates === "keep";
