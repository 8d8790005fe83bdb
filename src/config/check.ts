/** Is this a config? Every message names the key as a path: retrievers.main. */
import type { Config } from "../core/config.ts";
import { GoldieError, nearest } from "../core/problem.ts";
import { shown } from "../core/shown.ts";
import { gateRules } from "../evaluate/gate/rules.ts";
import { Planner } from "../evaluate/plan/plan.ts";
import { parseIdRule } from "../match/ids/parse.ts";
import { configProblem } from "./_problems.ts";

type Check = (value: unknown, key: string) => void;
type ConfigFields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is ConfigFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What was found, in words: long texts and objects by their kind. */
function described(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (value instanceof Promise) return "a promise; await it first";
  if (typeof value === "object") return "an object";
  if (typeof value === "function") return "a function";
  if (value === "") return "empty";
  const text = shown(value);
  return text.length > 60 ? `a ${typeof value}` : text;
}

const wrong = (key: string, value: unknown, wanted: string): GoldieError =>
  configProblem.error("config-value", { key: key || "the config", found: described(value), wanted });

const text =
  (wanted: string): Check =>
  (value, key) => {
    if (typeof value !== "string" || value.trim() === "") throw wrong(key, value, wanted);
  };

const whole =
  (least: number): Check =>
  (value, key) => {
    if (!Number.isSafeInteger(value) || (value as number) < least)
      throw wrong(key, value, `a whole number of ${least} or more`);
  };

const listOf =
  (one: Check, wanted: string): Check =>
  (value, key) => {
    if (!Array.isArray(value) || value.length === 0) throw wrong(key, value, wanted);
    value.forEach((entry, i) => {
      one(entry, `${key}[${i}]`);
    });
  };

const choice =
  (names: readonly string[]): Check =>
  (value, key) => {
    if (typeof value !== "string") throw wrong(key, value, names.map((name) => `"${name}"`).join(" or "));
    if (!names.includes(value))
      throw configProblem.error("config-value/choice", {
        key,
        found: value,
        names,
        nearest: nearest(value, names, 1),
      });
  };

/** An object with these keys; `path` stands before them. */
function object(checks: Readonly<Record<string, Check>>, wanted: string): Check {
  return (value, key) => {
    if (!isObject(value)) throw wrong(key, value, wanted);
    const path = (name: string): string => (key === "" ? name : `${key}.${name}`);
    for (const [name, one] of Object.entries(value)) {
      if (!Object.hasOwn(checks, name)) throw unknownKey(path(name), name, Object.keys(checks));
      if (one !== undefined) checks[name]!(one, path(name));
    }
  };
}

const unknownKey = (key: string, name: string, names: readonly string[]): GoldieError => {
  const isOfEngine = key === name && OF_ENGINE.includes(name);
  const near = isOfEngine ? [`engine.${name}`] : nearest(name, names, 1);
  return configProblem.error("config-key/unknown", { key, nearest: near, names });
};

/** Keys that belong into `engine`. */
const OF_ENGINE = ["url", "runTable", "goldTable", "columns"];

/** By kind: the keys that must be there, with an example of each. */
const DECLARED: Readonly<
  Record<string, { readonly key: string; readonly example: string; readonly check: Check }>
> = {
  http: {
    key: "url",
    example: '"url": "http://localhost:3000/search"',
    check: text("the address of the service"),
  },
  command: {
    key: "command",
    example: '"command": "python search.py"',
    check: (value, key) =>
      typeof value === "string"
        ? text("a command line")(value, key)
        : listOf(text("a word of the command"), "a command line, or its words as a list")(value, key),
  },
  bm25: { key: "corpus", example: '"corpus": "docs"', check: text("a folder or a corpus file") },
  run: { key: "file", example: '"file": "run.trec"', check: text("a run file") },
};

/** Methods by which people's clients are known. */
const CLIENT_METHODS = ["invoke", "similaritySearchWithScore", "similaritySearch", "query", "search"];

