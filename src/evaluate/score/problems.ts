/** Messages about scoring a run, and about reading its result. */

import type { ProblemWords } from "../../core/problem.ts";
import { defineProblems, optionWords } from "../../core/problem-table.ts";
import { shown, wordsOf } from "../../core/shown.ts";

/** Queries that metrics skipped for lack of what they read. */
export interface SkippedQueries {
  /** How many queries. */
  readonly count: number;
  readonly metrics: readonly string[];
  /** How many metrics are not listed. */
  readonly more: number;
}
/** Queries that are missing on one side. */
interface Lacking {
  readonly count: number;
  readonly first: string;
}

/** Lists whose scores contradict their order. */
interface RisingScores {
  readonly count: number;
  readonly first: string;
}
const risingWords = ({ count, first }: RisingScores): string =>
  count === 1 ? `list of query ${first}` : `${count} lists (first: query ${first})`;

const skippedWords = (
  { count, metrics, more }: SkippedQueries,
  lacks: string,
  words: Omit<ProblemWords, "what">,
): ProblemWords => ({
  what: `${count} ${count === 1 ? "query has" : "queries have"} ${lacks}, so ${metrics.join(", ")}${more > 0 ? ` and ${more} more metrics` : ""} skipped ${count === 1 ? "it" : "them"}`,
  ...words,
});

