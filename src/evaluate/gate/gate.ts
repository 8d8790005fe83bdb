/** Does a run meet the rules? Pure: what to print and how to exit is made from the report. */
import type { GateRuleInput } from "../../core/gate-rule.ts";
import type { QueryId } from "../../core/ids.ts";
import { percentile } from "../../stats/index.ts";
import type { GoldChanges, MetricVerdict } from "../compare/comparison.ts";
import { goldChanges } from "../compare/gold-changes.ts";
import { sharedQueries } from "../compare/paired.ts";
import type { Result } from "../score/result.ts";
import { type NotWorse, notWorse } from "./_not-worse.ts";
import { checkSameRules } from "./_same-rules.ts";
import { matching } from "./_where.ts";
import { gateProblem } from "./problems.ts";
import { type GateRule, metricsOf, type RuleSource, rulesFrom, ruleText } from "./rules.ts";

export type RuleOutcome = "pass" | "fail" | "undecided";

/** The outcome of one rule. */
export interface RuleReport {
  readonly rule: GateRule;
  /** As a flag writes it. */
  readonly text: string;
  /** Where the rule was written; absent where it was given directly. */
  readonly from?: string;
  /** The rule of another source that this one takes the place of. */
  readonly instead?: string;
  readonly outcome: RuleOutcome;
  /** Queries that were looked at. */
  readonly queries: number;
  /** latency: the percentile, in milliseconds; `interval` is that of it. */
  readonly latency?: number;
  /** min and max: the mean, which decides. */
  readonly mean?: number;
  readonly interval?: readonly [number, number];
  /** not-worse: this run against the baseline. The interval is the one that decides, corrected over the rules. */
  readonly verdict?: MetricVerdict;
  /** not-worse: the greatest drop that cannot be excluded; absent where there is no interval. */
  readonly possibleDrop?: number;
  /** If undecided: about how many queries would decide. */
  readonly needed?: number;
  /** not-worse with a margin: these queries cannot tell a drop as small as the margin. */
  readonly marginTooFine?: true;
  /** must: queries that have no score because something failed. */
  readonly failedQueries?: readonly QueryId[];
  /** must: the queries that do not reach it, with their scores. */
  readonly failing?: readonly { readonly query: QueryId; readonly value: number }[];
}

export interface GateReport {
  readonly name: string;
  readonly baseline?: string;
  readonly rules: readonly RuleReport[];
  /** Against the baseline: queries whose gold was added, removed or edited since; they are left out of `not-worse`. */
  readonly gold?: GoldChanges;
  /** Cells that could not be computed: a retriever or a judge failed. */
  readonly failed: { readonly cells: number; readonly of: number; readonly allowed: number };
  /** 3 before 1 before 4; what is wrong use or bad input is thrown, and ends with 2. */
  readonly outcome: RuleOutcome | "failed-cells";
  readonly confidence: number;
}

export interface GateOptions {
  /** Rules given directly: they come after those of `sources`, and take the place of rules about the same. */
  readonly rules?: readonly GateRuleInput[];
  /** Rules that were written down, such as those of a baseline (`baselineGate`) or a config; later ones come first. */
  readonly sources?: readonly RuleSource[];
  /** Milliseconds by query, for rules about latency. */
  readonly timings?: ReadonlyMap<QueryId, number>;
  /** What `not-worse` compares with. */
  readonly baseline?: Result;
  /** Share of cells that may have failed; none unless told. */
  readonly maxFailed?: number;
  readonly confidence?: number;
}

/**
 * Checks the rules of a gate.
 * @example gate(result, { rules: [{ metric: "recall@5", min: 0.8 }] }).outcome // "pass"
 */
export function gate(result: Result, options: GateOptions): GateReport {
  const { baseline, maxFailed = 0, confidence = 0.95 } = options;
  if (!(maxFailed >= 0 && maxFailed <= 1))
    throw gateProblem.error("bad-rule/max-failed", { found: String(maxFailed) });
  const sourced = rulesFrom(options.sources ?? [], options.rules);
  const rules = sourced.map(({ rule }) => rule);
  if (rules.length === 0) throw gateProblem.error("no-rules", {});
  for (const rule of rules) checkRange(rule, result);
  const failed = { ...failedCells(result, rules), allowed: maxFailed };
  const about = {
    name: result.name,
    ...(baseline === undefined ? {} : { baseline: baseline.name }),
    confidence,
  };
  // What is left of a run that failed says nothing about the rules.
  if (failed.cells / failed.of > maxFailed) return { ...about, rules: [], failed, outcome: "failed-cells" };
  const compared = rules.filter((rule) => rule.kind === "not-worse");
  const first = compared[0];
  if (first !== undefined && baseline === undefined)
    throw gateProblem.error("baseline-needed", { rule: ruleText(first) });
  let changes: GoldChanges | undefined;
  let verdicts = new Map<GateRule, NotWorse>();
  if (baseline !== undefined && compared.length > 0) {
    checkSameRules(baseline, result, compared);
    changes = goldChanges(baseline, result);
    if (changes === undefined) throw gateProblem.error("baseline-without-gold", {});
    const edited = new Set(changes.edited);
    const shared = sharedQueries(baseline, result).shared.filter(({ query }) => !edited.has(query));
    verdicts = notWorse(baseline, result, compared, shared, confidence);
  }
  const found = (rule: GateRule): Omit<RuleReport, "rule" | "text"> => {
    const queries = matching(result, rule);
    if (rule.kind === "must") return everyQuery(result, rule, queries);
    if (rule.kind === "not-worse") return verdicts.get(rule)!;
    if (rule.kind === "latency") return latency(rule, queries, options.timings, confidence);
    return limit(result, rule, queries);
  };
  const reports = sourced.map(
    ({ rule, from, instead }): RuleReport => ({
      rule,
      text: ruleText(rule),
      ...(from === undefined ? {} : { from }),
      ...(instead === undefined ? {} : { instead: ruleText(instead.rule) }),
      ...found(rule),
    }),
  );
  return {
    ...about,
    rules: reports,
    ...(changes === undefined ? {} : { gold: changes }),
    failed,
    outcome: outcomeOf(reports),
  };
}

