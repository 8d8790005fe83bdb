/** Usage errors of `goldie eval`, including other tools' flags and folders. */
import { defineProblems } from "../../../core/problem-table.ts";
import { wordsOf } from "../../../core/shown.ts";
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "flag-without-judge": ({ flag }: { flag: string }) => ({
    what: `${flag} only applies to metrics that need a judge`,
    fix: "drop it, or add such a metric, for example -m context-recall",
  }),

  // Engines
  "not-together": ({ flags }: { flags: readonly string[] }) => ({
    what: `${flags.join(" and ")} cannot be combined`,
    fix: "give one of them",
  }),
  "engine-hits": ({ flag }: { flag: string }) => ({
    what: `${flag} shows the hits, which stay in the engine`,
    fix: "drop it, or drop --engine",
  }),
  "engine-missed": ({ pulls }: { pulls: boolean }) => ({
    what: "--missed needs the hits, which stay in the engine",
    fix: pulls ? "add --pull to fetch them, or drop --missed" : "drop --missed",
  }),
  "engine-pull": ({ engine }: { engine: string }) => ({
    what: `goldie does not connect to ${engine}, so --pull cannot fetch its hits`,
    fix: "drop --pull; --print-sql prints the statement to run there",
  }),
  "engine-write": ({ engine }: { engine: string }) => ({
    what: `${engine} writes no tables`,
    fix: "write a file instead: -o scores.parquet",
  }),
  "engine-write-nowhere": () => ({
    what: "--write-to needs a database file",
    fix: "use --engine duckdb:FILE.duckdb, or write a file: -o scores.parquet",
  }),
  "engine-table-exists": ({ table }: { table: string }) => ({
    what: `there already is a table ${table}`,
    why: "goldie never overwrites a table",
    fix: "drop the table first, or choose another name",
  }),
  "engine-unseen": ({ engine, role }: { engine: string; role: string }) => ({
    what: `goldie does not connect to ${engine}, so it cannot look for the column of ${role}`,
    fix: `name it: --col ${role}=COLUMN`,
  }),
  "engine-unseen-gold": ({ engine, role }: { engine: string; role: string }) => ({
    what: `goldie does not connect to ${engine}, so it cannot read the column of gold.${role}`,
    why: "tags and groups are no part of the statement: they are read with the gold",
    fix: `drop it, or pass the gold as a file with its ${role} instead of --gold-table`,
  }),
  "sql-rows-json": ({ path, message }: { path: string; message: string }) => ({
    what: `${path}: ${message}`,
    fix: "save the rows as CSV with a header, as one JSON object a line, or as an array of them",
  }),
  "sql-rows-connected": ({ engine }: { engine: string }) => ({
    what: `--sql-rows is for engines that goldie only prints statements for; it asks ${engine} itself`,
    fix: "drop --sql-rows",
  }),
  "sql-rows-printed": () => ({
    what: "--print-sql and --sql-rows cannot be combined",
    fix: "print the statement first with --print-sql, run it there, and then score the rows it gave with --sql-rows",
  }),
  "sql-rows-gold": () => ({
    what: "--sql-rows needs the gold as a file",
    why: "ideal lists and missing queries come from the gold, not from the rows",
    fix: "pass the judgments of the table as a file too: goldie eval GOLD --engine …",
  }),

  // trec_eval
  "trec-cutoffs": ({ flag }: { flag: string }) => ({
    what: `${flag} does not apply to trec_eval`,
    fix: "put the cut-offs into the measure: -m P.5,10",
  }),
  "trec-options": ({ flag }: { flag: string }) => ({
    what: `${flag} does not apply to trec_eval`,
    fix: "use the flags of trec_eval: -c, -l, -M and -J",
  }),
  "not-in-trec-text": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect on trec_eval's text output`,
    fix: "drop it, or add --json",
  }),

  // AutoRAG
  "not-on-project": ({ flag }: { flag: string }) => ({
    what: `${flag} does not apply to a project folder`,
    fix: "drop it; to write the summary to a file, use > FILE",
  }),
  "not-in-autorag-summary": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect on AutoRAG's summary`,
    fix: "drop it, or add --json",
  }),

  // LiveRAG
  "results-and-reference": () => ({
    what: "--results and --reference must be used together and without other files",
    fix: "goldie eval --as liverag --results RUN --reference GOLD",
  }),
  "not-beside-results": ({ flag }: { flag: string }) => ({
    what: `${flag} cannot be combined with --results`,
    fix: "drop it, or pass the files as arguments: goldie eval --as liverag GOLD RUN",
  }),
});

const NO_JUDGEMENT = "gold and run files contain no judgements";
const judges = (dialect: string): string => `judge the cases: goldie judge FILE --as ${dialect}`;

export const evalProblem = defineProblems({
  "needs-judge/all": (f: { tool: string; dialect: string; names: readonly string[] }) => ({
    what: `every metric of ${f.tool} needs a judge: ${f.names.join(", ")}`,
    why: NO_JUDGEMENT,
    fix: judges(f.dialect),
  }),
  "needs-judge/some": (f: { tool: string; dialect: string; names: readonly string[]; of: number }) => ({
    what: `skipped ${f.names.length} of the ${f.of} metrics of ${f.tool}, which need a judge: ${f.names.join(", ")}`,
    why: NO_JUDGEMENT,
    fix: judges(f.dialect),
  }),
  "no-results/project": () => ({
    what: "no trial of this project has retrieval results",
    fix: "run AutoRAG first, or pass a run file",
  }),
  "no-results/no-such-node": (f: {
    nodes: readonly { readonly node: string; readonly trial: string }[];
  }) => ({
    what: "the project has no such node or trial",
    fix: `use one of: ${wordsOf(f.nodes.map(({ trial, node }) => `${node} of trial ${trial}`))}`,
  }),
});
