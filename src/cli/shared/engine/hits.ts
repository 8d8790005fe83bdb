/** Where the hits are: a table, or files that the engine reads; and which run is in which of them. */
import { compareIds } from "../../../core/ids.ts";
import { GoldieError, nearest } from "../../../core/problem.ts";
import type { Plan } from "../../../evaluate/plan/plan.ts";
import type { SqlEngine, SqlQueryOptions } from "../../../sql/engine.ts";
import type { EngineKind } from "../../../sql/engines/open.ts";
import { sourceName } from "../../../sql/faults.ts";
import { needsRanks } from "../../../sql/fetch-query.ts";
import type { HitTable } from "../../../sql/lower.ts";
import type { SqlFile, SqlSource } from "../../../sql/nodes.ts";
import { sqlProblem } from "../../../sql/problems.ts";
import { hitTable, isUsualRun } from "../../../sql/read-tables.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../args.ts";
import { runNames } from "../request.ts";
import type { Inputs } from "../sources.ts";
import { type EngineFile, engineFile, isPattern } from "./_files.ts";
import { usualIn } from "./_usual-column.ts";
import type { EngineOperands } from "./operands.ts";
import { wrongUse } from "./problems.ts";

export async function hitTables(
  engine: SqlEngine,
  { runs, names, runTable }: EngineOperands,
  columns: Readonly<Record<string, string>>,
  from: {
    readonly args: Args;
    readonly kind: EngineKind;
    readonly inputs: Inputs;
    readonly effects: Effects;
    readonly plans: readonly Plan[];
  },
  options: SqlQueryOptions,
): Promise<HitTable[]> {
  const ranks = needsRanks(from.plans);
  if (runTable !== undefined) {
    const name = engine.tableName(runTable);
    const source: SqlSource = { kind: "table", name };
    const asked = { source, columns, name: name.at(-1)!, ranks };
    const table = await hitTable(engine, asked, usualIn("run"), options);
    return pickedRuns(engine, [table], from.args, options);
  }
  const { args, kind, inputs, effects } = from;
  const files: EngineFile[] = [];
  for (const path of runs) files.push(await engineFile(path, kind, args.text("run-format"), inputs, effects));
  const called = runNames(
    runs,
    names,
    files.map(({ tag }) => tag),
  );
  const tables: HitTable[] = [];
  for (const [i, { source }] of files.entries()) {
    const name = called[i]!;
    const table = await hitTable(engine, { source, columns, name, ranks }, usualIn("run"), options).catch(
      (error: unknown) => {
        throw source.format === "jsonl" && isAboutLists(error)
          ? wrongUse("engine-format", {
              engine: kind.scheme,
              path: runs[i]!,
              format: "JSONL with a list of hits in a row",
            })
          : error;
      },
    );
    const named = { name, given: names[i], asked: columns["run"] !== undefined };
    tables.push(await withFolders(engine, await runsInFile(engine, table, source, named, options), options));
  }
  return pickedRuns(engine, tables, args, options);
}

/** With --run, only the tables and the rows of those runs. */
async function pickedRuns(
  engine: SqlEngine,
  tables: readonly HitTable[],
  args: Args,
  options: SqlQueryOptions,
): Promise<HitTable[]> {
  const wanted = args.all("run");
  if (wanted.length === 0) return [...tables];
  const found: (readonly string[])[] = [];
  for (const table of tables) found.push(await namesIn(engine, table, options));
  const names = found.flat();
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw wrongUse("engine-run", { run: unknown, names, nearest: nearest(unknown, names, 1) });
  return tables.flatMap((table, i) => {
    const only = wanted.filter((name) => found[i]!.includes(name));
    return only.length === 0 ? [] : ["name" in table.run ? table : { ...table, only }];
  });
}

async function namesIn(
  engine: SqlEngine,
  { run, source }: HitTable,
  options: SqlQueryOptions,
): Promise<readonly string[]> {
  if ("name" in run) return [run.name];
  return (await runsIn(engine, source, run.column, options)).flatMap((name) => name || []).sort(compareIds);
}

