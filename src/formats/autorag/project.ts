/**
 * The folder of an AutoRAG project: data/qa.parquet, data/corpus.parquet, and per trial, node line and node
 * `0.parquet`, `1.parquet`, … (what each module returned, row by row like qa.parquet, without ids),
 * `best_N.parquet` (the best one with everything that came before it) and `summary.csv`.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { GoldieError } from "../../core/problem.ts";
import { openPath, type Source } from "../../files/source.ts";
import { COMMA, readRecords } from "../csv/records.ts";
import { autoragProblem } from "./problems.ts";

export interface AutoragModule {
  /** As summary.csv names it: 0.parquet. */
  readonly filename: string;
  /** The file to read: its own, or best_N.parquet where only that was kept. */
  readonly path: string;
  /** Does it have ids? If not, rows are matched to qa.parquet by position. */
  readonly hasIds: boolean;
  readonly isBest: boolean;
}

export interface AutoragNode {
  readonly trial: string;
  readonly line: string;
  readonly node: string;
  readonly folder: string;
  /** What AutoRAG puts before the names of metrics in this node's summary. */
  readonly prefix: string;
  readonly modules: readonly AutoragModule[];
  /** The rows of its summary.csv, where it has one: column → cell. */
  readonly summary: readonly Readonly<Record<string, string>>[];
}

interface AutoragProject {
  readonly folder: string;
  readonly qa: string;
  readonly corpus: string | undefined;
  /** Nodes that retrieve, in the order of the pipeline, trial by trial. */
  readonly nodes: readonly AutoragNode[];
}

/** Nodes whose result is a list of documents, in the order in which a pipeline has them. */
const NODES = [
  "retrieval",
  "lexical_retrieval",
  "semantic_retrieval",
  "hybrid_retrieval",
  "passage_augmenter",
  "passage_reranker",
  "passage_filter",
];

/** Opens a file of the project, by its full path. */
type OpenInside = (path: string) => Promise<Source>;

/** Everything that is there, with the nodes that retrieve. */
export async function findAutoragProject(
  folder: string,
  open: OpenInside = openPath,
): Promise<AutoragProject> {
  const found = (name: string): string | undefined =>
    [join(folder, "data", name), join(folder, name)].find((path) => existsSync(path));
  const qa = found("qa.parquet");
  if (qa === undefined)
    throw new GoldieError(
      autoragProblem(
        "no-file/autorag",
        { path: join(folder, "data", "qa.parquet") },
        { at: { file: folder } },
      ),
    );
  const nodes: AutoragNode[] = [];
  const trials = (await folders(folder)).filter((name) => /^\d+$/.test(name));
  for (const trial of trials.sort((a, b) => Number(a) - Number(b)))
    for (const line of await folders(join(folder, trial)))
      for (const node of await folders(join(folder, trial, line))) {
        const read = NODES.includes(node) ? await readNode(folder, trial, line, node, open) : undefined;
        if (read !== undefined) nodes.push(read);
      }
  const order = (one: AutoragNode): number => NODES.indexOf(one.node);
  nodes.sort((a, b) => Number(a.trial) - Number(b.trial) || order(a) - order(b));
  return { folder, qa, corpus: found("corpus.parquet"), nodes };
}

async function folders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

async function readNode(
  project: string,
  trial: string,
  line: string,
  node: string,
  open: OpenInside,
): Promise<AutoragNode | undefined> {
  const folder = join(project, trial, line, node);
  const files = await readdir(folder);
  const best = files.find((name) => /^best_\d+\.parquet$/.test(name))?.slice("best_".length);
  const own = files.filter((name) => /^\d+\.parquet$/.test(name));
  const names = [...new Set(best === undefined ? own : [...own, best])];
  if (names.length === 0) return undefined;
  const number = (name: string): number => Number.parseInt(name, 10);
  return {
    trial,
    line,
    node,
    folder,
    prefix: node.startsWith("passage_") ? `${node}_` : "",
    modules: names
      .sort((a, b) => number(a) - number(b))
      .map((filename) => ({
        filename,
        path: join(folder, own.includes(filename) ? filename : `best_${filename}`),
        hasIds: !own.includes(filename),
        isBest: filename === best,
      })),
    summary: files.includes("summary.csv") ? await readSummary(await open(join(folder, "summary.csv"))) : [],
  };
}

async function readSummary(source: Source): Promise<Record<string, string>[]> {
  const rows: string[][] = [];
  await readRecords(
    source,
    COMMA,
    (cells) => void rows.push(Array.from({ length: cells.count }, (_, i) => cells.text(i))),
    (problem) => {
      throw new GoldieError({ ...problem, at: { file: source.name, ...problem.at } });
    },
  );
  const [header = [], ...rest] = rows;
  return rest.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ""])));
}

/** The metrics of a node, as AutoRAG's metrics are called: those of its summary, without the prefix. */
export function metricsOfNode({ summary: [first], prefix }: AutoragNode): string[] {
  return Object.keys(first ?? {}).flatMap((name) =>
    name.startsWith(`${prefix}retrieval_`) ? [name.slice(prefix.length)] : [],
  );
}
