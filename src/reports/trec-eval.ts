/** trec_eval's command line and its output, byte for byte. */

import type { QueryId } from "../core/ids.ts";
import { compareIds } from "../core/ids.ts";
import type { Result } from "../evaluate/score/result.ts";
import { SCORED } from "../evaluate/score/summarize.ts";
import { inPieces } from "./_in-pieces.ts";
import { trecLine, trecValue } from "./_trec-line.ts";
import { type TrecColumn, type TrecEvalId, trecColumns } from "./_trec-measures.ts";
import { defineWriter } from "./_writer.ts";
import type { Reported, ReportWriter, RunReport } from "./model.ts";
import { reportProblem } from "./problems.ts";
import { relstring } from "./relstring.ts";

/** What stood on the command line. */
export interface TrecEvalFlags {
  readonly as: TrecEvalId;
  /** Rows of single queries too. */
  readonly q?: boolean;
  /** Judged queries that the run lacks count. */
  readonly c?: boolean;
  /** No rows of all queries together. */
  readonly n?: boolean;
  /** Only judged hits. */
  readonly J?: boolean;
  /** The least grade that is relevant. */
  readonly l?: number | string;
  /** So many hits of a query are read. */
  readonly M?: number | string;
  /** Measures, each as after one -m (default: the official ones). */
  readonly m?: readonly string[];
}

/** For `evaluate`; and how many hits of a query `relstring` shows, where it is asked for and printed. */
export interface TrecEvalOptions {
  readonly as: TrecEvalId;
  readonly metrics: readonly string[];
  readonly options: readonly string[];
  readonly relstring?: number;
}

/** Queries that only count with -c get their own rows. */
const LISTS_MISSING: Readonly<Record<TrecEvalId, boolean>> = { trec_eval: true, trec_eval9: false };

/**
 * The command line as options of `evaluate`.
 * @example
 * trecEvalOptions({ as: "trec_eval", c: true, m: ["P.5,10"] }) // { as: "trec_eval", metrics: ["P_5", "P_10"], options: ["-c"] }
 */
export function trecEvalOptions(flags: TrecEvalFlags): TrecEvalOptions {
  const columns = trecColumns(flags.m, flags.as);
  const metrics = columns.flatMap(({ metric }) => (metric === undefined ? [] : [metric]));
  const hits = relstringHits(flags, columns);
  return {
    as: flags.as,
    // Rankings come with a metric, also where none is printed.
    metrics: metrics.length > 0 ? metrics : ["num_ret"],
    options: [
      ...(flags.c === true ? ["-c"] : []),
      ...(flags.l === undefined ? [] : [`-l ${wholeNumber("-l", flags.l)}`]),
      ...(flags.M === undefined ? [] : [`-M ${wholeNumber("-M", flags.M, 1)}`]),
      ...(flags.J === true ? ["-J"] : []),
    ],
    ...(hits === undefined ? {} : { relstring: hits }),
  };
}

function wholeNumber(flag: string, given: number | string, least = Number.NEGATIVE_INFINITY): number {
  const x = typeof given === "number" || /^[-+]?\d+$/.test(given.trim()) ? Number(given) : Number.NaN;
  if (Number.isSafeInteger(x) && x >= least) return x;
  throw reportProblem.error("bad-option/whole-number", {
    option: flag,
    found: String(JSON.stringify(given)),
    ...(least === Number.NEGATIVE_INFINITY ? {} : { min: least }),
  });
}

function relstringHits(flags: TrecEvalFlags, columns: readonly TrecColumn[]): number | undefined {
  const hits = columns.flatMap((column) => (column.hits === undefined ? [] : [column.hits]));
  return flags.q !== true || hits.length === 0 ? undefined : Math.max(...hits);
}

/** The relstrings of a result whose gold and run are at hand. */
export function collectRelstrings(result: Result, hits: number): ReadonlyMap<QueryId, string> {
  const relstrings = new Map<QueryId, string>();
  for (const query of result.queries) {
    const ranking = result.ranking(query, result.metrics[0]!);
    if (ranking !== undefined) relstrings.set(query, relstring(ranking, hits));
  }
  return relstrings;
}

/**
 * What trec_eval prints, with the newline at the end. `tag`: the last word of the run's last line.
 * `relstrings`: at least as long as `trecEvalOptions(flags).relstring`; read from the result by default.
 * Where the tool refuses, a GoldieError: 10.0 for judged queries that the run lacks without -c, 9.0.8 if it lacks all.
 */