const retriever: Check = (value, key) => {
  if (typeof value === "function") return;
  if (!isObject(value)) throw wrong(key, value, "a function (query, { k }) => hits");
  if (typeof value["retrieve"] === "function" && value["type"] === undefined) return;
  if (value["type"] !== undefined) {
    choice(Object.keys(DECLARED))(value["type"], `${key}.type`);
    const { key: needed, example, check } = DECLARED[value["type"] as string]!;
    if (value[needed] === undefined)
      throw configProblem.error("config-key/missing", { key: `${key}.${needed}`, example });
    check(value[needed], `${key}.${needed}`);
    return;
  }
  const method = CLIENT_METHODS.find((name) => typeof value[name] === "function");
  if (method !== undefined) throw configProblem.error("config-value/client", { key, method });
  throw wrong(key, value, "a function (query, { k }) => hits; in JSON an object with a type");
};

const retrievers: Check = (value, key) => {
  if (!isObject(value) || Object.keys(value).length === 0)
    throw wrong(key, value, "an object of retrievers by name: { main: … }");
  for (const [name, one] of Object.entries(value)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: names end up in file names and messages.
    if (name.trim() === "" || /[/\\\u0000-\u001f]/.test(name))
      throw configProblem.error("config-value/retriever-name", { key: `${key}.${JSON.stringify(name)}` });
    retriever(one, `${key}.${name}`);
  }
};

const normalize: Check = (value, key) => {
  if (typeof value === "function" || value instanceof RegExp) return;
  if (typeof value !== "string")
    throw wrong(key, value, 'a rule such as "chunk-suffix", a RegExp or a function');
  parseIdRule(value);
};

const ENGINE = 'an engine such as "duckdb:runs.duckdb", or { url, runTable, goldTable, columns }';
const engineTables = object(
  {
    url: text(ENGINE),
    runTable: text("the name of a table"),
    goldTable: text("the name of a table"),
    columns: (value, key) => {
      if (!isObject(value)) throw wrong(key, value, 'columns by what they hold, such as { query: "qid" }');
      for (const [role, one] of Object.entries(value)) text("the name of a column")(one, `${key}.${role}`);
    },
  },
  ENGINE,
);

const CHECKS: Readonly<Record<keyof Config, Check>> = {
  gold: text("the path of a file"),
  retrievers,
  metrics: listOf(text("the name of a metric"), 'a list of metrics, such as ["ndcg@10", "recall@5"]'),
  k: (value, key) =>
    Array.isArray(value)
      ? listOf(whole(1), "a whole number, or a list of them such as [5, 10]")(value, key)
      : whole(1)(value, key),
  depth: whole(1),
  as: text("the name of a dialect"),
  ids: object(
    { normalize, unit: choice(["doc", "chunk"]) },
    'an object such as { normalize: "chunk-suffix" }',
  ),
  concurrency: whole(1),
  timeout: whole(1),
  retries: whole(0),
  slices: listOf(text("a tag of the gold"), 'a list of tags, such as ["lang"]'),
  select: object(
    { by: text("the name of a metric"), slowestMs: whole(1) },
    'an object such as { by: "ndcg@10" }',
  ),
  judge: text('a judge, such as "lexical" or "ollama:qwen3"'),
  gate: (value, key) => {
    if (!Array.isArray(value))
      throw wrong(key, value, 'a list of rules, such as [{ metric: "recall@5", min: 0.8 }]');
    value.forEach((rule, i) => {
      if (!isObject(rule))
        throw wrong(`${key}[${i}]`, rule, 'a rule such as { metric: "recall@5", min: 0.8 }');
    });
    gateRules(value);
  },
  corpus: text("the path of a file or folder"),
  cache: object({ version: text("any text; answers are asked again when it changes") }, '{ version: "1" }'),
  filter: () => {},
  baseline: text("the path of a file"),
  engine: (value, key) => {
    if (typeof value === "string") return text(ENGINE)(value, key);
    engineTables(value, key);
    if ((value as ConfigFields)["url"] === undefined)
      throw configProblem.error("config-key/missing", {
        key: `${key}.url`,
        example: 'url: "duckdb:runs.duckdb"',
      });
  },
};

/** @throws GoldieError at the first thing that is wrong, with the file as its place. */
export function checkConfig(value: unknown, file: string): Config {
  try {
    object(CHECKS, "an object: export default defineConfig({ … })")(value, "");
    const { metrics, as } = value as Config;
    if (metrics !== undefined || as !== undefined)
      new Planner({
        ...(metrics === undefined ? {} : { metrics }),
        ...(as === undefined ? {} : { as }),
      }).plans();
    return value as Config;
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    throw new GoldieError({ ...error.problem, at: { ...error.problem.at, file } });
  }
}
