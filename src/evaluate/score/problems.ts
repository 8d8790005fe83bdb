/** What is said while a run is scored, and of what came of it. */

import type { ProblemWords } from "../../core/problem.ts";
import { defineProblems, optionWords } from "../../core/problem-table.ts";
import { shown, wordsOf } from "../../core/shown.ts";

/** Metrics that could not read what the queries have. */
export interface SkippedQueries {
  /** How many queries. */
  readonly count: number;
  readonly metrics: readonly string[];
  /** Metrics that are not named. */
  readonly more: number;
}
/** Queries that one side lacks. */
interface Lacking {
  readonly count: number;
  readonly first: string;
}

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
    what: `gold of query ${query} has an empty group, which nothing can satisfy`,
    fix: "remove it",
  }),
  "answerable-with-gold": (_: object, { query }) => ({
    what: `gold of query ${query} says that nothing answers it, and names relevant documents; they were scored`,
    fix: "remove one of the two",
  }),
  "lost-order": (_: object, { query }) => ({
    what: `ranking of query ${query}: its ids look like whole numbers, and a plain object puts those first, in ascending order`,
    why: "the order in which they were written is lost, and here it matters",
    fix: "pass a Map, or a list of ids or hits",
  }),
  "retriever-failed/query": ({ message }: { readonly message: string }, { query }) => ({
    what: `query ${query}: ${message}`,
    fix: "see why the retriever failed, and ask again",
  }),
  "bad-cutoff/missed": ({ found }: { readonly found: string }) => ({
    what: `missed: k cannot be ${found}`,
    fix: "give a whole number of 1 or more, or nothing",
  }),
  "not-finite/metric": (
    { metric, found }: { readonly metric: string; readonly found?: string },
    { query },
  ) => ({
    what: `query ${query}: ${metric} gave ${found ?? "no finite number"}`,
    fix: 'look for grades that are too great, or return { status: "scored", value } or an undefined score with its reason',
  }),
  "metric-threw": (
    { metric, message }: { readonly metric: string; readonly message: string },
    { query },
  ) => ({
    what: `query ${query}: ${metric} threw ${message}`,
    fix: "correct its compute",
  }),
  "unreadable-verdict": ({ part, found }: { readonly part: string; readonly found: string }, { query }) => ({
    what: `judgement of query ${query}: ${part} holds ${shown(found)}, which is neither yes nor no`,
    fix: 'write "yes" or "no", true or false, or the numbers 1 and 0',
  }),

  // The whole run
  "nothing-matches/by-rules": (_: object) => ({
    what: "no hit of any query is in its gold, as the rules match them",
    why: "a table of zeros usually means that ids are written differently on the two sides",
    fix: "look at both sides with goldie doctor, and choose another rule",
  }),
  "no-grades/skipped": (skipped: SkippedQueries, _, voice) =>
    skippedWords(skipped, "no relevant list and no grades", {
      why: "gold in groups says which documents stand in for one another, not how many are relevant",
      fix: `for groups ask for group-recall, group-rr, group-ap, group-ndcg or all-groups; for passages or spans, which want a call of their own beside gold of ids, give a match rule: ${voice === "library" ? "match: { text: ... }" : "--match RULE"}; or give grades too`,
    }),
  // Gold as RAG tools have it: what is right, in words.
  "no-grades/answers": (skipped: SkippedQueries) =>
    skippedWords(skipped, "no relevant list and no grades", {
      why: "the gold says in words what is right, and no document that holds it; a judge reads such gold",
      fix: "`goldie judge FILE` judges a file of cases; with a gold and a run ask for -m context-recall; or name the relevant documents too",
    }),
  "no-passages": (skipped: SkippedQueries) =>
    skippedWords(skipped, "ids for gold, and no text or span", {
      why: "one call matches all gold in one way, here by text or span",
      fix: "score these queries in a call of their own, by id",
    }),
  "no-texts/skipped": (skipped: SkippedQueries) =>
    skippedWords(skipped, "no texts to compare", {
      why: "texts are compared with texts: passages of the gold with the text of every hit",
      fix: "give every hit its text; on the command line --corpus FILE does it",
    }),
  "no-spans": (skipped: SkippedQueries) =>
    skippedWords(skipped, "no spans to compare", {
      why: "spans are compared with spans: of the gold, and of every hit",
      fix: "give every hit its document, and start and end or lines",
    }),
  "unknown-query/of-run": ({ count, first, known }: Lacking & { readonly known: number }) => ({
    what: `${count} ${count === 1 ? "query of the run is" : "queries of the run are"} not in the gold, the first is ${first}; ${count === 1 ? "it was" : "they were"} left out`,
    fix:
      known === 0
        ? "no query is in both: goldie doctor shows how the ids of queries are written on each side"
        : "add gold for them, or leave them out of the run",
  }),
  "unknown-judgement": ({ count, first }: Lacking) => ({
    what: `${count} of the judgements are for queries not in the gold, first ${first}`,
    fix: "add these queries to the gold, or check that the query ids are written the same way",
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
    what: `${count} of ${queries} queries of the gold ${count === 1 ? "is" : "are"} not in the run, the first is ${first}; ${counted === "empty" ? "they count as empty lists" : "they were left out"}`,
    fix:
      counted === "empty"
        ? `ask the retriever for them, or leave them out: ${optionWords(voice, "missing", "leave-out")}`
        : "ask the retriever for them",
  }),

  // Questions to a result
  "unknown-query/not-in-gold": (_: object, { query }) => ({
    what: `the gold has no query ${query}`,
    fix: "add it, or leave this list out",
  }),
  "unknown-query/not-in-result": (_: object, { query }) => ({
    what: `the gold has no query ${query}`,
    fix: "look at result.queries",
  }),
  "unknown-tag": ({ tag, names }: { readonly tag: string; readonly names: readonly string[] }, _, voice) => ({
    what: `no query has the tag ${shown(tag)}`,
    fix:
      names.length > 0
        ? `the tags are ${wordsOf(names)}`
        : `give the gold's queries tags${voice === "library" ? "" : ', such as "tags": {"kind": "fact"}'}`,
  }),
  "metric-not-asked": ({
    metric,
    names,
  }: {
    readonly metric: string;
    readonly names: readonly string[];
  }) => ({
    what: `${metric} was not computed`,
    fix: `ask for it; there are ${wordsOf(names)}`,
  }),
  "no-bounds": ({ metric }: { readonly metric: string }) => ({
    what: `${metric} does not read grades of hits, so it has no such bounds`,
    fix: "ask for the bounds of a metric over grades",
  }),

  // A result that was read back
  "not-kept/hits": (_: object) => ({
    what: "this result was read from JSON, which holds scores and no hits",
    fix: "score the run again with evaluate, and ask the result of that",
  }),
  "not-kept/rows": (_: object) => ({
    what: "this result holds means and no scores of single queries",
    why: "its JSON was written without them",
    fix: "write it with --per-query, or by result.toJSON()",
  }),
  "unknown-schema": ({ found }: { found?: string }) => ({
    what:
      found === undefined
        ? "this is not a result: it has no schema number"
        : `this result has schema ${found}, and only 1 can be read`,
    fix:
      found === undefined
        ? "give what result.toJSON() or `goldie eval --json` wrote, with this version or a later one"
        : "read it with the version of Goldie that wrote it, or write it again",
  }),
  "bad-result": ({ place, wanted }: { place: string; wanted: string }) => ({
    what: `this is not a result: ${place} is not ${wanted}`,
    fix: "give what result.toJSON() or `goldie eval --json` wrote, as it is",
  }),
  "unknown-run/no-such": ({ run, runs }: { run: string; runs: readonly string[] }) => ({
    what: `there is no run ${run}`,
    fix: runs.length > 0 ? `the runs are ${wordsOf(runs)}` : "there are none",
  }),
  "unknown-run/which": ({ runs }: { runs: readonly string[] }) => ({
    what: `this holds ${runs.length === 0 ? "no run" : `${runs.length} runs`}, and which one to read was not said`,
    fix: runs.length > 0 ? `name one of ${wordsOf(runs)}, or read all with readResults` : "write it again",
  }),
});
