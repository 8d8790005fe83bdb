/** Messages about tables, and about what cannot be computed where they are. */
import { defineProblems } from "../core/problem-table.ts";
import type { BeyondGrades } from "./beyond-grades.ts";

const list = (names: readonly string[]): string => names.join(", ");
const plural = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

const ROLES: Readonly<Record<string, string>> = {
  query: "the ids of queries",
  doc: "the ids of documents",
  score: "the scores",
  rank: "the ranks",
  run: "the names of runs",
  grade: "the grades",
  groups: "the groups",
  tags: "a tag",
};

interface MissingTable {
  readonly table: string;
  readonly engine: string;
  readonly nearest: readonly string[];
}
interface MissingColumn {
  readonly table: string;
  readonly role: string;
  readonly columns: readonly string[];
}
interface AbsentColumn extends MissingColumn {
  readonly column: string;
  readonly nearest: readonly string[];
}
interface Faulty {
  readonly table: string;
  readonly count: number;
}
interface EngineSaid {
  readonly engine: string;
  readonly message: string;
}
interface LeftTable extends EngineSaid {
  readonly table: string;
}
interface NotPushed {
  readonly metrics: readonly string[];
  readonly reasons: readonly string[];
  /** Where only rules stand in the way: other metrics would not help. */
  readonly rules?: readonly string[];
  /** How many rows would have to be pulled. */
  readonly rows?: number;
  /** The statement is printed, not run: no hits can be fetched. */
  readonly printed?: true;
  /** A table of gold does not say what they need: fetched hits would not help either. */
  readonly goldFile?: true;
}

interface CountedStatement {
  /** From 1. */
  readonly statement: number;
}

const BEYOND: Readonly<Record<BeyondGrades, readonly [one: string, many: string]>> = {
  forbidden: ["has forbidden documents", "have forbidden documents"],
  unanswerable: ["is unanswerable", "are unanswerable"],
  "no-judgments": ["has no judgments", "have no judgments"],
  list: [
    "lists other relevant documents than those with a grade above 0",
    "list other relevant documents than those with a grade above 0",
  ],
};

