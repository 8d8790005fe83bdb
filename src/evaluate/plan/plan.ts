/** What was asked for, settled: every metric with its parameters and all rules in force. */

import type { Dialect, DialectMetric, Option, Patch } from "../../core/dialect.ts";
import { ln } from "../../core/exact-log.ts";
import type { Metric } from "../../core/metric.ts";
import {
  expandCutoffs,
  fillParams,
  type MetricCall,
  type NameTable,
  parseMetric,
  printMetric,
  splitMetrics,
} from "../../core/metric-grammar.ts";
import type { Params } from "../../core/params.ts";
import { GoldieError } from "../../core/problem.ts";
import type { AverageRule, Guard, JoinRule, Rounding, VerdictRule } from "../../core/rules.ts";
import type { Because, Score } from "../../core/score.ts";
import { dialects as builtInDialects } from "../../dialects/index.ts";
import { textbook } from "../../dialects/textbook.ts";
import { checkAsked } from "./_check-asked.ts";
import { dialectNamed, optionNamed, unknownMetric } from "./_dialect-names.ts";
import { namedMetrics } from "./_named-metrics.ts";
import { settledRules } from "./_settled-rules.ts";
import { calledName, fillName, mergePatch, type Placed, patchOf, placedIn, placesIn } from "./names.ts";
import { planProblem } from "./problems.ts";
import { type Rules, rulesIn } from "./rules.ts";

export interface AskedMetrics {
  /** Names, lists of names, or metrics of your own. Default: all of the dialect's, or a few that most people want. */
  readonly metrics?: string | readonly (string | Metric)[];
  /** The dialect: how another tool would have computed it. */
  readonly as?: string;
  /** Options of the dialect. */
  readonly options?: readonly string[];
  /** Cut-offs for the dialect's metrics that have one; without a dialect, for those that are computed where none are named. */
  readonly k?: number | readonly number[];
  /** Metrics of your own that `metrics` may name. */
  readonly define?: readonly Metric[];
  /** false: scores of different queries cannot be compared, so there is no abstention curve. */
  readonly comparableScores?: boolean;
}

export interface Plan {
  /** As it was asked for. */
  readonly key: string;
  /** The name of its mean. */
  readonly summaryKey: string;
  /** The same for every spelling of one metric. */
  readonly canonical: string;
  readonly metric: Metric;
  readonly params: Params;
  readonly dialect: Dialect;
  readonly join: JoinRule;
  readonly average: AverageRule;
  readonly verdicts: VerdictRule;
  readonly guard: readonly { readonly when: Guard["when"]; readonly then: Score | MetricCall }[];
  readonly otherwise: Partial<Record<Because, Score>>;
  readonly pass?: number;
  readonly zeroBelow?: number;
  /** How each cell is rounded. */
  readonly round?: Rounding;
  readonly in: "both" | "rows" | "summary";
}

export const DEFAULT_METRICS = ["recall@5", "ndcg@10", "rr", "hit@5"];

/** Metrics at other cut-offs; each of them must have one. */
export const withCutoffs = (names: readonly string[], cutoffs: readonly number[]): string[] =>
  names.map((name) => `${name.replace(/@\d+$/, "")}@${cutoffs.join(",")}`);

/** The depth to search: the largest requested cut-off. */
export function depthOf(plans: readonly Plan[]): number {
  const cutoffs = plans.map(cutoffOf).filter((k) => k !== undefined);
  return cutoffs.length === 0 ? 10 : Math.max(...cutoffs);
}

/** Undefined where the metric looks at the whole list. */
export const cutoffOf = ({ params: { k } }: Plan): number | undefined =>
  typeof k === "number" ? k : undefined;

/** What is asked for where a metric looks at the whole list. */
const WHOLE_LIST = 100;

/** How many hits to ask a retriever for, so that every metric has what it looks at. */
export const askOf = (plans: readonly Plan[]): number =>
  Math.max(depthOf(plans), plans.some((plan) => cutoffOf(plan) === undefined) ? WHOLE_LIST : 0);

/** Turns names into plans. Holds the tables of names, so that many look-ups parse against the same ones. */
export class Planner {
  readonly #names: NameTable;
  readonly #asked: AskedMetrics;
  readonly #rules: { join: Partial<JoinRule>; average: Partial<AverageRule> };
  readonly #as: Dialect;

