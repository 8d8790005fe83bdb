/** The rules by which two results were scored, and where they differ. */
import type { Result } from "../score/result.ts";

type RulesInForce = Readonly<Record<string, unknown>>;

/** Names of rules, and of metrics that are defined otherwise; of metrics only those that are compared. */
export function rulesThatDiffer(
  first: Pick<Result, "rules" | "keyOf">,
  second: Pick<Result, "rules" | "keyOf">,
  metrics: readonly string[],
): string[] {
  const [a, b] = [first.rules, second.rules];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  names.delete("metrics");
  names.delete("byMetric");
  const own = (rules: RulesInForce, part: string, metric: string): unknown =>
    (rules[part] as RulesInForce | undefined)?.[metric];
  return [
    ...[...names].filter((name) => !same(a[name], b[name])),
    ...metrics.filter((metric) =>
      ["metrics", "byMetric"].some(
        (part) => !same(own(a, part, first.keyOf(metric)), own(b, part, second.keyOf(metric))),
      ),
    ),
  ];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
