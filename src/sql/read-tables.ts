/** Tables as the user names them → which column is what. */
import { GoldieError, nearest } from "../core/problem.ts";
import type { SqlColumn, SqlEngine, SqlQueryOptions } from "./engine.ts";
import { sourceName } from "./faults.ts";
import type { GoldRelation, HitTable } from "./lower.ts";
import type { SqlSource } from "./nodes.ts";
import { sqlProblem } from "./problems.ts";

type TableRole = "query" | "doc" | "score" | "rank" | "grade";

/** Of columns that have no role yet, the one whose name usually means this role. */
export type UsualColumn = (role: TableRole, columns: readonly SqlColumn[]) => string | undefined;

export interface AskedTable {
  readonly source: SqlSource;
  /** By role: the column that the user named. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A table of grades, and what else is known of its queries. */
export interface GradeTable extends Extract<GoldRelation, { kind: "grades" }> {
  /** Tag → column. */
  readonly tags: ReadonlyMap<string, string>;
  /** Documents of a query with the same value stand in for one another. */
  readonly groups?: string;
}

export interface AskedHits extends AskedTable {
  /** The run, where no column names it. */
  readonly name: string;
  /** Ranks decide something beside the scores: look for them, too. */
  readonly ranks?: boolean | undefined;
}

/** @throws GoldieError if the table or a column is missing, or has the wrong type. */
export async function hitTable(
  engine: SqlEngine,
  { source, columns, name, ranks = false }: AskedHits,
  usual: UsualColumn,
  options: SqlQueryOptions = {},
): Promise<HitTable> {
  const table = await Described.of(engine, source, "run", options);
  const roles = new ColumnRoles(table, columns, usual);
  const doc = roles.needed("doc");
  const query = roles.needed("query");
  // A rank that the user names decides, unless they name a score too.
  const score =
    columns["rank"] === undefined || columns["score"] !== undefined ? roles.any("score") : undefined;
  const rank = ranks || columns["rank"] !== undefined || score === undefined ? roles.any("rank") : undefined;
  if (score === undefined && rank === undefined)
    throw sqlProblem.error("no-column/order", { table: table.name, columns: table.names }, AT_RUN);
  const run = source.kind === "file" && source.format === "trec-run" ? roles.named("run") : roles.run();
  for (const id of [query, doc, ...(run === undefined ? [] : [run])]) table.checkId(id);
  for (const number of [score, rank]) if (number !== undefined) table.checkNumber(number);
  const used = [query, doc, score, rank, run].flatMap((one) => (one === undefined ? [] : [one.name]));
  return {
    source: withFields(source, used),
    run: run === undefined ? { name } : { column: run.name },
    query: query.name,
    doc: doc.name,
    ...(score === undefined ? {} : { score: score.name }),
    ...(rank === undefined ? {} : { rank: rank.name }),
  };
}

/** `columns.tags`: columns with commas between them; a column called tags.lang is the tag lang in any case. */
export async function gradeTable(
  engine: SqlEngine,
  { source, columns }: AskedTable,
  usual: UsualColumn,
  options: SqlQueryOptions = {},
): Promise<GradeTable> {
  const table = await Described.of(engine, source, "gold", options);
  const roles = new ColumnRoles(table, columns, usual);
  const doc = roles.needed("doc");
  const query = roles.needed("query");
  const grade = roles.needed("grade");
  for (const id of [query, doc]) table.checkId(id);
  table.checkNumber(grade);
  const groups = roles.named("groups");
  if (groups !== undefined) table.checkId(groups);
  const tags = new Map<string, string>();
  for (const name of (columns["tags"] ?? "").split(",").map((one) => one.trim()))
    if (name !== "") tags.set(name, table.column("tags", name).name);
  for (const name of table.names) if (/^tags\../.test(name)) tags.set(name.slice(5), name);
  const used = [query.name, doc.name, grade.name, ...(groups === undefined ? [] : [groups.name])];
  return {
    kind: "grades",
    source: withFields(source, [...used, ...tags.values()]),
    query: query.name,
    doc: doc.name,
    grade: grade.name,
    tags,
    ...(groups === undefined ? {} : { groups: groups.name }),
  };
}

/** Fields of JSON that nobody asks for are not parsed. */
const withFields = (source: SqlSource, used: readonly string[]): SqlSource =>
  source.kind === "file" && source.format === "jsonl" ? { ...source, fields: [...new Set(used)] } : source;

const AT_RUN = { level: "error", at: { side: "run" } } as const;

/** A table with its columns. */
class Described {
  readonly name: string;
  readonly columns: readonly SqlColumn[];
  readonly side: "run" | "gold";
  readonly #source: SqlSource;

  private constructor(source: SqlSource, side: "run" | "gold", columns: readonly SqlColumn[]) {
    this.#source = source;
    this.side = side;
    this.name = sourceName(source);
    this.columns = columns;
  }

