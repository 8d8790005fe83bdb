/** A Result as plain data: the shape of toJSON() and of `goldie eval --json`. */
import type { QueryId } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import type { Score, Summary } from "../../core/score.ts";
import { metrics as builtInMetrics } from "../../metrics/index.ts";
import type { AskedMetrics } from "../plan/plan.ts";
import type { Abstention, AbstentionCurve } from "../silence/abstention.ts";
import type { LeakedDocument, Leaks } from "./leaks.ts";
import type { MeasuredMetric } from "./measured-metric.ts";
import type { Spelling } from "./metric-names.ts";
import type { ResultCells, ResultParts } from "./result.ts";
import { MEAN_FIELDS, type MeanRule, SCORED } from "./summarize.ts";

/** The number of this shape. Fields may be added under the same number; none goes or changes its meaning. */
export const SCHEMA = 1;

export type JsonScore = number | Exclude<Score, { status: "scored" }>;
export interface JsonSummary {
  readonly mean: number | null;
  readonly because?: string;
  readonly counts: Summary["counts"];
  /** 95 % confidence interval of the mean, where it has one. */
  readonly interval?: readonly [low: number, high: number];
}
/** The shape of toJSON() and of `goldie eval --json`. */
export interface ResultJson {
  /** The version that scored it. */
  readonly goldie: string;
  readonly schema: typeof SCHEMA;
  readonly rules: Readonly<Record<string, unknown>>;
  /** Extra data of all runs for `readResult`; absent if empty. */
  readonly reading?: ReadingJson;
  readonly runs: readonly RunJson[];
  /** Problems with files and the command as a whole, where `goldie eval --json` had some. */
  readonly problems?: readonly Problem[];
}
export interface RunJson {
  readonly name: string;
  /** The version that scored this run, where that is another one than the file says. */
  readonly goldie?: string;
  readonly summary: Readonly<Record<string, JsonSummary>>;
  readonly queries: Readonly<Record<QueryId, Readonly<Record<string, JsonScore>>>>;
  /** Queries of the gold that the run lacks. */
  readonly missing?: readonly QueryId[];
  readonly unanswerable?: UnanswerableQueries;
  /** Queries with forbidden documents, and those of them that were among the first k hits. */
  readonly forbidden?: LeaksJson;
  /** What a threshold on the top score would do for unanswerable queries; `curve` where the scores of queries are. */
  readonly abstention?: AbstentionJson;
  readonly problems: readonly Problem[];
  /** The queries in the order of the gold, where `queries` cannot keep it: objects put ids such as "7" first. */
  readonly order?: readonly QueryId[];
  readonly tags?: Readonly<Record<QueryId, Readonly<Record<string, string>>>>;
  /** By query a hash of its gold, so that changes of the gold are seen. */
  readonly gold?: Readonly<Record<QueryId, string>>;
  /** Extra data for `readResult`; absent if empty. */
  readonly reading?: RunReadingJson;
}
/** Queries that nothing in the corpus answers. */
export interface UnanswerableQueries {
  readonly queries: number;
  /** For how many of them the run returned hits. */
  readonly withHits: number;
  /** For how many the retriever failed; absent if for none. */
  readonly failed?: number;
}
export type AbstentionJson = (Omit<AbstentionCurve, "curve"> & Partial<AbstentionCurve>) | Refused;
type Refused = Exclude<Abstention, AbstentionCurve>;
interface LeaksJson {
  readonly queries: number;
  readonly k: number;
  readonly leaked: Readonly<Record<QueryId, readonly LeakedDocument[]>>;
}
/** How names are read and means computed, where that differs from the default. */
interface ReadingJson {
  readonly k?: AskedMetrics["k"];
  /** Metrics of one's own, without what computes them. */
  readonly define?: readonly unknown[];
  /** How the metrics are averaged, but for those that say otherwise in `metrics`. */
  readonly averaging?: MeanRule;
  readonly metrics?: Readonly<Record<string, MetricJson>>;
}
interface MetricJson {
  /** The name of its mean. */
  readonly summary?: string;
  readonly direction?: "lower";
  readonly judged?: true;
  readonly values?: "yes-no";
  /** Between which values its scores lie, if not 0 and 1; null: no bound. */
  readonly range?: readonly [low: number | null, high: number | null];
  readonly in?: "rows" | "summary";
  readonly pass?: number;
  readonly zero?: number;
  /** What differs from `averaging`; null: it has no such rule. */
  readonly average?: Readonly<Record<string, unknown>>;
}
/** Lists of cells are in the order of the queries. */
interface RunReadingJson {
  /** Queries of the run that the gold lacks, where no summary tells it. */
  readonly unknown?: number;
  /** Metrics that are shown in the summary only. */
  readonly cells?: Readonly<Record<string, readonly JsonScore[]>>;
  /** What a mean is made from, where that is not the scores of the rows. */
  readonly means?: Readonly<Record<string, readonly JsonScore[]>>;
  /** Values of queries that the gold lacks, where the tool counts them. */
  readonly extra?: Readonly<Record<string, readonly number[]>>;
  /** What one bad query makes of a mean: of all queries, or of every slice that has one of those named. */
  readonly poisoned?: readonly {
    readonly metrics: readonly string[];
    readonly queries?: readonly QueryId[];
    readonly then: Score;
  }[];
}

