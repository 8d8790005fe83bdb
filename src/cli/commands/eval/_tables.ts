/** `goldie eval --engine`: runs are scored where they are. */
import type { QueryId } from "../../../core/ids.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import type { MatchRule } from "../../../core/rules.ts";
import { loadGold } from "../../../engine/load.ts";
import { withRefusals } from "../../../engine/qrels-rule.ts";
import { withDefaultMatch } from "../../../evaluate/default-match.ts";
import { ofGoldFile, ofRunFile } from "../../../evaluate/input/problems.ts";
import type { GoldValue } from "../../../evaluate/input/read-gold.ts";
import type { AskedMetrics } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import { usualColumn } from "../../../formats/rows/usual-column.ts";
import type { Report, RunReport } from "../../../reports/model.ts";
import type { SqlDialect } from "../../../sql/dialect.ts";
import type { SqlEngine, SqlProgress, SqlQueryOptions } from "../../../sql/engine.ts";
import { type EngineKind, engineKind, openEngine } from "../../../sql/engines/open.ts";
import { evaluateTables, type StatementOptions, type TablesOptions } from "../../../sql/evaluate-tables.ts";
import { sourceName } from "../../../sql/faults.ts";
import type { HitTable } from "../../../sql/lower.ts";
import type { SqlSource } from "../../../sql/nodes.ts";
import { sqlProblem } from "../../../sql/problems.ts";
import { type CountedRow, readCountedRows } from "../../../sql/read-counted-rows.ts";
import {
  type GradeTable,
  gradeTable,
  hitTable,
  type ReadGrades,
  readGrades,
  type UsualColumn,
} from "../../../sql/read-tables.ts";
import { splitName } from "../../../sql/table-name.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { columnsBy, tableBy } from "../../shared/asked.ts";
import { refuseAbsentColumns } from "../../shared/asked-columns.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { refuseInputs } from "../../shared/output.ts";
import { createProgress, type Progress } from "../../shared/progress.ts";
import { outputsBy } from "../../shared/reports.ts";
import { runNames } from "../../shared/request.ts";
import { type Inputs, withInputs } from "../../shared/sources.ts";
import { PartFailed, Stopped } from "../../shared/stopped.ts";
import { type EngineFile, engineFile } from "./_engine-files.ts";
import { needsJudge } from "./_judged.ts";
import { NOT_WITH_ENGINE } from "./_not-with-engine.ts";
import { showScores, warningsOf } from "./_show.ts";
import { printSql, showEstimate } from "./_sql-shown.ts";
import { trecBy } from "./_trec.ts";
import { checkTarget, writeScores } from "./_write-scores.ts";
import { wrongUse } from "./problems.ts";
import { askedOf, refuseRuns, refuseUnderTrec } from "./run.ts";