export const scoreProblem = defineProblems({
  // One query
  "empty-group": (_: object, { query }) => ({
    what: `gold of query ${query} has an empty group, which no hit can match`,
    fix: "remove it",
  }),
  "passage-without-words": ({ found }: { readonly found: string }, { query }) => ({
    what: `gold of query ${query}: ignored passage ${shown(found)}, which has no words`,
    why: "no hit can be matched with it, so it would count as missed",
    fix: "remove it, or fill in the text",
  }),
  "answerable-with-gold": (_: object, { query }) => ({
    what: `gold of query ${query} is marked unanswerable but names relevant documents; scoring them`,
    fix: "remove the mark or the documents",
  }),
  "forbidden-relevant": ({ document }: { readonly document: string }, { query }) => ({
    what: `gold of query ${query}: document ${document} is both relevant and forbidden`,
    why: "finding it raises recall and counts as a leak",
    fix: "remove it from one of the two",
  }),
  "lost-order": (_: object, { query }) => ({
    what: `ranking of query ${query}: the ids are whole numbers, which a plain object sorts in ascending order`,
    why: "the order in which they were written is lost, and the scores depend on it",
    fix: "pass a Map, or an array of ids or hits",
  }),
  "score-order/some": (of: RisingScores, _, voice) => ({
    what: `${risingWords(of)}: scores rise from one hit to the next; ranked in list order, not by score`,
    why: "a list is ranked in the order in which it is written",
    fix: `nothing to do if that order is right, for example after reranking; to rank by score: ${optionWords(voice, "order", "score")}`,
  }),
  "score-order/distances": (of: RisingScores, _, voice) => ({
    what: `${risingWords(of)}: scores rise from the first hit to the last; ranked in list order, not by score`,
    why: "they look like distances, where less is better",
    fix: `nothing to do if they are distances; if a higher score is better, rank by score: ${optionWords(voice, "order", "score")}`,
  }),
  "retriever-failed/query": ({ message }: { readonly message: string }, { query }) => ({
    what: `query ${query}: ${message}`,
    fix: "correct the retriever and run the query again",
  }),
  "bad-cutoff/missed": ({ found }: { readonly found: string }) => ({
    what: `missed: k cannot be ${found}`,
    fix: "use a whole number of 1 or more, or nothing",
  }),
  "not-finite/metric": (
    { metric, found }: { readonly metric: string; readonly found?: string },
    { query },
  ) => ({
    what: `query ${query}: ${metric} returned ${found ?? "something other than a finite number"}`,
    fix: 'check for very large grades; a metric of your own must return { status: "scored", value } or an undefined score with its reason',
  }),
  "metric-threw": (
    { metric, message }: { readonly metric: string; readonly message: string },
    { query },
  ) => ({
    what: `query ${query}: ${metric} threw ${message}`,
    fix: "correct its compute function",
  }),
  "unreadable-verdict": ({ part, found }: { readonly part: string; readonly found: string }, { query }) => ({
    what: `judgement of query ${query}: verdict ${shown(found)} in ${part} is neither yes nor no`,
    fix: 'write "yes" or "no", true or false, or the numbers 1 and 0',
  }),

  // The whole run
  "nothing-matches/by-rules": (_: object) => ({
    what: "no hit matches the gold of its query under the rules in use",
    why: "a table of zeros usually means that gold and run write their ids differently",
    fix: "compare them with `goldie doctor GOLD RUN`, and choose another rule",
  }),
  "no-grades/skipped": (skipped: SkippedQueries, _, voice) =>
    skippedWords(skipped, "no relevant list and no grades", {
      why: "groups list interchangeable documents, so there is no number of relevant documents to count",
      fix: `for groups use group-recall, group-rr, group-ap, group-ndcg or all-groups; score passages or spans in a separate call with ${voice === "library" ? "match: { text: ... }" : "--match RULE"}; or add grades`,
    }),
  // Gold as RAG tools have it: a reference answer, no documents.
  "no-grades/answers": (skipped: SkippedQueries) =>
    skippedWords(skipped, "no relevant list and no grades", {
      why: "the gold has reference answers but names no relevant documents; scoring it takes a judge",
      fix: "judge a file of cases with `goldie judge FILE`, or gold and run with -m context-recall; or add the relevant documents",
    }),
  "no-passages": (skipped: SkippedQueries) =>
    skippedWords(skipped, "no text or span in the gold", {
      why: "one call matches all gold the same way, here by text or span",
      fix: "if their gold is ids, score these queries by id in a separate call",
    }),
  "no-texts/skipped": (skipped: SkippedQueries) =>
    skippedWords(skipped, "no texts to compare", {
      why: "the passages in the gold are compared with the text of each hit",
      fix: "add the text of every hit; on the command line, pass --corpus FILE",
    }),
  "no-spans": (skipped: SkippedQueries) =>
    skippedWords(skipped, "no spans to compare", {
      why: "the spans in the gold are compared with the span of each hit",
      fix: "give every hit its document and either start and end or lines",
    }),
  "unknown-query/of-run": ({ count, first, known }: Lacking & { readonly known: number }) => ({
    what: `ignored ${count} ${count === 1 ? "query" : "queries"} of the run that ${count === 1 ? "is" : "are"} not in the gold${count === 1 ? "" : ", first"}: ${first}`,
    fix:
      known === 0
        ? "no query is in both: `goldie doctor GOLD RUN` shows how the query ids differ"
        : "add gold for them, or remove them from the run",
  }),
  "unknown-judgement": ({ count, first }: Lacking) => ({
    what: `${count} ${count === 1 ? "judgement is for a query" : "judgements are for queries"} not in the gold${count === 1 ? "" : ", first"}: ${first}`,
    fix: "add these queries to the gold, or check that both use the same query ids",
  }),
  "missing-query/of-run": (
    {
      count,
      queries,
      first,
      counted,
    }: Lacking & { readonly queries: number; readonly counted: "empty" | "not-at-all" },
    _,
    voice,
  ) => ({
    what: `${count} of ${queries} gold queries ${count === 1 ? "is" : "are"} missing from the run (${count === 1 ? "" : "first: "}${first}); ${counted === "empty" ? `counted as ${count === 1 ? "an empty list" : "empty lists"}` : "skipped"}`,
    fix:
      counted === "empty"
        ? `run the retriever on them, or skip them: ${optionWords(voice, "missing", "leave-out")}`
        : "run the retriever on them",
  }),

  // Questions to a result
  "unknown-query/not-in-gold": (_: object, { query }) => ({
    what: `the gold has no query ${query}`,
    fix: "add it, or remove this ranking",
  }),
  "unknown-query/not-in-result": (_: object, { query }) => ({
    what: `the gold has no query ${query}`,
    fix: "use one of result.queries",
  }),
  "unknown-tag": ({ tag, names }: { readonly tag: string; readonly names: readonly string[] }, _, voice) => ({
    what: `no query has the tag ${shown(tag)}`,
    fix:
      names.length > 0
        ? `use one of: ${wordsOf(names)}`
        : `add tags to the gold queries${voice === "library" ? "" : `, for example "tags": {"kind": "fact"}; for a column of the gold, pass --col tags=${tag}`}`,
  }),
  "metric-not-asked": ({
    metric,
    names,
  }: {
    readonly metric: string;
    readonly names: readonly string[];
  }) => ({
    what: `${metric} was not computed`,
    fix: `add it to the metrics; computed: ${wordsOf(names)}`,
  }),
  "no-bounds": ({ metric }: { readonly metric: string }) => ({
    what: `${metric} has no bounds: it does not read grades`,
    fix: "use a metric over grades, such as ndcg",
  }),

  // A result that was read back
  "not-kept/hits": (_: object) => ({
    what: "this result was read from JSON, which has scores but no hits",
    fix: "score the run again with evaluate and use that result",
  }),
  "not-kept/rows": (_: object) => ({
    what: "this result has means but no scores per query",
    why: "its JSON was written without them",
    fix: "write it with --per-query or result.toJSON()",
  }),
  "unknown-schema": ({ found }: { found?: string }) => ({
    what:
      found === undefined
        ? "this is not a result: it has no schema number"
        : `unsupported schema ${found}; this version reads schema 1`,
    fix:
      found === undefined
        ? "pass the output of result.toJSON() or `goldie eval --json`"
        : "read it with the version of Goldie that wrote it, or write it again",
  }),
  "bad-result": ({ place, wanted }: { place: string; wanted: string }) => ({
    what: `this is not a result: ${place} is not ${wanted}`,
    fix: "pass the unchanged output of result.toJSON() or `goldie eval --json`",
  }),
  "unknown-run/no-such": ({ run, runs }: { run: string; runs: readonly string[] }) => ({
    what: `there is no run ${run}`,
    fix: runs.length > 0 ? `use one of: ${wordsOf(runs)}` : "the result has no runs",
  }),
  "unknown-run/which": ({ runs }: { runs: readonly string[] }) => ({
    what: runs.length === 0 ? "the result has no runs" : `the result has ${runs.length} runs; choose one`,
    fix: runs.length > 0 ? `name one of ${wordsOf(runs)}, or read all with readResults` : "write it again",
  }),
});
