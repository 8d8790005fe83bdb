/** The rules by which two results were scored, and where they differ. */
type RulesInForce = Readonly<Record<string, unknown>>;

/** Names of rules, and of metrics that are defined otherwise; of metrics only those that are compared. */
export function rulesThatDiffer(a: RulesInForce, b: RulesInForce, metrics: readonly string[]): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  names.delete("metrics");
  names.delete("byMetric");
  const own = (rules: RulesInForce, part: string, metric: string): unknown =>
    (rules[part] as RulesInForce | undefined)?.[metric];
  return [
    ...[...names].filter((name) => !same(a[name], b[name])),
    ...metrics.filter((metric) =>
      ["metrics", "byMetric"].some((part) => !same(own(a, part, metric), own(b, part, metric))),
    ),
  ];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