export async function runTables(written: Args, effects: Effects): Promise<number> {
  const kind = engineKind(written.text("engine")!);
  refuseWithEngine(written);
  const operands = await operandsOf(written, kind, effects);
  const { args } = operands;
  const outputs = outputsBy(args);
  await refuseInputs(outputs, args.positionals, effects);
  const trec = trecBy(args);
  if (trec !== undefined) refuseUnderTrec(args, outputs);
  const { asked, relstring, problem } = askedOf(args, trec);
  if (relstring !== undefined) throw wrongUse("engine-hits", { flag: "-m relstring" });
  if (args.has("missed") && !args.has("pull")) throw wrongUse("engine-missed");
  const table = operands.runTable ?? operands.goldTable;
  if (table !== undefined && /^duckdb:?$/i.test(args.text("engine")!))
    throw wrongUse("engine-in-memory", { table });
  if (needsJudge(asked)) throw wrongUse("engine-judged");
  const columns = columnsOf(args);

  if (kind.open === undefined) {
    const unseen = await unseenTables(operands, columns, asked, kind, effects);
    if (args.has("sql-rows")) {
      const showing = { args, kind, outputs, trec, leftOut: problem };
      return showRuns(await scoredRows(unseen, args, effects), operands, columns, showing, effects);
    }
    if (!args.has("print-sql")) throw sqlProblem.error("bad-engine/print-only", { engine: kind.scheme });
    const { dialect, options } = unseen;
    await effects.stdout.write(`${(await kind.about?.()) ?? ""}${printSql(options, dialect)}`);
    return 0;
  }
  if (args.has("sql-rows")) throw wrongUse("sql-rows-connected", { engine: kind.scheme });

  const done = await withEngine(args, kind, effects, async (engine, options, inputs) => {
    const target = await checkTarget(args, engine, options);
    const hits = await hitTables(engine, operands, columns.run, { args, kind, inputs, effects }, options);
    const read = { operands, args, columns, asked, inputs };
    if (args.has("print-sql")) {
      const gold = await goldOf(read, engine, options, false);
      return alike(hits)
        .map((some) =>
          printSql({ ...gold.asked, hits: some, gold: gold.gold, ...inPlace(gold) }, engine.dialect),
        )
        .join("\n");
    }
    const gold = await goldOf(read, engine, options, true);
    const owners = await ownersOf(engine, hits, options);
    const tableOptions: Omit<TablesOptions, "hits"> = {
      ...gold.asked,
      ...options,
      engine,
      gold: gold.gold,
      pull: args.has("pull"),
      located: (problem, run) =>
        locatedIn(problem, placeOf(run, hits, owners), operands.goldName, gold.lines),
      ...inPlace(gold),
    };
    const parts = alike(hits).map((some) => ({ ...tableOptions, hits: some }));
    if (args.has("estimate")) return showEstimate(parts, args.has("json"));
    const results: Result[] = [];
    for (const part of parts) results.push(...(await scored(part, operands.goldName, gold)));
    const runs = inOrder(results, hits, owners);
    refuseEmpty(runs);
    if (target !== undefined) await writeScores(engine, target, results, options);
    return { gold, runs, notes: columns.run["run"] === undefined ? foundRuns(hits) : [] };
  });
  if (typeof done === "string") {
    await effects.stdout.write(done);
    return 0;
  }
  return showRuns(done, operands, columns, { args, kind, outputs, trec, leftOut: problem }, effects);
}

interface ScoredTables {
  readonly gold: EngineGold;
  readonly runs: readonly { readonly result: Result; readonly file: string }[];
  readonly notes?: readonly string[];
}

/** What is shown and how. */
interface ShownTables {
  readonly args: Args;
  readonly kind: EngineKind;
  readonly outputs: readonly string[];
  readonly trec: ReturnType<typeof trecBy>;
  readonly leftOut: Problem | undefined;
}

async function showRuns(
  { gold, runs, notes = [] }: ScoredTables,
  operands: EngineOperands,
  columns: EngineColumns,
  { args, kind, outputs, trec, leftOut: problem }: ShownTables,
  effects: Effects,
): Promise<number> {
  const problems = [...(problem === undefined ? [] : [problem]), ...gold.problems];
  if (operands.gold !== undefined)
    refuseAbsentColumns(
      Object.fromEntries(Object.entries(columns.asked).filter(([role]) => role.startsWith("gold."))),
      [{ path: operands.gold, kind: "gold", ...(gold.format === undefined ? {} : { format: gold.format }) }],
      problems,
    );
  const report: Report = {
    runs: runs.map((run) => ({
      ...run,
      ...missesOf(run.result, args),
      ...(gold.words === undefined ? {} : { words: gold.words }),
      matched: run.result.rules["match"] as MatchRule,
    })),
    problems,
    notes: args.has("json") ? [] : [...notes, ...(args.has("pull") ? [] : [whereHitsAre(kind)])],
  };
  if (trec !== undefined) refuseRuns(runs, trec);
  if (operands.runTable !== undefined) refuseNothingShared(runs, operands, args, trec !== undefined);
  return showScores(
    {
      gold: operands.goldName,
      runs,
      words: gold.words,
      report,
      page: report,
      warnings: warningsOf(report, []),
      leftOut: problem,
      outputs,
      trec,
      unsaved: undefined,
    },
    args,
    effects,
  );
}