/** How most metrics are averaged. */
export const USUAL: MeanRule = {
  undefined: "skip",
  as: "mean",
  sum: "plain",
  scale: 1,
  empty: { status: "undefined", because: "nothing-to-judge" },
};

export function resultJson(
  parts: ResultParts,
  cells: ResultCells,
  summaries: readonly Summary[],
  gold: ReadonlyMap<QueryId, string>,
): ResultJson {
  const { goldie, metrics, names, name, unanswerable, forbidden, abstention, problems } = parts;
  const { queries, columns } = cells;
  const rows = byKey<Record<string, JsonScore>>([]);
  const shown = metrics.flatMap(({ key, in: where }, p) =>
    where === "summary" ? [] : [{ key, p, ...columns.columns[p]! }],
  );
  queries.forEach((query, i) => {
    const row: Record<string, JsonScore> = {};
    for (const { key, p, values, states } of shown)
      row[key] = states[i] === SCORED ? values[i]! : jsonScore(columns.get(p, i));
    rows[query] = row;
  });
  const missing = queries.filter((_, i) => columns.missing[i] === 1);
  const kept = Object.keys(rows).every((query, i) => query === queries[i]);
  const reading = readingJson(metrics, names.spelling);
  const ofRun = runReadingJson(parts, cells, summaries.length > 0);
  return {
    goldie,
    schema: SCHEMA,
    rules: parts.rules(),
    ...present("reading", reading),
    runs: [
      {
        name,
        summary: summariesJson(summaries),
        queries: rows,
        ...(missing.length > 0 ? { missing } : {}),
        ...(unanswerable.queries > 0 ? { unanswerable } : {}),
        ...leaksJson(forbidden),
        ...(abstention === undefined ? {} : { abstention }),
        problems,
        ...(kept ? {} : { order: queries }),
        ...present("tags", byKey([...cells.tags].map(([i, tags]) => [queries[i]!, tags]))),
        ...present("gold", byKey(gold)),
        ...present("reading", ofRun),
      },
    ],
  };
}

/** `forbidden`, where the gold forbids something. */
export const leaksJson = ({ queries, k, leaked }: Leaks): { readonly forbidden?: LeaksJson } =>
  queries === 0 ? {} : { forbidden: { queries, k, leaked: byKey(leaked) } };

export const summariesJson = (summaries: readonly Summary[]): Readonly<Record<string, JsonSummary>> =>
  byKey(
    summaries.map(({ metric, mean, because, counts, interval }) => [
      metric,
      {
        mean: mean ?? null,
        ...(because === undefined ? {} : { because }),
        counts,
        ...(interval === undefined ? {} : { interval }),
      },
    ]),
  );

const jsonScore = (score: Score): JsonScore => (score.status === "scored" ? score.value : score);

function readingJson(metrics: readonly MeasuredMetric[], spelling: Spelling): ReadingJson {
  const base = metrics[0]?.average ?? USUAL;
  const { k } = spelling;
  const define = ownMetrics(spelling);
  return {
    ...(k === undefined ? {} : { k }),
    ...(define.length === 0 ? {} : { define }),
    ...(same(base, USUAL) ? {} : { averaging: base }),
    ...present(
      "metrics",
      Object.fromEntries(
        metrics.flatMap((one) => {
          const own = metricJson(one, base);
          return Object.keys(own).length === 0 ? [] : [[one.key, own] as const];
        }),
      ),
    ),
  };
}

/** JSON has no infinity. Absent: 0 to 1, as of most metrics. */
export function rangeJson(range: MeasuredMetric["range"]): Pick<MetricJson, "range"> {
  const [low, high] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (low === 0 && high === 1) return {};
  return { range: [Number.isFinite(low) ? low : null, Number.isFinite(high) ? high : null] };
}

