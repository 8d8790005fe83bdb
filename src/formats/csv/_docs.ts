/** Tables of documents, and tables of scores that some tool computed. */

import { nearest } from "../../core/problem.ts";
import { atLine, emptyFile, errorAt } from "../_problems.ts";
import { kept } from "../_shown.ts";
import type { ReadContext, Sink } from "../format.ts";
import type { Roles } from "../rows/column-roles.ts";
import { rowProblem } from "../rows/problems.ts";
import type { CsvTable } from "./_rows.ts";
import type { CsvColumn } from "./_table.ts";
import { csvProblem } from "./problems.ts";

export function docTable(roles: Roles<CsvColumn>, sink: Sink, { problem }: ReadContext): CsvTable {
  return {
    row(cells, line) {
      const id = cells.text(roles.doc!.index);
      const title = roles.title === undefined ? "" : cells.text(roles.title.index);
      if (id === "")
        problem(csvProblem("empty-id/column", { of: "document", column: roles.doc!.name }, errorAt(line)));
      else sink.doc?.(id, cells.text(roles.text!.index), line, title === "" ? undefined : title);
    },
    end() {},
  };
}

const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const plain = (name: string): string => name.toLowerCase().replace(/[\s._-]/g, "");
const QUERY = ["query", "queryid", "qid", "questionid", "topic", "id"];
/** Other columns of Goldie's own tables. */
const BESIDE = new Set(["run", "states", "tag", "because"]);

/** A column per metric, or metric and value side by side. Undefined where the columns are neither. */
export function scoreTable(
  columns: readonly CsvColumn[],
  sink: Sink,
  context: ReadContext,
): CsvTable | undefined {
  const named = (...names: string[]): CsvColumn | undefined =>
    columns.find(({ name }) => names.includes(plain(name)));
  const query = columns.find(({ name }) => name === context.columns["query"]) ?? named(...QUERY);
  const asked = context.columns["query"];
  if (asked !== undefined && query?.name !== asked) {
    const names = columns.map(({ name }) => name);
    const fields = { column: asked, columns: names, nearest: nearest(asked, names, 1), role: "query" };
    context.problem(rowProblem("no-column/other", { ...fields, ...(query && { found: query.name }) }));
  }
  const [metric, value, run, tag] = [
    named("metric", "measure"),
    named("mean") ?? named("value", "score"),
    named("run"),
    named("tag"),
  ];
  const long = metric !== undefined && value !== undefined;
  if (!long && query === undefined) return undefined;
  const metrics = long ? [] : columns.filter((column) => column !== query && !BESIDE.has(column.name));
  let first: string | undefined;
  let others = 0;
  let told = 0;
  const commas = (long ? [value] : metrics).filter(({ decimalComma }) => decimalComma !== undefined);
  const shown = commas.find(({ decimalComma }) => decimalComma === "shown");
  if (shown !== undefined)
    context.problem(csvProblem("decimal-comma", { column: shown.name, of: "score" }, atLine(2)));
  const tell = (
    name: string,
    of: string | undefined,
    text: string,
    column: CsvColumn,
    line: number,
  ): void => {
    const cell = column.decimalComma === undefined ? text : text.replace(",", ".");
    // An empty cell means that the tool had no value.
    if (cell === "") return;
    told++;
    // Number() takes hexadecimal too.
    const score = DECIMAL.test(cell) ? Number(cell) : Number.NaN;
    if (Number.isFinite(score)) sink.score?.(name, of, score, line);
    else context.problem(csvProblem("bad-score/metric", { metric: name, found: kept(text) }, errorAt(line)));
  };
  return {
    row(cells, line) {
      const runName = run === undefined ? "" : cells.text(run.index);
      first ??= runName;
      if (runName !== first) {
        others++;
        return;
      }
      // A value of a tag is a part of the queries.
      if (long && tag !== undefined && cells.text(tag.index) !== "") return;
      const id = query === undefined ? "" : cells.text(query.index);
      const of = id === "" || id === "all" ? undefined : id;
      if (long) tell(cells.text(metric.index), of, cells.text(value.index), value, line);
      else for (const one of metrics) tell(one.name, of, cells.text(one.index), one, line);
    },
    end() {
      if (told === 0) context.problem(emptyFile("score"));
      if (first !== undefined && first !== "") sink.tag?.(first);
      if (others > 0) context.problem(csvProblem("several-runs", { run: kept(first!), count: others }));
    },
  };
}