/** What the command line names: a file or a table of gold, and files or a table of runs. */
interface EngineOperands {
  readonly args: Args;
  readonly gold?: string;
  readonly goldTable?: string;
  readonly goldName: string;
  readonly runs: readonly string[];
  readonly names: readonly (string | undefined)[];
  readonly runTable?: string;
}

async function operandsOf(
  written: Args,
  { files = [] }: EngineKind,
  effects: Effects,
): Promise<EngineOperands> {
  const goldTable = written.text("gold-table");
  const runTable = written.text("run-table");
  // Rows that come back are scored against the gold as a file, though the statement read it from a table.
  const asFile = goldTable === undefined || (written.has("sql-rows") && written.positionals.length > 0);
  const { args, names } = await namedRuns(written, asFile ? 1 : 0, effects);
  const [gold, runs] = asFile
    ? [args.positionals[0], args.positionals.slice(1)]
    : [undefined, args.positionals];
  const goldName = goldTable ?? gold;
  if (goldName === undefined) throw wrongUse("engine-no-gold");
  if (runTable === undefined && runs.length === 0)
    throw wrongUse("engine-no-run", { files: files.length > 0 });
  if (runTable !== undefined && runs.length > 0)
    throw wrongUse("engine-two-runs", { path: runs[0]!, table: runTable });
  return {
    args,
    goldName,
    runs,
    names,
    ...(gold === undefined ? {} : { gold }),
    ...(goldTable === undefined ? {} : { goldTable }),
    ...(runTable === undefined ? {} : { runTable }),
  };
}

const ALONE = ["print-sql", "estimate", "pull", "write-to"];

function refuseWithEngine(args: Args): void {
  refuseFlags(args, Object.keys(NOT_WITH_ENGINE), (flag) =>
    wrongUse("not-with-engine", { flag, why: NOT_WITH_ENGINE[flag.replace(/^-+/, "")]! }),
  );
  const alone = ALONE.filter((flag) => args.has(flag));
  if (alone.length > 1 && (alone[0] === "print-sql" || alone[0] === "estimate"))
    throw wrongUse("not-together", { flags: alone.map((flag) => `--${flag}`) });
}

const RUN_ROLES = ["query", "doc", "score", "rank", "run"];
const GOLD_ROLES = ["query", "doc", "grade", "tags", "groups"];

interface EngineColumns {
  readonly asked: Readonly<Record<string, string>>;
  readonly run: Readonly<Record<string, string>>;
  readonly gold: Readonly<Record<string, string>>;
}

/** --col for each side: "run.doc" takes precedence over "doc". */
function columnsOf(args: Args): EngineColumns {
  const asked = columnsBy(args);
  const side = (name: "run" | "gold", roles: readonly string[]): Record<string, string> => {
    const found: Record<string, string> = {};
    for (const role of roles) {
      const column = asked[`${name}.${role}`] ?? asked[role];
      if (column !== undefined) found[role] = column;
    }
    return found;
  };
  const odd = Object.keys(asked).find(
    (role) => role.startsWith("run.") && !RUN_ROLES.includes(role.slice("run.".length)),
  );
  if (odd !== undefined) throw wrongUse("engine-column", { role: odd, names: RUN_ROLES });
  return { asked, run: side("run", RUN_ROLES), gold: side("gold", GOLD_ROLES) };
}

const usualIn =
  (side: "run" | "gold"): UsualColumn =>
  (role, columns) =>
    usualColumn(
      side,
      role,
      columns.map(({ name, kind }) => ({ name, numeric: kind === "number" || kind === "integer" })),
    );

