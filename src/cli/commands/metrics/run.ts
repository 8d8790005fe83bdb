/** `goldie metrics`. */
import { jsonText } from "../../../core/json-text.ts";
import { dialects } from "../../../dialects/index.ts";
import { Planner } from "../../../evaluate/plan/plan.ts";
import { metrics } from "../../../metrics/index.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { severalMetrics } from "../../shared/asked.ts";
import { widthFor } from "../../shared/help.ts";
import { dialectText, metricList, metricText } from "../../shared/metric-text.ts";

export async function runMetrics(args: Args, { stdout }: Effects): Promise<number> {
  const [name] = isDialect(args.positionals[0]) && !args.has("as") ? [] : args.positionals;
  const width = widthFor(stdout);
  // A dialect's name works like its flag, unless a metric has that name.
  const as = args.text("as") ?? (isDialect(args.positionals[0]) ? args.positionals[0] : undefined);
  const planner = new Planner(as === undefined ? {} : { as });
  if (name === undefined) {
    const dialect = as === undefined ? undefined : planner.as;
    const json = dialect ?? { metrics: metrics.map(facts), dialects: dialects.map(({ id }) => id) };
    const text = dialect === undefined ? metricList(width) : dialectText(dialect, width);
    await stdout.write(args.has("json") ? asJson(json) : text);
    return 0;
  }
  const found = [...new Set(planner.parse(name).map(({ metric }) => metric))];
  if (found.length > 1)
    throw severalMetrics(
      name,
      found.map(({ id }) => id),
    );
  await stdout.write(args.has("json") ? asJson(facts(found[0]!)) : metricText(found[0]!, width));
  return 0;
}

const isDialect = (name: string | undefined): boolean => dialects.some(({ id }) => id === name);

/** A metric without its code. JSON has no infinity: an open range ends in null. */
export const facts = ({ compute: _, explain: __, ...data }: (typeof metrics)[number]) => data;

export const asJson = (value: unknown): string =>
  `${jsonText(value, 2, (_, x) => (x instanceof Map ? Object.fromEntries(x) : x))}\n`;
