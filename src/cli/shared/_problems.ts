/** Messages shared by all commands: flags, files and outputs. */

import { defineProblems } from "../../core/problem-table.ts";
import { nameList, withCommas, wordsOf } from "../../core/shown.ts";
import { visible } from "../../core/visible.ts";
import type { Kind } from "../../formats/index.ts";
import { counted } from "../../text/counted.ts";
import { shellWord } from "../../text/shell-word.ts";
import { defineWrongUses, didYouMean } from "./wrong-use.ts";

const quoted = (text: string): string => JSON.stringify(text);

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  gold: "gold",
  run: "a run",
  corpus: "a corpus",
  scores: "scores",
};

const noneInRun = (queries: number): string =>
  queries === 1
    ? "the only gold query is not in the run"
    : `none of the ${withCommas(queries)} gold queries is in the run`;

/** What to do where a command takes no engine. */
const INSTEAD_OF_ENGINE: Readonly<Record<string, string>> = {
  compare:
    "write the scores with goldie eval --engine … --json --per-query > a.json, and compare these files: goldie compare a.json b.json",
  doctor:
    "pass gold and run as files; goldie eval --engine … says itself if ids of gold and run differ, and how to mend them",
};

export const wrongUse = defineWrongUses({
  // Files that do not match.
  "no-query-in-common": (f: {
    file: string;
    gold: string;
    first: string;
    queries: number;
    command: string;
  }) => ({
    what: `${f.file}: ${noneInRun(f.queries)}; ${f.queries === 1 ? "its id is" : "gold queries look like"} ${quoted(f.first)}`,
    why: "every score would be 0",
    fix: "check that both files use the same query ids; doctor shows how they differ, and --query-ids can normalise them",
    run: f.command,
  }),
  "queries-are-questions": (f: {
    file: string;
    queries: number;
    question: string;
    id: string;
    flag: string;
    command: string;
  }) => ({
    what: `${f.file}: ${noneInRun(f.queries)}; the run names its queries by their questions: ${quoted(f.question)} is ${quoted(f.id)} in the gold`,
    why: "every score would be 0",
    fix: `make the question the id in the gold too: ${f.flag}`,
    run: f.command,
  }),
  /** `flag` was given, but the format does not support it. */
  "questions-are-apart": (f: {
    file: string;
    queries: number;
    question: string;
    id: string;
    flag: string;
    command: string;
  }) => ({
    what: `${f.file}: ${noneInRun(f.queries)}; the run names its queries by their questions: ${quoted(f.question)} is ${quoted(f.id)} in the gold`,
    why: "the gold keeps its questions in another place than its judgements, where --col cannot swap ids and questions",
    fix: `write it as JSON Lines first, then score that file with ${f.flag}`,
    run: f.command,
  }),
  // Arguments.
  "given-twice": ({ flag }: { flag: string }) => ({ what: `${flag} is given twice`, fix: "pass it once" }),
  "takes-no-value": ({ flag }: { flag: string }) => ({
    what: `${flag} takes no value`,
    fix: `write ${flag} without a value`,
  }),
  "wants-a-value": ({ flag, wanted, about }: { flag: string; wanted: string; about: string }) => ({
    what: `missing value for ${flag}`,
    fix: `write ${flag} ${wanted}: ${about}`,
  }),
  "not-a-count": ({ flag, found, least }: { flag: string; found: string; least: number }) => ({
    what: `${flag} cannot be ${quoted(found)}`,
    fix: `use a whole number of ${least} or more`,
  }),
  "unknown-choice": (f: {
    flag: string;
    found: string;
    names: readonly string[];
    nearest: readonly string[];
  }) => ({
    what: `${f.flag} cannot be ${quoted(f.found)}`,
    fix: didYouMean(f.nearest, `use one of: ${f.names.join(", ")}`),
  }),
  "flag-of-dialect": (f: { flag: string; command: string; dialects: readonly string[] }) => ({
    what: `${f.flag} is only valid with --as ${f.dialects.join(" or ")}`,
    fix: `add --as ${f.dialects[0]}, or see \`goldie ${f.command} --help\``,
  }),
  "no-engine": ({ command }: { command: string }) => ({
    what: `goldie ${command} does not take --engine`,
    why: "eval, gate, explain and report score tables where they are",
    fix: Object.hasOwn(INSTEAD_OF_ENGINE, command)
      ? INSTEAD_OF_ENGINE[command]!
      : "pass files, or use one of these commands",
  }),
  "unknown-flag": (f: { flag: string; command: string; nearest: readonly string[] }) => ({
    what: `goldie ${f.command} has no flag ${f.flag}`,
    fix: didYouMean(f.nearest, `\`goldie ${f.command} --help\` lists all flags`),
  }),
  "flag-elsewhere": (f: { flag: string; command: string; instead: string }) => ({
    what: `goldie ${f.command} has no flag ${f.flag}`,
    fix: `run ${f.instead}`,
  }),
  "argument-missing": (f: { command: string; wanted: string; about: string; example: string }) => ({
    what: `missing argument: ${f.wanted} (${f.about})`,
    fix: `for example: ${f.example}`,
  }),
  "argument-too-many": ({ command, found }: { command: string; found: string }) => ({
    what: `unexpected argument: ${quoted(found)}`,
    fix: `run \`goldie ${command} --help\` for usage`,
  }),

  // Metrics and matching.
  "no-metric-named": ({ found }: { found: string }) => ({
    what: `-m ${quoted(found)} names no metric`,
    fix: "`goldie metrics` lists all metrics",
  }),
  "several-metrics": ({ found, names }: { found: string; names: readonly string[] }) => ({
    what: `${found} stands for several metrics: ${wordsOf(names)}`,
    fix: "name one of them",
  }),
  "not-cutoffs": ({ found }: { found: string }) => ({
    what: `-k cannot be ${quoted(found)}`,
    fix: "use whole numbers of 1 or more, for example -k 5,10",
  }),
  "ids-and-match": () => ({
    what: "--ids and --match cannot be combined: one matches by id, the other by text or span",
    fix: "use one of them",
  }),
  "not-a-share": ({ found }: { found: string }) => ({
    what: `--match cannot be ${quoted(found)}`,
    fix: "write a threshold from 0 to 1 after the @, for example fuzzy@0.8 or spans@0.5",
  }),
  "bad-decimal": ({ found }: { found: string }) => ({
    what: `--decimal cannot be ${quoted(found)}`,
    fix: "use , or .",
  }),
  "not-a-column": ({ found }: { found: string }) => ({
    what: `--col cannot be ${quoted(found)}`,
    fix: "write FIELD=COLUMN, for example --col query=question_id",
  }),
  "run-column-without-engine": (f: { found: string }) => ({
    what: `--col ${f.found}= needs an engine`,
    why: "without one, a file is a single run",
    fix: "add --engine duckdb to goldie eval to score each value of the column as a run, or write each run to a separate file",
  }),
  "unknown-column-role": (f: {
    found: string;
    names: readonly string[];
    namesOfCases: readonly string[];
  }) => ({
    what: `unknown field for --col: ${quoted(f.found)}`,
    fix: `use one of: ${f.names.join(", ")}; for cases: ${f.namesOfCases.join(", ")}; prefix with gold. or run. to map it in one file only`,
  }),
  "no-such-column": (f: {
    path: string;
    role: string;
    column: string;
    columns: readonly string[];
    others: number;
    nearest: readonly string[];
  }) => ({
    what: `${f.path} has no column ${quoted(f.column)}`,
    why: f.columns.length === 0 ? "it has no columns" : `its columns are ${nameList(f.columns, f.others)}`,
    fix: didYouMean(
      f.nearest.map((name) => `--col ${f.role}=${shellWord(name)}`),
      `name one of them: --col ${f.role}=NAME`,
    ),
  }),

  // Input files.
  "no-run": ({ path, command }: { path: string; command: string }) => ({
    what: `missing argument: RUN (${path} has only gold)`,
    fix: `pass a file of hits, or - for standard input: goldie ${command} ${path} RUN`,
  }),
  "two-golds": (f: { path: string; format: string; gold: string; command: string }) => ({
    what: `${f.path} is gold (${f.format}), not a run; ${f.gold} is gold too`,
    fix: `pass the file with your retriever's hits: goldie ${f.command} ${f.gold} RUN`,
  }),
  "no-gold": (f: { path: string; format: string; runs: readonly string[]; command: string }) => ({
    what: `${f.path} is a run (${f.format}), not gold`,
    fix: `put the gold first: goldie ${f.command} GOLD ${f.runs.join(" ")}`,
  }),
  "quoted-pattern": (f: { path: string }) => ({
    what: `file not found: ${f.path}`,
    why: "without an engine, a pattern in quotes is the name of a file",
    fix: "drop the quotes to score each file as a run, or add --engine duckdb, which reads patterns",
  }),
  "files-swapped": (f: { command: string; gold: string; runs: readonly string[] }) => ({
    what: `arguments look swapped: ${f.gold} is a run and ${f.runs[0]} is gold`,
    fix: `goldie ${f.command} ${[f.runs[0], f.gold, ...f.runs.slice(1)].join(" ")}`,
  }),
  "stdin-twice": () => ({
    what: "standard input (-) can be used for only one file",
    fix: "write the others to files and pass those",
  }),
  "nothing-piped": () => ({
    what: "nothing is piped into standard input (-)",
    fix: "pass a file, or pipe one in",
  }),
  "gold-alone": ({ path, command }: { path: string; command: string }) => ({
    what: `${path} was read as the gold, and no run is left`,
    fix: `give gold and runs (goldie ${command} ${path} RUN), or results of goldie eval --json --per-query`,
  }),
  "gold-without-run": ({ path }: { path: string }) => ({
    what: `--gold ${path} has nothing to score: all operands hold scores already`,
    fix: "leave --gold out, or give run files",
  }),
  "too-few-runs": ({ command, found, least }: { command: string; found: number; least: number }) => ({
    what: `goldie ${command} needs at least ${counted(least, "run", "runs")} and got ${found}`,
    fix: `goldie ${command} GOLD ${["A", "B"].slice(0, least).join(" ")}, or as many results of goldie eval --json --per-query`,
  }),
  "broken-result": ({ path, message }: { path: string; message: string }) => ({
    what: `${path} begins like a result of goldie and is not valid JSON: ${message}`,
    fix: "write it again: goldie eval --json --per-query for a result, goldie bless for a baseline",
  }),
  "scores-without-queries": ({ path }: { path: string }) => ({
    what: `${path} has means and no scores of single queries`,
    why: "a comparison is made query by query",
    fix: "print them too: trec_eval -q, or goldie eval --per-query",
  }),
  "run-name-twice": ({ name }: { name: string }) => ({
    what: `two runs are called ${name}`,
    fix: "name them yourself: before=a.trec after=b.trec",
  }),

  "several-retrievers": ({ ref, names }: { ref: string; names: readonly string[] }) => ({
    what: `run ${ref} has ${names.length} retrievers, and one is needed here`,
    fix: `name one: ${names
      .slice(0, 5)
      .map((name) => shellWord(`${ref}/${name}`))
      .join(", ")}`,
  }),
  "nothing-stored": ({ ref }: { ref: string }) => ({
    what: `no run is stored yet, so there is no ${ref}`,
    fix: "make one with goldie run",
  }),
  "unfinished-run": ({ ref, state, newest }: { ref: string; state: string; newest: boolean }) => ({
    what: state === "running" ? `run ${ref} is not finished yet` : `run ${ref} was stopped before its end`,
    why: "queries that were not asked would count as missed",
    fix:
      state === "running"
        ? "wait for its end"
        : newest
          ? "ask the rest: goldie run --resume"
          : "make a new run (goldie run): only the newest run of a gold file can be continued",
  }),
  "stored-own-ids": ({ ref }: { ref: string }) => ({
    what: `${ref} was scored with a function for ids (ids.normalize of its config), which is not stored`,
    why: "without it, other hits would count as relevant",
    fix: "score it while it runs (goldie run -m METRICS), or name a rule for ids: --ids RULE",
  }),
  "stored-golds-differ": ({
    refs,
    files,
    command,
  }: {
    refs: readonly [string, string];
    files: readonly [string, string];
    command: string;
  }) => ({
    what: `${refs[0]} was run with ${files[0]}, and ${refs[1]} with ${files[1]}`,
    why: "scores against different gold cannot be compared",
    fix: `score both with one: ${command}`,
  }),
  "name-of-several": ({ name, path, refs }: { name: string; path: string; refs: readonly string[] }) => ({
    what: `${name}=${path} gives one name to ${refs.length} retrievers`,
    fix: `name one of them: ${name}=${refs[0]}`,
  }),

  // Output files.
  "output-is-input": ({ path }: { path: string }) => ({
    what: `${path} is both an input and an output`,
    fix: "choose another name for the output",
  }),
  "output-twice": ({ path }: { path: string }) => ({
    what: `-o ${path} is given twice`,
    fix: "pass it once",
  }),
  "outputs-are-one": ({ paths }: { paths: readonly [string, string] }) => ({
    what: `-o ${paths[0]} and -o ${paths[1]} are the same file`,
    fix: "pass it once",
  }),
  "output-without-extension": () => ({
    what: "-o - is not supported: -o chooses the format by file extension",
    fix: "use --json for JSON on standard output",
  }),
  "unknown-extension": ({ path, extensions }: { path: string; extensions: readonly string[] }) => ({
    what: `unknown file extension: -o ${quoted(path)}`,
    fix: `use one of: ${extensions.join(" ")}`,
  }),
  "extension-to-come": (f: { extension: string; about: string; extensions: readonly string[] }) => ({
    what: `not supported yet: ${f.about} (${f.extension})`,
    fix: `use one of: ${f.extensions.join(" ")}`,
  }),
  "format-not-written": (f: { kind: Kind; format: string; names: readonly string[] }) => ({
    what: `${KIND_WORDS[f.kind]} cannot be written as ${f.format}`,
    fix: `use one of: ${f.names.join(", ")}`,
  }),
  "extension-of-several": ({ path, names }: { path: string; names: readonly string[] }) => ({
    what: `the extension of ${path} fits several formats: ${names.join(", ")}`,
    fix: `choose one with --to: ${names.map((name) => `--to ${name}`).join(" or ")}`,
  }),
  "extension-of-none": (f: { path: string; kind: Kind; names: readonly string[] }) => ({
    what:
      f.path === "-"
        ? `missing --to: the format to write ${KIND_WORDS[f.kind]} in`
        : `cannot tell a format for ${KIND_WORDS[f.kind]} from the name ${f.path}`,
    fix: `choose one with --to: ${f.names.join(", ")}`,
  }),
});

