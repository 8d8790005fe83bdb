/** The rules of a gate: as the config and the library write them, as flags write them, and in one form. */
import type { GateRuleInput, Where } from "../../core/gate-rule.ts";
import { gateProblem } from "./problems.ts";

export type GateRule =
  | { readonly kind: "min" | "max"; readonly metric: string; readonly value: number; readonly where?: Where }
  | {
      readonly kind: "not-worse";
      readonly metric: string;
      readonly margin?: number;
      readonly where?: Where;
    }
  | { readonly kind: "must"; readonly metric: string; readonly value?: number; readonly where?: Where }
  /** The time that this percentage of the queries may take, in milliseconds. */
  | {
      readonly kind: "latency";
      readonly metric: string;
      readonly percent: number;
      readonly value: number;
      readonly where?: Where;
    };

/** Rules that were written down somewhere: a baseline, a config. */
export interface RuleSource {
  /** What to call it, such as "goldie.baseline.json". */
  readonly from: string;
  readonly rules: readonly GateRuleInput[];
}

/** A rule, where it comes from, and the rule of an earlier source that it takes the place of. */
export interface SourcedRule {
  readonly rule: GateRule;
  /** Absent where it was given directly. */
  readonly from?: string;
  readonly instead?: { readonly rule: GateRule; readonly from?: string };
}

/**
 * The rules of several sources, then those given directly. A rule of the same kind, metric and queries takes the
 * place of an earlier one; others are added. The same rule twice is one.
 */
export function rulesFrom(
  sources: readonly RuleSource[],
  given: readonly GateRuleInput[] = [],
): SourcedRule[] {
  const all = [...sources, { from: undefined, rules: given }].map(({ from, rules }) => {
    const own = new Map(gateRules(rules, from).map((rule) => [ruleText(rule), rule]));
    return [...own.values()].map((rule): SourcedRule => ({ rule, ...(from === undefined ? {} : { from }) }));
  });
  const kept: SourcedRule[] = [];
  for (const [i, rules] of all.entries()) {
    const later = new Set(all.slice(i + 1).flatMap((some) => some.map(({ rule }) => subjectOf(rule))));
    for (const one of rules) {
      if (later.has(subjectOf(one.rule))) continue;
      const earlier = all
        .slice(0, i)
        .flat()
        .findLast(({ rule }) => subjectOf(rule) === subjectOf(one.rule));
      const other = earlier !== undefined && ruleText(earlier.rule) !== ruleText(one.rule);
      kept.push(other ? { ...one, instead: earlier } : one);
    }
  }
  return kept;
}

/** What a rule is about: its kind, metric and queries. */
function subjectOf({ kind, metric, where = {} }: GateRule): string {
  const tags = Object.entries(where).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([kind, metric, tags]);
}

/** Checks rules as people wrote them, and gives each one kind. A rule with both `min` and `max` becomes two. `from`: where they were written. */
export function gateRules(inputs: readonly GateRuleInput[], from?: string): GateRule[] {
  return inputs.flatMap((input, i) => {
    const { metric, min, max, notWorseThan, margin, must, where } = input;
    const place = `rule ${i + 1}${from === undefined ? "" : ` of ${from}`}`;
    const more = where === undefined || Object.keys(where).length === 0 ? {} : { where };
    const unknown = Object.keys(input).find((key) => !KEYS.has(key));
    if (unknown !== undefined) throw gateProblem.error("bad-rule/unknown-key", { place, found: unknown });
    for (const [name, value] of Object.entries({ min, max, margin }))
      if (value !== undefined && !Number.isFinite(value))
        throw gateProblem.error("bad-rule/number", { place, name, found: String(value) });
    if (margin !== undefined && (margin < 0 || notWorseThan === undefined))
      throw gateProblem.error("bad-rule/margin", { place, found: String(margin) });
    if (notWorseThan !== undefined && notWorseThan !== "baseline")
      throw gateProblem.error("bad-rule/baseline-only", { place, found: String(notWorseThan) });
    if (must !== undefined) {
      if (metric !== undefined || max !== undefined || notWorseThan !== undefined)
        throw gateProblem.error("bad-rule/must-alone", { place });
      return [{ kind: "must", metric: must, ...(min === undefined ? {} : { value: min }), ...more }];
    }
    if (metric === undefined) throw gateProblem.error("bad-rule/no-metric", { place });
    const percent = percentIn(metric);
    if (percent !== undefined) {
      if (max === undefined || min !== undefined || notWorseThan !== undefined)
        throw gateProblem.error("bad-rule/latency", { place, metric });
      if (!(percent > 0 && percent <= 100 && max > 0))
        throw gateProblem.error("bad-rule/latency-number", { place, found: `${metric}=${max}` });
      return [{ kind: "latency", metric: `latency-p${percent}`, percent, value: max, ...more }];
    }
    const rules: GateRule[] = [
      ...(min === undefined ? [] : [{ kind: "min" as const, metric, value: min, ...more }]),
      ...(max === undefined ? [] : [{ kind: "max" as const, metric, value: max, ...more }]),
      ...(notWorseThan === undefined
        ? []
        : [{ kind: "not-worse" as const, metric, ...(margin === undefined ? {} : { margin }), ...more }]),
    ];
    if (rules.length === 0) throw gateProblem.error("bad-rule/no-limit", { place });
    return rules;
  });
}

const KEYS: ReadonlySet<string> = new Set([
  "metric",
  "min",
  "max",
  "notWorseThan",
  "margin",
  "must",
  "where",
]);

/** "latency-p95" → 95; undefined for metrics. */
function percentIn(metric: string): number | undefined {
  const [, percent] = /^latency[-.]p(\d{1,3}(?:\.\d{1,6})?)$/.exec(metric) ?? [];
  return percent === undefined ? undefined : Number(percent);
}

/** `ndcg@10=0.02` → the metric and the number; metrics may have "=" in their parameters: f(beta=2)@5=0.8. */
export function metricAndNumber(text: string): { readonly metric: string; readonly value?: number } {
  const at = text.lastIndexOf("=");
  if (at < 0 || text.indexOf(")", at) >= 0) return { metric: text.trim() };
  const [metric, number] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const value = Number(number);
  if (metric === "" || number === "" || !Number.isFinite(value))
    throw gateProblem.error("bad-rule/flag", { found: text });
  return { metric, value };
}

/** The metrics that the rules read, each once; times are not metrics of a ranking. */
export const metricsOf = (rules: readonly GateRule[]): string[] => [
  ...new Set(rules.flatMap(({ kind, metric }) => (kind === "latency" ? [] : [metric]))),
];

/** A rule as a flag writes it, for reports: "--not-worse ndcg@10=0.02 --where lang=de". */
export function ruleText(rule: GateRule): string {
  const value = rule.kind === "not-worse" ? rule.margin : rule.value;
  const where = Object.entries(rule.where ?? {}).map(([tag, wanted]) => ` where ${tag}=${wanted}`);
  const kind = rule.kind === "latency" ? "max" : rule.kind;
  return `${kind} ${rule.metric}${value === undefined ? "" : `=${value}`}${where.join("")}`;
}
