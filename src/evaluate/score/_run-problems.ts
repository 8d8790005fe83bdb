/** What a look at the whole run shows: Problems that no single query has. */

import type { DocId } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import { FINE, quickCheck } from "../../match/doctor/index.ts";
import type { ReadGold } from "../input/read-gold.ts";
import type { ByQuery } from "../input/read-input.ts";
import { lostOrder, type Ranking, type RankingInput } from "../input/read-run.ts";
import { relevantIds } from "../input/relevant-ids.ts";
import { TableRanking } from "../input/table-ranking.ts";
import type { Plan } from "../plan/plan.ts";
import type { ScoreColumns } from "./score-columns.ts";
import type { QueryCase, QueryScorer } from "./score-query.ts";

const CASES = 200;
const HITS = 100;

export interface RunSeen {
  readonly matched: boolean;
  readonly cases: readonly { readonly gold: readonly DocId[]; readonly hits: readonly DocId[] }[];
  readonly queries: number;
  readonly answers: boolean;
  readonly wanted: number;
  readonly found: number;
}

/** Watches the queries go by. */
export class RunWatcher {
  #matched = false;
  /** Gold and hits of some queries, spread evenly: are ids written alike on both sides? */
  #cases: { readonly gold: readonly DocId[]; readonly hits: readonly DocId[] }[] = [];
  #every = 1;
  #queries = 0;
  /** Has a query an answer in words, and nothing else for gold? */
  #answers = false;
  /** Relevant documents of all queries that have hits, and how many of them are anywhere in the lists. */
  #wanted = 0;
  #found = 0;

  /** What was seen, for another thread to know. */
  get state(): RunSeen {
    return {
      matched: this.#matched,
      cases: this.#cases,
      queries: this.#queries,
      answers: this.#answers,
      wanted: this.#wanted,
      found: this.#found,
    };
  }
  merge({ matched, cases, queries, answers, wanted, found }: RunSeen): void {
    this.#wanted += wanted;
    this.#found += found;
    this.#matched ||= matched;
    this.#answers ||= answers;
    this.#cases.push(...cases);
    this.#queries += queries;
  }