async function hitTables(
  engine: SqlEngine,
  { runs, names, runTable }: EngineOperands,
  columns: Readonly<Record<string, string>>,
  from: {
    readonly args: Args;
    readonly kind: EngineKind;
    readonly inputs: Inputs;
    readonly effects: Effects;
  },
  options: SqlQueryOptions,
): Promise<HitTable[]> {
  if (runTable !== undefined) {
    const name = engine.tableName(runTable);
    const source: SqlSource = { kind: "table", name };
    return [await hitTable(engine, { source, columns, name: name.at(-1)! }, usualIn("run"), options)];
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
    const table = await hitTable(engine, { source, columns, name }, usualIn("run"), options).catch(
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
    // A file with one run is called as it would be without an engine.
    const isOne =
      "column" in table.run &&
      columns["run"] === undefined &&
      (await runsIn(engine, source, table.run.column, options)).length === 1;
    tables.push(isOne ? { ...table, run: { name } } : table);
  }
  return tables;
}

const isAboutLists = (error: unknown): boolean =>
  error instanceof GoldieError &&
  (error.problem.code === "column-type"
    ? /\[\]|STRUCT|MAP/.test(String(error.problem.fields?.["type"]))
    : error.problem.reason === "of-table");

interface EngineGold {
  readonly gold: ReadonlyMap<QueryId, GoldValue>;
  readonly asked: AskedMetrics & Rules;
  /** Where it is, if it can be joined there. */
  readonly table?: GradeTable;
  readonly words?: ReadonlyMap<QueryId, string>;
  readonly lines?: ReadonlyMap<QueryId, number>;
  readonly format?: string;
  readonly problems: readonly Problem[];
}

const inPlace = ({ table }: EngineGold): Pick<TablesOptions, "goldTable"> =>
  table === undefined ? {} : { goldTable: table };

/** What the gold is read with. */
interface GoldRequest {
  readonly operands: EngineOperands;
  readonly args: Args;
  readonly columns: EngineColumns;
  readonly asked: AskedMetrics & Rules;
  readonly inputs: Inputs;
}

/** `whole`: with the judgments of a table; a statement can be printed without them. */
async function goldOf(
  request: GoldRequest,
  engine: SqlEngine,
  options: SqlQueryOptions,
  whole: boolean,
): Promise<EngineGold> {
  const { operands, columns, asked } = request;
  if (operands.goldTable === undefined) return goldOfFile(request);
  const source: SqlSource = { kind: "table", name: engine.tableName(operands.goldTable) };
  const table = await gradeTable(engine, { source, columns: columns.gold }, usualIn("gold"), options);
  const { gold, repeated } = whole ? await readGrades(engine, table, options) : NOT_READ;
  return {
    gold,
    asked: withDefaultMatch(asked, gold.values()),
    problems: [],
    ...(repeated > 0 || table.groups !== undefined ? {} : { table }),
  };
}

const NOT_READ: ReadGrades = { gold: new Map(), repeated: 0 };

async function goldOfFile({ operands, args, columns, asked, inputs }: GoldRequest): Promise<EngineGold> {
  const log = new ProblemLog();
  const format = args.text("gold-format");
  const loaded = await loadGold(await inputs.open(operands.gold!), {
    log,
    columns: columns.asked,
    table: tableBy(args),
    as: asked.as,
    ...(format === undefined ? {} : { format }),
  });
  refuseErrors(withRefusals(log, asked.as));
  const { gold, words, lines } = loaded;
  return {
    gold,
    words,
    lines,
    format: loaded.format,
    asked: withDefaultMatch(asked, gold.values()),
    problems: log.list(),
  };
}

interface UnseenTables {
  readonly options: StatementOptions;
  readonly dialect: SqlDialect;
  readonly gold: EngineGold;
}

/** What is asked of an engine that goldie does not connect to: its tables cannot be looked at, so every column has to be named. */
async function unseenTables(
  operands: EngineOperands,
  columns: EngineColumns,
  asked: AskedMetrics & Rules,
  { scheme, dialect }: EngineKind,
  effects: Effects,
): Promise<UnseenTables> {
  const { args, goldTable, runTable } = operands;
  if (dialect === undefined) throw sqlProblem.error("bad-engine/print-only", { engine: scheme });
  // The scores of the queries are worked out from the gold itself.
  const rowsNeedGold = args.has("sql-rows") && operands.gold === undefined;
  if (rowsNeedGold) throw wrongUse("sql-rows-gold");
  if (runTable === undefined)
    throw wrongUse("engine-without-files", { engine: scheme, path: operands.runs[0]! });
  const named = (side: "run" | "gold", role: string): string => {
    const column = columns[side][role];
    if (column === undefined) throw wrongUse("engine-unseen", { engine: scheme, role: `${side}.${role}` });
    return column;
  };
  const { score, rank, run } = columns.run;
  const name = splitName(runTable);
  const hits: HitTable = {
    source: { kind: "table", name },
    run: run === undefined ? { name: name.at(-1)! } : { column: run },
    query: named("run", "query"),
    doc: named("run", "doc"),
    ...(rank === undefined
      ? { score: score ?? named("run", "score") }
      : { rank, ...(score === undefined ? {} : { score }) }),
  };
  const table: TablesOptions["goldTable"] =
    goldTable === undefined
      ? undefined
      : {
          kind: "grades",
          source: { kind: "table", name: splitName(goldTable) },
          query: named("gold", "query"),
          doc: named("gold", "doc"),
          grade: named("gold", "grade"),
        };
  const gold: EngineGold =
    operands.gold === undefined
      ? { gold: new Map<QueryId, GoldValue>(), asked, problems: [] }
      : await withInputs(effects, args.has("quiet"), (inputs) =>
          goldOfFile({ operands, args, columns, asked, inputs }),
        );
  return {
    options: { ...gold.asked, hits: [hits], gold: gold.gold, goldTable: table },
    dialect: await dialect(),
    gold,
  };
}

/** Rows of the printed statements, which were run elsewhere. */
async function scoredRows(
  { options, dialect, gold }: UnseenTables,
  args: Args,
  effects: Effects,
): Promise<ScoredTables> {
  const paths = args.all("sql-rows");
  const rows = await withInputs(effects, args.has("quiet"), async (inputs) => {
    const { readSqlRows } = await import("./_sql-rows.ts");
    const read: CountedRow[][] = [];
    for (const path of paths) read.push(await readSqlRows(await inputs.open(path)));
    return read;
  });
  const results = readCountedRows(options, dialect, rows);
  return { gold, runs: results.map((result) => ({ result, file: paths.join(", ") })) };
}

/** Tables by what orders their hits: one statement takes either scores or ranks. */
function alike(hits: readonly HitTable[]): HitTable[][] {
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
  const sql = `SELECT DISTINCT CAST(${dialect.quote(column)} AS ${dialect.types.text}) AS run FROM ${dialect.source(source)}`;
  const found: (string | null)[] = [];
  for await (const rows of engine.query({ sql, values: [] }, options))
    for (const [run] of rows) found.push(run === null ? null : String(run));
  return found;
}

/** Which of several tables a run is in. @throws GoldieError if it is in two, or if a table is empty. */
async function ownersOf(
  engine: SqlEngine,
  hits: readonly HitTable[],
  options: SqlQueryOptions,
): Promise<ReadonlyMap<string, HitTable>> {
  const owners = new Map<string, HitTable>();
  if (hits.length === 1) return owners;
  for (const table of hits) {
    const { run, source } = table;
    const names = "name" in run ? [run.name] : await runsIn(engine, source, run.column, options);
    if (names.length === 0) throw sqlProblem.error("empty-run", { table: sourceName(source) });
    for (const name of names) {
      if (name === null) continue;
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

/** A run of which there is nothing at all is more often a wrong name than a bad run. */
function refuseEmpty(runs: readonly { readonly result: Result; readonly file: string }[]): void {
  for (const { result, file } of runs) {
    const unknown = result.summary()[0]?.counts.unknown ?? 0;
    if (result.queries.length > 0 && result.missing.length === result.queries.length && unknown === 0)
      throw sqlProblem.error("empty-run", { table: file }, { level: "error", at: { side: "run" } });
  }
}

const foundRuns = (hits: readonly HitTable[]): string[] =>
  hits.flatMap(({ run, source }) =>
    "name" in run
      ? []
      : [
          `Each value of the column ${run.column} of ${sourceName(source)} is a run; --col run=COLUMN names another column.`,
        ],
  );

/** Errors about the gold of a query get the gold's file. */
async function scored(
  options: TablesOptions,
  path: string,
  { lines }: EngineGold,
): Promise<readonly Result[]> {
  try {
    return (await evaluateTables(options)).results;
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    throw new GoldieError(
      ofGoldFile(error.problem, path, lines),
      error.problems.map((one) => ofGoldFile(one, path, lines)),
    );
  }
}

/** Runs of files in the order of the files; those of a column by name. */
function inOrder(
  results: readonly Result[],
  hits: readonly HitTable[],
  owners: ReadonlyMap<string, HitTable>,
): { readonly result: Result; readonly file: string }[] {
  const place = ({ name }: Result): number => hits.indexOf(owners.get(name) ?? hits[0]!);
  return [...results]
    .sort((a, b) => place(a) - place(b))
    .map((result) => ({ result, file: placeOf(result.name, hits, owners) }));
}

const placeOf = (run: string, hits: readonly HitTable[], owners: ReadonlyMap<string, HitTable>): string => {
  const own = owners.get(run) ?? hits[0]!;
  return "name" in own.run ? sourceName(own.source) : `${sourceName(own.source)} (${run})`;
};

function locatedIn(
  given: Problem,
  file: string,
  gold: string,
  lines: ReadonlyMap<QueryId, number> | undefined,
): Problem {
  const problem = ofGoldFile(given, gold, lines);
  const { at } = problem;
  return at?.query !== undefined && at.side === "run" && at.file === undefined
    ? { ...problem, at: { ...at, file } }
    : ofRunFile(problem, file);
}

const whereHitsAre = ({ scheme }: EngineKind): string =>
  `The hits stay in ${scheme}, so missed documents are not listed; --pull fetches the hits and lists them.`;

/** Of hits that were fetched, unless they were too many to keep. */
function missesOf(result: Result, args: Args): Pick<RunReport, "missed"> {
  if (!args.has("pull")) return {};
  try {
    return { missed: result.missed() };
  } catch (error) {
    if (error instanceof GoldieError && error.problem.code === "not-kept") return {};
    throw error;
  }
}

/** The usual message names commands for files. */
function refuseNothingShared(
  runs: readonly { readonly result: Result; readonly file: string }[],
  { goldName }: EngineOperands,
  args: Args,
  asTool: boolean,
): void {
  if (asTool || args.has("allow-no-overlap")) return;
  for (const { result, file } of runs) {
    const unknown = result.summary()[0]?.counts.unknown ?? 0;
    if (result.queries.length > 0 && result.missing.length === result.queries.length && unknown > 0)
      throw wrongUse("engine-nothing-shared", { table: file, gold: goldName, first: result.queries[0]! });
  }
}

/** Opens the engine, and closes it whatever happens. Ctrl-C stops the statement. */
async function withEngine<T>(
  args: Args,
  kind: EngineKind,
  effects: Effects,
  use: (engine: SqlEngine, options: SqlQueryOptions, inputs: Inputs) => Promise<T>,
): Promise<T> {
  const progress = createProgress(effects, args.has("quiet"));
  const stop = new AbortController();
  let stopped: number | undefined;
  const forget = effects.onCancel((code) => {
    stopped = code;
    stop.abort();
    progress.end();
    effects.stderr.write("stopping; press Ctrl-C again to quit at once\n").catch(() => {});
  });
  let engine: SqlEngine | undefined;
  try {
    engine = await openEngine(args.text("engine")!, {
      resolve: (path) => effects.files.resolve(path),
      writable: args.has("write-to"),
      env: effects.env,
      fetch: effects.fetch,
    });
    const options = { signal: stop.signal, onProgress: shownBy(progress, kind.scheme) };
    const opened = engine;
    return await withInputs(effects, args.has("quiet"), (inputs) => use(opened, options, inputs));
  } catch (error) {
    if (stopped !== undefined) throw new Stopped(stopped);
    throw error instanceof GoldieError && error.problem.code === "engine-failed"
      ? new PartFailed(error.problem)
      : error;
  } finally {
    forget();
    progress.end();
    await engine?.close();
  }
}

const shownBy =
  (progress: Progress, engine: string) =>
  ({ done, rows, bytes = 0, state }: SqlProgress): void => {
    const what = (): string =>
      [engine, ...(state === undefined ? [] : [state]), ...(rows === undefined ? [] : [`${rows} rows`])].join(
        ", ",
      );
    if (done === undefined) progress.step(what(), bytes, 0);
    else progress.show(done, what);
  };
