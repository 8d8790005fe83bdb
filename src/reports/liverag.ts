/** The two files that LiveRAG's evaluator wrote: the numbers of every row, and their means. */
import type { QueryId } from "../core/ids.ts";
import type { Score, Summary } from "../core/score.ts";
import { Float, numpySum, pandasRow, pythonFloat, pythonJson } from "./_python.ts";

/** What is read of a Result of the dialect liverag. */
interface LiveragResult {
  readonly queries: readonly QueryId[];
  readonly missing: readonly QueryId[];
  score(query: QueryId, metric: string): Score;
  mean(metric: string): Summary;
}

export interface LiveragOptions {
  /** The system of the first result: LoadedRun.tag. */
  readonly system?: string;
  /** The command line, as it is written into the file. */
  readonly command?: string;
  readonly now: Date;
  /** How long it took; it is in the file twice, as LiveRAG has it. */
  readonly timeMs: number;
  /** The name of the file with the results, without its folder and last extension. */
  readonly stem: string;
  /** ContextRecall if not given. */
  readonly prefix?: string;
  /** tsv if not given. */
  readonly format?: "tsv" | "jsonl";
  /** The queries in the order of the results: LiveRAG's rows follow that file, a Result follows the gold. */
  readonly order?: Iterable<QueryId>;
}

interface WrittenFile {
  readonly name: string;
  readonly text: string;
}

const EVALUATOR = "ContextRecall";
const ROW_METRICS = [
  "context_recall",
  "context_precision",
  "context_f1",
  "retrieved_docs_count",
  "gold_docs_count",
  "correct_docs_count",
  "ndcg_10",
] as const;
const MEANS = [
  "avg_context_recall",
  "avg_context_precision",
  "avg_context_f1",
  "pct_records_with_at_least_one_ref",
  "pct_records_with_all_refs",
] as const;

/**
 * The aggregated file, and the file of rows where there are any, as `scripts/evaluate.py --evaluator ContextRecall` wrote them.
 * @example liveragFiles(result, { system: "VanillaRAG", now: new Date(), timeMs: 12.5, stem: "dm.run05201010.VanillaRAG" })
 */
export function liveragFiles(result: LiveragResult, options: LiveragOptions): WrittenFile[] {
  const { now, stem, prefix = EVALUATOR, format = "tsv" } = options;
  const two = (n: number): string => String(n).padStart(2, "0");
  const stamp = [now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes()].map(two).join("");
  const base = `${stem}.eval${stamp}.${prefix}`;
  const rows = rowsOf(result, options.order);
  const means = meansOf(result, rows, options.timeMs);
  const files = [
    {
      name: `${base}.aggregated.${format}`,
      text:
        format === "tsv"
          ? aggregatedTsv(rows.length, means, options)
          : aggregatedJsonl(rows.length, means, options),
    },
  ];
  if (rows.length > 0)
    files.push({ name: `${base}.rows.${format}`, text: format === "tsv" ? rowsTsv(rows) : rowsJsonl(rows) });
  return files;
}

interface Row {
  readonly query: QueryId;
  /** ndcg_10 is absent where nothing was retrieved. */
  readonly metrics: Readonly<Record<string, number | Float>>;
}

function rowsOf(result: LiveragResult, order: Iterable<QueryId> = result.queries): Row[] {
  const judged = new Set(result.queries);
  const missing = new Set(result.missing);
  return [...order].flatMap((query) => {
    if (!judged.has(query) || missing.has(query)) return [];
    const metrics = ROW_METRICS.flatMap((name) => {
      const score = result.score(query, name);
      if (score.status !== "scored") return [];
      return [[name, name.endsWith("_count") ? score.value : new Float(score.value)] as const];
    });
    return [{ query, metrics: Object.fromEntries(metrics) }];
  });
}

function meansOf(result: LiveragResult, rows: readonly Row[], timeMs: number): Record<string, Float> {
  const means: Record<string, Float> = {};
  if (rows.length > 0) {
    for (const name of MEANS) {
      const { mean } = result.mean(name);
      if (mean !== undefined) means[name] = new Float(mean);
    }
    means["ndcg_10"] = new Float(ndcgOf(result, rows));
  }
  means["processing_time_ms"] = new Float(timeMs);
  return means;
}

/** trectools adds up with NumPy, queries in the order of their ids, only those with a relevant hit; and divides by all with hits. */
function ndcgOf(result: LiveragResult, rows: readonly Row[]): number {
  const { mean } = result.mean("ndcg_10");
  // 0: one bad id spoils the whole file.
  if (mean === undefined || mean === 0) return mean ?? 0;
  const ranked = rows.filter(({ metrics }) => metrics["ndcg_10"] !== undefined);
  const found = ranked
    .filter(({ metrics }) => metrics["correct_docs_count"] !== 0)
    .sort((a, b) => (a.query < b.query ? -1 : 1))
    .map(({ metrics }) => (metrics["ndcg_10"] as Float).value);
  return numpySum(found) / ranked.length;
}

/** Local time, as datetime.now().isoformat() prints it. */
function isoformat(now: Date): string {
  const digits = (n: number, length: number): string => String(n).padStart(length, "0");
  const date = [digits(now.getFullYear(), 4), digits(now.getMonth() + 1, 2), digits(now.getDate(), 2)].join(
    "-",
  );
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map((n) => digits(n, 2)).join(":");
  const ms = now.getMilliseconds();
  return `${date}T${time}${ms === 0 ? "" : `.${digits(ms, 3)}000`}`;
}

function aggregatedTsv(
  count: number,
  means: Readonly<Record<string, Float>>,
  { system, command, now, timeMs }: LiveragOptions,
): string {
  const cells: [string, string][] = [
    ["evaluator_name", EVALUATOR],
    ["sample_count", String(count)],
    ["system_name", system ?? ""],
    ["timestamp", isoformat(now)],
    ["is_aggregated", "True"],
    ...(command === undefined ? [] : [["full_command", command] as [string, string]]),
    ["total_time_ms", pythonFloat(timeMs)],
    ...Object.entries(means).map(([name, { value }]) => [name, pythonFloat(value)] as [string, string]),
  ];
  return [0, 1]
    .map((i) =>
      pandasRow(
        cells.map((cell) => cell[i]!),
        "\t",
      ),
    )
    .join("");
}

const aggregatedJsonl = (
  count: number,
  metrics: Readonly<Record<string, Float>>,
  { system, command, now, timeMs }: LiveragOptions,
): string =>
  `${pythonJson({
    metrics,
    evaluator_name: EVALUATOR,
    sample_count: count,
    system_name: system ?? null,
    timestamp: isoformat(now),
    full_command: command,
    total_time_ms: new Float(timeMs),
  })}\n`;

function rowsTsv(rows: readonly Row[]): string {
  // pandas has a column as soon as one row has it, in the order in which rows bring them.
  const names = [...new Set(rows.flatMap(({ metrics }) => Object.keys(metrics)))];
  const head = pandasRow(["qid", "evaluator_name", "is_aggregated", ...names], "\t");
  const cell = (value: number | Float | undefined): string =>
    value === undefined ? "" : value instanceof Float ? pythonFloat(value.value) : String(value);
  return (
    head +
    rows
      .map(({ query, metrics }) =>
        pandasRow([query, EVALUATOR, "False", ...names.map((name) => cell(metrics[name]))], "\t"),
      )
      .join("")
  );
}

const rowsJsonl = (rows: readonly Row[]): string =>
  rows
    .map(({ query: qid, metrics }) => `${pythonJson({ qid, metrics, evaluator_name: EVALUATOR })}\n`)
    .join("");
