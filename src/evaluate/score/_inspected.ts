/** A result as `console.log` shows it. */
import type { Summary } from "../../core/score.ts";

/** Node's console.log calls a method of this name. */
export const INSPECT: unique symbol = Symbol.for("nodejs.util.inspect.custom") as typeof INSPECT;

const digits = (x: number): string => String(Number(x.toPrecision(6)));

/** The name, and a line for each mean with the counts that are not 0. */
export function inspected(name: string, means: readonly Summary[]): string {
  const rows = means.map(({ metric, mean, because, counts }) => [
    metric,
    mean === undefined ? `no mean: ${because}` : digits(mean),
    Object.entries(counts)
      .filter(([count, n]) => n > 0 || count === "scored")
      .map(([count, n]) => `${n} ${count}`)
      .join(", "),
  ]);
  const wide = (column: number): number => Math.max(0, ...rows.map((row) => row[column]!.length));
  const [first, second] = [wide(0), wide(1)];
  const lines = rows.map(([a, b, c]) => `  ${a!.padEnd(first)}  ${b!.padEnd(second)}  ${c}`);
  return [`Result ${JSON.stringify(name)}`, ...lines].join("\n");
}