export const sqlProblem = defineProblems({
  "no-table": ({ table, engine, nearest }: MissingTable) => ({
    what: `${engine} has no table ${table}`,
    fix:
      nearest.length > 0
        ? `did you mean ${list(nearest)}?`
        : "check the name, the schema and your permissions",
  }),
  "no-column/named": ({ table, role, column, columns, nearest }: AbsentColumn, { side }, voice) => ({
    what: `${table} has no column ${column} for ${ROLES[role] ?? role}`,
    fix: `${nearest.length > 0 ? `did you mean ${list(nearest)}?` : `its columns are ${list(columns)}.`}${
      voice === "command" && side !== undefined
        ? ` --col ${side}.${role}=COLUMN names it for the ${side} only`
        : ""
    }`,
  }),
  "no-column/of-table": ({ table, role, columns }: MissingColumn, { side }, voice) => ({
    what: `no column of ${table} looks like ${ROLES[role] ?? role}`,
    fix: `${
      voice === "command" && side !== undefined ? `name it with --col ${side}.${role}=COLUMN` : "name it"
    }; the columns are ${list(columns)}`,
  }),
  "no-column/order": ({ table, columns }: Omit<MissingColumn, "role">, _, voice) => ({
    what: `${table} has neither scores nor ranks`,
    why: "rows of a table have no order of their own",
    fix: `${
      voice === "command"
        ? "name the column with --col score=COLUMN or --col rank=COLUMN"
        : "name a column of scores or ranks"
    }; the columns are ${list(columns)}`,
  }),
  "column-type/wanted": ({
    table,
    column,
    type,
    wanted,
  }: {
    readonly table: string;
    readonly column: string;
    readonly type: string;
    readonly wanted: string;
  }) => ({
    what: `column ${column} of ${table} is of type ${type}; wanted: ${wanted}`,
    fix: "name another column, or make a view that casts it",
  }),
  "column-type/padded": ({
    table,
    column,
    type,
  }: {
    readonly table: string;
    readonly column: string;
    readonly type: string;
  }) => ({
    what: `column ${column} of ${table} is of type ${type}, which fills ids up with blanks`,
    why: "filled up, they would not equal the same ids elsewhere",
    fix: `make a view that has rtrim(CAST(${column} AS varchar)) in its place, and name the view`,
  }),
  "bad-row/hit-no-run": ({ table, count }: Faulty) => ({
    what: `${plural(count, "row")} of ${table} ${count === 1 ? "has" : "have"} no run name (NULL or empty)`,
    fix: "give every row the name of its run, or leave such rows out, in a view for example",
  }),
  "bad-row/hit-no-query": ({ table, count }: Faulty) => ({
    what: `${plural(count, "row")} of ${table} ${count === 1 ? "has" : "have"} no query (NULL)`,
    fix: "leave such rows out, in a view for example",
  }),
  "bad-row/hit-no-doc": ({ table, count }: Faulty, { query }) => ({
    what: `${plural(count, "row")} of ${table} ${count === 1 ? "has" : "have"} no document (NULL)${query === undefined ? "" : `, the first for query ${query}`}`,
    fix: "leave such rows out, in a view for example",
  }),
  "bad-row/hit-empty-doc": ({ table, count }: Faulty, { query }) => ({
    what: `${plural(count, "row")} of ${table} ${count === 1 ? "has" : "have"} an empty document id${query === undefined ? "" : `, the first for query ${query}`}`,
    fix: "leave such rows out, in a view for example",
  }),
  "bad-row/hit-no-score": ({ table, count }: Faulty, { query }) => ({
    what: `${plural(count, "row")} of ${table} ${count === 1 ? "has" : "have"} a score that is not a finite number${query === undefined ? "" : `, the first for query ${query}`}`,
    why: "hits without a score have no place in the order",
    fix: "leave such rows out, or give them a score",
  }),
  "bad-row/hit-no-rank": ({ table, count }: Faulty, { query }) => ({
    what: `${plural(count, "row")} of ${table} ${count === 1 ? "has" : "have"} a rank that is not a finite number${query === undefined ? "" : `, the first for query ${query}`}`,
    fix: "leave such rows out, or give them a rank",
  }),
  "bad-row/hit-same-rank": ({ table, count }: Faulty, { query }) => ({
    what: `in ${plural(count, "query", "queries")} of ${table} several hits have the same rank${query === undefined ? "" : `, for example in query ${query}`}`,
    why: "which of them comes first would be a guess",
    fix: "give every hit a rank of its own, or name a column of scores",
  }),
  "duplicate-hit/of-table": (
    {
      document,
      count,
      duplicates,
    }: { readonly document: string; readonly count: number; readonly duplicates: string },
    { query },
    voice,
  ) => ({
    what: `query ${query} has ${plural(count, "repeated hit")}, document ${document} for one${duplicates === "error" ? "" : "; each document counts once, at its best place"}`,
    why: "counting a document twice would inflate every metric",
    fix:
      duplicates === "error"
        ? "remove the duplicates, in a view for example"
        : voice === "command"
          ? "remove the duplicates, or pass --duplicates error to refuse them"
          : 'remove the duplicates, or pass duplicates: "error" to refuse them',
  }),
  "bad-gold/row": ({ table, count, found }: Faulty & { readonly found: string }) => ({
    what: `${plural(count, "judgment")} in ${table} ${count === 1 ? "has" : "have"} ${found}`,
    fix: "leave such rows out, in a view for example",
  }),
  "duplicate-judgment": ({ table, document, count }: Faulty & { readonly document: string }, { query }) => ({
    what: `${table} judges document ${document} more than once for query ${query}${count > 1 ? ` (and ${plural(count - 1, "more document")} like it)` : ""}`,
    why: "which grade counts would be a guess",
    fix: "keep one judgment for each query and document, in a view for example",
  }),
  "different-tags/of-table": (
    {
      table,
      tag,
      values,
    }: { readonly table: string; readonly tag: string; readonly values: readonly string[] },
    { query },
  ) => ({
    what: `${table} gives query ${query} two values of the tag ${tag}: ${list(values)}`,
    why: "a query is counted under one value of a tag",
    fix: "give every row of a query the same value, in a view for example",
  }),
  "gold-too-large/inline": ({
    size,
    most,
    engine,
  }: {
    readonly size: number;
    readonly most: number;
    readonly engine: string;
  }) => ({
    what: `the gold takes ${plural(size, "character")} in a statement; ${engine} takes ${most.toLocaleString("en")}`,
    fix: "load the gold into a table and name it with --gold-table",
  }),
  "gold-too-large/printed": ({ most }: { readonly most: number }, _, voice) => ({
    what: `the gold takes more than ${plural(most, "character")} in a statement`,
    why: "a printed statement has the gold in it, and engines limit its length",
    fix: `load the gold into a table and name it${voice === "command" ? " with --gold-table" : ": goldTable"}`,
  }),
  "gold-too-large/rows": ({ table, most }: { readonly table: string; readonly most: number }) => ({
    what: `${table} has more than ${plural(most, "judgment")}`,
    why: "the gold of the queries is kept in memory",
    fix: "score a part of the queries at a time, with a view of the gold",
  }),
  "bad-id/surrogate": ({ found }: { readonly found: string }) => ({
    what: `the id ${found} is not valid Unicode: it has half of a surrogate pair`,
    why: "engines replace it, and different ids would become one",
    fix: "correct the id in the gold",
  }),
  "gold-differs": ({
    table,
    found,
    wanted,
  }: {
    readonly table: string;
    readonly found: string;
    readonly wanted: string;
  }) => ({
    what: `${table} has ${found}, the gold that was read has ${wanted}`,
    why: "scores would mix the two",
    fix: "run the command again; if the table does not change meanwhile, pass the gold as a file",
  }),
  "mixed-tables": ({ column }: { readonly column: string }) => ({
    what: `some of the tables have a column of ${column}s, others have none`,
    why: "one statement orders all hits alike",
    fix: "score them apart",
  }),
  "no-order": ({ rule }: { readonly rule: string }, _, voice) => ({
    what: `${rule} needs the order of the hits, and rows of a table have none`,
    fix:
      voice === "command" ? "name a column of ranks with --col rank=COLUMN" : "name a column of ranks: rank",
  }),
  "not-pushed-down": ({ metrics, reasons, rules, rows, printed, goldFile }: NotPushed, _, voice) => ({
    what: `cannot be computed where the data is: ${metrics.length > 6 ? `${plural(metrics.length, "metric")}, ${metrics[0]} for one` : list(metrics)}`,
    why: reasons.join("; "),
    fix: [
      ...(rules === undefined
        ? [`leave ${metrics.length === 1 ? "it" : "them"} out`]
        : printed === true
          ? [`score without ${list(rules)}`]
          : []),
      ...(goldFile === true ? ["pass the gold as a file"] : []),
      ...(printed === true || goldFile === true
        ? []
        : [
            `${voice === "command" ? "add --pull" : "pass pull: true"} to fetch the hits and score them here${rows === undefined ? "" : ` (${plural(rows, "row")})`}`,
          ]),
    ].join(", or "),
  }),
  "no-package": ({ package: name, message }: { readonly package: string; readonly message: string }) => ({
    what: `the package ${name} could not be loaded: ${message}`,
    fix: `npm install ${name}`,
  }),
  "engine-failed/engine": ({ engine, message }: EngineSaid) => ({
    what: `${engine} failed: ${message}`,
    fix: "see what the engine says; --print-sql shows the statement",
  }),
  // No statement can be printed before its columns are known.
  "engine-failed/describe": ({ engine, message }: EngineSaid) => ({
    what: `${engine} failed: ${message}`,
    fix: "see what the engine says, and run the command again",
  }),
  "engine-failed/locked": ({ engine, message }: EngineSaid) => ({
    what: `another process has the database of ${engine} open: ${message}`,
    fix: "run the command again when it is closed there, or use a copy of the file",
  }),
  "bad-engine/address": ({ engine, form }: { readonly engine: string; readonly form: string }) => ({
    what: `this is not an address of ${engine}`,
    fix: `write ${form}`,
  }),
  "engine-failed/unreachable": ({ engine, message }: EngineSaid) => ({
    what: `cannot reach ${engine}: ${message}`,
    fix: "check the address, and that the server is running",
  }),
  "engine-failed/lost": ({ engine, message }: EngineSaid) => ({
    what: `the connection to ${engine} was lost: ${message}`,
    why: "without all rows there is no result",
    fix: "check that the server is running, then run the command again",
  }),
  "engine-failed/table-left": ({ engine, table, message }: LeftTable) => ({
    what: `table ${table} of ${engine} may be left with a part of the rows: ${message}`,
    why: "they would pass for all of them",
    fix: `drop it: DROP TABLE ${table}`,
  }),
  "engine-failed/table-unknown": ({ engine, table, message }: LeftTable) => ({
    what: `${engine} did not say whether it made table ${table}, which may be left without rows: ${message}`,
    fix: `look whether it is there; if it was not before, drop it: DROP TABLE ${table}`,
  }),
  retried: ({ engine, message }: EngineSaid) => ({
    what: `${engine} failed once, and the statement was run again: ${message}`,
    why: "the scores are those of the second try alone",
    fix: "nothing has to be done; if it happens often, look at the load and the workers of the engine",
  }),
  "engine-failed/count": ({
    engine,
    what,
    found,
  }: {
    readonly engine: string;
    readonly what: string;
    readonly found: string;
  }) => ({
    what: `${engine} gave ${found} as the number of ${what}`,
    why: "taken for 0, it would become a score",
    fix: "run the command again; if it stays, please report it with the version of the engine and the output of --print-sql",
  }),
  "engine-refused/login": ({ engine, message }: EngineSaid) => ({
    what: `${engine} refuses the login: ${message}`,
    fix: "check user, password and database",
  }),
  "engine-refused/permission": ({ engine, message }: EngineSaid) => ({
    what: `${engine} does not allow it: ${message}`,
    fix: "ask for the right to read these tables, or to make one for --write-to; or use another user",
  }),
  "engine-refused/schema": ({ engine, message }: EngineSaid) => ({
    what: `${engine} has no such schema: ${message}`,
    fix: "check what is in front of the table's name, or make the schema first",
  }),
  "engine-refused/damaged": ({ engine, message }: EngineSaid) => ({
    what: `${engine} cannot read the database, which is cut off or damaged: ${message}`,
    fix: "copy or make the file again",
  }),
  "engine-refused/engine": ({ engine, message }: EngineSaid) => ({
    what: `${engine} cannot read this: ${message}`,
    fix: "check the data where the engine says; --print-sql shows the statement",
  }),
  "engine-refused/describe": ({ engine, message }: EngineSaid) => ({
    what: `${engine} cannot read this: ${message}`,
    fix: "check the data where the engine says",
  }),
  "bad-engine/unknown": ({
    found,
    engines,
    nearest = [],
  }: {
    readonly found: string;
    readonly engines: readonly string[];
    readonly nearest?: readonly string[];
  }) => ({
    what: `there is no engine ${found}`,
    fix: nearest.length > 0 ? `did you mean ${list(nearest)}?` : `use ${list(engines)}`,
  }),
  "bad-engine/print-only": ({ engine }: { readonly engine: string }, _, voice) => ({
    what: `goldie does not connect to ${engine}`,
    fix:
      voice === "command"
        ? "print the statement with goldie eval --print-sql and run it there"
        : "print the statement with statementsFor and run it there",
  }),
  "bad-engine/no-database": ({ path }: { readonly path: string }) => ({
    what: `there is no database file ${path}`,
    fix: "check the path; a folder of Parquet files needs no database, only their paths",
  }),
  "bad-counted-rows/statements": ({
    found,
    wanted,
  }: {
    readonly found: number;
    readonly wanted: number;
  }) => ({
    what: `there are the rows of ${plural(found, "statement")}; the metrics take ${wanted}`,
    fix: "give the rows of every printed statement, in their order",
  }),
  "bad-counted-rows/columns": ({
    statement,
    missing,
    unknown,
  }: CountedStatement & { readonly missing: readonly string[]; readonly unknown: readonly string[] }) => ({
    what: `the rows of statement ${statement} ${[
      ...(missing.length === 0 ? [] : [`lack ${list(missing)}`]),
      ...(unknown.length === 0 ? [] : [`have ${list(unknown)}, which it does not give`]),
    ].join(" and ")}`,
    fix: "save the rows as the statement gives them, with the names of the columns",
  }),
  "bad-counted-rows/plan": ({ statement }: CountedStatement) => ({
    what: `these are not the rows of statement ${statement}`,
    why: "the columns of statements for other metrics, tables, rules or gold mean something else",
    fix: "print the statement again with the options of this command, and run it again",
  }),
  "bad-counted-rows/twice": ({
    statement,
    run,
    query,
  }: CountedStatement & { readonly run: string; readonly query?: string }) => ({
    what: `the rows of statement ${statement} have ${query === undefined ? "unknown queries" : `query ${query}`} of run ${run} twice`,
    fix: "save the rows of one run of the statement, once",
  }),
  "bad-counted-rows/no-run": ({
    statement,
    runs,
  }: CountedStatement & { readonly runs: readonly string[] }) => ({
    what: `the rows of statement ${statement} have none of ${runs.length === 1 ? "run" : "runs"} ${list(runs)}`,
    why: "a run without rows would be missing from the scores",
    fix: "check how the run is written in the table, or leave it out and print the statement again",
  }),
  "bad-counted-rows/other-run": ({
    statement,
    run,
    runs,
  }: CountedStatement & { readonly run: string; readonly runs: readonly string[] }) => ({
    what: `the rows of statement ${statement} have run ${JSON.stringify(run)}; the statement is about ${list(runs)}`,
    fix: "save the rows as the statement gives them",
  }),
  "bad-counted-rows/query": ({ statement, query }: CountedStatement & { readonly query: string }) => ({
    what: `the rows of statement ${statement} have query ${query}, which the gold lacks`,
    fix: "use the gold with which the statement was run",
  }),
  "bad-counted-rows/gold": ({
    statement,
    table,
    query,
    found,
    wanted,
  }: CountedStatement & {
    readonly table: string;
    readonly query?: string;
    readonly found: string;
    readonly wanted: string;
  }) => ({
    what: `${table}, as statement ${statement} read it, has ${found}${query === undefined ? "" : ` for query ${query}`}; the gold has ${wanted}`,
    why: "scores would mix the two",
    fix: `pass the gold that ${table} has, or load this gold into the table and run the statement again`,
  }),
  "bad-counted-rows/beyond-grades": (
    { table, what, count, query }: Faulty & { readonly what: BeyondGrades; readonly query: string },
    _,
    voice,
  ) => ({
    what: `${plural(count, "query", "queries")} of the gold, ${query} for one, ${BEYOND[what][count === 1 ? 0 : 1]}`,
    why: `${table} has grades only, and the statement counts by ${table}`,
    fix: `print the statement with the gold in it (${
      voice === "command" ? "GOLD instead of --gold-table and its --col gold.…" : "without goldTable"
    }), or leave this out of the gold`,
  }),
  "bad-counted-rows/count": ({
    statement,
    found,
    wanted,
  }: CountedStatement & { readonly found: number; readonly wanted?: number }) => ({
    what: `there ${found === 1 ? "is" : "are"} ${plural(found, "row")} of statement ${statement}${wanted === undefined ? "" : `, which gave ${wanted.toLocaleString("en")}`}`,
    why: "a part of the rows would pass for all of them",
    fix: "save all rows; some tools show or export the first ones only",
  }),
  "bad-counted-rows/value": ({
    statement,
    row,
    column,
    found,
  }: CountedStatement & { readonly row: number; readonly column: string; readonly found: string }) => ({
    what: `${column} of row ${row} of statement ${statement} is ${found}`,
    fix: "save the rows as CSV or JSON lines, with numbers as the statement gives them",
  }),
  "bad-counted-rows/faults": ({ count, query }: { readonly count: number; readonly query?: string }) => ({
    what: `${plural(count, "query", "queries")} of the run ${count === 1 ? "has" : "have"} rows that cannot be used${query === undefined ? "" : `, ${query} for one`}`,
    why: "a query, document, score or rank of theirs is NULL, empty, not a finite number or there twice",
    fix: "leave such rows out, in a view for example, and run the statement again",
  }),
  "bad-counted-rows/leaks": ({ count, query }: { readonly count: number; readonly query: string }) => ({
    what: `${plural(count, "query", "queries")} retrieved forbidden documents, ${query} for one`,
    why: "which they are, only the hits can say, and those are elsewhere",
    fix: "leave the forbidden documents out of the gold, or score these queries from their hits",
  }),
  "empty-run": ({ table }: { readonly table: string }) => ({
    what: `${table} has no rows`,
    fix: "check the name of the table, or load the run first",
  }),
  "bad-table-name": ({ name }: { readonly name: string }) => ({
    what: `${JSON.stringify(name)} is not the name of a table`,
    fix: 'write TABLE, SCHEMA.TABLE or CATALOG.SCHEMA.TABLE; a part with a dot or a quote in double quotes, quotes in it twice: "a""b"',
  }),
  "bad-engine/not-database": ({ path }: { readonly path: string }) => ({
    what: `${path} is not a DuckDB database`,
    fix: "a file with a run is an argument: goldie eval GOLD FILE --engine duckdb",
  }),
  "same-run-name/files": ({ run, files }: { readonly run: string; readonly files: readonly string[] }) => ({
    what: `${list(files)} both have a run called ${run}`,
    why: "their hits would be taken for those of one run",
    fix: "score the files apart, or give the runs other names",
  }),
  "mixed-runs/tags": (
    { run, tags }: { readonly run: string; readonly tags: readonly string[] },
    _,
    voice,
  ) => ({
    what: `${run} has ${plural(tags.length, "run tag")} (${list(tags.slice(0, 5))}${tags.length > 5 ? ", …" : ""}) and is scored as one run`,
    why: "if the tags are different systems, their hits are mixed in every list",
    fix: `${voice === "command" ? `drop ${run}= to score each tag as a run` : "name the column of the runs to score each tag as a run"}, or write the same tag into all rows`,
  }),
  "mixed-runs/folders": ({
    run,
    folders,
  }: {
    readonly run: string;
    readonly folders: readonly string[];
  }) => ({
    what: `the files of ${run} are in folders of ${plural(folders.length, "run")} (${list(folders.slice(0, 5))}${folders.length > 5 ? ", …" : ""}) and are scored as one run`,
    why: "names of folders are not read as columns: the hits of the runs are mixed in every list",
    fix: `pass the files of each folder as a run, with a pattern that names ${folders[0]} in place of the others`,
  }),
  "empty-gold/table": ({ table }: { readonly table: string }) => ({
    what: `${table} has no rows`,
    fix: "check the name of the table, or load the judgments first",
  }),
  "not-kept/tables": (_: object, { query }) => ({
    what: `the hits of query ${query} are not available: they stayed in the database`,
    fix: "fetch the hits with --pull (pull: true), or write those of this query to a file",
  }),
});