/** A limit that no run can miss, or meet, is a slip: 80 for 0.8. */
function checkRange(rule: GateRule, result: Result): void {
  if (rule.kind === "latency") return;
  const range = result.range(rule.metric);
  const value = rule.kind === "not-worse" ? rule.margin : rule.value;
  if (range === undefined || value === undefined) return;
  const [low, high] = range;
  const wrong = rule.kind === "not-worse" ? value >= high - low : value < low || value > high;
  if (wrong) throw gateProblem.error("bad-rule/out-of-range", { rule: ruleText(rule), low, high });
}

function outcomeOf(reports: readonly RuleReport[]): GateReport["outcome"] {
  // Whether a query that failed would have met its rule is not known.
  if (reports.some(({ failedQueries }) => failedQueries !== undefined)) return "failed-cells";
  for (const outcome of ["fail", "undecided"] as const)
    if (reports.some((report) => report.outcome === outcome)) return outcome;
  return "pass";
}

/** At least as large, but for the last digits that adding up leaves: the mean of 0.1, 0.2 and 0.3 is 0.2. */
const reaches = (value: number, limit: number): boolean =>
  value >= limit - 1e-12 * Math.max(1, Math.abs(limit));

/** The percentile itself decides; its interval is shown where there are enough queries for one. */
function latency(
  rule: Extract<GateRule, { kind: "latency" }>,
  queries: readonly QueryId[],
  timings: GateOptions["timings"],
  confidence: number,
): Omit<RuleReport, "rule" | "text"> {
  const values = queries.flatMap((query) => timings?.get(query) ?? []);
  const found = percentile.compute({ values, percent: rule.percent, confidence });
  if (found.status !== "known") throw gateProblem.error("no-timings", { rule: ruleText(rule) });
  const { value, n, interval } = found.value;
  return {
    outcome: value <= rule.value ? "pass" : "fail",
    queries: n,
    latency: value,
    ...(interval === undefined ? {} : { interval: [interval.low, interval.high] }),
  };
}

/** The mean itself decides; its interval is shown. */
function limit(
  result: Result,
  rule: Extract<GateRule, { kind: "min" | "max" }>,
  queries: readonly QueryId[],
): Omit<RuleReport, "rule" | "text"> {
  const { mean, because, interval, counts } =
    rule.where === undefined ? result.mean(rule.metric) : result.mean(rule.metric, queries);
  if (mean === undefined)
    throw gateProblem.error("no-mean", { rule: ruleText(rule), because: because ?? "nothing was scored" });
  const met = rule.kind === "min" ? reaches(mean, rule.value) : reaches(rule.value, mean);
  return {
    outcome: met ? "pass" : "fail",
    queries: counts.scored,
    mean,
    ...(interval === undefined ? {} : { interval }),
  };
}

/** Every single query has to reach the value. */
function everyQuery(
  result: Result,
  rule: Extract<GateRule, { kind: "must" }>,
  queries: readonly QueryId[],
): Omit<RuleReport, "rule" | "text"> {
  const higher = result.direction(rule.metric) === "higher";
  if (rule.value === undefined && !result.yesNo(rule.metric))
    throw gateProblem.error("must-needs-a-number", { metric: rule.metric });
  const wanted = rule.value ?? (higher ? 1 : 0);
  const failedQueries: QueryId[] = [];
  const failing = queries.flatMap((query) => {
    const score = result.score(query, rule.metric);
    if (score.status === "failed") {
      failedQueries.push(query);
      return [];
    }
    if (score.status !== "scored")
      throw gateProblem.error(
        "query-without-score",
        {
          rule: ruleText(rule),
          because: score.status === "undefined" ? score.because : score.missing.join(", "),
        },
        { at: { query } },
      );
    const met = higher ? reaches(score.value, wanted) : reaches(wanted, score.value);
    return met ? [] : [{ query, value: score.value }];
  });
  return {
    outcome: failing.length + failedQueries.length === 0 ? "pass" : "fail",
    queries: queries.length,
    failing,
    ...(failedQueries.length === 0 ? {} : { failedQueries }),
  };
}

/** Cells of the rules' metrics that could not be computed. */
function failedCells(result: Result, rules: readonly GateRule[]): { cells: number; of: number } {
  const counts = metricsOf(rules).map((metric) => result.mean(metric).counts);
  return {
    cells: counts.reduce((sum, { failed }) => sum + failed, 0),
    of: counts.reduce((sum, c) => sum + c.scored + c.undefined + c.skipped + c.failed, 0),
  };
}
