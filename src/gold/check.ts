/** Looks at gold alone: what is in it, and what may be wrong with it. */
import type { DocId, QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import type { ProblemLog } from "../core/problem-log.ts";
import { firstNames } from "../core/shown.ts";
import { type GoldValue, type ReadGold, readGold } from "../evaluate/input/read-gold.ts";
import { NearDuplicates } from "../text/near-duplicates.ts";
import { checkTags, type TagCounts } from "./_tags.ts";
import { goldProblem } from "./problems.ts";

export interface GoldInQuestion {
  readonly gold: ReadonlyMap<QueryId, GoldValue>;
  /** The questions, where the gold has them. */
  readonly words: ReadonlyMap<QueryId, string>;
  /** Every document there is. */
  readonly corpus?: { has(id: DocId): boolean };
  /** Hears of ids that had to be read as text. */
  readonly log: ProblemLog;
}

export interface GoldFacts {
  readonly queries: number;
  /** Queries with a text. */
  readonly questions: number;
  /** Queries by what their gold has; one may have several. */
  readonly facets: Readonly<Record<string, number>>;
  readonly unanswerable: number;
  /** Relevant documents of a query that has some. */
  readonly relevant?: { readonly median: number; readonly most: number };
  /** Different documents named in the gold, and how many of them the corpus has. */
  readonly documents: number;
  readonly inCorpus?: number;
  readonly tags: TagCounts;
  readonly findings: readonly Problem[];
}

/** A list is long if it has at least so many documents, and so many times the median. */
const LONG = 20;
const TIMES = 10;
/** The share of queries without anything relevant from which on they look unlabelled. */
const MOSTLY = 0.5;

export function checkGold({ gold, words, corpus, log }: GoldInQuestion): GoldFacts {
  const findings: Problem[] = [];
  const read = new Map([...gold].map(([query, value]) => [query, readGold(query, value, log)]));
  const facets: Record<string, number> = {};
  const documents = new Set<DocId>();
  const sizes = new Map<QueryId, number>();
  let unanswerable = 0;
  let questions = 0;
  const dups = new Duplicates(findings);
  for (const [query, one] of read) {
    for (const facet of facetsOf(one)) facets[facet] = (facets[facet] ?? 0) + 1;
    const at = { at: { query } };
    const relevant = relevantOf(one);
    const distinct = new Set(relevant);
    if (distinct.size > 0) sizes.set(query, distinct.size);
    if (isUnanswerable(one)) unanswerable++;
    findings.push(...contradictions(one, distinct, at));
    const once = new Set<DocId>();
    const repeated = relevant.filter((id) => once.size === once.add(id).size);
    if (one.groups === undefined && repeated.length > 0)
      findings.push(goldProblem("listed-twice", firstNames("documents", [...new Set(repeated)]), at));
    const named = [
      ...distinct,
      ...(one.graded?.ids ?? []),
      ...(one.spans ?? []).flat().map(({ doc }) => doc),
    ];
    for (const id of named) documents.add(id);
    const absent = corpus === undefined ? [] : [...new Set(named)].filter((id) => !corpus.has(id));
    if (absent.length > 0) findings.push(goldProblem("not-in-corpus", firstNames("documents", absent), at));
    const text = words.get(query);
    if (text === undefined) continue;
    questions++;
    if (text.trim() === "") findings.push(goldProblem("empty-question", {}, at));
    else dups.add(query, text, one);
  }
  const median = medianOf([...sizes.values()]);
  for (const [query, count] of sizes)
    if (median !== undefined && count >= LONG && count >= TIMES * median)
      findings.push(goldProblem("long-list", { count, median }, { at: { query } }));
  const tags = checkTags(read, findings);
  if (unanswerable > MOSTLY * read.size && read.size > 0)
    findings.push(goldProblem("mostly-unanswerable", { count: unanswerable, queries: read.size }));
  return {
    queries: read.size,
    questions,
    facets,
    unanswerable,
    ...(median === undefined
      ? {}
      : { relevant: { median, most: [...sizes.values()].reduce((most, n) => Math.max(most, n), 0) } }),
    documents: documents.size,
    ...(corpus === undefined ? {} : { inCorpus: [...documents].filter((id) => corpus.has(id)).length }),
    tags,
    findings,
  };
}

/** Same question, same gold or another one. */
class Duplicates {
  readonly #seen = new NearDuplicates();
  readonly #first: { readonly query: QueryId; readonly gold: string }[] = [];
  readonly #findings: Problem[];
  constructor(findings: Problem[]) {
    this.#findings = findings;
  }
  add(query: QueryId, text: string, gold: ReadGold): void {
    // Variants of a question are meant to be like it.
    if (gold.tags?.["variant"] !== undefined && gold.tags["variant"] !== "none") return;
    const number = this.#seen.add(text);
    const first = this.#first[number];
    const shape = JSON.stringify([relevantOf(gold).toSorted(), gold.groups, gold.passages, gold.answer]);
    this.#first.push({ query: first?.query ?? query, gold: first?.gold ?? shape });
    if (first === undefined) return;
    const fields = { query, other: first.query, text };
    this.#findings.push(
      shape === first.gold
        ? goldProblem("near-duplicate", fields, { at: { query } })
        : goldProblem("contradictory-gold/question", fields, { at: { query } }),
    );
  }
}

const gradesOf = ({ columns, graded }: ReadGold): ReadonlyMap<DocId, number> => {
  const from = graded ?? columns?.graded;
  return new Map((from?.ids ?? []).map((id, i) => [id, from!.grades[i]!]));
};

/** Listed, in groups, or with a grade above 0. */
const relevantOf = (gold: ReadGold): readonly DocId[] =>
  gold.relevant ??
  gold.groups?.flat() ??
  [...gradesOf(gold)].filter(([, grade]) => grade > 0).map(([id]) => id);

const facetsOf = (gold: ReadGold): string[] =>
  (["relevant", "groups", "passages", "spans", "forbidden", "answer"] as const)
    .filter((facet) => gold[facet] !== undefined && !(facet === "relevant" && gold.relevant!.length === 0))
    .map((facet): string => facet)
    .concat(gold.graded !== undefined || gold.columns !== undefined ? ["grades"] : []);

const isUnanswerable = (gold: ReadGold): boolean =>
  gold.answerable === false ||
  (relevantOf(gold).length === 0 &&
    (gold.passages ?? []).flat().length === 0 &&
    (gold.spans ?? []).flat().length === 0 &&
    (gold.answer === undefined || gold.relevant !== undefined));

function contradictions(gold: ReadGold, relevant: ReadonlySet<DocId>, at: Pick<Problem, "at">): Problem[] {
  const found: Problem[] = [];
  const forbidden = (gold.forbidden ?? []).filter((id) => relevant.has(id));
  if (forbidden.length > 0)
    found.push(goldProblem("contradictory-gold/forbidden", firstNames("documents", forbidden), at));
  const grades = gradesOf(gold);
  const zero = (gold.relevant ?? []).filter((id) => (grades.get(id) ?? 1) <= 0);
  if (zero.length > 0)
    found.push(goldProblem("contradictory-gold/graded-zero", firstNames("documents", zero), at));
  const { answerable } = gold;
  const listed = gold.relevant !== undefined || gold.groups !== undefined || grades.size > 0;
  if (answerable !== undefined && listed && answerable !== relevant.size > 0)
    found.push(goldProblem("contradictory-gold/answerable", { answerable }, at));
  return found;
}

function medianOf(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return undefined;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
