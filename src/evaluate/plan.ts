/** What was asked for, settled: every metric with its parameters and all rules in force. */
import { GoldieError, nearest } from "../core/problem.ts";
import type {
  AverageRule,
  Because,
  Dialect,
  DialectMetric,
  Guard,
  JoinRule,
  Metric,
  Params,
  Patch,
  Score,
  VerdictRule,
} from "../core/types.ts";
import { dialects as builtInDialects } from "../dialects/index.ts";
import { textbook } from "../dialects/textbook.ts";
import {
  expandCutoffs,
  fillParams,
  type MetricCall,
  nameTable,
  parseMetric,
  printMetric,
  splitMetrics,
} from "../metrics/_grammar.ts";
import { metrics as builtInMetrics } from "../metrics/index.ts";
import { type Rules, rulesIn } from "./rules.ts";

export interface Asked {
  /** Names, lists of names, or metrics of your own. Default: all of the dialect's, or a few that most people want. */
  readonly metrics?: string | readonly (string | Metric)[];
  /** The dialect: how another tool would have computed it. */
  readonly as?: string;
  /** Options of the dialect. */
  readonly options?: readonly string[];
  /** Cut-offs for the dialect's metrics that have one. */
  readonly k?: number | readonly number[];
  /** Metrics of your own that `metrics` may name. */
  readonly define?: readonly Metric[];
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
  readonly in: "both" | "rows" | "summary";
}

export const DEFAULT_METRICS = ["recall@5", "ndcg@10", "rr", "hit@5"];

/** Turns names into plans. Holds the tables of names, so that many look-ups parse against the same ones. */
export class Planner {
  readonly #names: ReturnType<typeof nameTable>;
  readonly #dialects: ReadonlyMap<string, Dialect>;
  readonly #asked: Asked;
  readonly #rules: { join: Partial<JoinRule>; average: Partial<AverageRule> };
  readonly #as: Dialect;

