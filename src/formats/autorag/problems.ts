/** Messages about AutoRAG folders and what AutoRAG files cannot hold. */
import { defineProblems } from "../../core/problem-table.ts";
import { nameList, wordsOf } from "../../core/shown.ts";

interface Node {
  readonly node: string;
  readonly trial: string;
}
const nodesIn = (nodes: readonly Node[]): string =>
  wordsOf(nodes.map(({ trial, node }) => `${node} of trial ${trial}`));

export const autoragProblem = defineProblems({
  "no-file/autorag": (_: { path: string }) => ({
    what: "there is no data/qa.parquet in this folder",
    fix: "pass AutoRAG's project folder, the one that contains data and the trials",
  }),
  "uneven-files": ({ path, wanted, found }: { path: string; wanted: number; found: number }) => ({
    what: `the file has ${found} rows but ${path} has ${wanted}`,
    why: "the two are matched row by row",
    fix: "run AutoRAG again, or use the qa.parquet that it was run with",
  }),
  "bad-column/no-lists": ({ column }: { column: string }) => ({
    what: `column ${column} has no lists, so this is not the output of an AutoRAG module`,
    fix: "check that this is the right file",
  }),
  "no-column/qid": (f: { column: string; columns: readonly string[]; others?: number }) => ({
    what: "there is no column qid",
    fix: `check that this is AutoRAG's qa.parquet; its columns are ${nameList(f.columns, f.others)}`,
  }),
  "no-results/none": () => ({
    what: "no trial of this project has retrieval results",
    fix: "run AutoRAG first, or pass a run file",
  }),
  "no-results/other": ({ nodes }: { nodes: readonly Node[] }) => ({
    what: "the project has no such node or trial",
    fix: `use one of: ${nodesIn(nodes)}`,
  }),
  /** `node` and `trial` are the ones read, `other` is an alternative. */
  node: ({ nodes, node, trial, other }: Node & { nodes: readonly Node[]; other: Node }) => ({
    what: `the project has results of ${nodesIn(nodes)}; reading the best module of ${node}, trial ${trial}`,
    fix: `to read another, pass --col node=${other.node}${other.trial === trial ? "" : ` --col trial=${other.trial}`}`,
  }),
  "lost-texts/autorag": ({ query }: { query: string }) => ({
    what: `the gold of query ${query} has no ids, and AutoRAG files hold nothing else`,
    fix: "use JSONL, which keeps it",
  }),
});
