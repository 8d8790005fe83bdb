/** What a `goldie.config.*` says. */
import type { GateRuleInput } from "./gate-rule.ts";
import type { DocId } from "./ids.ts";
import type { RetrieverInput } from "./retriever.ts";

/** A retriever as plain data, for configs in JSON: its kind, and the options of the factory of that kind. */
export type DeclaredRetriever =
  | { readonly type: "http"; readonly url: string; readonly [option: string]: unknown }
  | {
      readonly type: "command";
      readonly command: string | readonly string[];
      readonly [option: string]: unknown;
    }
  | { readonly type: "bm25"; readonly corpus: string; readonly [option: string]: unknown }
  | { readonly type: "run"; readonly file: string };

/** How the ids of hits become those of the gold. */
export interface ConfigIds {
  /** A named rule, a pattern that finds the id within the longer one, or a function. */
  readonly normalize?: string | RegExp | ((id: DocId) => DocId);
  /** What counts as one hit; "doc": the parts of a document are one. */
  readonly unit?: "doc" | "chunk";
}

/** Tables that are scored where they are. */
export interface EngineConfig {
  /** "duckdb", "duckdb:FILE.duckdb", or the address of a database. */
  readonly url: string;
  /** Without it, runs are files on the command line. */
  readonly runTable?: string;
  /** Without it, the gold is a file. */
  readonly goldTable?: string;
  /** Which column holds what, as --col: { query: "qid", "run.doc": "docno" }. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** Everything is optional: what is missing comes from flags, or is a default. Paths start at the folder of the config. */
export interface Config {
  /** The file with the questions and their relevant documents. */
  readonly gold?: string;
  /** By name; a sweep is several of them. */
  readonly retrievers?: Readonly<Record<string, RetrieverInput | DeclaredRetriever>>;
  readonly metrics?: readonly string[];
  /** Cut-offs for metrics without one. */
  readonly k?: number | readonly number[];
  /** How many hits to ask for; below k, they tell "ranked too low" from "never found". */
  readonly depth?: number;
  /** Compute and name the metrics as another tool does. */
  readonly as?: string;
  readonly ids?: ConfigIds;
  /** How many questions are on their way at once. */
  readonly concurrency?: number;
  /** Milliseconds for one answer. */
  readonly timeout?: number;
  /** How often a failed question is asked again. */
  readonly retries?: number;
  /** Tags of the gold: the means for each of their values are printed too. */
  readonly slices?: readonly string[];
  /** How the best of several retrievers is chosen: by which metric, and how slow it may be for AutoRAG's strategies. */
  readonly select?: { readonly by?: string; readonly slowestMs?: number };
  /** What judges, for metrics that need it, such as "lexical" or "ollama:qwen3". */
  readonly judge?: string;
  /** The rules of `goldie gate`. */
  readonly gate?: readonly GateRuleInput[];
  /** The documents, for texts and titles of what was missed. */
  readonly corpus?: string;
  /** Keeps answers and reuses them until the version changes. Without it every run asks again. */
  readonly cache?: { readonly version: string };
  /** Passed on to every retriever, such as a tenant. */
  readonly filter?: unknown;
  /** The file that `goldie bless` writes and `goldie gate` compares with. */
  readonly baseline?: string;
  /** The engine that holds the runs, for `goldie eval`, `goldie explain`, `goldie gate` and `goldie report`. */
  readonly engine?: string | EngineConfig;
}

/**
 * Gives a config its type; returns it as it is.
 * @example
 * export default defineConfig({
 *   gold: "eval/queries.jsonl",
 *   retrievers: { main: (query, { k }) => search(query, k) },
 * });
 */
export const defineConfig = (config: Config): Config => config;
