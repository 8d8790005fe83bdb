/** Hits that nobody judged, of one or more runs: what labels of them do to the scores, and which matter most. */
import type { DocId, QueryId } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import type { Counts } from "../../core/score.ts";
import type { MetricVerdict, VerdictCall } from "../compare/comparison.ts";
import { asFamily } from "../compare/family.ts";
import { pairScores } from "../compare/paired.ts";
import { CONFIDENCE, verdictOf } from "../compare/verdict.ts";
import { type GoldValue, readGold } from "../input/read-gold.ts";
import { type RankingInput, readRanking } from "../input/read-run.ts";
import { Scratch } from "../join/scratch.ts";
import { type AskedMetrics, cutoffOf, type Plan, Planner } from "../plan/plan.ts";
import type { Rules } from "../plan/rules.ts";
import { meanInterval } from "../score/interval.ts";
import { type Aggregate, STATES, summarize } from "../score/summarize.ts";
import type { MissedHit } from "../why/missed.ts";
import { hitsOf } from "../why/run-misses.ts";
import { LabelCase, type LabelList, type LabelRule, OPEN } from "./_case.ts";
import { meanRange } from "./_mean-range.ts";
import { settledCall } from "./_settled.ts";
import { type Combination, limitsFor, type Spread, spreadsOf } from "./_spread.ts";
import { labelledGold, takesLabels } from "./labelled-gold.ts";
import { labelProblem } from "./problems.ts";

export interface LabelPoolOptions {
  readonly gold: ReadonlyMap<QueryId, GoldValue>;
  /** The first is the baseline. `rules`: how its hits are ranked and matched. */
  readonly runs: readonly PooledRun[];
  /** One metric. */
  readonly metric: string;
  readonly define?: AskedMetrics["define"];
  /** How many hits of each list are pooled. Default: the cut-off of the metric, or 10. */
  readonly depth?: number;
  /** The highest grade that people give, or that of each query. Default: 3. */
  readonly highest?: number | ((query: QueryId) => number);
}
export interface PooledRun {
  readonly name: string;
  readonly run: ReadonlyMap<QueryId, RankingInput>;
  readonly rules?: Rules;
}

export interface PooledHit {
  readonly query: QueryId;
  readonly doc: DocId;
}

type ValueRange = readonly [low: number, high: number];

export interface PooledRunScores extends Aggregate {
  readonly name: string;
  readonly interval?: ValueRange;
  /** Between these the mean ends, whatever the labels of what is left; absent where there may be no mean. */
  readonly range?: ValueRange;
}

export interface PooledVerdict {
  readonly a: string;
  readonly b: string;
  readonly verdict: MetricVerdict;
  /** Between these the difference ends; absent where there may be none. */
  readonly range?: ValueRange;
  /** What every labelling of the rest says, where all say the same. */
  readonly settled?: VerdictCall;
}

/** The mean of one run is settled where labels move it by less than this. */
const SETTLED_MEAN = 0.0005;

const FAILED = STATES.indexOf("failed");

/** One query, with what is known of its scores. */
interface PooledQuery {
  readonly value: GoldValue;
  /** Labels of documents that are not pooled. */
  readonly others: Map<DocId, number>;
  places: ReadonlyMap<DocId, number>;
  labelCase: LabelCase;
  /** By combination: runs first, then pairs. */
  spreads: readonly (Spread | undefined)[];
  /** By document of the case; made when somebody asks. */
  influence?: Float64Array | undefined;
}

export class LabelPool {
  readonly metric: string;
  readonly depth: number;
  /** The highest grade that people give for a query. */
  readonly highest: (query: QueryId) => number;
  readonly runs: readonly string[];
  /** Everything that can be labelled, in the order of the gold. */
  readonly hits: readonly PooledHit[];
  readonly problems: readonly Problem[];
  readonly #plans: readonly Plan[];
  readonly #rules: readonly LabelRule[];
  readonly #given: readonly PooledRun[];
  readonly #queries: readonly QueryId[];
  readonly #byQuery: ReadonlyMap<QueryId, PooledQuery>;
  readonly #place: ReadonlyMap<QueryId, number>;
  readonly #combinations: readonly Combination[];
  readonly #columns: readonly { readonly values: Float64Array; readonly states: Uint8Array }[];
  readonly #missing: readonly Uint8Array[];
  /** Width of the range of the first difference, or of the mean, without labels. */
  readonly #width: number | undefined;

