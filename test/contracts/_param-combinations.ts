/** Values of a metric's parameters, combined: all with all where that is little, else every pair of values. */
import type { Metric } from "../../src/core/metric.ts";
import type { ParamSpec, Params, ParamValue } from "../../src/core/params.ts";
import { oneOf, randomFrom } from "../../src/core/random.ts";

const MOST = 450;
const NUMBERS = [-1, 0, 0.3, 0.5, 1, 2, 3, 100];
const CUTOFFS = [undefined, 1, 2, 3, 5, 40];
const TABLES = [
  [
    [1, 3],
    [2, 9],
  ],
  // A lower grade is worth more, and grade 0 and a negative one are worth something.
  [
    [-1, 0.25],
    [0, 0.5],
    [1, 4],
    [2, 1],
    [3, 0],
  ],
] as const;
const LISTS = [[0.7], [0, 0.5, 1], [2, -1, -0.5, 0.25]];

function valuesOf(metric: Metric, name: string, spec: ParamSpec): readonly ParamValue[] {
  if (spec.kind === "choice") return Object.keys(spec.choices);
  if (spec.kind === "gain") return ["linear", "exp", "binary", ...TABLES.map((table) => new Map(table))];
  if (spec.kind === "list") return [spec.default, ...LISTS];
  if (name === metric.at && spec.kind === "integer") return CUTOFFS;
  const fit = NUMBERS.filter(
    (x) =>
      (spec.kind === "number" || Number.isInteger(x)) &&
      x >= (spec.min ?? x) &&
      x <= (spec.max ?? x) &&
      (spec.above === undefined || x > spec.above),
  );
  return [...new Set([spec.default, ...fit])];
}

export function paramCombinations(metric: Metric): Params[] {
  const names = Object.keys(metric.params);
  const values = names.map((name) => valuesOf(metric, name, metric.params[name]!));
  const rows = values.reduce((n, list) => n * list.length, 1) <= MOST ? product(values) : pairs(values);
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [names[i]!, value])));
}

const product = (values: readonly (readonly ParamValue[])[]): ParamValue[][] =>
  values.reduce<ParamValue[][]>(
    (rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])),
    [[]],
  );

/** Rows until every two values of two parameters were together in one. */
function pairs(values: readonly (readonly ParamValue[])[]): ParamValue[][] {
  const random = randomFrom(7);
  const missing = new Set<string>();
  const pairsOf = (row: readonly number[]) =>
    row.flatMap((a, i) => row.slice(i + 1).map((b, j) => `${i}:${a} ${i + 1 + j}:${b}`));
  for (let i = 0; i < values.length; i++)
    for (let j = i + 1; j < values.length; j++)
      for (const a of values[i]!.keys())
        for (const b of values[j]!.keys()) missing.add(`${i}:${a} ${j}:${b}`);
  const rows: ParamValue[][] = [];
  while (missing.size > 0) {
    const tries = Array.from({ length: 40 }, () => values.map((list) => oneOf(random, [...list.keys()])));
    const news = (row: readonly number[]) => pairsOf(row).filter((pair) => missing.has(pair)).length;
    const best = tries.reduce((a, b) => (news(b) > news(a) ? b : a));
    if (news(best) === 0) continue;
    for (const pair of pairsOf(best)) missing.delete(pair);
    rows.push(best.map((at, i) => values[i]![at]));
  }
  return rows;
}