  constructor(asked: Asked & Rules) {
    this.#asked = asked;
    const own = (Array.isArray(asked.metrics) ? asked.metrics : []).filter(
      (m): m is Metric => typeof m !== "string",
    );
    this.#names = nameTable([
      ...builtInMetrics,
      ...(asked.define ?? []),
      ...own.filter((m) => !asked.define?.includes(m) && !builtInMetrics.includes(m)),
    ]);
    this.#dialects = new Map(builtInDialects.map((d) => [d.id, d]));
    this.#rules = rulesIn(asked);
    this.#as = this.dialect(asked.as ?? "textbook");
    if (asked.as === undefined && (asked.options ?? []).length > 0) withoutDialect("options");
    if (asked.as === undefined && asked.k !== undefined) withoutDialect("k");
    for (const option of asked.options ?? []) this.#option(this.#as, option);
  }

  get as(): Dialect {
    return this.#as;
  }

  get dialects(): readonly Dialect[] {
    return [...this.#dialects.values()];
  }

  plans(): Plan[] {
    const { metrics } = this.#asked;
    const sets = Object.keys(this.#as.metrics);
    const asked =
      metrics === undefined
        ? sets.length > 0
          ? [sets[0]!]
          : DEFAULT_METRICS
        : typeof metrics === "string"
          ? splitMetrics(metrics)
          : metrics.flatMap((m) => (typeof m === "string" ? splitMetrics(m) : m.id));
    const plans = new Map<string, Plan>();
    const keys = new Map<string, Plan>();
    for (const plan of asked.flatMap((text) => this.parse(text))) {
      if (plans.has(plan.canonical)) continue;
      const other = keys.get(plan.key);
      if (other !== undefined)
        throw new GoldieError({
          code: "same-name",
          what: `two metrics are called ${plan.key}: ${other.canonical} and ${plan.canonical}`,
          fix: "ask for one of them at a time",
        });
      plans.set(plan.canonical, plan);
      keys.set(plan.key, plan);
    }
    if (plans.size === 0)
      throw new GoldieError({
        code: "no-metric",
        what: "no metric was asked for",
        fix: `name some, such as ${DEFAULT_METRICS.join(", ")}`,
      });
    return [...plans.values()];
  }

  /** One name (with several cut-offs, or of a whole set) → its plans. */
  parse(text: string): Plan[] {
    const colon = text.indexOf(":");
    const prefix = /^[a-z][a-z0-9_-]*:/.test(text) ? text.slice(0, colon) : undefined;
    const dialect = prefix === undefined ? this.#as : this.dialect(prefix);
    const name = prefix === undefined ? text : text.slice(colon + 1);
    const written = (key: string) => (prefix === undefined ? key : `${prefix}:${key}`);
    const set = Object.hasOwn(dialect.metrics, name) ? dialect.metrics[name] : undefined;
    if (set !== undefined) return set.flatMap((m) => this.#ofDialect(dialect, m, undefined, written));
    return expandCutoffs(name).flatMap((one) => {
      const at = one.lastIndexOf("@");
      const whole =
        at > 0 && Object.hasOwn(dialect.metrics, one.slice(0, at))
          ? dialect.metrics[one.slice(0, at)]
          : undefined;
      if (whole !== undefined)
        return whole.flatMap((m) => this.#ofDialect(dialect, m, Number(one.slice(at + 1)), written));
      for (const m of Object.values(dialect.metrics).flat()) {
        const k = cutoffIn(m, one);
        if (k !== undefined) return this.#ofDialect(dialect, m, k, written, one);
      }
      if (prefix !== undefined && prefix !== textbook.id) throw this.#unknown(dialect, one);
      try {
        return [this.#own(parseMetric(one, this.#names), written(one))];
      } catch (error) {
        if (error instanceof GoldieError && error.problem.code === "unknown-metric" && this.#as !== textbook)
          throw this.#unknown(dialect, one);
        throw error;
      }
    });
  }

  dialect(id: string): Dialect {
    const found = this.#dialects.get(id);
    if (found !== undefined) return found;
    const close = nearest(id, this.#dialects.keys());
    throw new GoldieError({
      code: "unknown-dialect",
      what: `there is no dialect ${JSON.stringify(id)}`,
      fix:
        close.length > 0
          ? `did you mean ${close.join(" or ")}?`
          : `choose one of ${[...this.#dialects.keys()].join(", ")}`,
    });
  }

  #option(dialect: Dialect, name: string): Patch {
    const options = dialect.options ?? {};
    if (Object.hasOwn(options, name)) return options[name]!;
    const names = Object.keys(options);
    throw new GoldieError({
      code: "unknown-option",
      what: `${dialect.id} has no option ${JSON.stringify(name)}`,
      fix: names.length > 0 ? `choose one of ${names.join(", ")}` : "it has none",
    });
  }

  #unknown(dialect: Dialect, name: string): GoldieError {
    const names = Object.values(dialect.metrics)
      .flat()
      .flatMap((m) => [m.name, ...(m.summary === undefined ? [] : [m.summary])]);
    const close = nearest(name.replace(/@.*$/, ""), new Set(names.map((n) => n.replace("@{k}", ""))));
    return new GoldieError({
      code: "unknown-metric",
      what: `${dialect.id} has no metric ${JSON.stringify(name)}`,
      fix:
        close.length > 0 ? `did you mean ${close.join(" or ")}?` : `it has ${[...new Set(names)].join(", ")}`,
    });
  }

  /** A metric by its own name, under the rules in force. */
  #own(call: MetricCall, key: string): Plan {
    return this.#plan(this.#as, {}, call, key, key, printMetric(call), "both");
  }

  #ofDialect(
    dialect: Dialect,
    m: DialectMetric,
    k: number | "default",
    written: (key: string) => string,
    asked?: string,
  ): Plan[];
  #ofDialect(dialect: Dialect, m: DialectMetric, k: undefined, written: (key: string) => string): Plan[];
  #ofDialect(
    dialect: Dialect,
    m: DialectMetric,
    k: number | "default" | undefined,
    written: (key: string) => string,
    asked?: string,
  ): Plan[] {
    const call = parseMetric(m.is, this.#names);
    const given = this.#asked.k === undefined ? undefined : [this.#asked.k].flat();
    const cutoffs = typeof k === "number" ? [k] : m.k === undefined ? [undefined] : (given ?? m.k);
    return cutoffs.map((cut) => {
      const params = cut === undefined ? call.params : this.#cut(call, cut, dialect, m.name);
      const several =
        m.k !== undefined && !m.name.includes("{k}") && (cutoffs.length > 1 || typeof k === "number");
      const fill = (name: string) =>
        name.replace("{k}", String(cut)) +
        ((several || (m.k === undefined && cut !== undefined)) && !name.includes("{k}") ? `@${cut}` : "");
      const name = fill(m.name);
      const key = asked !== undefined && k !== "default" ? asked : name;
      return this.#plan(
        dialect,
        m,
        { metric: call.metric, params },
        written(key),
        written(fill(m.summary ?? m.name)),
        `${dialect.id}:${m.is}:${name}`,
        m.in ?? "both",
      );
    });
  }

  #cut({ metric, params }: MetricCall, k: number, dialect: Dialect, name: string): Params {
    if (metric.at === undefined)
      throw new GoldieError({
        code: "bad-cutoff",
        what: `${dialect.id}:${name} has no cut-off`,
        fix: "leave the @ out",
      });
    if (k === 0 && dialect.leastCutoff === 0) return { ...params, [metric.at]: 0 };
    const given: Record<string, unknown> = { ...params, [metric.at]: k };
    return fillParams(metric, given);
  }

  #plan(
    dialect: Dialect,
    patch: Patch,
    call: MetricCall,
    key: string,
    summaryKey: string,
    canonical: string,
    shown: Plan["in"],
  ): Plan {
    const patches: Patch[] = [
      dialect,
      patch,
      ...(dialect === this.#as ? (this.#asked.options ?? []).map((o) => this.#option(dialect, o)) : []),
      this.#rules,
    ];
    const merged = <T>(field: "join" | "average" | "verdicts" | "otherwise"): T =>
      Object.assign({}, ...patches.map((p) => p[field])) as T;
    const last = <T>(field: "guard" | "pass" | "zeroBelow"): T | undefined =>
      patches.reduce<T | undefined>((x, p) => (p[field] as T | undefined) ?? x, undefined);
    const { metric } = call;
    const join = merged<JoinRule>("join");
    const match = metric.kind === "computed" ? metric.match : undefined;
    const average = merged<AverageRule>("average");
    const pass = last<number>("pass");
    const zeroBelow = last<number>("zeroBelow");
    return {
      key,
      summaryKey,
      canonical: `${dialect.id === this.#as.id ? "" : `${dialect.id}:`}${canonical}`,
      metric,
      params: call.params,
      dialect,
      join: match !== undefined && "ids" in join.match ? { ...join, match } : join,
      average:
        metric.aggregate === "sum" && average.as === "mean" && patch.average?.as === undefined
          ? { ...average, as: "sum" }
          : average,
      verdicts: merged<VerdictRule>("verdicts"),
      guard: (last<readonly Guard[]>("guard") ?? []).map(({ when, then: given }) => {
        const then = "is" in given ? parseMetric(given.is, this.#names) : given;
        return { when, then };
      }),
      otherwise: merged<Plan["otherwise"]>("otherwise"),
      ...(pass === undefined ? {} : { pass }),
      ...(zeroBelow === undefined ? {} : { zeroBelow }),
      in: shown,
    };
  }
}

function withoutDialect(what: "options" | "k"): never {
  throw new GoldieError({
    code: "no-dialect",
    what: `${what} goes with a dialect, and none was asked for`,
    fix:
      what === "k"
        ? "write the cut-off into the metric: recall@5"
        : 'name the dialect in `as`: as: "autorag"',
  });
}

/** Is `text` this metric of a dialect? Its cut-off if it names one, "default" if not. */
function cutoffIn(m: DialectMetric, text: string): number | "default" | undefined {
  for (const name of [m.name, ...(m.summary === undefined ? [] : [m.summary])]) {
    if (text === name || text === name.replace("@{k}", "")) return "default";
    const at = name.includes("{k}") ? name.indexOf("{k}") : name.length + 1;
    const head = name.includes("{k}") ? name.slice(0, at) : `${name}@`;
    if (text.startsWith(head) && text.length > head.length) {
      const k = Number(text.slice(head.length));
      return Number.isNaN(k) ? undefined : k;
    }
  }
  return undefined;
}
