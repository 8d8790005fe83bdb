/** A few lines that read judgements and runs in TREC's format, from the folder of shared data. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Hit, QueryId } from "../../src/index.ts";
import { compareIds } from "../../src/match/ids/index.ts";

const folder = new URL("../../../shared/data/", import.meta.url);

export const there = (path: string): boolean => existsSync(new URL(path, folder));

/** The text of a file, unpacked where its name ends in .gz. */
export function textOf(path: string): string {
  const bytes = readFileSync(new URL(path, folder));
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** The words of each line. A line that starts with # is a comment; # inside an id is not. */
const wordsOf = (path: string): string[][] =>
  textOf(path)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => line.trim().split(/\s+/));

/** Lists by query, queries byte by byte: trec_eval sorts them before it adds up. */
function byQuery<T>(rows: readonly (readonly [QueryId, T])[]): Map<QueryId, T[]> {
  const lists = new Map<QueryId, T[]>();
  for (const [query, row] of rows) {
    const list = lists.get(query);
    if (list === undefined) lists.set(query, [row]);
    else list.push(row);
  }
  return new Map([...lists].sort(([a], [b]) => compareIds(a, b)));
}

/** query, iteration, document, grade. */
export const readJudgements = (path: string) =>
  new Map(
    [...byQuery(wordsOf(path).map(([query, , doc, grade]) => [query!, [doc!, Number(grade)] as const]))].map(
      ([query, grades]) => [query, { grades: new Map(grades) }],
    ),
  );

/** query, Q0, document, rank, score, name of the run; the hits of a query in the order of the file. */
export function readRun(path: string): { readonly name: string; readonly run: Map<QueryId, Hit[]> } {
  const rows = wordsOf(path);
  return {
    name: rows[0]![5]!,
    run: byQuery(rows.map(([query, , id, , score]) => [query!, { id: id!, score: Number(score) }])),
  };
}
