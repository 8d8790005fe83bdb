/** What commands have in common: the words of what is wrong with their flags, files and outputs. */
import { defineProblems } from "../../core/problem-table.ts";
import { wordsOf } from "../../core/shown.ts";
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

export const wrongUse = defineWrongUses({
  // Files that do not belong together.
  "no-query-in-common": (f: {
    file: string;
    gold: string;
    first: string;
    queries: number;
    command: string;
  }) => ({
    what: `${f.file}: none of the ${f.queries} gold queries is in the run; gold queries look like ${quoted(f.first)}`,
    why: "every score would be 0",
    fix: "check that both files use the same query ids; doctor shows how they differ, and --query-ids can normalise them",
    run: f.command,
  }),
  // The words of a command line.
  "given-twice": ({ flag }: { flag: string }) => ({ what: `${flag} is given twice`, fix: "give it once" }),
  "takes-no-value": ({ flag }: { flag: string }) => ({
    what: `${flag} takes no value`,
    fix: `write ${flag} alone`,
  }),
  "wants-a-value": ({ flag, wanted, about }: { flag: string; wanted: string; about: string }) => ({
    what: `missing value for ${flag}`,
    fix: `write ${flag} ${wanted}: ${about}`,
  }),
  "not-a-count": ({ flag, found, least }: { flag: string; found: string; least: number }) => ({
    what: `${flag} cannot be ${quoted(found)}`,
    fix: `give a whole number of ${least} or more`,
  }),
  "unknown-choice": (f: {
    flag: string;
    found: string;
    names: readonly string[];
    nearest: readonly string[];
  }) => ({
    what: `${f.flag} cannot be ${quoted(f.found)}`,
    fix: didYouMean(f.nearest, `choose one of ${f.names.join(", ")}`),
  }),
  "flag-of-dialect": (f: { flag: string; command: string; dialects: readonly string[] }) => ({
    what: `${f.flag} is only valid with --as ${f.dialects.join(" or ")}`,
    fix: `add --as ${f.dialects[0]}, or see \`goldie ${f.command} --help\``,
  }),
  "unknown-flag": (f: { flag: string; command: string; nearest: readonly string[] }) => ({
    what: `goldie ${f.command} has no flag ${f.flag}`,
    fix: didYouMean(f.nearest, `\`goldie ${f.command} --help\` lists them`),
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
    what: `goldie ${command} does not know what to do with ${quoted(found)}`,
    fix: `\`goldie ${command} --help\` shows what it takes`,
  }),

  // What is asked for.
  "no-metric-named": ({ found }: { found: string }) => ({
    what: `-m ${quoted(found)} names no metric`,
    fix: "`goldie metrics` lists them",
  }),
  "several-metrics": ({ found, names }: { found: string; names: readonly string[] }) => ({
    what: `${found} is several metrics: ${wordsOf(names)}`,
    fix: "name one of them",
  }),
  "not-cutoffs": ({ found }: { found: string }) => ({
    what: `-k cannot be ${quoted(found)}`,
    fix: "give whole numbers of 1 or more, such as -k 5,10",
  }),
  "ids-and-match": () => ({
    what: "--ids matches by id and --match by text or span",
    fix: "choose one of them",
  }),
  "not-a-share": ({ found }: { found: string }) => ({
    what: `--match cannot be ${quoted(found)}`,
    fix: "after the @ stands the least share that counts, such as fuzzy@0.8 or spans@0.5",
  }),
  "bad-decimal": ({ found }: { found: string }) => ({
    what: `--decimal cannot be ${quoted(found)}`,
    fix: "give , or .",
  }),
  "not-a-column": ({ found }: { found: string }) => ({
    what: `--col cannot be ${quoted(found)}`,
    fix: "write what it holds and its name in the file, such as --col query=question_id",
  }),
  "unknown-column-role": (f: {
    found: string;
    names: readonly string[];
    namesOfCases: readonly string[];
  }) => ({
    what: `--col does not know ${quoted(f.found)}`,
    fix: `choose one of ${f.names.join(", ")}; of cases, one of ${f.namesOfCases.join(", ")}; for one of the files, gold.doc or run.doc`,
  }),
  "no-such-column": (f: {
    path: string;
    role: string;
    column: string;
    columns: readonly string[];
    nearest: readonly string[];
  }) => ({
    what: `${f.path} has no column ${quoted(f.column)}`,
    why: f.columns.length === 0 ? "it has no columns" : `its columns are ${f.columns.join(", ")}`,
    fix: didYouMean(
      f.nearest.map((name) => `--col ${f.role}=${shellWord(name)}`),
      `name one of them: --col ${f.role}=NAME`,
    ),
  }),

  // Files that are read.
  "no-run": ({ path, command }: { path: string; command: string }) => ({
    what: `no RUN given, and ${path} holds gold only`,
    fix: `a run is a file of hits, - reads standard input: goldie ${command} ${path} RUN`,
  }),
  "two-golds": (f: { path: string; format: string; gold: string; command: string }) => ({
    what: `${f.path} is not a run but gold, as ${f.gold} is: ${f.format}`,
    fix: `give the file of hits that your retriever returned: goldie ${f.command} ${f.gold} RUN`,
  }),
  "no-gold": (f: { path: string; format: string; runs: readonly string[]; command: string }) => ({
    what: `${f.path} is not gold but a run: ${f.format}`,
    fix: `put the gold first: goldie ${f.command} GOLD ${f.runs.join(" ")}`,
  }),
  "files-swapped": (f: { command: string; gold: string; runs: readonly string[] }) => ({
    what: `these look swapped: ${f.gold} holds hits, and ${f.runs[0]} what is right`,
    fix: `goldie ${f.command} ${[f.runs[0], f.gold, ...f.runs.slice(1)].join(" ")}`,
  }),
  "stdin-twice": () => ({
    what: "- is standard input, which can be only one of the files",
    fix: "write the others to files, and name those",
  }),
  "nothing-piped": () => ({
    what: "- is standard input, and nothing is piped into it",
    fix: "name a file, or pipe one in",
  }),
  "run-name-twice": ({ name }: { name: string }) => ({
    what: `two runs are called ${name}`,
    fix: "give each its own name",
  }),

  // Files that are written.
  "output-is-input": ({ path }: { path: string }) => ({
    what: `${path} is to be read, and to be written`,
    fix: "choose another name for the output",
  }),
  "output-twice": ({ path }: { path: string }) => ({
    what: `-o ${path} is given twice`,
    fix: "give it once",
  }),
  "outputs-are-one": ({ paths }: { paths: readonly [string, string] }) => ({
    what: `-o ${paths[0]} and -o ${paths[1]} are one file`,
    fix: "give it once",
  }),
  "output-without-extension": () => ({
    what: "-o writes by extension, and - has none",
    fix: "use --json for JSON on standard output",
  }),
  "unknown-extension": ({ path, extensions }: { path: string; extensions: readonly string[] }) => ({
    what: `-o cannot tell from ${quoted(path)} what to write`,
    fix: `choose one of ${extensions.join(" ")}`,
  }),
  "extension-to-come": (f: { extension: string; about: string; extensions: readonly string[] }) => ({
    what: `${f.about} (${f.extension}) does not exist yet`,
    fix: `choose one of ${f.extensions.join(" ")}`,
  }),
  "format-not-written": (f: { kind: Kind; format: string; names: readonly string[] }) => ({
    what: `${KIND_WORDS[f.kind]} cannot be written as ${f.format}`,
    fix: `choose one of ${f.names.join(", ")}`,
  }),
  "extension-of-several": ({ path, names }: { path: string; names: readonly string[] }) => ({
    what: `${path} may be one of ${names.join(", ")}`,
    fix: `say which with --to: ${names.join(", ")}`,
  }),
  "extension-of-none": (f: { path: string; kind: Kind; names: readonly string[] }) => ({
    what: `the name of ${f.path === "-" ? "standard output" : f.path} does not tell a format for ${KIND_WORDS[f.kind]}`,
    fix: `say which with --to: ${f.names.join(", ")}`,
  }),
});

