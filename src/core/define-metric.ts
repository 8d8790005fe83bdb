import type { ComputedMetric, JudgedMetric, Metric } from "./metric.ts";
import type { Specs } from "./params.ts";
import { coreProblem } from "./problems.ts";

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const NAME = /^\d*[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * Checks a metric record and returns it, typed by its parameters.
 * @example
 * const firstIsRight = defineMetric({
 *   kind: "computed", id: "first-is-right", title: "First is right", cite: "ours",
 *   definition: "1 if the first hit is relevant.", formula: "rel(1)", steps: ["look at the first hit"],
 *   params: {}, needs: ["grades"], direction: "higher", range: [0, 1], best: "it is relevant", worst: "it is not",
 *   aggregate: "mean", laws: ["rename-safe"],
 *   compute: (r) => ({ status: "scored", value: r.length > 0 && r.relevant[0] ? 1 : 0 }),
 *   explain: (r) => ({ op: "value", what: "the first hit is relevant", value: r.length > 0 && r.relevant[0] ? 1 : 0 }),
 * });
 */
export function defineMetric<const S extends Specs>(metric: ComputedMetric<S>): ComputedMetric<S>;
export function defineMetric<const S extends Specs>(metric: JudgedMetric<S>): JudgedMetric<S>;
export function defineMetric(metric: Metric): Metric {
  checkShape(metric);
  return Object.freeze(metric);
}

/** Throws where a metric record lacks what every metric has. */
export function checkShape(metric: Metric): void {
  const { id } = metric;
  const of = { metric: JSON.stringify(id) ?? "undefined" };
  if (typeof id !== "string" || !ID.test(id)) throw coreProblem.error("bad-metric/id", of);
  for (const alias of metric.aliases ?? [])
    if (!NAME.test(alias.split("=")[0]!)) throw coreProblem.error("bad-metric/alias", { ...of, alias });
  for (const field of ["title", "definition", "formula", "cite", "best", "worst"] as const)
    if (typeof metric[field] !== "string" || metric[field].trim() === "")
      throw coreProblem.error("bad-metric/empty", { ...of, field });
  for (const field of ["steps", "needs", "laws", "range"] as const)
    if (!Array.isArray(metric[field])) throw coreProblem.error("bad-metric/no-list", { ...of, field });
  if (typeof metric.params !== "object" || metric.params === null)
    throw coreProblem.error("bad-metric/no-params", of);
  if (metric.steps.length === 0) throw coreProblem.error("bad-metric/no-steps", of);
  const [low, high] = metric.range;
  if (!(low < high)) throw coreProblem.error("bad-metric/range", { ...of, range: [`${low}`, `${high}`] });
  if (metric.at !== undefined && metric.params[metric.at] === undefined)
    throw coreProblem.error("bad-metric/at", { ...of, parameter: metric.at });
  for (const [name, spec] of Object.entries(metric.params)) {
    if (!ID.test(name)) throw coreProblem.error("bad-metric/parameter-name", { ...of, parameter: name });
    if (spec.kind === "choice" && !(spec.default in spec.choices))
      throw coreProblem.error("bad-metric/default", {
        ...of,
        parameter: name,
        names: Object.keys(spec.choices),
      });
  }
  if (typeof metric.compute !== "function" || typeof metric.explain !== "function")
    throw coreProblem.error("bad-metric/no-function", of);
}
