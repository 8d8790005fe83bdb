/** Usage errors about engines, whatever the command. */
import { wordsOf } from "../../../core/shown.ts";
import { defineWrongUses } from "../wrong-use.ts";

const ENGINE_FILES =
  "files are read by the engine: Parquet, and CSV, TSV, JSONL or TREC with a row per hit, also as .gz";

const some = (names: readonly string[]): string =>
  `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}`;

export const wrongUse = defineWrongUses({
  "flag-without-engine": ({ flag }: { flag: string }) => ({
    what: `${flag} only applies to an engine`,
    fix: "drop it, or name the engine, for example --engine duckdb",
  }),
  "config-without-engine": ({ path, command }: { path: string; command: string }) => ({
    what: `${path} names no engine, and nothing else of it is read by goldie ${command}`,
    fix: "drop --config, or add engine to the config",
  }),
  "not-with-engine": ({ flag, why }: { flag: string; why: string }) => ({
    what: `${flag} cannot be combined with --engine: ${why}`,
    fix: "drop one of them",
  }),
  "engine-no-gold": () => ({
    what: "the gold is missing",
    fix: "pass its file as the first argument, or name a table with --gold-table",
  }),
  "engine-no-run": ({ files }: { files: boolean }) => ({
    what: "the run is missing",
    fix: `name a table with --run-table${files ? ", or pass files after the gold" : ""}`,
  }),
  "engine-two-runs": ({ path, table }: { path: string; table: string }) => ({
    what: `both the file ${path} and the table ${table} are given as runs`,
    fix: "drop one of them; with --gold-table, no file of gold is expected",
  }),
  "engine-named-several": ({
    name,
    path,
    column,
    names,
  }: {
    name: string;
    path: string;
    column: string;
    names: readonly string[];
  }) => ({
    what: `${name}= names one run, and ${path} has ${names.length} in its column ${column}: ${some(names)}`,
    fix: `drop ${name}=, and each of them is a run`,
  }),
  "engine-stdin": ({ engine }: { engine: string }) => ({
    what: `${engine} does not read standard input`,
    fix: "pass a file, or drop --engine",
  }),
  "engine-stored": ({ engine, path }: { engine: string; path: string }) => ({
    what: `${path} is a stored run, and ${engine} reads files and tables`,
    fix: "drop --engine",
  }),
  "engine-without-files": ({ engine, path }: { engine: string; path: string }) => ({
    what: `${engine} reads no files of yours, such as ${path}`,
    fix: "load the run into a table and name it with --run-table",
  }),
  "engine-format": ({ engine, path, format }: { engine: string; path: string; format: string }) => ({
    what: `${engine} cannot read ${path} (${format})`,
    why: `with --engine, ${ENGINE_FILES}`,
    fix: "drop --engine, or convert the file: goldie convert FILE run.parquet",
  }),
  "engine-extension": ({ engine, path }: { engine: string; path: string }) => ({
    what: `${path} has no extension that ${engine} reads`,
    why: `with --engine, ${ENGINE_FILES}`,
    fix: "name files that end in .parquet, .csv, .tsv, .jsonl, .trec or .run",
  }),
  "engine-judged": () => ({
    what: "metrics that need a judge cannot be computed in an engine",
    fix: "drop --engine, or those metrics",
  }),
  "engine-in-memory": ({ table }: { table: string }) => ({
    what: `there is no table ${table}: DuckDB without a file has no tables`,
    fix: "name the database: --engine duckdb:FILE.duckdb",
  }),
  "engine-nothing-shared": ({
    table,
    gold,
    first,
    picks,
  }: {
    table: string;
    gold: string;
    first: string;
    picks: boolean;
  }) => ({
    what: `${table} has no query of ${gold}, such as ${first}`,
    fix: `check which columns hold the ids of queries, and name them with --col run.query= and gold.query=${
      picks ? "; --run NAME scores other runs without it" : ""
    }; --allow-no-overlap scores it all the same`,
  }),
  "engine-column": ({ role, names }: { role: string; names: readonly string[] }) => ({
    what: `--col ${role}= has no meaning for a table of runs`,
    fix: `use ${wordsOf(names)}`,
  }),
  "engine-gold-column": ({ role, names }: { role: string; names: readonly string[] }) => ({
    what: `--col ${role}= has no meaning for a table of gold`,
    why: "each of its rows is a grade of a document for a query",
    fix: `use ${wordsOf(names)}; for anything else, pass the gold as a file instead of --gold-table`,
  }),
  "engine-run": ({
    run,
    names,
    nearest,
  }: {
    run: string;
    names: readonly string[];
    nearest: readonly string[];
  }) => ({
    what: `there is no run ${run.trim() === "" ? JSON.stringify(run) : run}`,
    fix:
      nearest[0] === undefined
        ? `use one of: ${some(names)}`
        : `did you mean ${nearest[0]}? The runs are ${some(names)}`,
  }),
  "engine-several-runs": ({ command, names }: { command: string; names: readonly string[] }) => ({
    what: `goldie ${command} takes one run, and there are ${names.length}`,
    fix: `name it with --run: ${some(names)}`,
  }),
});