/** Which runs are in a file. `given`: how the user calls it. */
async function runsInFile(
  engine: SqlEngine,
  table: HitTable,
  source: SqlFile,
  {
    name,
    given,
    asked,
  }: { readonly name: string; readonly given: string | undefined; readonly asked: boolean },
  options: SqlQueryOptions,
): Promise<HitTable> {
  const { run } = table;
  const isTagged = source.format === "trec-run";
  const column = "column" in run ? run.column : isTagged ? TAG : undefined;
  if (column === undefined || (asked && given === undefined)) return table;
  const found = await runsIn(engine, source, column, options);
  // A file with one run is called as it would be without an engine.
  if (found.length === 1) return { ...table, run: { name } };
  const names = found.map((one) => one ?? "NULL").sort(compareIds);
  if (given === undefined) return { ...table, run: { column } };
  if (!isTagged || asked)
    throw wrongUse("engine-named-several", { name: given, path: sourceName(source), column, names });
  const mixed = sqlProblem("mixed-runs/tags", { run: name, tags: names });
  return { ...table, problems: [mixed] };
}

/** Warned about: folders run=a and run=b, of which the engine makes no column, are one run. */
async function withFolders(engine: SqlEngine, table: HitTable, options: SqlQueryOptions): Promise<HitTable> {
  const { run, source, problems = [] } = table;
  if (!("name" in run) || source.kind !== "file" || !isPattern(source)) return table;
  const files = (await engine.files?.(source.path, options)) ?? [];
  const parts = files.flatMap((path) => path.split(/[/\\]/).slice(0, -1));
  const folders = [...new Set(parts)].filter((part) => isUsualRun(/^([^=]+)=/.exec(part)?.[1] ?? ""));
  if (folders.length < 2) return table;
  const mixed = sqlProblem("mixed-runs/folders", { run: run.name, folders: folders.sort(compareIds) });
  return { ...table, problems: [...problems, mixed] };
}

/** The tag of a line, as DuckDB reads it. */
const TAG = "run";

const isAboutLists = (error: unknown): boolean =>
  error instanceof GoldieError &&
  (error.problem.code === "column-type"
    ? /\[\]|STRUCT|MAP/.test(String(error.problem.fields?.["type"])) &&
      !isUsualRun(String(error.problem.fields?.["column"]))
    : error.problem.reason === "of-table");

/** Tables by what orders their hits: one statement takes either scores or ranks. */
export function alike(hits: readonly HitTable[]): HitTable[][] {
  const groups = new Map<string, HitTable[]>();
  for (const table of hits) {
    const key = `${table.score !== undefined} ${table.rank !== undefined}`;
    groups.set(key, [...(groups.get(key) ?? []), table]);
  }
  return [...groups.values()];
}

/** The values of a column with the names of runs. */
async function runsIn(
  engine: SqlEngine,
  source: SqlSource,
  column: string,
  options: SqlQueryOptions,
): Promise<readonly (string | null)[]> {
  const { dialect } = engine;
  // The dialect's cast: under the collation of a column, BM25 and bm25 may be one.
  const sql = `SELECT DISTINCT ${dialect.cast(dialect.quote(column), "text")} AS run FROM ${dialect.source(source)}`;
  const found: (string | null)[] = [];
  for await (const rows of engine.query({ sql, values: [] }, options))
    for (const [run] of rows) found.push(run === null ? null : String(run));
  return found;
}

/** By name: the table or file that a run is in. @throws GoldieError if it is in two, or if a table is empty. */
export async function runsOf(
  engine: SqlEngine,
  hits: readonly HitTable[],
  options: SqlQueryOptions,
): Promise<ReadonlyMap<string, HitTable>> {
  const owners = new Map<string, HitTable>();
  for (const table of hits) {
    const { run, source } = table;
    const names =
      "name" in run ? [run.name] : (table.only ?? (await runsIn(engine, source, run.column, options)));
    if (names.length === 0) throw sqlProblem.error("empty-run", { table: sourceName(source) });
    // Rows without a name are refused when they are read.
    for (const name of names.flatMap((one) => one || []).sort(compareIds)) {
      const other = owners.get(name);
      if (other !== undefined)
        throw sqlProblem.error("same-run-name/files", {
          run: name,
          files: [sourceName(other.source), sourceName(source)],
        });
      owners.set(name, table);
    }
  }
  return owners;
}

/** Where there is a single table, every run is in it, and the table is read once. */
export const ownersOf = async (...given: Parameters<typeof runsOf>): ReturnType<typeof runsOf> =>
  given[1].length === 1 ? new Map() : runsOf(...given);

export const placeOf = (
  run: string,
  hits: readonly HitTable[],
  owners: ReadonlyMap<string, HitTable>,
): string => {
  const own = owners.get(run) ?? hits[0]!;
  return "name" in own.run ? sourceName(own.source) : `${sourceName(own.source)} (${run})`;
};