  static async of(
    engine: SqlEngine,
    source: SqlSource,
    side: "run" | "gold",
    options: SqlQueryOptions,
  ): Promise<Described> {
    const columns = await engine.describe(source, options).catch((error: unknown) => {
      throw notDescribed(error);
    });
    if (columns !== undefined) return new Described(source, side, columns);
    const table = sourceName(source);
    throw sqlProblem.error(
      "no-table",
      { table, engine: engine.id, nearest: nearestTables(table, await engine.tables(options)) },
      { level: "error", at: { side } },
    );
  }

  get names(): readonly string[] {
    return this.columns.map(({ name }) => name);
  }

  /** Files without types: every value is a text, and the engine casts it. */
  get #untyped(): boolean {
    return this.#source.kind === "file" && this.#source.format !== "parquet";
  }

  column(role: string, name: string): SqlColumn {
    const alike = this.columns.filter((one) => one.name.toLowerCase() === name.toLowerCase());
    const found = alike.find((one) => one.name === name) ?? (alike.length === 1 ? alike[0] : undefined);
    if (found !== undefined) return found;
    const near = nearest(name, this.names);
    throw sqlProblem.error(
      "no-column/named",
      { table: this.name, role, column: name, columns: this.names, nearest: near },
      { level: "error", at: { side: this.side } },
    );
  }

  #canBeId({ type, kind }: SqlColumn): boolean {
    return this.#untyped ? !NESTED.test(type) : kind === "text" || kind === "integer";
  }

  checkId(column: SqlColumn): void {
    if (!this.#canBeId(column)) this.#refuse(column, "text or whole numbers, one id in each row");
    const { name, type, padded } = column;
    if (padded === true)
      throw sqlProblem.error(
        "column-type/padded",
        { table: this.name, column: name, type },
        { level: "error", at: { side: this.side } },
      );
  }

  checkNumber(column: SqlColumn): void {
    const fits = this.#untyped ? !NESTED.test(column.type) : /^(number|integer)$/.test(column.kind);
    if (!fits) this.#refuse(column, "numbers");
  }

  #refuse({ name, type }: SqlColumn, wanted: string): never {
    throw sqlProblem.error(
      "column-type/wanted",
      { table: this.name, column: name, type, wanted },
      { level: "error", at: { side: this.side } },
    );
  }
}

/** Without the advice to look at the statement: there is none yet. */
function notDescribed(error: unknown): unknown {
  if (!(error instanceof GoldieError) || error.problem.reason !== "engine") return error;
  const { code, fields } = error.problem;
  if (code !== "engine-failed" && code !== "engine-refused") return error;
  const said = { engine: String(fields?.["engine"]), message: String(fields?.["message"]) };
  return sqlProblem.error(`${code}/describe`, said, { level: "error" });
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** By the whole name, or by its last part: the schema may be what is missing. */
function nearestTables(table: string, names: readonly string[]): string[] {
  const called = (part: string): string[] => names.filter((name) => lastPart(name) === part).sort();
  const elsewhere = called(lastPart(table));
  const near = nearest(lastPart(table), new Set(names.map(lastPart))).flatMap(called);
  const found = elsewhere.length > 0 ? elsewhere : [...new Set([...nearest(table, names), ...near])];
  return found.slice(0, 3);
}

/** Types of JSON values that are not a single value. */
const NESTED = /^(STRUCT|MAP|JSON)\b|\[\]$/;

/** Usual names of a column with the names of runs. */
export const RUN_NAMES = ["run", "runid", "runname", "runtag", "system", "systemid", "model", "retriever"];
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
export const isUsualRun = (column: string): boolean => RUN_NAMES.includes(plain(column));

/** The columns of a table by role: named by the user, or by usual names; none has two roles. */
class ColumnRoles {
  readonly #table: Described;
  readonly #asked: AskedTable["columns"];
  readonly #usual: UsualColumn;
  readonly #taken: Set<string>;

  constructor(table: Described, asked: AskedTable["columns"], usual: UsualColumn) {
    this.#table = table;
    this.#asked = asked;
    this.#usual = usual;
    this.#taken = new Set(Object.values(asked));
  }

  named(role: string): SqlColumn | undefined {
    const name = this.#asked[role];
    return name === undefined ? undefined : this.#table.column(role, name);
  }

  any(role: TableRole): SqlColumn | undefined {
    const named = this.named(role);
    if (named !== undefined) {
      this.#taken.add(named.name);
      return named;
    }
    const left = this.#table.columns.filter(({ name }) => !this.#taken.has(name));
    const name = this.#usual(role, left);
    if (name === undefined) return undefined;
    this.#taken.add(name);
    return this.#table.column(role, name);
  }

  /** After all other roles. Systems that are taken for one would share their lists. */
  run(): SqlColumn | undefined {
    const named = this.named("run");
    if (named !== undefined) return named;
    // By name alone: a column of another type is refused, not ignored.
    const left = this.#table.columns.filter((one) => !this.#taken.has(one.name));
    return RUN_NAMES.flatMap((name) => left.filter((one) => plain(one.name) === name))[0];
  }

  needed(role: TableRole): SqlColumn {
    const column = this.any(role);
    if (column !== undefined) return column;
    const { name, names, side } = this.#table;
    throw sqlProblem.error(
      "no-column/of-table",
      { table: name, role, columns: names },
      { level: "error", at: { side } },
    );
  }
}