const metricJson = (one: MeasuredMetric, base: MeanRule): MetricJson => ({
  ...(one.summaryKey === one.key ? {} : { summary: one.summaryKey }),
  ...(one.direction === "lower" ? { direction: "lower" } : {}),
  ...(one.judged ? { judged: true } : {}),
  ...(one.yesNo ? { values: "yes-no" } : {}),
  ...rangeJson(one.range),
  ...(one.in === "both" ? {} : { in: one.in }),
  ...(one.pass === undefined ? {} : { pass: one.pass }),
  ...(one.zero === 0 ? {} : { zero: one.zero }),
  ...present(
    "average",
    Object.fromEntries(
      MEAN_FIELDS.filter((field) => !same(one.average[field], base[field])).map((field) => [
        field,
        one.average[field] ?? null,
      ]),
    ),
  ),
});

/** What reading their names needs. */
function ownMetrics({ define = [], metrics = [] }: Spelling): object[] {
  const given = new Set([...define, ...(typeof metrics === "string" ? [] : metrics)]);
  return [...given].flatMap((one) => {
    if (typeof one === "string" || builtInMetrics.includes(one)) return [];
    const { id, kind, aliases, params, at } = one;
    // Tables of gains are Maps, which JSON does not have.
    const plain = Object.entries(params).map(([name, spec]) => [
      name,
      spec.default instanceof Map ? { ...spec, default: [...spec.default] } : spec,
    ]);
    return [
      {
        id,
        kind,
        params: Object.fromEntries(plain),
        ...(aliases === undefined ? {} : { aliases }),
        ...(at === undefined ? {} : { at }),
      },
    ];
  });
}

function runReadingJson(parts: ResultParts, cells: ResultCells, told: boolean): RunReadingJson {
  const { metrics, unknown } = parts;
  const { columns, queries, summaries, extra } = cells;
  const column = (c: number): JsonScore[] => queries.map((_, i) => jsonScore(columns.get(c, i)));
  const keyed = <T>(entries: Iterable<readonly [number, T]>) =>
    byKey([...entries].map(([p, value]) => [metrics[p]!.key, value] as const));
  const hidden = [...metrics.entries()].filter(([, one]) => one.in === "summary");
  const poisoned = poisonedJson(parts, cells);
  return {
    ...(told || unknown === 0 ? {} : { unknown }),
    ...present("cells", keyed(hidden.map(([p]) => [p, column(p)] as const))),
    ...present("means", keyed([...summaries].map(([p, c]) => [p, column(c)] as const))),
    ...present("extra", keyed([...extra].filter(([, values]) => values.length > 0))),
    ...(poisoned.length === 0 ? {} : { poisoned }),
  };
}

/** Most metrics are poisoned by the same queries, so list these together. */
function poisonedJson({ metrics }: ResultParts, { poisoned, queries }: ResultCells) {
  const all = new Map<string, { metrics: string[]; queries?: readonly QueryId[]; then: Score }>();
  const add = (p: number, then: Score, at?: readonly QueryId[]): void => {
    const text = JSON.stringify([then, at]);
    const known = all.get(text);
    if (known === undefined)
      all.set(text, { metrics: [metrics[p]!.key], ...(at === undefined ? {} : { queries: at }), then });
    else known.metrics.push(metrics[p]!.key);
  };
  poisoned.forEach(({ whole, byQuery }, p) => {
    // Of several the first that came up decides; by query their order does not matter.
    const first = whole ?? byQuery.values().next().value;
    if (first !== undefined) add(p, first);
    const byScore = new Map<string, { then: Score; at: number[] }>();
    for (const [i, then] of byQuery) {
      const text = JSON.stringify(then);
      const known = byScore.get(text);
      if (known === undefined) byScore.set(text, { then, at: [i] });
      else known.at.push(i);
    }
    const groups = [...byScore.values()].map(({ then, at }) => ({ then, at: at.sort((a, b) => a - b) }));
    for (const { then, at } of groups.sort((a, b) => a.at[0]! - b.at[0]!))
      add(
        p,
        then,
        at.map((i) => queries[i]!),
      );
  });
  return [...all.values()];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const present = <K extends string, T extends object>(name: K, value: T): { [name in K]?: T } =>
  Object.keys(value).length === 0 ? {} : ({ [name]: value } as { [name in K]?: T });

/** Any text may be a key, "__proto__" too. */
export function byKey<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const object: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) object[key] = value;
  return object;
}