  #sample(gold: ReadGold, ranking: Ranking, byDoc: boolean): void {
    if (this.#queries++ % this.#every !== 0) return;
    const first = ranking instanceof TableRanking ? ranking.first(HITS) : firstIds(ranking, byDoc);
    const hits = first.filter((id) => id !== null);
    this.#cases.push({ gold: [...new Set(relevantIds(gold))], hits: [...new Set(hits)] });
    if (this.#cases.length <= CASES) return;
    this.#cases = this.#cases.filter((_, i) => i % 2 === 0);
    this.#every *= 2;
  }

  query(
    { query, gold, ranking }: QueryCase,
    input: RankingInput | undefined,
    scorer: QueryScorer,
    plans: readonly Plan[],
    log: ProblemLog,
  ): void {
    for (const group of gold.groups ?? [])
      if (group.length === 0)
        log.add({
          code: "empty-group",
          what: `gold of query ${query} has an empty group, which nothing can satisfy`,
          fix: "remove it",
          at: { query },
        });
    if (
      gold.answerable === false &&
      (gold.relevant?.length || gold.graded?.grades.some((grade) => grade > 0) || gold.groups?.length)
    )
      log.add({
        code: "answerable-with-gold",
        what: `gold of query ${query} says that nothing answers it, and names relevant documents; they were scored`,
        fix: "remove one of the two",
        at: { query },
      });
    if (gold.answer !== undefined && onlyAnswer(gold)) this.#answers = true;
    if (ranking.length === 0) return;
    if (!this.#matched && scorer.anyJudged()) this.#matched = true;
    const { total, found } = scorer.relevantFound();
    this.#wanted += total;
    this.#found += found;
    this.#sample(gold, ranking, plans.every(countsDocs));
    if (input === ranking) return; // from a file: its order is that of its lines
    if (plans.some((plan) => ordersAsGiven(plan, ranking)) && lostOrder(ranking, input))
      log.add({
        code: "lost-order",
        what: `ranking of query ${query}: its ids look like whole numbers, and a plain object puts those first, in ascending order`,
        why: "the order in which they were written is lost, and here it matters",
        fix: "pass a Map, or a list of ids or hits",
        at: { query },
      });
  }

  report(plans: readonly Plan[], columns: ScoreColumns, log: ProblemLog): void {
    for (const facet of ["grades", "groups", "texts", "spans"] as const) {
      const problem = skippedFor(facet, plans, columns);
      if (problem !== undefined)
        log.add(facet === "grades" && this.#answers ? { ...problem, ...ANSWERS } : problem);
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
    const problem = exact && !meet ? quickCheck(this.#cases, { queries: this.#queries }) : undefined;
    // Only the first hits of some queries were looked at: what matches further down matches too.
    if (problem !== undefined && !(this.#matched && problem.code === "nothing-matches")) log.add(problem);
    else if (!this.#matched && this.#cases.some(({ gold, hits }) => gold.length > 0 && hits.length > 0))
      log.add({
        code: "nothing-matches",
        what: "no hit of any query is in its gold, as the rules match them",
        why: "a table of zeros usually means that ids are written differently on the two sides",
        fix: "look at both sides with goldie doctor, and choose another rule",
      });
  }
}

const countsDocs = ({ join }: Plan): boolean => join.unit === "doc";

/** What gold ids are compared with: under unit document that is a hit's document, where it names one. */
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

/** What metrics could not read, and what would help. */
const LACKING = {
  grades: {
    code: "no-grades",
    what: "no relevant list and no grades",
    why: "gold in groups says which documents stand in for one another, not how many are relevant",
    fix: "for groups ask for group-recall, group-rr, group-ap, group-ndcg or all-groups; for passages or spans, which want a call of their own beside gold of ids, give a match rule: match: { text: ... }; or give grades too",
  },
  groups: {
    code: "no-passages",
    what: "ids for gold, and no text or span",
    why: "one call matches all gold in one way, here by text or span",
    fix: "score these queries in a call of their own, by id",
  },
  texts: {
    code: "no-texts",
    what: "no texts to compare",
    why: "texts are compared with texts: passages of the gold with the text of every hit",
    fix: "give every hit its text; on the command line --corpus FILE does it",
  },
  spans: {
    code: "no-spans",
    what: "no spans to compare",
    why: "spans are compared with spans: of the gold, and of every hit",
    fix: "give every hit its document, and start and end or lines",
  },
} as const;

/** Gold as RAG tools have it: what is right, in words. */
const ANSWERS = {
  why: "the gold says in words what is right, and no document that holds it; a judge reads such gold",
  fix: "`goldie judge FILE` judges a file of cases; with a gold and a run ask for -m context-recall; or name the relevant documents too",
} as const;

const onlyAnswer = ({ relevant, graded, groups, passages, spans }: ReadGold): boolean =>
  [relevant, graded, groups, passages, spans].every((facet) => facet === undefined);

/** More names than these are of no use to anybody. */
const NAMED = 6;

function skippedFor(
  facet: keyof typeof LACKING,
  plans: readonly Plan[],
  columns: ScoreColumns,
): Problem | undefined {
  // Whoever asks for metrics of groups beside them knows.
  if (facet === "grades" && plans.some(({ metric }) => metric.needs.includes("groups"))) return undefined;
  // Gold of ids has groups of its own; under such a rule the groups are made of texts or spans.
  if (facet === "groups" && plans.some(({ join }) => "ids" in join.match)) return undefined;
  const skipped = plans
    .map((plan, p) => [plan.key, columns.countSkipped(p, facet)] as const)
    .filter(([, n]) => n > 0);
  if (skipped.length === 0) return undefined;
  const { code, what, why, fix } = LACKING[facet];
  const n = Math.max(...skipped.map(([, count]) => count));
  const names = skipped.slice(0, NAMED).map(([name]) => name);
  const more = skipped.length > NAMED ? ` and ${skipped.length - NAMED} more metrics` : "";
  return {
    code,
    what: `${n} ${n === 1 ? "query has" : "queries have"} ${what}, so ${names.join(", ")}${more} skipped ${n === 1 ? "it" : "them"}`,
    why,
    fix,
  };
}

/** Queries of the run that the gold does not have. */
export function unknownQueries(n: number, first: string | undefined, known: number, log: ProblemLog): void {
  if (n === 0) return;
  log.add({
    code: "unknown-query",
    what: `${n} ${n === 1 ? "query of the run is" : "queries of the run are"} not in the gold, the first is ${first}; ${n === 1 ? "it was" : "they were"} left out`,
    fix:
      known === 0
        ? "no query is in both: goldie doctor shows how the ids of queries are written on each side"
        : "add gold for them, or leave them out of the run",
  });
}

/** A judgement that no query reads was paid for in vain. */
export function unknownJudgements(
  judgements: ByQuery<unknown>,
  gold: ByQuery<unknown>,
  log: ProblemLog,
): void {
  const unknown = [...judgements.keys()].filter((query) => !gold.has(query));
  if (unknown.length > 0)
    log.add({
      code: "unknown-judgement",
      what: `${unknown.length} of the judgements are for queries that the gold lacks, the first is ${unknown[0]}`,
      fix: "add these queries to the gold, or check that the query ids are written the same way",
    });
}

/** Queries of the gold that the run lacks, and what was made of them. */
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
  log.add({
    code: "missing-query",
    what: `${absent.length} of ${queries.length} queries of the gold ${absent.length === 1 ? "is" : "are"} not in the run, the first is ${absent[0]}; ${left ? "they were left out" : "they count as empty lists"}`,
    fix: left
      ? "ask the retriever for them"
      : 'ask the retriever for them, or leave them out: missing: "leave-out"',
  });
}
