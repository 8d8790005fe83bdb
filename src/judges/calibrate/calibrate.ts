import type { QueryId } from "../../core/ids.ts";
import type { JudgedBy, JudgementRecord } from "../../core/judgement-record.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { randomFrom } from "../../core/random.ts";
import type { CorrectedMean } from "../../evaluate/score/corrected-mean.ts";
import { groupBy } from "./_group-by.ts";
import { type PartialIs, scaleOf } from "./_levels.ts";
import { type Joined, joinLabels, type Pair } from "./_pairs.ts";
import { byQuery, labelledValue, METRICS, recordValue } from "./_values.ts";
import { type Cell, PARTS, type Part } from "./cells.ts";
import { correctBy, sameJudge } from "./correct.ts";
import type { Drawing } from "./estimate.ts";
import { type LabelRow, type LabelsRead, parseLabels } from "./labels.ts";
import { type PartReport, reportPart } from "./part.ts";
import { calibrateProblem } from "./problems.ts";

export interface CalibrateOptions {
  /** Rows, or what `readLabels` gave. */
  readonly labels: readonly LabelRow[] | LabelsRead;
  /** What the judge said: of the labelled queries, and of all others that its means are about. */
  readonly records?: Iterable<JudgementRecord>;
  readonly confidence?: number;
  readonly resamples?: number;
  readonly seed?: number;
  /** What partial support counts as in the metrics, and where people only said yes or no (default: "no"). */
  readonly partial?: PartialIs;
}

/** How far a judge can be trusted. Plain data: `goldie judge --calibration` reads it again. */
export interface Calibration {
  readonly format: "goldie-calibration@1";
  /** Absent where the labels alone tell what the judge said. */
  readonly judge?: JudgedBy;
  readonly confidence: number;
  readonly resamples: number;
  readonly seed: number;
  readonly partial: PartialIs;
  readonly parts: readonly PartReport[];
  readonly metrics: readonly CalibratedMetric[];
}
export interface CalibratedMetric {
  readonly metric: string;
  /** By query: what people's labels give, and what the judge's verdicts on the same cells give. */
  readonly labelled: Readonly<Record<QueryId, readonly [human: number, judge: number]>>;
  /** Over all records; over the labelled queries where there are none. */
  readonly corrected: CorrectedMean;
}
/** A cell to look at: people and judge differ. */
export interface Disagreement extends Cell {
  readonly human: string;
  readonly judge: string;
}
export interface Calibrated {
  readonly calibration: Calibration;
  /** The widest apart first. */
  readonly disagreements: readonly Disagreement[];
  readonly problems: readonly Problem[];
}

/** Below this many labelled queries an interval says little. */
const FEW = 50;

/**
 * Compares what a judge said with what people said of the same: agreement, kappa, confusion, precision and recall by class,
 * leniency, the agreement of people with one another, and the means that the judge gives, corrected.
 * @example
 * calibrate({ labels: [{ id: "q1", claim: "c1", label: "yes", judge: "yes" }, { id: "q2", claim: "c1", label: "no", judge: "yes" }] })
 */
export function calibrate(options: CalibrateOptions): Calibrated {
  const { labels, confidence = 0.95, resamples = 2000, seed = 1, partial = "no" } = options;
  const log = new ProblemLog();
  const records = recordsById(options.records ?? [], log);
  const read = "labels" in labels ? labels : parseLabels(labels);
  const joined = joinLabels(read.labels, records);
  for (const problem of [...read.problems, ...joined.problems]) log.add(problem);
  if (joined.pairs.length === 0) log.add(calibrateProblem("no-labels", {}, { level: "error" }));
  const metrics = calibrateMetrics(joined.pairs, records, confidence, partial);
  for (const { metric, labelled } of metrics) {
    const count = Object.keys(labelled).length;
    if (count < FEW) log.add(few(metric, count));
  }
  const [first] = records.values();
  return {
    calibration: {
      format: "goldie-calibration@1",
      ...(first === undefined ? {} : { judge: first.judge }),
      ...{ confidence, resamples, seed, partial },
      parts: reportParts(joined, partial, { confidence, resamples, random: randomFrom(seed) }),
      metrics,
    },
    disagreements: disagreementsOf(joined, partial),
    problems: log.list(),
  };
}

function recordsById(
  records: Iterable<JudgementRecord>,
  log: ProblemLog,
): ReadonlyMap<QueryId, JudgementRecord> {
  const byId = new Map<QueryId, JudgementRecord>();
  let first: JudgementRecord | undefined;
  for (const record of records) {
    first ??= record;
    if (!sameJudge(first.judge, record.judge)) log.add(mixed(first.judge, record));
    if (byId.has(record.id)) log.add(again(record.id));
    else byId.set(record.id, record);
  }
  return byId;
}

const scaleFor = ({ graded }: Joined, part: Part, partial: PartialIs) => scaleOf(graded.has(part), partial);

function reportParts(joined: Joined, partial: PartialIs, drawing: Drawing): PartReport[] {
  const parts = groupBy(joined.pairs, ({ cell }) => cell.part);
  return (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const pairs = parts.get(part);
    return pairs === undefined ? [] : [reportPart(part, pairs, scaleFor(joined, part, partial), drawing)];
  });
}

function calibrateMetrics(
  pairs: readonly Pair[],
  records: ReadonlyMap<QueryId, JudgementRecord>,
  confidence: number,
  partial: PartialIs,
): CalibratedMetric[] {
  const { yes } = scaleOf(true, partial);
  const queries = byQuery(pairs);
  return METRICS.flatMap((judged) => {
    const labelled = new Map<QueryId, readonly [number, number]>();
    for (const [id, cells] of queries) {
      const both = labelledValue(cells, judged, yes, records.get(id));
      if (both !== undefined) labelled.set(id, [both.human, both.judge]);
    }
    if (labelled.size === 0) return [];
    const all = new Map<QueryId, number>();
    for (const [id, [, judge]] of labelled) if (!records.has(id)) all.set(id, judge);
    for (const [id, record] of records) {
      const value = recordValue(record, judged, yes);
      if (value !== undefined) all.set(id, value);
    }
    const known = { metric: judged.metric, labelled: Object.fromEntries(labelled) };
    return [{ ...known, corrected: correctBy(known, all, confidence) }];
  });
}

function disagreementsOf(joined: Joined, partial: PartialIs): Disagreement[] {
  return joined.pairs
    .map(({ cell, human: [human], judge }) => {
      const { place, labels } = scaleFor(joined, cell.part, partial);
      const [a, b] = [place(human), place(judge)];
      return { gap: Math.abs(a - b), row: { ...cell, human: labels[a]!, judge: labels[b]! } };
    })
    .filter(({ gap }) => gap > 0)
    .sort((x, y) => y.gap - x.gap)
    .map(({ row }) => row);
}

const few = (metric: string, count: number): Problem =>
  calibrateProblem("few-labels", { metric, count, limit: FEW });
const nameOf = ({ name, version }: JudgedBy): string => `${name}@${version}`;
const mixed = (first: JudgedBy, { id, judge }: JudgementRecord): Problem =>
  calibrateProblem("mixed-judges", { found: nameOf(judge), wanted: nameOf(first) }, { at: { query: id } });
const again = (query: QueryId): Problem => calibrateProblem("duplicate-case/records", {}, { at: { query } });
