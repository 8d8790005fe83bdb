/** What a look at the whole run shows: Problems that no single query has. */

import type { DocId, QueryId } from "../../core/ids.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import { FINE, type QuickCheckOptions, quickCheck } from "../../match/doctor/index.ts";
import { wordlessTexts } from "../../match/text/wordless.ts";
import { ofGold, ofRun } from "../input/problems.ts";
import type { ReadGold } from "../input/read-gold.ts";
import type { ByQuery } from "../input/read-input.ts";
import { lostOrder, type Ranking, type RankingInput } from "../input/read-run.ts";
import { relevantIds } from "../input/relevant-ids.ts";
import { TableRanking } from "../input/table-ranking.ts";
import type { Plan } from "../plan/plan.ts";
import type { CountedQuery } from "./cells.ts";
import { type SkippedQueries, scoreProblem } from "./problems.ts";
import type { ScoreColumns } from "./score-columns.ts";
import type { QueryCase, QueryScorer } from "./score-query.ts";

const CASES = 200;
const HITS = 100;

interface IdsOfQuery {
  readonly gold: readonly DocId[];
  readonly hits: readonly DocId[];
  /** The documents of the hits, where the run names them and ids were compared. */
  readonly docs?: readonly DocId[];
}

export interface RunSeen {
  readonly matched: boolean;
  readonly cases: readonly (readonly [mark: number, IdsOfQuery])[];
  /** Cases are those whose mark it divides. */
  readonly every: number;
  readonly queries: number;
  readonly answers: boolean;
  readonly wanted: number;
  readonly found: number;
  readonly rising: RisingLists;
}

/** Lists whose scores contradict their order: how many, how many of them rise throughout, and the first. */
interface RisingLists {
  readonly count: number;
  readonly throughout: number;
  readonly first?: QueryId;
}

/** Watches the queries go by. */
export class RunWatcher {
  #matched = false;
  /** Gold and hits of some queries: are ids written alike on both sides? Their ids choose them, so two threads choose as one does. */
  #cases: (readonly [mark: number, make: () => IdsOfQuery])[] = [];
  #every = 1;
  #queries = 0;
  /** Has a query an answer in words, and nothing else for gold? */
  #answers = false;
  /** Relevant documents of all queries that have hits, and how many of them are anywhere in the lists. */
  #wanted = 0;
  #found = 0;
  #rising: RisingLists = { count: 0, throughout: 0 };

