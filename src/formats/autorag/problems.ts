/** Words of the Problems of AutoRAG's folders and of what its files cannot hold. */
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
    fix: "give AutoRAG's project folder, the one that holds data and the trials",
  }),
  "uneven-files": ({ path, wanted, found }: { path: string; wanted: number; found: number }) => ({
    what: `the file has ${found} rows and ${path} has ${wanted}`,
    why: "the rows of one stand for the rows of the other",
    fix: "run AutoRAG again, or give the qa.parquet that it was run with",
  }),
  "bad-column/no-lists": ({ column }: { column: string }) => ({
    what: `column ${column} holds no lists, so it is not what a module of AutoRAG returned`,
    fix: "check whether the file is one of AutoRAG's",
  }),
  "no-column/qid": (f: { column: string; columns: readonly string[]; others?: number }) => ({
    what: "there is no column qid",
    fix: `the columns are ${nameList(f.columns, f.others)}`,
  }),
  "no-results/none": () => ({
    what: "no trial of this project has retrieved anything",
    fix: "run AutoRAG first, or name a run",
  }),
  "no-results/other": ({ nodes }: { nodes: readonly Node[] }) => ({
    what: "the project has no such node or trial",
    fix: `there are ${nodesIn(nodes)}`,
  }),
  /** `node` and `trial` are read; `other` could be. */
  node: ({ nodes, node, trial, other }: Node & { nodes: readonly Node[]; other: Node }) => ({
    what: `the project has results of ${nodesIn(nodes)}; the best module of ${node}, trial ${trial}, is read`,
    fix: `to read another, pass --col node=${other.node}${other.trial === trial ? "" : ` --col trial=${other.trial}`}`,
  }),
  "lost-texts/autorag": ({ query }: { query: string }) => ({
    what: `query ${query} has no ids in its gold, and AutoRAG knows nothing else`,
    fix: "write JSONL, which keeps it",
  }),
});
