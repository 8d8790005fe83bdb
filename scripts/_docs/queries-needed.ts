/** How many queries it takes to show a difference, and which difference so many queries show. */
import { power, type Stat } from "../../src/stats/index.ts";
import { table } from "./markdown.ts";

const SDS = [0.1, 0.2, 0.3, 0.4] as const;
const DIFFERENCES = [0.01, 0.02, 0.03, 0.05, 0.1] as const;
const SIZES = [20, 50, 100, 200, 500, 1000] as const;
const POWER = 0.8;

const head = (first: string): string[] => [first, ...SDS.map((sd) => `sd ${sd}`)];

/** Rows: differences; columns: how much the differences vary between queries. */
export const queriesNeeded = (): string =>
  table(
    head("difference"),
    DIFFERENCES.map((effect) => [
      String(effect),
      ...SDS.map((sd) => known(power.compute({ effect, sd, power: POWER })).n.toLocaleString("en-GB")),
    ]),
  );

/** Rows: numbers of queries. */
export const visibleDifferences = (): string =>
  table(
    head("queries"),
    SIZES.map((n) => [
      n.toLocaleString("en-GB"),
      ...SDS.map((sd) => known(power.compute({ n, sd, power: POWER })).effect.toFixed(3)),
    ]),
  );

function known<T>(stat: Stat<T>): T {
  if (stat.status !== "known") throw new Error(`no value: ${stat.because}`);
  return stat.value;
}
