/** The rows of printed statements, run elsewhere and brought back in a file, as results. */
import type { Result } from "../evaluate/score/result.ts";
import type { SqlDialect } from "./dialect.ts";
import type { SqlValue } from "./engine.ts";
import { type GoldOfRows, resultsOfRows, type StatementOptions } from "./evaluate-tables.ts";
import type { HitTable } from "./lower.ts";
import { sqlProblem } from "./problems.ts";
import { PLAN, ROWS, type Stamped } from "./stamp.ts";

/** A row by the names of its columns. Of CSV, where all values are texts and an empty one is NULL, or of JSON. */
export type CountedRow = Readonly<Record<string, unknown>>;

const TEXTS: ReadonlySet<string> = new Set(["run", "query", "first_unknown", "repeated_doc"]);

/**
 * Results from the rows of the statements of `statementsFor`, with the same options and dialect, in the same order.
 * @example
 * const [result] = readCountedRows(options, printedDialects.bigquery, [rows]);
 */
export function readCountedRows(
  options: StatementOptions,
  dialect: SqlDialect,
  statements: readonly Iterable<CountedRow>[],
): Result[] {
  const runs = new AskedRuns(options.hits);
  return resultsOfRows(options, dialect, (stamped, at, count, gold) => {
    if (statements.length !== count)
      throw sqlProblem.error("bad-counted-rows/statements", { found: statements.length, wanted: count });
    return checkedRows(statements[at]!, stamped, at + 1, gold, runs);
  });
}

/** The runs that a statement was printed for, as far as it names them. */
class AskedRuns {
  /** undefined: every run of some table. */
  readonly #all: ReadonlySet<string> | undefined;
  /** Runs that have to be in a column. A table that is one run may be empty. */
  readonly #needed: readonly string[];

  constructor(hits: readonly HitTable[]) {
    const names = hits.map(({ run, only = [] }) => ("name" in run ? [run.name] : only));
    this.#all = names.some((some) => some.length === 0) ? undefined : new Set(names.flat());
    this.#needed = hits.flatMap(({ run, only = [] }) => ("name" in run ? [] : only));
  }

  refuseOther(run: string, statement: number): void {
    if (this.#all?.has(run) === false)
      throw sqlProblem.error("bad-counted-rows/other-run", { statement, run, runs: [...this.#all] });
  }

  refuseMissing(found: ReadonlySet<string>, statement: number): void {
    const runs = this.#needed.filter((run) => !found.has(run));
    if (runs.length > 0) throw sqlProblem.error("bad-counted-rows/no-run", { statement, runs });
  }
}

function checkedRows(
  rows: Iterable<CountedRow>,
  { statement: { columns }, plan }: Stamped,
  statement: number,
  { queries, told }: GoldOfRows,
  runs: AskedRuns,
): SqlValue[][] {
  const seen = new Set<string>();
  const found = new Set<string>();
  const read: SqlValue[][] = [];
  let total: SqlValue = null;
  let last: ((name: string) => SqlValue) | undefined;
  for (const row of rows) {
    const line = read.length + 1;
    const missing = columns.filter((name) => !Object.hasOwn(row, name));
    const unknown = Object.keys(row).filter((name) => !columns.includes(name));
    if (missing.length > 0 || unknown.length > 0)
      throw sqlProblem.error("bad-counted-rows/columns", { statement, missing, unknown });
    const values = columns.map((name) => readValue(row[name], name, line, statement));
    const at = (name: string): SqlValue => values[columns.indexOf(name)]!;
    if (at(PLAN) !== plan) throw sqlProblem.error("bad-counted-rows/plan", { statement });
    const [run, query] = [at("run"), at("query")];
    runs.refuseOther(String(run), statement);
    found.add(String(run));
    const key = JSON.stringify([run, query]);
    if (seen.has(key))
      throw sqlProblem.error("bad-counted-rows/twice", {
        statement,
        run: String(run),
        ...(query === null ? {} : { query: String(query) }),
      });
    seen.add(key);
    if (query !== null && !queries.has(String(query)))
      throw sqlProblem.error("bad-counted-rows/query", { statement, query: String(query) });
    if (told !== undefined && query !== null) refuseOtherGold(told, at, statement, String(query));
    last = at;
    total = at(ROWS);
    read.push(values);
  }
  if (total !== read.length || total === 0)
    throw sqlProblem.error("bad-counted-rows/count", {
      statement,
      found: read.length,
      ...(total === null ? {} : { wanted: Number(total) }),
    });
  runs.refuseMissing(found, statement);
  // Queries that the run lacks have no row.
  if (told !== undefined && last !== undefined) refuseOtherGold(told, last, statement);
  return read;
}

/** @throws GoldieError if the table had another gold than the rows are scored by. */
function refuseOtherGold(
  { gold, table }: NonNullable<GoldOfRows["told"]>,
  of: (name: string) => SqlValue,
  statement: number,
  query?: string,
): void {
  const other = query === undefined ? gold.differsInAll(of) : gold.differs(query, of);
  if (other !== undefined)
    throw sqlProblem.error("bad-counted-rows/gold", {
      statement,
      table,
      ...other,
      ...(query === undefined ? {} : { query }),
    });
}

function readValue(value: unknown, column: string, row: number, statement: number): SqlValue {
  if (TEXTS.has(column)) {
    if (typeof value === "string") return value === "" && column !== "run" ? null : value;
    if (value === null && column !== "run") return null;
    // Ids that look like numbers, as some tools write them.
    if (typeof value === "number" || typeof value === "bigint") return String(value);
  } else {
    if (value === null || value === "") return null;
    const isBlank = typeof value === "string" && value.trim() === "";
    const number =
      (typeof value === "string" && !isBlank) || typeof value === "bigint" ? Number(value) : value;
    if (typeof number === "number" && Number.isFinite(number)) return number;
  }
  throw sqlProblem.error("bad-counted-rows/value", {
    statement,
    row,
    column,
    found: JSON.stringify(value) ?? "nothing",
  });
}
