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
  | { readonly kind: "must"; readonly metric: string; readonly value?: number; readonly where?: Where };

/** Checks rules as people wrote them, and gives each one kind. A rule with both `min` and `max` becomes two. */
export function gateRules(inputs: readonly GateRuleInput[]): GateRule[] {
  return inputs.flatMap((input, i) => {
    const { metric, min, max, notWorseThan, margin, must, where } = input;
    const place = `rule ${i + 1}`;
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

/** The metrics that the rules read, each once. */
export const metricsOf = (rules: readonly GateRule[]): string[] => [
  ...new Set(rules.map(({ metric }) => metric)),
];

/** A rule as a flag writes it, for reports: "--not-worse ndcg@10=0.02 --where lang=de". */
export function ruleText(rule: GateRule): string {
  const value = rule.kind === "not-worse" ? rule.margin : rule.value;
  const where = Object.entries(rule.where ?? {}).map(([tag, wanted]) => ` where ${tag}=${wanted}`);
  return `${rule.kind} ${rule.metric}${value === undefined ? "" : `=${value}`}${where.join("")}`;
}
