/** What is said of files as the engine reads them. */
import { defineProblems } from "../core/problem-table.ts";

interface DocumentField {
  readonly document: string;
}

export const engineProblem = defineProblems({
  /** `promise`: it is one. */
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
          ? 'give a list of paths or sources: runs: ["run.trec"]'
          : `give a path or a source: ${argument === "gold" ? 'gold: "gold.jsonl"' : 'runs: ["run.trec"]'}; data in memory goes to evaluate`,
  }),
  "duplicate-judgement/row": ({ document }: DocumentField, { query, firstLine }) => ({
    what: `query ${query} judges document ${document} twice (first at line ${firstLine}); the first grade counts`,
    fix: "remove one",
  }),
  "duplicate-judgement/refused": (
    { document, dialect }: DocumentField & { readonly dialect: string },
    { query, line, firstLine },
    voice,
  ) => ({
    what: `query ${query} judges document ${document} twice, at line ${firstLine} and at line ${line}; ${dialect} stops at that`,
    fix: `remove one of them; if the second column names aspects of the query, as in the judgements of ndeval, ask for alpha-ndcg, err-ia or subtopic-recall ${voice === "library" ? "without `as`" : "without --as"}`,
  }),
  "duplicate-judgement/aspect": (
    { document, aspect }: DocumentField & { readonly aspect: string },
    { query },
  ) => ({
    what: `query ${query} judges document ${document} for aspect ${aspect} twice; the first grade counts`,
    fix: "remove one",
  }),
  "duplicate-document": ({ document }: DocumentField) => ({
    what: `the corpus has document ${document} twice; the first one counts`,
    fix: "remove one",
  }),
  "bad-gold/mixed-aspects": (_: object, { query }) => ({
    what: `gold of query ${query}: some judgements name an aspect, and some do not`,
    why: "grades of the query as a whole and grades of its aspects are two tables",
    fix: "name an aspect in each, or in none",
  }),
  "merged-queries": ({
    queries,
    becomes,
  }: {
    readonly queries: readonly [string, string];
    readonly becomes: string;
  }) => ({
    what: `the queries ${queries[0]} and ${queries[1]} both become ${becomes}`,
    why: "their hits or judgements would be mixed",
    fix: "choose another rule for the ids of queries",
  }),
  "no-reference": ({ without, cases }: { readonly without: number; readonly cases: number }, { query }) => ({
    what: `${without} of ${cases} cases ${without === 1 ? "has no reference, that of" : "have no reference, the first is"} query ${query}`,
    why: "metrics that read the reference skip a case without one",
    fix: "give it, or nothing if there is none",
  }),
  "no-texts/contexts": (
    { without, contexts }: { readonly without: number; readonly contexts: number },
    { query },
  ) => ({
    what: `${without} of the ${contexts} contexts of query ${query} have no text`,
    why: "a judge reads texts, not ids",
    fix: "give every context its text",
  }),
  "list-cells/split": (
    {
      column,
      cell,
      listSeparator,
    }: { readonly column: string; readonly cell: string; readonly listSeparator: string },
    _,
    voice,
  ) => ({
    what: `read ${JSON.stringify(cell)} in column ${JSON.stringify(column)}, and cells like it, as lists of ids: the parts are among the hits, the whole is not`,
    fix:
      voice === "library"
        ? `table: { listSeparator: ${JSON.stringify(listSeparator)} } says so without this warning`
        : `--list-separator '${listSeparator}' says so without this warning`,
  }),
  "not-kept": (_: object, { query }) => ({
    what: `the hits of query ${query} were read from a file, and are not kept`,
    fix: "load the run, and evaluate it in memory",
  }),
});
