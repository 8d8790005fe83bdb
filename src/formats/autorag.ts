/**
 * AutoRAG: qa.parquet (qid, query, retrieval_gt, generation_gt) as gold, corpus.parquet (doc_id, contents),
 * results (retrieved_ids, or retrieved_ids_lexical and _semantic: the last one counts; their scores and contents beside them)
 * as a run, and, where retrieval_gt is there too, as gold; or the folder of a project.
 * Only the first of several reference answers is kept. AutoRAG takes a list of ids without groups as one group, and so does its dialect.
 */

import { join } from "node:path";
import { GoldieError } from "../core/problem.ts";
import { firstNames } from "../core/shown.ts";
import type { Source } from "../files/source.ts";
import { autoragProblem } from "./autorag/problems.ts";
import { type AutoragNode, findAutoragProject } from "./autorag/project.ts";
import { writeAutorag } from "./autorag/write.ts";
import { headLines } from "./bytes/lines.ts";
import type { Format, Guess, Kind, ReadContext, Sink } from "./format.ts";
import { openParquet } from "./parquet/file.ts";
import { readRankings } from "./parquet/lists.ts";
import { startsParquet } from "./parquet/magic.ts";
import { type ParquetCell, readCells } from "./parquet/rows.ts";
import { countParquetHits, readParquet } from "./parquet.ts";
import { columnRoles } from "./rows/column-roles.ts";

async function read(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  if (source.folder === undefined) return readParquet(source, sink, context);
  const inside = (path: string): Promise<Source> => source.inside!(path);
  const project = await findAutoragProject(source.folder, inside);
  if (context.kind === "run") {
    const node = chooseNode(source, project.nodes, context);
    const module = node.modules.find((one) => one.isBest) ?? node.modules[0]!;
    const rows = module.hasIds ? undefined : await readRowIds(await inside(project.qa));
    return readAutoragModule(await inside(module.path), rows, sink, context);
  }
  const path =
    context.kind === "corpus"
      ? (project.corpus ?? join(source.folder, "data", "corpus.parquet"))
      : project.qa;
  return readParquet(await inside(path), sink, naming(path, context));
}

/** Problems in a file of the folder are reported with that file's name. */
const naming = (file: string, context: ReadContext): ReadContext => ({
  ...context,
  problem: (problem) => context.problem({ ...problem, at: { file, ...problem.at } }),
});

/** The query ids of qa.parquet by row; module files have the same row order. */
export interface AutoragRowIds {
  readonly file: string;
  readonly ids: readonly string[];
}

/** What one module of a node returned, as a run. `rows`: the ids, if its file has none. */
export async function readAutoragModule(
  source: Source,
  rows: AutoragRowIds | undefined,
  sink: Sink,
  given: ReadContext,
): Promise<void> {
  const { name } = source;
  const context = { ...naming(name, given), kind: "run" as const, columns: {} };
  if (rows === undefined) return readParquet(source, sink, context);
  const at = { side: "run", file: name } as const;
  const { ids } = rows;
  const file = await openParquet(source);
  try {
    if (file.rows !== ids.length)
      throw new GoldieError(
        autoragProblem("uneven-files", { path: rows.file, wanted: ids.length, found: file.rows }, { at }),
      );
    const { query: _, words: __, ...roles } = columnRoles(file.columns, context, name, ["doc"]);
    if (roles.doc!.depth !== 1)
      throw new GoldieError(autoragProblem("bad-column/no-lists", { column: roles.doc!.name }, { at }));
    await readRankings(file, roles, sink, context, (row) => ids[row - 1]);
  } finally {
    await file.close();
  }
}

export async function readRowIds(qa: Source): Promise<AutoragRowIds> {
  const file = await openParquet(qa);
  try {
    const column = file.columns.find(({ name, depth }) => name === "qid" && depth === 0);
    if (column === undefined)
      throw new GoldieError(
        autoragProblem(
          "no-column/qid",
          {
            column: "qid",
            ...firstNames(
              "columns",
              file.columns.map(({ name }) => name),
            ),
          },
          { at: { file: qa.name } },
        ),
      );
    const ids: string[] = [];
    await readCells(
      file,
      [{ column, mode: "text" }],
      ([cell]: readonly ParquetCell[]) => void ids.push(String(cell ?? "")),
    );
    return { file: qa.name, ids };
  } finally {
    await file.close();
  }
}

const nameOf = ({ node, trial }: AutoragNode) => ({ node, trial });

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
  const all = nodes.map(nameOf);
  const at = { side: "run", file: source.name } as const;
  if (chosen === undefined)
    throw new GoldieError(
      all.length === 0
        ? autoragProblem("no-results/none", {}, { at })
        : autoragProblem("no-results/other", { nodes: all }, { at }),
    );
  if (fits.length > 1)
    problem(autoragProblem("node", { nodes: all, ...nameOf(chosen), other: nameOf(fits[0]!) }));
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
  // Column names are at the end of the file: the head of a small file includes them. Larger files are read as any Parquet file, which knows these columns.
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
  binary: true,
  extensions: ["parquet"],
  kinds: ["gold", "run", "corpus"],
  folder: /^(data\/)?(qa|corpus)\.parquet$|^trial\.json$/,
  example: {},
  detect,
  read,
  countHits: countParquetHits,
  write: writeAutorag,
};
