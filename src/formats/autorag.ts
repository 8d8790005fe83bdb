/**
 * AutoRAG: qa.parquet (qid, query, retrieval_gt, generation_gt) as gold, corpus.parquet (doc_id, contents),
 * results (retrieved_ids, or retrieved_ids_lexical and _semantic: the last one counts; their scores and contents beside them)
 * as a run, and, where retrieval_gt is there too, as gold; or the folder of a project.
 * Of several reference answers the first one is kept. A list of ids without groups is one group to AutoRAG; its dialect knows that.
 */
import { join } from "node:path";
import { GoldieError } from "../core/problem.ts";
import type { Source } from "../files/source.ts";
import { openSource } from "../files/source.ts";
import { type AutoragModule, type AutoragNode, findAutoragProject } from "./autorag/project.ts";
import { writeAutorag } from "./autorag/write.ts";
import { headLines } from "./bytes/lines.ts";
import type { Format, Guess, Kind, ReadContext, Sink } from "./format.ts";
import { openParquet, startsParquet } from "./parquet/file.ts";
import { readRankings } from "./parquet/lists.ts";
import { type ParquetCell, readCells } from "./parquet/rows.ts";
import { readParquet } from "./parquet.ts";
import { columnRoles } from "./rows/column-roles.ts";

async function read(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  if (source.folder === undefined) return readParquet(source, sink, context);
  const project = await findAutoragProject(source.folder);
  if (context.kind === "run") {
    const node = chooseNode(source, project.nodes, context);
    const module = node.modules.find((one) => one.isBest) ?? node.modules[0]!;
    return readAutoragModule(project.qa, module, sink, context);
  }
  const path =
    context.kind === "corpus"
      ? (project.corpus ?? join(source.folder, "data", "corpus.parquet"))
      : project.qa;
  return readParquet(await openSource(path), sink, naming(path, context));
}

/** Problems of a file inside the folder are told with its own name. */
const naming = (file: string, context: ReadContext): ReadContext => ({
  ...context,
  problem: (problem) => context.problem({ ...problem, at: { file, ...problem.at } }),
});

/** What one module of a node returned, as a run. `qa`: the path of qa.parquet, whose rows its rows stand beside. */
export async function readAutoragModule(
  qa: string,
  module: AutoragModule,
  sink: Sink,
  given: ReadContext,
): Promise<void> {
  const context = { ...naming(module.path, given), kind: "run" as const, columns: {} };
  const source = await openSource(module.path);
  if (module.hasIds) return readParquet(source, sink, context);
  const ids = await idsIn(qa);
  const file = await openParquet(source);
  try {
    if (file.rows !== ids.length)
      throw new GoldieError({
        code: "uneven-files",
        what: `the file has ${file.rows} rows and ${qa} has ${ids.length}`,
        why: "the rows of one stand for the rows of the other",
        fix: "run AutoRAG again, or give the qa.parquet that it was run with",
        at: { file: module.path },
      });
    const { query: _, words: __, ...roles } = columnRoles(file.columns, context, module.path, ["doc"]);
    if (roles.doc!.depth !== 1)
      throw new GoldieError({
        code: "bad-column",
        what: `column ${roles.doc!.name} holds no lists, so it is not what a module of AutoRAG returned`,
        fix: "check whether the file is one of AutoRAG's",
        at: { file: module.path },
      });
    await readRankings(file, roles, sink, context, (row) => ids[row - 1]);
  } finally {
    await file.close();
  }
}

async function idsIn(qa: string): Promise<string[]> {
  const file = await openParquet(await openSource(qa));
  try {
    const column = file.columns.find(({ name, depth }) => name === "qid" && depth === 0);
    if (column === undefined)
      throw new GoldieError({
        code: "no-column",
        what: "there is no column qid",
        fix: `the columns are ${file.columns.map(({ name }) => name).join(", ")}`,
        at: { file: qa },
      });
    const ids: string[] = [];
    await readCells(
      file,
      [{ column, mode: "text" }],
      ([cell]: readonly ParquetCell[]) => void ids.push(String(cell ?? "")),
    );
    return ids;
  } finally {
    await file.close();
  }
}

/** The node that was asked for with --col node= and trial=, else the last one of the last trial. */
function chooseNode(
  source: Source,
  nodes: readonly AutoragNode[],
  { columns, problem }: ReadContext,
): AutoragNode {
  const fits = nodes.filter(
    ({ node, trial }) => node === (columns.node ?? node) && trial === (columns.trial ?? trial),
  );
  const chosen = fits.at(-1);
  const all = nodes.map(({ trial, node }) => `${node} of trial ${trial}`).join(", ");
  if (chosen === undefined)
    throw new GoldieError({
      code: "no-results",
      what:
        nodes.length === 0
          ? "no trial of this project has retrieved anything"
          : "the project has no such node or trial",
      fix: nodes.length === 0 ? "run AutoRAG first, or name a run" : `there are ${all}`,
      at: { file: source.name },
    });
  if (fits.length > 1)
    problem({
      code: "node",
      what: `the project has results of ${all}; the best module of ${chosen.node}, trial ${chosen.trial}, is read`,
      fix: `to read another, pass --col node=${fits[0]!.node}${fits[0]!.trial === chosen.trial ? "" : ` --col trial=${fits[0]!.trial}`}`,
    });
  return chosen;
}

const COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  gold: ["retrieval_gt"],
  run: ["retrieved_ids"],
  corpus: ["doc_id", "contents"],
  scores: [],
};

function detect(head: Uint8Array, name: string, kind: Kind): Guess | undefined {
  if (name.endsWith("/")) {
    const files = headLines(head, Number.POSITIVE_INFINITY);
    const fits = files.some((file) => /^(data\/)?qa\.parquet$/.test(file));
    return fits ? { sure: 0.95, why: "a folder with AutoRAG's data" } : undefined;
  }
  if (!startsParquet(head)) return undefined;
  // The names of columns stand at the end: of a small file the head has it all. Larger ones are read as any Parquet file, which knows these columns.
  const words = new TextDecoder("latin1").decode(head);
  return COLUMNS[kind].every((column) => words.includes(column))
    ? { sure: 0.95, why: `its columns are AutoRAG's: ${COLUMNS[kind].join(", ")}` }
    : undefined;
}

export const autorag: Format = {
  id: "autorag",
  title: "AutoRAG",
  about:
    "qa.parquet with groups of documents (retrieval_gt), corpus.parquet, results with retrieved_ids, or the folder of a project. Of several reference answers the first is kept.",
  extensions: ["parquet"],
  kinds: ["gold", "run", "corpus"],
  folder: true,
  example: {},
  detect,
  read,
  write: writeAutorag,
};
