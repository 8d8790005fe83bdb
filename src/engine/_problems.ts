/** Messages about files as the engine reads them. */
import { defineProblems } from "../core/problem-table.ts";

interface DocumentField {
  readonly document: string;
}

export const engineProblem = defineProblems({
  /** `promise`: set if the argument is a promise. */
  "bad-source": ({
    argument,
    found,
    promise,
  }: {
    readonly argument: string;
    readonly found: string;
    readonly promise?: boolean;
  }) => ({
    what: `evaluateFiles: ${argument} is ${found}`,
    fix:
      promise === true
        ? "await it first"
        : argument === "runs"
          ? 'pass an array of paths or sources: runs: ["run.trec"]'
          : `pass a path or a source: ${argument === "gold" ? 'gold: "gold.jsonl"' : 'runs: ["run.trec"]'}; for data in memory use evaluate`,
  }),
  "duplicate-judgement/row": ({ document }: DocumentField, { query, firstLine }) => ({
    what: `document ${document} is judged twice for query ${query} (first at line ${firstLine}); using the first grade`,
    fix: "remove one of the two",
  }),
  "duplicate-judgement/refused": (
    { document, dialect }: DocumentField & { readonly dialect: string },
    { query, line, firstLine },
    voice,
  ) => ({
    what: `document ${document} is judged twice for query ${query}, at line ${firstLine} and line ${line}; ${dialect} rejects such files`,
    fix: `remove one of the two; if the second column holds subtopics, as in ndeval qrels, use alpha-ndcg, err-ia or subtopic-recall ${voice === "library" ? "without `as`" : "without --as"}`,
  }),
  "duplicate-judgement/aspect": (
    { document, aspect }: DocumentField & { readonly aspect: string },
    { query },
  ) => ({
    what: `document ${document} is judged twice for aspect ${aspect} of query ${query}; using the first grade`,
    fix: "remove one of the two",
  }),
  "duplicate-document": ({ document }: DocumentField) => ({
    what: `document ${document} is in the corpus twice; using the first`,
    fix: "remove one of the two",
  }),
  "bad-gold/mixed-aspects": (_: object, { query }) => ({
    what: `gold of query ${query}: only some judgements name an aspect`,
    why: "a query is judged either as a whole or by aspect",
    fix: "give every judgement of the query an aspect, or none of them",
  }),
  "merged-queries": ({
    queries,
    becomes,
  }: {
    readonly queries: readonly [string, string];
    readonly becomes: string;
  }) => ({
    what: `the query id rule maps both ${queries[0]} and ${queries[1]} to ${becomes}`,
    why: "their hits or judgements would be mixed up",
    fix: "choose another rule for query ids",
  }),
  "no-reference": ({ without, cases }: { readonly without: number; readonly cases: number }, { query }) => ({
    what: `${without} of ${cases} cases ${without === 1 ? "has no reference" : "have no reference, first"}: query ${query}`,
    why: "metrics that need the reference skip such cases; context-precision asks what helps with the question instead",
    fix: "add the reference; ignore this if there is none",
  }),
  "no-texts/contexts": (
    { without, contexts }: { readonly without: number; readonly contexts: number },
    { query },
  ) => ({
    what: `${without} of the ${contexts} contexts of query ${query} have no text`,
    why: "a judge reads texts, not ids",
    fix: "add the text of every context",
  }),
  "list-cells/split": (
    {
      column,
      cell,
      listSeparator,
      among,
    }: {
      readonly column: string;
      readonly cell: string;
      readonly listSeparator: string;
      readonly among: "hits" | "other cells";
    },
    _,
    voice,
  ) => ({
    what: `reading cells such as ${JSON.stringify(cell)} in column ${JSON.stringify(column)} as lists of ids: the parts appear in the ${among === "hits" ? "hits" : "gold or in other hits"}, the whole does not`,
    fix:
      voice === "library"
        ? `to silence this warning, pass table: { listSeparator: ${JSON.stringify(listSeparator)} }`
        : `to silence this warning, pass --list-separator '${listSeparator}'`,
  }),
  "not-kept": (_: object, { query }) => ({
    what: `the hits of query ${query} are not available: they were read from a file and not kept in memory`,
    fix: "load the run with loadRun and pass it to evaluate",
  }),
});