  constructor({ gold, runs, metric, define, depth, highest = 3 }: LabelPoolOptions) {
    this.#given = runs;
    this.#plans = runs.map(({ rules }) =>
      planOf({ metrics: [metric], ...(define === undefined ? {} : { define }), ...rules }),
    );
    const [plan] = this.#plans as [Plan];
    this.metric = plan.key;
    this.depth = depth ?? cutoffOf(plan) ?? 10;
    this.highest = typeof highest === "number" ? () => highest : highest;
    this.runs = runs.map(({ name }) => name);
    this.#rules = this.#plans.map((one) => ({
      metric: one.metric as LabelRule["metric"],
      params: one.params,
      join: one.join,
      scratch: new Scratch(one.join, one.params["ties"] !== "as-ordered"),
    }));
    this.#combinations = combinationsOf(runs.length);
    this.#queries = [...gold.keys()];
    this.#place = new Map(this.#queries.map((query, i) => [query, i]));
    this.#columns = runs.map(() => ({
      values: new Float64Array(this.#queries.length),
      states: new Uint8Array(this.#queries.length),
    }));
    this.#missing = runs.map(({ run }) =>
      Uint8Array.from(this.#queries, (query) => (run.has(query) ? 0 : 1)),
    );
    this.#byQuery = new Map([...gold].map(([query, value]) => [query, this.#read(query, value)]));
    this.hits = [...this.#byQuery].flatMap(([query, { labelCase }]) =>
      labelCase.docs.map((doc) => ({ query, doc })),
    );
    const left = [...gold].filter(
      ([query, value]) => !takesLabels(readGold(query, value, new ProblemLog())),
    ).length;
    if (this.hits.length === 0) throw this.#nothing(left);
    this.problems = left === 0 ? [] : [labelProblem("unlabelled-queries", { queries: left })];
    this.#width = this.#openWidth();
  }

  /** The label of a document that counts; undefined takes it back. Only its query is scored again. */
  label(query: QueryId, doc: DocId, grade: number | undefined): void {
    const one = this.#byQuery.get(query);
    // Labels of other queries may be in the file.
    if (one === undefined) return;
    const place = one.places.get(doc);
    if (place !== undefined) one.labelCase.labels[place] = grade ?? OPEN;
    else {
      if (grade === undefined) one.others.delete(doc);
      else one.others.set(doc, grade);
      const before = one.labelCase;
      one.labelCase = this.#caseOf(query, one.value, one.others, before.docs);
      for (const [at, name] of one.labelCase.docs.entries())
        one.labelCase.labels[at] = before.labels[one.places.get(name)!]!;
      // One of them may be another spelling of what was labelled.
      one.places = new Map(one.labelCase.docs.map((name, at) => [name, at]));
    }
    this.#score(one);
  }

  labelOf(query: QueryId, doc: DocId): number | undefined {
    const one = this.#byQuery.get(query);
    const place = one?.places.get(doc);
    const label = place === undefined ? OPEN : one!.labelCase.labels[place]!;
    return label === OPEN ? undefined : label;
  }

  /** A hit that is this document, as the first run that has one gives it; preferably with its text. */
  hit(query: QueryId, doc: DocId): MissedHit | undefined {
    let found: MissedHit | undefined;
    for (let run = 0; run < this.runs.length; run++)
      for (const { name, hit } of this.#named(query, run)) {
        if (name !== doc) continue;
        if (hit.text !== undefined) return hit;
        found ??= hit;
        break;
      }
    return found;
  }

  /** All labels of a query, of pooled documents and of others. */
  labelsOf(query: QueryId): ReadonlyMap<DocId, number> {
    const one = this.#byQuery.get(query);
    if (one === undefined) return new Map();
    const pooled = [...one.places].flatMap(([doc, place]) =>
      one.labelCase.labels[place] === OPEN ? [] : [[doc, one.labelCase.labels[place]!] as const],
    );
    return new Map([...one.others, ...pooled]);
  }

  /**
   * How much the label of a hit could move what is asked, all else equal: the difference between the first run and another,
   * or the mean of the only run. `width`: how much all labels of its query together could.
   */
  influence(query: QueryId, doc: DocId): { readonly own: number; readonly width: number } {
    const one = this.#byQuery.get(query)!;
    one.influence ??= this.#influenceIn(one.labelCase);
    const asked = this.#asked(one.spreads);
    const width = Math.max(0, ...asked.map((spread) => (spread === undefined ? 0 : widthOf(spread))));
    return { own: one.influence[one.places.get(doc) ?? -1] ?? 0, width };
  }

  scores(): readonly PooledRunScores[] {
    return this.runs.map((name, run) => {
      const { average, metric } = this.#plans[run]!;
      const column = this.#columns[run]!;
      const unknown = [...this.#given[run]!.run.keys()].filter((query) => !this.#place.has(query)).length;
      const found = summarize(column, average, this.#missing[run]!, unknown, undefined, undefined);
      const values = { yesNo: metric.values === "yes-no", range: metric.range };
      const interval = meanInterval(column, average, values, found.counts as Counts, undefined);
      const range = meanRange(this.#spreadsAt(run));
      return {
        name,
        ...found,
        ...(interval === undefined ? {} : { interval }),
        ...(range === undefined ? {} : { range }),
      };
    });
  }

  /** The first run against each of the others. */
  verdicts(): readonly PooledVerdict[] {
    const verdicts = this.#compared(true);
    const settled = this.#settledCalls(verdicts);
    return this.runs.slice(1).map((name, i) => {
      const range = meanRange(this.#spreadsAt(this.runs.length + i));
      return {
        a: this.runs[0]!,
        b: name,
        verdict: verdicts[i]!,
        ...(range === undefined ? {} : { range }),
        ...(settled[i] === undefined ? {} : { settled: settled[i] }),
      };
    });
  }

  /** No label of what is left can change a verdict; of one run, its mean by 0.0005. */
  settled(): boolean {
    if (this.runs.length > 1)
      return this.#settledCalls(this.#compared(false)).every((call) => call !== undefined);
    const range = meanRange(this.#spreadsAt(0));
    return range !== undefined && range[1] - range[0] < SETTLED_MEAN;
  }

  #compared(details: boolean): readonly MetricVerdict[] {
    return asFamily(
      this.runs.slice(1).map((_, i) =>
        verdictOf(pairScores(this.metric, this.#side(0), this.#side(i + 1)), {
          confidence: CONFIDENCE,
          details,
        }),
      ),
      CONFIDENCE,
    );
  }

  /** By pair: the call of now, if every labelling of the rest leads to it. */
  #settledCalls(now: readonly MetricVerdict[]): readonly (VerdictCall | undefined)[] {
    const { metric } = this.#plans[0]!;
    const pairs = this.runs.slice(1).map((_, i) => this.#spreadsAt(this.runs.length + i));
    const closed = pairs.every((spreads) =>
      spreads.every(({ low, high, optional }) => low === high && !optional),
    );
    if (closed) return now.map(({ call }) => call);
    const rule = {
      direction: metric.direction,
      yesNo: metric.values === "yes-no",
      confidence: CONFIDENCE,
      family: pairs.length,
    };
    return pairs.map((spreads, i) => {
      const call = settledCall(spreads, rule);
      return call === now[i]!.call ? call : undefined;
    });
  }

  /** How much of the range of the first difference, or of the mean, is still open: 1 without labels, 0 at the end. */
  open(): number | undefined {
    const width = this.#openWidth();
    if (width === undefined || this.#width === undefined) return undefined;
    return this.#width === 0 ? 0 : Math.min(1, width / this.#width);
  }

  /** The gold with all labels, query by query. */
  *gold(): Iterable<readonly [QueryId, GoldValue]> {
    for (const [query, { value }] of this.#byQuery)
      yield [query, labelledGold(query, value, this.labelsOf(query))];
  }

  #openWidth(): number | undefined {
    const range = meanRange(this.#spreadsAt(this.runs.length > 1 ? this.runs.length : 0));
    return range && range[1] - range[0];
  }

  #spreadsAt(combination: number): readonly Spread[] {
    const found: Spread[] = [];
    for (const { spreads } of this.#byQuery.values()) {
      const one = spreads[combination];
      if (one !== undefined) found.push(one);
    }
    return found;
  }

  /** What the order is about: the pairs, or the only run. */
  #asked<T>(all: readonly T[]): readonly T[] {
    return this.runs.length > 1 ? all.slice(this.runs.length) : all;
  }

  #influenceIn(c: LabelCase): Float64Array {
    const labels = c.labels.slice();
    return Float64Array.from(c.docs, (_, d) => {
      const before = labels[d]!;
      const values = [this.highest(c.query), 0].map((grade) => {
        labels[d] = grade;
        return this.runs.map((_, run) => {
          const score = c.score(run, labels);
          return score?.status === "scored" ? score.value : undefined;
        });
      }) as [(number | undefined)[], (number | undefined)[]];
      labels[d] = before;
      let most = 0;
      for (const weights of this.#asked(this.#combinations)) {
        if (weights.some((weight, run) => weight !== 0 && !c.has(run))) continue;
        // A query without a score moves nothing.
        const [relevant, not] = values.map((scores) =>
          weights.some((weight, run) => weight !== 0 && scores[run] === undefined)
            ? 0
            : weights.reduce((sum, weight, run) => (weight === 0 ? sum : sum + weight * scores[run]!), 0),
        ) as [number, number];
        most = Math.max(most, Math.abs(relevant - not));
      }
      return most;
    });
  }

  #side(run: number): Parameters<typeof pairScores>[1] {
    const { metric } = this.#plans[run]!;
    return {
      queries: this.#queries,
      column: () => this.#columns[run]!,
      direction: () => metric.direction,
      yesNo: () => metric.values === "yes-no",
    };
  }

  #read(query: QueryId, value: GoldValue): PooledQuery {
    const others = new Map<DocId, number>();
    const labelCase = this.#caseOf(query, value, others);
    const places = new Map(labelCase.docs.map((doc, i) => [doc, i]));
    const one: PooledQuery = { value, others, places, labelCase, spreads: [] };
    this.#score(one);
    return one;
  }

  #score(one: PooledQuery): void {
    const { labelCase } = one;
    const place = this.#place.get(labelCase.query)!;
    for (let run = 0; run < this.runs.length; run++) {
      const score = labelCase.score(run, labelCase.labels);
      const { values, states } = this.#columns[run]!;
      states[place] = score === undefined ? FAILED : STATES.indexOf(score.status);
      values[place] = score?.status === "scored" ? score.value : 0;
    }
    const highest = this.highest(labelCase.query);
    one.spreads = spreadsOf(labelCase, this.#combinations, highest, limitsFor(this.#queries.length));
    one.influence = undefined;
  }

  #caseOf(
    query: QueryId,
    value: GoldValue,
    others: ReadonlyMap<DocId, number>,
    pooled?: readonly DocId[],
  ): LabelCase {
    const gold = readGold(query, labelledGold(query, value, others), new ProblemLog());
    const lists = this.#given.map(({ run }, at): LabelList | undefined => {
      const given = run.get(query);
      if (given instanceof Error) return undefined;
      return {
        rule: this.#rules[at]!,
        ranking: given === undefined ? undefined : readRanking(query, given, new ProblemLog()),
      };
    });
    const candidates = pooled ?? (takesLabels(gold) ? this.#candidates(query, gold.forbidden) : []);
    return new LabelCase(query, gold, lists, candidates, this.depth);
  }

  /** The first documents of every list. */
  #candidates(query: QueryId, forbidden: readonly DocId[] = []): DocId[] {
    const never = new Set(forbidden);
    const found = new Set<DocId>();
    this.#given.forEach((_, run) => {
      const own = new Set<DocId>();
      for (const { name } of this.#named(query, run)) {
        own.add(name);
        if (!never.has(name)) found.add(name);
        if (own.size === this.depth) break;
      }
    });
    return [...found];
  }

  /** The hits of a list, best first, under the names that the gold would give them. */
  *#named(query: QueryId, run: number): Iterable<{ readonly name: DocId; readonly hit: MissedHit }> {
    const given = this.#given[run]!.run.get(query);
    if (given === undefined || given instanceof Error) return;
    const { join, scratch } = this.#rules[run]!;
    const asHits = "ids" in join.match && join.match.on === "hits" ? scratch.idRule : undefined;
    for (const hit of hitsOf(query, given, join, new ProblemLog())) {
      const doc = join.unit === "doc" ? hit.doc : undefined;
      const name = doc ?? (hit.id === null || asHits === undefined ? hit.id : asHits(hit.id));
      if (name !== null && name !== "") yield { name, hit };
    }
  }

  #nothing(left: number): Error {
    if (left === this.#queries.length && left > 0)
      return labelProblem.error("nothing-to-label/gold", { queries: left });
    const any = this.#queries.some((query) => this.#given.some(({ run }) => run.has(query)));
    return any
      ? labelProblem.error("nothing-to-label/judged", { depth: this.depth })
      : labelProblem.error("nothing-to-label/hits", { runs: this.runs });
  }
}

const widthOf = ({ low, high }: Spread): number => high - low;

/** Each run alone, then the first against each of the others. */
const combinationsOf = (runs: number): Combination[] => {
  const alone = Array.from({ length: runs }, (_, run) =>
    Array.from({ length: runs }, (_, other): number => (other === run ? 1 : 0)),
  );
  const pairs = alone.slice(1).map((weights) => weights.with(0, -1));
  return [...alone, ...pairs];
};

function planOf(asked: AskedMetrics & Rules): Plan {
  const plans = new Planner(asked).plans();
  const [plan] = plans as [Plan];
  const metric = plan.key;
  if (plans.length > 1)
    throw labelProblem.error("cannot-label/metrics", { metrics: plans.map(({ key }) => key) });
  if (plan.metric.kind !== "computed" || !plan.metric.needs.includes("grades"))
    throw labelProblem.error("cannot-label/metric", { metric });
  if (!("ids" in plan.join.match)) throw labelProblem.error("cannot-label/match", { metric });
  if (plan.metric.needs.includes("known") || plan.metric.aggregate !== "mean")
    throw labelProblem.error("cannot-label/geometric", { metric });
  return plan;
}