  /** What was seen, for another thread to know. */
  get state(): RunSeen {
    return {
      matched: this.#matched,
      cases: this.#cases.map(([mark, make]) => [mark, make()]),
      every: this.#every,
      queries: this.#queries,
      answers: this.#answers,
      wanted: this.#wanted,
      found: this.#found,
      rising: this.#rising,
    };
  }
  merge({ matched, cases, every, queries, answers, wanted, found, rising }: RunSeen): void {
    this.#wanted += wanted;
    this.#found += found;
    this.#rising = {
      ...rising,
      ...this.#rising,
      count: this.#rising.count + rising.count,
      throughout: this.#rising.throughout + rising.throughout,
    };
    this.#matched ||= matched;
    this.#answers ||= answers;
    for (const [mark, one] of cases) this.#cases.push([mark, () => one]);
    this.#every = Math.max(this.#every, every);
    this.#queries += queries;
    this.#thin();
  }

  #sample(query: QueryId, gold: ReadGold, ranking: Ranking, byDoc: boolean): void {
    this.#queries++;
    const mark = markOf(query);
    if (mark % this.#every !== 0) return;
    this.#cases.push([mark, sampleOf(gold, ranking, byDoc)]);
    if (this.#cases.length > CASES) this.#thin();
  }

  #thin(): void {
    for (;;) {
      this.#cases = this.#cases.filter(([mark]) => mark % this.#every === 0);
      if (this.#cases.length <= CASES) return;
      // Ids made to have one mark are not told apart by it.
      if (this.#every > 2 ** 32) this.#cases.length = CASES;
      this.#every *= 2;
    }
  }

  /** Whether less was found than would be, were ids written alike on both sides. */
  get looksUnmatched(): boolean {
    return !this.#matched || this.#found < FINE * this.#wanted;
  }

  /** A query whose hits were counted elsewhere. `wanted`: its relevant documents. */
  counted({ judged, found, length }: CountedQuery, wanted: number): void {
    if (length === 0) return;
    if (judged > 0) this.#matched = true;
    this.#wanted += wanted;
    this.#found += found;
  }

  sample(query: QueryId, gold: ReadGold, ranking: Ranking): void {
    this.#sample(query, gold, ranking, false);
  }

  query(
    q: QueryCase,
    input: RankingInput | undefined,
    scorer: QueryScorer,
    plans: readonly Plan[],
    log: ProblemLog,
  ): void {
    const { query, gold, ranking } = q;
    this.gold(q, plans, log);
    if (ranking.length === 0) return;
    if (!this.#matched && scorer.anyJudged()) this.#matched = true;
    const { total, found } = scorer.relevantFound();
    this.#wanted += total;
    this.#found += found;
    this.#sample(query, gold, ranking, plans.every(countsDocs));
    this.#lookAtOrder(query, ranking, plans);
    if (input === ranking) return; // from a file: its order is that of its lines
    if (plans.some((plan) => ordersAsGiven(plan, ranking)) && lostOrder(ranking, input))
      log.add(scoreProblem("lost-order", {}, ofRun(query)));
  }

  /** What is odd about a query's gold. */
  gold({ query, gold }: QueryCase, plans: readonly Plan[], log: ProblemLog): void {
    for (const group of gold.groups ?? [])
      if (group.length === 0) log.add(scoreProblem("empty-group", {}, ofGold(query)));
    for (const found of wordlessIn(gold, plans))
      log.add(scoreProblem("passage-without-words", { found }, ofGold(query)));
    if (
      gold.answerable === false &&
      (gold.relevant?.length || gold.graded?.grades.some((grade) => grade > 0) || gold.groups?.length)
    )
      log.add(scoreProblem("answerable-with-gold", {}, ofGold(query)));
    for (const document of forbiddenAndRelevant(gold))
      log.add(scoreProblem("forbidden-relevant", { document }, ofGold(query)));
    if (gold.answer !== undefined && onlyAnswer(gold)) this.#answers = true;
  }

  /** Only where a list keeps its order by default: a rule that the user chose needs no comment. */
  #lookAtOrder(query: QueryId, ranking: Ranking, plans: readonly Plan[]): void {
    if (ranking.mapping || !plans.some(({ join }) => join.order === "input")) return;
    const { rises, falls } = stepsIn(ranking);
    if (rises === 0) return;
    const { count, throughout, first = query } = this.#rising;
    this.#rising = { count: count + 1, throughout: throughout + (falls === 0 ? 1 : 0), first };
  }

  /** `fromFile`: the scores of a retriever that was asked may be distances, and are its own affair. */
  report(plans: readonly Plan[], columns: ScoreColumns, log: ProblemLog, fromFile: boolean): void {
    const { count, throughout, first } = this.#rising;
    if (fromFile && first !== undefined) {
      const key = throughout === count ? "score-order/distances" : "score-order/some";
      log.add(scoreProblem(key, { count, first }, { at: { side: "run" } }));
    }
    for (const facet of ["grades", "groups", "texts", "spans"] as const) {
      const skipped = skippedFor(facet, plans, columns);
      if (skipped === undefined) continue;
      const key = facet === "grades" && this.#answers ? "no-grades/answers" : LACKING[facet];
      log.add(scoreProblem(key, skipped));
    }
    // Under a rule that rewrites ids, or matches texts, ids need not look alike.
    const exact = plans.every(
      (plan) =>
        "ids" in plan.join.match &&
        plan.join.match.ids === "exact" &&
        countsDocs(plan) === countsDocs(plans[0]!),
    );
    // Rules are tried on the first hits of some queries; where enough is found anywhere in the lists, ids meet as they are.
    const meet = this.#wanted > 0 && this.#found >= FINE * this.#wanted;
    const cases = meet && this.#matched ? [] : this.#cases.map(([, make]) => make());
    const problem =
      exact && !meet ? quickCheck(cases, { queries: this.#queries, ...parentsIn(cases) }) : undefined;
    // Only the first hits of some queries were looked at: what matches further down matches too.
    if (problem !== undefined && !(this.#matched && problem.code === "nothing-matches")) log.add(problem);
    else if (!this.#matched && cases.some(({ gold, hits }) => gold.length > 0 && hits.length > 0))
      log.add(scoreProblem("nothing-matches/by-rules", {}));
  }
}

/** How often a score is greater, and less, than the one before it. */
function stepsIn(ranking: Ranking): { readonly rises: number; readonly falls: number } {
  const rows = ranking instanceof TableRanking ? ranking.rows : undefined;
  let [rises, falls] = [0, 0];
  if (rows !== undefined && (rows.falling || !rows.scored)) return { rises, falls };
  const scores: ArrayLike<number | undefined> = rows?.values ?? ranking.scores ?? [];
  let last = Number.NaN;
  for (let i = 0; i < Math.min(ranking.length, scores.length); i++) {
    const score = scores[i];
    if (score === undefined || Number.isNaN(score)) continue;
    if (score > last) rises++;
    else if (score < last) falls++;
    last = score;
  }
  return { rises, falls };
}

/** A number of 32 bits that looks random and is the same for the same id (FNV-1a, with its high bits mixed in). */
function markOf(query: QueryId): number {
  let mark = 0x811c9dc5;
  for (let i = 0; i < query.length; i++) mark = Math.imul(mark ^ query.charCodeAt(i), 0x01000193);
  return (mark ^ (mark >>> 15)) >>> 0;
}

/** Passages that no text rule in use can look for. */
function wordlessIn({ passages }: ReadGold, plans: readonly Plan[]): readonly string[] {
  if (passages === undefined) return [];
  const rule = plans.find(({ join }) => wordlessTexts(passages, join.match).length > 0);
  return rule === undefined ? [] : wordlessTexts(passages, rule.join.match);
}

/** The ids of one query; strings for byte rows are made on demand. */
function sampleOf(gold: ReadGold, ranking: Ranking, byDoc: boolean): () => IdsOfQuery {
  const first =
    ranking instanceof TableRanking ? ranking.rows.firstLater(HITS) : () => firstIds(ranking, byDoc);
  const { docs } = byDoc || ranking instanceof TableRanking ? {} : ranking;
  return () => ({
    gold: [...new Set(relevantIds(gold))],
    hits: [...new Set(first().filter((id) => id !== null))],
    ...(docs === undefined
      ? {}
      : { docs: [...new Set(firstIds(ranking, true).filter((id) => id !== null))] }),
  });
}

function parentsIn(cases: readonly IdsOfQuery[]): Pick<QuickCheckOptions, "parents"> {
  if (cases.every(({ docs }) => docs === undefined)) return {};
  return { parents: cases.map(({ gold, hits, docs = hits }) => ({ gold, hits: docs })) };
}

const countsDocs = ({ join }: Plan): boolean => join.unit === "doc";

/** What gold ids are compared with: for unit "doc", the hit's document if it has one. */
const firstIds = ({ ids, docs }: Ranking, byDoc: boolean): readonly (DocId | null)[] =>
  byDoc && docs !== undefined ? ids.slice(0, HITS).map((id, i) => docs[i] ?? id) : ids.slice(0, HITS);

/** Where the order in which ids were written decides something. */
function ordersAsGiven({ join }: Plan, { mapping, scores }: Ranking): boolean {
  if (!mapping) return false;
  if (join.order === "given") return true;
  return (
    (join.ties === "given" || join.ties === "given-reversed") && new Set(scores).size < (scores ?? []).length
  );
}

/** What metrics could not read. */
const LACKING = {
  grades: "no-grades/skipped",
  groups: "no-passages",
  texts: "no-texts/skipped",
  spans: "no-spans",
} as const;

/** Documents that the gold forbids and wants at once. */
function forbiddenAndRelevant(gold: ReadGold): readonly DocId[] {
  const { forbidden } = gold;
  if (forbidden === undefined) return [];
  // Reading these makes strings of a table's ids.
  const { relevant, groups, graded } = gold;
  const wanted = new Set([
    ...(relevant ?? []),
    ...(groups ?? []).flat(),
    ...(graded?.ids.filter((_, i) => graded.grades[i]! > 0) ?? []),
  ]);
  return forbidden.filter((id) => wanted.has(id));
}

const onlyAnswer = ({ relevant, graded, groups, passages, spans }: ReadGold): boolean =>
  [relevant, graded, groups, passages, spans].every((facet) => facet === undefined);

/** How many metric names to list. */
const NAMED = 6;

function skippedFor(
  facet: keyof typeof LACKING,
  plans: readonly Plan[],
  columns: ScoreColumns,
): SkippedQueries | undefined {
  // If group metrics are requested too, the user knows.
  if (
    facet === "grades" &&
    plans.some(({ metric: { needs } }) => needs.includes("groups") || needs.includes("hops"))
  )
    return undefined;
  // Gold ids have groups; under a text or span rule, groups are made of texts or spans.
  if (facet === "groups" && plans.some(({ join }) => "ids" in join.match)) return undefined;
  const skipped = plans
    .map((plan, p) => [plan.key, columns.countSkipped(p, facet)] as const)
    .filter(([, n]) => n > 0);
  if (skipped.length === 0) return undefined;
  return {
    count: Math.max(...skipped.map(([, count]) => count)),
    metrics: skipped.slice(0, NAMED).map(([name]) => name),
    more: Math.max(0, skipped.length - NAMED),
  };
}

/** Queries of the run that the gold does not have. */
export function unknownQueries(n: number, first: string | undefined, known: number, log: ProblemLog): void {
  if (n === 0) return;
  log.add(
    scoreProblem("unknown-query/of-run", { count: n, first: String(first), known }, { at: { side: "run" } }),
  );
}

/** Reports judgements without a query: they were paid for but are not used. */
export function unknownJudgements(
  judgements: ByQuery<unknown>,
  gold: ByQuery<unknown>,
  log: ProblemLog,
): void {
  const unknown = [...judgements.keys()].filter((query) => !gold.has(query));
  if (unknown.length > 0)
    log.add(scoreProblem("unknown-judgement", { count: unknown.length, first: unknown[0]! }));
}

/** Gold queries missing from the run, and how they were counted. */
export function missingQueries(
  queries: readonly string[],
  missing: Uint8Array,
  plans: readonly Plan[],
  log: ProblemLog,
): void {
  const absent = queries.filter((_, i) => missing[i] === 1);
  const computed = plans.filter((plan) => plan.metric.kind === "computed");
  if (absent.length === 0 || computed.length === 0) return;
  const left = computed.every((plan) => plan.average.missing === "leave-out");
  log.add(
    scoreProblem(
      "missing-query/of-run",
      {
        count: absent.length,
        queries: queries.length,
        first: absent[0]!,
        counted: left ? "not-at-all" : "empty",
      },
      { at: { side: "run" } },
    ),
  );
}