/** A name that a dialect does not have, with those that look like it, or all that it has. */
export interface UnknownOfDialect {
  readonly dialect: string;
  readonly name: string;
  readonly nearest: readonly string[];
  readonly names?: readonly string[];
}

export const sharedProblem = defineProblems({
  "hidden-characters": ({ count, first }: { path: string; count: number; first: string }) => ({
    what: `${counted(count, "name", "names")} in this file ${count === 1 ? "has" : "have"} characters that nobody sees, such as ${visible(quoted(first))}`,
    why: "they are written as they are, so that ids stay the same; a spreadsheet or a terminal may hide or obey them",
    fix: "look at the ids where they were made; a .json report has such characters as escapes",
  }),
  "scores-replaced": ({ count, query }: { count: number; query: string }) => ({
    what: `the order of ${counted(count, "list", "lists")} does not follow from the scores, the first is query ${query}; scores made from the ranks were written`,
    why: "here scores decide the order, and equal ones go by id, descending: another order would give other numbers",
    fix: "nothing, if the order is what counts; otherwise sort the lists by score first",
  }),
  "own-metric": ({ tool, dialect, names }: { tool: string; dialect: string; names: readonly string[] }) => ({
    what: `${names.join(", ")} ${names.length === 1 ? "is" : "are"} Goldie's own, by the rules of ${tool}`,
    why: `${tool} has no metric ${names.length === 1 ? "of this name" : "of these names"}`,
    fix: `take it for no number of ${tool}; \`goldie metrics ${dialect}\` lists what it has`,
  }),
  "unknown-metric/own-judged": (f: UnknownOfDialect & { own: string }) => ({
    what: `${f.dialect} has no metric ${quoted(f.name)}`,
    why: "Goldie has a metric of this name, but it is not a metric of this tool",
    fix: `${f.nearest.length > 0 ? `did you mean ${f.nearest.join(" or ")}? Or` : `it has ${f.names?.join(", ")}; or`} write textbook:${f.own}, which is Goldie's own`,
  }),
});
