/** A comparison as CSV: a row per pair and metric, and per value of the tag. */
import type { MetricVerdict } from "../../evaluate/compare/comparison.ts";
import { csvText } from "../_delimited.ts";
import type { ComparisonWriter } from "./model.ts";

const HEAD = [
  "a",
  "b",
  "tag",
  "value",
  "metric",
  "n",
  "mean_a",
  "mean_b",
  "difference",
  "low",
  "high",
  "p",
  "p_adjusted",
  "p_sign_flip",
  "wins",
  "ties",
  "losses",
  "cohen_d",
  "cliff_delta",
  "detectable",
  "needed",
  "call",
] as const;

export const comparisonCsv: ComparisonWriter = ({ comparison }) => {
  const { pairs, by = "" } = comparison;
  const rows = pairs.flatMap(({ a, b, verdicts, slices = [] }) => [
    ...verdicts.map((one) => [a, b, "", "", ...cellsOf(one)]),
    ...slices.flatMap(({ value, verdicts: own }) => own.map((one) => [a, b, by, value, ...cellsOf(one)])),
  ]);
  return csvText([[...HEAD], ...rows], ",");
};

const cellsOf = (one: MetricVerdict): string[] =>
  [
    one.metric,
    one.n,
    one.means?.[0],
    one.means?.[1],
    one.difference,
    one.interval?.[0],
    one.interval?.[1],
    one.p,
    one.adjustedP,
    one.flipP,
    one.wins,
    one.ties,
    one.losses,
    one.effect?.d,
    one.effect?.delta,
    one.detectable,
    one.needed,
    one.call,
  ].map((cell) => (cell === undefined ? "" : String(cell)));
