/** The parameters of a fusion that score best on gold: every one of a grid is tried. */

import { nameTable, parseMetric } from "../../core/metric-grammar.ts";
import type { Params, ParamValue } from "../../core/params.ts";
import { metrics } from "../../metrics/index.ts";
import { prepare } from "../evaluate.ts";
import type { GoldInput } from "../input/read-gold.ts";
import { type FusionModel, type FusionOptions, fuse, readSetup } from "./fuse.ts";
import { fuseProblem } from "./problems.ts";
import { trainFusion } from "./train-fusion.ts";

export interface OptimizeFusionOptions extends Omit<FusionOptions, "params"> {
  readonly gold: GoldInput;
  /** ndcg@10 if not given. */
  readonly metric?: string;
  /** Values to try, by parameter; the method has its own. */
  readonly tries?: Readonly<Record<string, readonly unknown[]>>;
  /** How finely weights are tried: 0.1 means 0, 0.1, … 1, and all of them add up to 1. */
  readonly step?: number;
}
export interface FusionTrial {
  readonly params: Params;
  readonly score: number;
}
export interface OptimizedFusion extends FusionTrial {
  /** For the methods that learn from gold. */
  readonly model?: FusionModel;
  /** Every trial, in the order tried. Of equally good ones the first is the best. */
  readonly trials: readonly FusionTrial[];
}

const MOST_TRIALS = 10_000;

/**
 * Tries a grid of parameters and returns the best. Score the fusion on other queries than these: it was fitted to them.
 * @example
 * optimizeFusion({ method: "wsum", runs, gold, metric: "recall@5" }).params // { weights: [0.3, 0.7] }
 */
export function optimizeFusion({
  gold,
  metric = "ndcg@10",
  tries,
  step,
  ...options
}: OptimizeFusionOptions): OptimizedFusion {
  const { call, runs } = readSetup(options);
  const { fusion } = call;
  const values = Object.entries(fusion.params).map(
    ([name, spec]) =>
      [
        name,
        tries?.[name] ??
          fusion.tries?.[name] ??
          (spec.kind === "list" ? weightGrid(runs.length, step) : [call.params[name]]),
      ] as const,
  );
  const grid = product(values);
  if (grid.length < 2) throw fuseProblem.error("bad-option/nothing-to-try", { method: fusion.id });
  if (grid.length > MOST_TRIALS)
    throw fuseProblem.error("bad-option/too-many-trials", { count: grid.length });
  const sign = parseMetric(metric, nameTable(metrics)).metric.direction === "higher" ? 1 : -1;
  const evaluator = prepare({ gold, metrics: [metric] });
  const key = evaluator.metrics[0]!;
  const trial = (params: Params) => {
    const asked = { ...options, params };
    const model = fusion.train === undefined ? {} : { model: trainFusion({ ...asked, gold }) };
    const score = evaluator.evaluate(fuse({ ...asked, ...model }).run).mean(key).mean;
    if (score === undefined)
      throw fuseProblem.error("bad-gold/nothing-scored", { metric }, { at: { side: "gold" } });
    return { params, score, ...model };
  };
  const trials = grid.map(trial);
  const best = trials.reduce((a, b) => (sign * b.score > sign * a.score ? b : a));
  return { ...best, trials: trials.map(({ params, score }) => ({ params, score })) };
}

/** Weights in steps that add up to 1, without the rounding that would lose some of them. */
function weightGrid(runs: number, step = 0.1): number[][] {
  const parts = Math.round(1 / step);
  if (!(parts >= 1) || Math.abs(parts * step - 1) > 1e-9)
    throw fuseProblem.error("bad-option/step", { found: String(step) });
  const rows: number[][] = [];
  const fill = (row: readonly number[], left: number): void => {
    if (rows.length > MOST_TRIALS) return;
    if (row.length === runs - 1) rows.push([...row, left].map((x) => x / parts));
    else for (let x = 0; x <= left; x++) fill([...row, x], left - x);
  };
  fill([], parts);
  return rows;
}

const product = (values: readonly (readonly [string, readonly unknown[]])[]): Params[] =>
  values.reduce<Params[]>(
    (rows, [name, list]) =>
      rows.flatMap((row) => list.map((value) => ({ ...row, [name]: value as ParamValue }))),
    [{}],
  );