  constructor(asked: AskedMetrics & Rules) {
    this.#asked = asked;
    checkAsked(asked);
    const own = (Array.isArray(asked.metrics) ? asked.metrics : []).filter(
      (m): m is Metric => typeof m !== "string",
    );
    this.#names = namedMetrics(asked.define ?? [], own);
    this.#rules = rulesIn(asked);
    this.#as = dialectNamed(asked.as ?? "textbook");
    if (asked.as === undefined && (asked.options ?? []).length > 0)
      throw planProblem.error("no-dialect", { option: "options" });
    if (asked.as === undefined && asked.k !== undefined && asked.metrics !== undefined)
      throw planProblem.error("no-dialect", { option: "k" });
    for (const option of asked.options ?? []) optionNamed(this.#as, option);
  }

  get as(): Dialect {
    return this.#as;
  }

  /** Whether nothing is imitated. */
  get isTextbook(): boolean {
    return this.#as === textbook;
  }

  get dialects(): readonly Dialect[] {
    return builtInDialects;
  }

  plans(): Plan[] {
    const { metrics } = this.#asked;
    const sets = Object.keys(this.#as.metrics);
    const asked =
      metrics === undefined
        ? sets.length > 0
          ? [sets[0]!]
          : this.#cut(DEFAULT_METRICS)
        : typeof metrics === "string"
          ? splitMetrics(metrics)
          : metrics.flatMap((m) => (typeof m === "string" ? splitMetrics(m) : m.id));
    const plans = new Map<string, Plan>();
    const keys = new Map<string, Plan>();
    for (const plan of asked.flatMap((text) => this.parse(text))) {
      if (plans.has(plan.canonical)) continue;
      const other = keys.get(plan.key);
      if (other !== undefined)
        throw planProblem.error("same-name", {
          name: plan.key,
          metrics: [printMetric(other), printMetric(plan)],
        });
      plans.set(plan.canonical, plan);
      keys.set(plan.key, plan);
    }
    const cutoffs = Object.values(this.#as.metrics)
      .flat()
      .some((m) => m.k !== undefined);
    if (this.#asked.as !== undefined && this.#asked.k !== undefined && !cutoffs)
      throw planProblem.error("bad-cutoff/of-dialect", { dialect: this.#as.id });
    if (plans.size === 0) throw planProblem.error("no-metric/none-asked", { names: DEFAULT_METRICS });
    return [...plans.values()];
  }

  #cut(names: readonly string[]): readonly string[] {
    const { k } = this.#asked;
    return k === undefined ? names : withCutoffs(names, [k].flat());
  }

  /** One name (with several cut-offs, or of a whole set) → its plans. */
  parse(text: string): Plan[] {
    const colon = text.indexOf(":");
    const prefix = /^[a-z][a-z0-9_-]*:/.test(text) ? text.slice(0, colon) : undefined;
    const dialect = prefix === undefined ? this.#as : dialectNamed(prefix);
    const name = prefix === undefined ? text : text.slice(colon + 1);
    const written = (key: string) => (prefix === undefined ? key : `${prefix}:${key}`);
    return this.#several(dialect, name).flatMap((one) => {
      const found = this.#named(dialect, one, written);
      if (found !== undefined) return found;
      // A name that the tool has, without what it demands, is refused as the tool refuses it.
      const bare = (text: string) => text.split(/[(@]/)[0];
      const demanding = Object.values(dialect.metrics)
        .flat()
        .some((m) => m.requires !== undefined && bare(m.name) === bare(one));
      if (demanding) throw unknownMetric(dialect, one);
      if (prefix !== undefined && prefix !== textbook.id) throw unknownMetric(dialect, one);
      try {
        return [this.#own(parseMetric(one, this.#names), written(one), dialect)];
      } catch (error) {
        if (error instanceof GoldieError && error.problem.code === "unknown-metric" && this.#as !== textbook)
          throw unknownMetric(dialect, one);
        throw error;
      }
    });
  }

  /** "recall@1,5" and trec_eval's "P.5,10" are two metrics each; "ndcg.1=3,2=9" is one. */
  #several(dialect: Dialect, name: string): string[] {
    const { separator } = dialect;
    const at = separator === undefined ? -1 : name.indexOf(separator.written);
    const isSet = Object.hasOwn(dialect.metrics, name);
    if (separator === undefined || at < 0 || isSet || name.includes("("))
      return isSet ? [name] : expandCutoffs(name);
    // A dot may belong to a number: "iprec_at_recall_0.10".
    if (this.#named(dialect, name, (key) => key) !== undefined) return [name];
    const head = `${name.slice(0, at)}${separator.means}`;
    const whole = head + name.slice(at + 1);
    // Written this way, a metric is called what the tool prints: "iprec_at_recall.0.1" is iprec_at_recall_0.10.
    const printed = (one: string): string[] | undefined => {
      const plans = this.#named(dialect, one, (key) => key, true);
      // Where the tool prints fewer digits than were asked for, what it prints is another metric.
      const same = plans?.every(
        ({ key, canonical }) =>
          this.#named(dialect, key, (name) => name)?.some((plan) => plan.canonical === canonical) === true,
      );
      return same === false ? [one] : plans?.map(({ key }) => key);
    };
    return (
      printed(whole) ??
      name
        .slice(at + 1)
        .split(",")
        .flatMap((value) => printed(head + value) ?? [head + value])
    );
  }

  /** The plans of a dialect's own name; undefined where it has none like it. */
  #named(
    dialect: Dialect,
    text: string,
    written: (key: string) => string,
    printed = false,
  ): Plan[] | undefined {
    const asked = printed ? undefined : text;
    const set = (id: string) => (Object.hasOwn(dialect.metrics, id) ? dialect.metrics[id] : undefined);
    const whole = set(text);
    // A metric that shows a parameter without having a default for it must be asked for by its full name.
    if (whole !== undefined)
      return whole
        .filter((m) => isComplete(m) && m.requires === undefined)
        .flatMap((m) => this.#ofDialect(dialect, m, "default", {}, written));
    const at = text.lastIndexOf("@");
    const cut = at > 0 ? set(text.slice(0, at)) : undefined;
    if (cut !== undefined)
      return cut.flatMap((m) => this.#ofDialect(dialect, m, { k: text.slice(at + 1) }, {}, written));
    const call = calledName(text) ?? { text, args: {} };
    const all = Object.values(dialect.metrics).flat();
    // A name that is spelled out goes before one that only begins like it: "Judged" before "Judged@{k}".
    for (const m of [...all.filter((one) => one.name === text), ...all]) {
      const exact = placedIn(m, text);
      if (exact !== undefined && m.requires === undefined && this.#fits(m, exact))
        return this.#ofDialect(dialect, m, exact, {}, written, asked);
      const placed = placedIn(m, call.text);
      const patch = placed === undefined || !this.#fits(m, placed) ? undefined : patchOf(m, call.args);
      if (placed !== undefined && patch !== undefined)
        return this.#ofDialect(dialect, m, placed, patch, written, asked);
    }
    return undefined;
  }

  /** Without values there must be defaults; several numbers are one value only where the parameter is a list or a table. */
  #fits(m: DialectMetric, placed: Placed | "default"): boolean {
    if (placed === "default") return isComplete(m);
    const { params } = parseMetric(m.is, this.#names).metric;
    return Object.entries(placed).every(
      ([name, text]) => !/[,=]/.test(text) || params[name]?.kind === "list" || params[name]?.kind === "gain",
    );
  }

  dialect(id: string): Dialect {
    return dialectNamed(id);
  }

  /** A metric by its own name, under the rules in force. */
  #own(call: MetricCall, key: string, dialect: Dialect): Plan {
    const asked = { metric: call.metric, params: this.#params(dialect, [], call, call.given ?? {}) };
    return this.#plan(dialect, {}, asked, key, key, printMetric(asked), "both");
  }

  /** One plan per default value, or one for the values that the name holds. */
  #ofDialect(
    dialect: Dialect,
    m: DialectMetric,
    placed: Placed | "default",
    patch: Patch,
    written: (key: string) => string,
    asked?: string,
  ): Plan[] {
    const call = parseMetric(m.is, this.#names);
    const { at } = call.metric;
    const given = this.#asked.k === undefined ? undefined : [this.#asked.k].flat();
    const k = m.k === undefined ? undefined : (given ?? m.k);
    const defaults: Readonly<Record<string, unknown>>[] =
      k !== undefined
        ? k.map((x) => ({ k: x }))
        : m.vary !== undefined
          ? Object.entries(m.vary).flatMap(([name, list]) => list.map((x) => ({ [name]: x })))
          : [{}];
    return (placed === "default" ? defaults : [placed]).map((values) => {
      if (values.k !== undefined && at === undefined)
        throw planProblem.error("bad-cutoff/of-name", { dialect: dialect.id, metric: m.name });
      const shown = placesIn(m.name);
      // "k" is the parameter set by @, under any name.
      const set = Object.fromEntries(
        Object.entries(values).map(([name, x]) => [name === "k" && !shown.includes("k") ? at! : name, x]),
      );
      const params = this.#params(dialect, [m, patch], call, set);
      const label =
        values.k !== undefined && !shown.includes("k") && (placed !== "default" || defaults.length > 1)
          ? `@${values.k}`
          : "";
      const fill = (name: string) =>
        fillName(name, { ...params, ...values }) + (placesIn(name).length === 0 ? label : "");
      const name = fill(m.name);
      const key =
        asked !== undefined && placed !== "default"
          ? asked
          : asked !== undefined && defaults.length === 1 && shown.length === 0
            ? asked
            : name;
      return this.#plan(
        dialect,
        mergePatch(m, patch),
        { metric: call.metric, params },
        written(key),
        written(m.summary !== undefined ? fill(m.summary) : key),
        `${m.name}:${JSON.stringify([params, patch.join ?? null, m.summary ?? null], tableText)}`,
        m.in ?? "both",
        m.name,
      );
    });
  }

  /** Defaults of the dialect, then of the metric, then the request; unknown parameters are skipped. */
  #params(
    dialect: Dialect,
    patches: readonly Patch[],
    call: MetricCall,
    set: Readonly<Record<string, unknown>>,
  ): Params {
    const { metric } = call;
    const options = this.#options(dialect);
    const known = (...patches: readonly Patch[]) =>
      Object.fromEntries(
        patches
          .flatMap(({ params = {} }) => Object.entries(params))
          .filter(([name]) => Object.hasOwn(metric.params, name)),
      );
    const given: Record<string, unknown> = {
      ...known(dialect),
      ...call.given,
      ...known(...options),
      ...known(...patches),
      ...set,
    };
    const { at } = metric;
    // Some tools take a cut-off of 0 for an empty list.
    if (at !== undefined && dialect.leastCutoff === 0 && Number(given[at]) === 0 && given[at] !== undefined)
      return { ...fillParams(metric, { ...given, [at]: undefined }), [at]: 0 };
    return fillParams(metric, given);
  }

  #options(dialect: Dialect): Option[] {
    return dialect === this.#as ? (this.#asked.options ?? []).map((name) => optionNamed(dialect, name)) : [];
  }

  #plan(
    dialect: Dialect,
    patch: Patch,
    call: MetricCall,
    key: string,
    summaryKey: string,
    canonical: string,
    shown: Plan["in"],
    name?: string,
  ): Plan {
    const patches: Patch[] = [
      dialect,
      patch,
      ...this.#options(dialect).flatMap((option) => [
        option,
        (name !== undefined ? option.metrics?.[name] : undefined) ?? {},
      ]),
      this.#rules,
    ];
    return {
      key,
      summaryKey,
      canonical: `${dialect.id === this.#as.id ? "" : `${dialect.id}:`}${canonical}`,
      metric: call.metric,
      params: call.params,
      dialect,
      ...settledRules(patches, patch, call.metric, (text) => parseMetric(text, this.#names)),
      in: shown,
    };
  }
}

/** What stands in for a value that a rule counts as 0: of a mean of logarithms, the least that its metric gives. */
export const zeroOf = ({ average, params }: Plan): number =>
  average.as === "geometric" && typeof params.floor === "number" ? ln(params.floor) : 0;

/** Every parameter that the name shows has default values. */
const isComplete = (m: DialectMetric): boolean =>
  placesIn(m.name).every((place) => (place === "k" && m.k !== undefined) || m.vary?.[place] !== undefined);

const tableText = (_: string, x: unknown): unknown => (x instanceof Map ? [...x] : x);
