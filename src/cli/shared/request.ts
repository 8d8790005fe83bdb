/** What a command reads, by path. */
import { basename } from "node:path";
import type { QueryId } from "../../core/ids.ts";
import type { JudgementRecord } from "../../core/judgement-record.ts";
import { GoldieError } from "../../core/problem.ts";
import type { AskedMetrics } from "../../evaluate/plan/plan.ts";
import type { Rules } from "../../evaluate/plan/rules.ts";
import type { TableReading } from "../../formats/index.ts";
import { parseIdsFlag } from "../../match/ids/parse.ts";
import { wrongUse } from "./_problems.ts";
import type { Args } from "./args.ts";
import { columnsBy, tableBy } from "./asked.ts";
import type { Loaded } from "./load.ts";
import { type Inputs, refuseStdinTwice } from "./sources.ts";

export interface Request {
  readonly gold: string;
  /** Empty: the gold file contains the run too. */
  readonly runs: readonly string[];
  /** By run: the name given by the user. */
  readonly names: readonly (string | undefined)[];
  readonly corpus?: string;
  readonly asked: AskedMetrics & Rules;
  readonly goldFormat?: string;
  readonly runFormat?: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly table: TableReading;
  readonly threads?: number;
  readonly quiet: boolean;
  /** Files already in memory, and what a judge said about each run. */
  readonly judged?: {
    readonly files: Loaded;
    readonly judgements: readonly ReadonlyMap<QueryId, JudgementRecord>[];
  };
  /** How query ids are rewritten: in runs only, or in the gold too. */
  readonly queryIds?: { readonly ids: string; readonly on: "hits" | "both" };
}

export function requestBy(
  args: Args,
  gold: string,
  runs: readonly string[],
  asked: AskedMetrics & Rules = {},
  names: Request["names"] = [],
): Request {
  const optional = (name: string, field: string) => (args.has(name) ? { [field]: args.text(name)! } : {});
  const threads = args.count("threads", 1);
  refuseStdinTwice([gold, ...runs, ...args.all("corpus")]);
  return {
    gold,
    runs,
    names,
    asked,
    columns: columnsBy(args),
    table: tableBy(args),
    quiet: args.has("quiet"),
    ...optional("corpus", "corpus"),
    ...optional("gold-format", "goldFormat"),
    ...optional("run-format", "runFormat"),
    ...(threads === undefined ? {} : { threads }),
    ...(args.has("query-ids") ? { queryIds: parseIdsFlag(args.text("query-ids")!) } : {}),
  };
}

/** The files that contain runs. */
export const runPaths = ({ runs, gold }: Request): readonly string[] => (runs.length === 0 ? [gold] : runs);

/** Is this file both gold and run, or two of the runs? */
export const isReadAgain = (request: Request, path: string, inputs: Inputs): Promise<boolean> =>
  inputs.isTwice(path, [request.gold, ...runPaths(request)]);

/**
 * Names given by the user; otherwise TREC tags, file names without extension, file names with extension, or
 * full paths: the first of these that is unique for every run.
 */
export function runNames(
  paths: readonly string[],
  given: Request["names"],
  tags: readonly (string | undefined)[] = [],
): string[] {
  const files = paths.map((path) => (path === "-" ? "standard input" : basename(path)));
  const stems = files.map(stemOf);
  const choices = [stems.map((stem, i) => tags[i] ?? stem), stems, files, paths];
  const named = choices.map((names) => names.map((name, i) => given[i] ?? name));
  return named.find((names) => new Set(names).size === names.length) ?? named.at(-1)!;
}

/** Other extensions may be part of the name. */
const ENDINGS = /\.(jsonl|ndjson|json|csv|tsv|txt|trec|run|res|parquet)$/i;
const stemOf = (file: string): string => {
  const stem = file.replace(/\.(gz|zst|zstd)$/i, "").replace(ENDINGS, "");
  return stem === "" ? file : stem;
};

/** Only one file was given, and it contains no run. */
export function noRun(gold: string, error: unknown): unknown {
  if (!(error instanceof GoldieError) || !["unknown-format", "wrong-format"].includes(error.problem.code))
    return error;
  return wrongUse("no-run", { path: gold, command: "eval" });
}
