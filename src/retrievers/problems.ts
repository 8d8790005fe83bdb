/** Messages about retrievers: their options, and what their clients return. */

import type { ProblemPlace } from "../core/problem.ts";
import { defineProblems } from "../core/problem-table.ts";
import { nameList, shown } from "../core/shown.ts";
import { shellWord } from "../text/shell-word.ts";

interface OfRetriever {
  /** What it is called in code: "fromHttp". */
  readonly retriever: string;
}
interface FieldsThere {
  readonly fields: readonly string[];
  readonly others?: number;
}
const there = ({ fields, others }: FieldsThere): string =>
  fields.length === 0 ? "" : `; its fields are ${nameList(fields, others)}`;
const answerTo = ({ query }: ProblemPlace): string => `answer to query ${query}`;

export const retrieverProblem = defineProblems({
  // Options
  "bad-retriever/option": ({
    retriever,
    option,
    found,
    wanted,
  }: OfRetriever & { readonly option: string; readonly found: string; readonly wanted: string }) => ({
    what: `${retriever}: ${option} is ${found}`,
    fix: `set ${option} to ${wanted}`,
  }),
  "bad-retriever/unknown-option": ({
    retriever,
    option,
    nearest,
    names,
  }: OfRetriever & {
    readonly option: string;
    readonly nearest: readonly string[];
    readonly names: readonly string[];
  }) => ({
    what: `${retriever} has no option ${shown(option)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest[0]}?` : `use one of: ${names.join(", ")}`,
  }),
  "bad-retriever/no-query": ({ retriever, option }: OfRetriever & { readonly option: string }) => ({
    what: `${retriever}: ${option} does not contain {query}`,
    why: "the same request would be sent for every query",
    fix: `put {query} where the question belongs, or pass a function: ${option}: (query, { k }) => …`,
  }),
  "bad-retriever/placeholder": ({
    retriever,
    option,
    found,
    names,
  }: OfRetriever & {
    readonly option: string;
    readonly found: string;
    readonly names: readonly string[];
  }) => ({
    what: `${retriever}: ${option} contains {${found}}, which is not a placeholder`,
    fix: `use ${names.map((name) => `{${name}}`).join(", ")}, or pass a function`,
  }),

  "bad-retriever/no-filter": () => ({
    what: "the request contains {filter}, but the run has no filter",
    fix: "give the run a filter, or remove {filter}",
  }),
  /** `way`: how this retriever can be given one. */
  "unused-filter": ({
    retriever,
    found,
    way,
  }: OfRetriever & { readonly found: string; readonly way: string }) => ({
    what: `${retriever} cannot use the filter (${found})`,
    why: "without it the scores would be those of another search",
    fix: way,
  }),

  // Answers
  "no-hits-in-answer": (
    { path, likely, ...fields }: FieldsThere & { readonly path: string; readonly likely?: string },
    at,
    voice,
  ) => ({
    what: `${answerTo(at)} has no list of hits at ${path}${there(fields)}`,
    fix:
      likely === undefined
        ? "check that the search succeeded, or say where the list is, by a path or a function: hits: …"
        : `say where the list is: ${voice === "library" ? "" : `--hits ${shellWord(likely)}, or in a config `}hits: ${JSON.stringify(likely)}`,
  }),
  "no-id-in-hit": (
    {
      rank,
      path,
      likely,
      ...fields
    }: FieldsThere & { readonly rank: number; readonly path: string; readonly likely?: string },
    at,
    voice,
  ) => ({
    what: `${answerTo(at)}: hit ${rank} has no id at ${path}${there(fields)}`,
    why: "gold and hits are matched by id",
    fix: `say where the id is, ${voice === "library" ? "" : `with --http by --id ${shellWord(likely ?? "metadata.docId")}, in a config `}by a path or a function: id: ${JSON.stringify(likely ?? "metadata.docId")}`,
  }),

  // Vectors
  "bad-vector/not-a-vector": ({ of, found }: { readonly of: string; readonly found: string }) => ({
    what: `the embedding of ${of} is ${found}`,
    fix: "return a list of finite numbers",
  }),
  "bad-vector/length": ({
    of,
    length,
    wanted,
  }: {
    readonly of: string;
    readonly length: number;
    readonly wanted: number;
  }) => ({
    what: `the embedding of ${of} has ${length} numbers, those before it ${wanted}`,
    fix: "embed documents and queries with the same model",
  }),
  "bad-vector/count": ({ texts, vectors }: { readonly texts: number; readonly vectors: number }) => ({
    what: `got ${vectors} embeddings for ${texts} texts`,
    fix: "check what embedMany returns",
  }),
  "bad-documents/no-text": ({ place, found }: { readonly place: number; readonly found: string }) => ({
    what: `document ${place} is ${found}`,
    fix: 'pass documents as { id: "d1", text: "…" }',
  }),
  "bad-documents/twice": ({ document }: { readonly document: string }) => ({
    what: `document ${shown(document)} is there twice`,
    fix: "give every document an id of its own",
  }),

  // Processes
  "cannot-start": ({ command, cause }: { readonly command: string; readonly cause: string }) => ({
    what: `cannot start ${shown(command)}: ${cause}`,
    fix: "check the command and its folder (cwd); a program in another language needs its interpreter first, such as python3 search.py",
  }),

  // Runs
  "not-in-run": ({ file }: { readonly file: string }, { query }) => ({
    what: `${file} has no hits for query ${query}`,
    why: "the run may be incomplete, so this is not counted as an empty list",
    fix: 'add the query to the run, or pass missing: "empty" if nothing was found',
  }),

  // Sweeps
  "bad-sweep/empty": () => ({
    what: "the sweep has no settings",
    fix: "pass a grid such as { k1: [0.9, 1.2] }, or a list such as [{ k1: 0.9 }, { k1: 1.2 }]",
  }),
  "bad-sweep/not-a-list": ({ parameter, found }: { readonly parameter: string; readonly found: string }) => ({
    what: `sweep: ${parameter} is ${found}, not a list of values`,
    fix: `write ${parameter}: [value, value]`,
  }),
  "bad-sweep/value": ({ parameter, found }: { readonly parameter: string; readonly found: string }) => ({
    what: `sweep: ${parameter} cannot be ${found}`,
    why: "settings are part of the name and of the stored run",
    fix: "use strings, finite numbers or booleans, and map them to anything else inside the function",
  }),
  "bad-sweep/twice": ({ name }: { readonly name: string }) => ({
    what: `the sweep has the settings ${name} twice`,
    fix: "remove one of the two",
  }),
  "bad-sweep/parameters": ({ name, others }: { readonly name: string; readonly others: string }) => ({
    what: `sweep: ${shown(name)} is not a parameter of the first setting, which has ${others}`,
    fix: "give every setting of the list the same parameters",
  }),
  "bad-sweep/too-many": ({ settings, most }: { readonly settings: number; readonly most: number }) => ({
    what: `the sweep has ${settings} settings, more than ${most}`,
    fix: "pass a list of the settings to try instead of a grid",
  }),
  "bad-sweep/no-retriever": ({ name, found }: { readonly name: string; readonly found: string }) => ({
    what: `sweep: the function returned ${found} for ${name}`,
    fix: "return a retriever: sweep(grid, (params) => bm25(params))",
  }),
});
