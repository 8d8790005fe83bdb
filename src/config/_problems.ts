/** What is wrong with a config. */
import { defineProblems } from "../core/problem-table.ts";

const quoted = (text: string): string => JSON.stringify(text);

/** One of the names, or how to find one. */
const instead = (nearest: readonly string[], names: readonly string[]): string =>
  nearest.length > 0 ? `did you mean ${nearest[0]}?` : `use one of: ${names.join(", ")}`;

export const configProblem = defineProblems({
  "no-config": ({ path }: { path: string }) => ({
    what: `there is no config ${path}`,
    fix: "check the path of --config, or write a config with `goldie init`",
  }),
  "several-configs": ({ names }: { names: readonly string[] }) => ({
    what: `this folder has ${names.length} configs: ${names.join(", ")}`,
    fix: `keep one of them, or choose with --config ${names[0]}`,
  }),
  "unknown-config": ({ path, names }: { path: string; names: readonly string[] }) => ({
    what: `cannot read ${path} as a config`,
    fix: `use a file ending in ${names.join(", ")}`,
  }),
  "config-not-loaded": (f: { message: string; column: number | null; isPlaced: boolean }) => ({
    what: `could not load the config: ${f.message}${f.column === null ? "" : ` (column ${f.column})`}`,
    fix: f.isPlaced
      ? "fix the error in this line"
      : "fix the error in this file, or in a file that it imports",
  }),
  "config-not-exported": ({ names }: { names: readonly string[] }) => ({
    what: `the config has no default export${names.length === 0 ? "" : `; it exports ${names.join(", ")}`}`,
    fix: "write export default defineConfig({ … })",
  }),
  "config-not-json": ({ message }: { message: string }) => ({
    what: `this is not valid JSON: ${message}`,
    fix: "JSON has no comments and no comma after the last entry; goldie.config.mjs allows both",
  }),
  "config-variable/missing": ({ name, key }: { name: string; key: string }) => ({
    what: `${key} needs the environment variable ${name}, which is not set`,
    fix: `set it before the command: ${name}=… goldie run; to write a literal \${, write $\${`,
  }),
  "config-variable/name": ({ key }: { key: string }) => ({
    what: `${key} has a \${ that no variable name follows`,
    fix: `write \${NAME}; to write a literal \${, write $\${`,
  }),
  "config-key/unknown": (f: { key: string; nearest: readonly string[]; names: readonly string[] }) => ({
    what: `unknown key: ${f.key}`,
    fix: instead(f.nearest, f.names),
  }),
  "config-key/missing": ({ key, example }: { key: string; example: string }) => ({
    what: `${key} is missing`,
    fix: `for example ${example}`,
  }),
  "config-value": ({ key, found, wanted }: { key: string; found: string; wanted: string }) => ({
    what: `${key} is ${found}`,
    fix: `use ${wanted}`,
  }),
  "config-value/choice": (f: {
    key: string;
    found: string;
    nearest: readonly string[];
    names: readonly string[];
  }) => ({
    what: `${f.key} is ${quoted(f.found)}`,
    fix: instead(f.nearest, f.names),
  }),
  "config-value/client": ({ key, method }: { key: string; method: string }) => ({
    what: `${key} is an object with ${method}(), not a retriever`,
    why: "Goldie calls a function (query, { k }) => hits, or an object with retrieve()",
    fix: "wrap it with its adapter of goldie/retrievers, or write a function that calls it",
  }),
  "config-value/retriever-name": ({ key }: { key: string }) => ({
    what: `${key}: a retriever's name cannot be empty, or contain a slash or control characters`,
    why: "the name is part of names of stored runs, such as last/main",
    fix: "use letters, digits and dashes",
  }),
});