/** A name unknown to a dialect, with similar names, or all names it has. */
export interface UnknownOfDialect {
  readonly dialect: string;
  readonly name: string;
  readonly nearest: readonly string[];
  readonly names?: readonly string[];
}

export const sharedProblem = defineProblems({
  "hidden-characters": ({ count, first }: { path: string; count: number; first: string }) => ({
    what: `${counted(count, "name", "names")} in this file ${count === 1 ? "has" : "have"} invisible characters, such as ${visible(quoted(first))}`,
    why: "they are written unchanged, so that ids stay the same; a spreadsheet or a terminal may hide or interpret them",
    fix: "check the ids at their source; a .json report shows such characters as escapes",
  }),
  "scores-replaced": ({ count, query }: { count: number; query: string }) => ({
    what: `replaced the scores of ${counted(count, "list", "lists")} by scores made from the ranks (first: query ${query}): the old scores contradict the order`,
    why: "this format sorts by score, then by descending id; with the old scores, reading it back would give another order",
    fix: "nothing to do if the order is right; otherwise sort the lists by score first",
  }),
  "own-metric": ({ tool, dialect, names }: { tool: string; dialect: string; names: readonly string[] }) => ({
    what: `${names.join(", ")} ${names.length === 1 ? "is a Goldie metric" : "are Goldie metrics"}, computed with the rules of ${tool}`,
    why: `${tool} has no metric ${names.length === 1 ? "of this name" : "of these names"}`,
    fix: `do not report ${names.length === 1 ? `it as a ${tool} score` : `them as ${tool} scores`}; \`goldie metrics ${dialect}\` lists its metrics`,
  }),
  "unknown-metric/own-judged": (f: UnknownOfDialect & { own: string }) => ({
    what: `the dialect ${f.dialect} does not reproduce ${quoted(f.name)}`,
    why: "Goldie has a metric of this name; the number would not be the tool's",
    fix: `for Goldie's own write textbook:${f.own}; ${f.nearest.length > 0 ? `or did you mean ${f.nearest.join(" or ")}?` : `the dialect has ${f.names?.join(", ")}`}`,
  }),
});