export function printTrecEval(
  result: Result,
  flags: TrecEvalFlags,
  tag?: string,
  relstrings?: ReadonlyMap<QueryId, string>,
): string {
  const hits = relstringHits(flags, trecColumns(flags.m, flags.as));
  const given = relstrings ?? (hits === undefined ? undefined : collectRelstrings(result, hits));
  const run = {
    result,
    ...(tag === undefined ? {} : { tag }),
    ...(given === undefined ? {} : { relstrings: given }),
  };
  return trecEvalText(flags).write({ runs: [run] }, { perQuery: flags.q === true });
}

/** The text that the tool prints under these flags, run after run; `perQuery` is its -q. */
export function trecEvalText(flags: TrecEvalFlags): ReportWriter {
  const columns = trecColumns(flags.m, flags.as);
  return defineWriter({
    id: flags.as,
    about: "The text that trec_eval prints, byte for byte.",
    extensions: ["trec"],
    render({ runs }, { perQuery }) {
      // Check now, before anything is printed.
      for (const { result } of runs) refuseAsTrecEval(result, flags);
      return inPieces(linesOfAll(runs, { ...flags, q: perQuery }, columns));
    },
  });
}

function* linesOfAll(
  runs: readonly RunReport[],
  flags: TrecEvalFlags,
  columns: readonly TrecColumn[],
): Iterable<string> {
  for (const run of runs) yield* linesOf(run, flags, columns);
}

function* linesOf(
  { result, tag = result.name, relstrings }: RunReport,
  flags: TrecEvalFlags,
  columns: readonly TrecColumn[],
): Iterable<string> {
  if (flags.q === true) yield* rows(result, flags, columns, relstrings);
  if (flags.n !== true)
    for (const column of columns)
      if (column.in !== "rows") yield trecLine(column.name, "all", summaryText(result, column, tag));
}

function* rows(
  result: Reported,
  flags: TrecEvalFlags,
  columns: readonly TrecColumn[],
  relstrings: ReadonlyMap<QueryId, string> | undefined,
): Iterable<string> {
  const missing = new Set(flags.c === true && LISTS_MISSING[flags.as] ? [] : result.missing);
  const shown = columns
    .filter((column) => column.in !== "summary")
    .map((column) => ({
      ...column,
      cells: column.metric === undefined ? undefined : result.column(column.metric),
    }));
  const order = [...result.queries.keys()].sort((a, b) => compareIds(result.queries[a]!, result.queries[b]!));
  for (const i of order) {
    const query = result.queries[i]!;
    if (missing.has(query)) continue;
    for (const { name, metric, hits: shownHits, cells } of shown) {
      const text =
        cells === undefined
          ? `'${(relstrings?.get(query) ?? "").slice(0, shownHits)}'`
          : cells.states[i] === SCORED
            ? trecValue(name, cells.values[i]!)
            : stateText(result.score(query, metric!));
      yield trecLine(name, query, text);
    }
  }
}

function summaryText(result: Reported, { name, metric }: TrecColumn, tag: string): string {
  if (metric === undefined) return tag;
  const { mean, because } = result.mean(metric);
  if (mean !== undefined) return trecValue(name, mean);
  return stateText({ status: "undefined", ...(because === undefined ? {} : { because }) });
}

/** 0/0 on the machines that trec_eval runs on. What it has no words for is said in ours: it is never a number. */
const stateText = (score: { readonly status: string; readonly because?: string }): string =>
  score.because === "tool-nan" ? "  -nan" : score.status;

/** A metric for which no query has the judgements: there would be a word where a number belongs. */
function lacksJudgements(result: Reported, metric: string): boolean {
  const { mean, counts } = result.mean(metric);
  if (mean !== undefined || counts.skipped === 0 || counts.skipped < result.queries.length) return false;
  return result.queries.some((query) => {
    const score = result.score(query, metric);
    return score.status === "skipped" && score.missing.includes("grades");
  });
}

/** Throws what trec_eval would end with instead of printing values. */
export function refuseAsTrecEval(result: Reported, { as }: TrecEvalFlags): void {
  if (result.metrics.some((metric) => lacksJudgements(result, metric)))
    throw reportProblem.error("bad-gold/no-judgements", { dialect: as }, { at: { side: "gold" } });
  if (!result.metrics.some((metric) => result.mean(metric).because === "tool-raises")) return;
  const { missing, queries } = result;
  const at = { at: { side: "run" } } as const;
  if (missing.length === queries.length) throw reportProblem.error("missing-query/all", { dialect: as }, at);
  throw reportProblem.error(
    "missing-query/refused",
    { dialect: as, count: missing.length, queries: queries.length, names: missing.slice(0, 5) },
    at,
  );
}
