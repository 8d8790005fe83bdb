import type { ComputedMetric, JudgedMetric, Metric } from "./metric.ts";
import type { Specs } from "./params.ts";
import { GoldieError } from "./problem.ts";

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
  const wrong = (what: string, fix: string): never => {
    throw new GoldieError({ code: "bad-metric", what: `metric ${JSON.stringify(metric.id)}: ${what}`, fix });
  };
  if (typeof metric.id !== "string" || !ID.test(metric.id))
    wrong("its id is not a lower-case name", 'use letters, digits and "-", such as "group-recall"');
  for (const alias of metric.aliases ?? [])
    if (!NAME.test(alias.split("=")[0]!))
      wrong(`alias ${JSON.stringify(alias)} is not a name`, "use letters, digits, - and _");
  for (const field of ["title", "definition", "formula", "cite", "best", "worst"] as const)
    if (typeof metric[field] !== "string" || metric[field].trim() === "")
      wrong(`${field} is empty`, `say it in ${field}`);
  for (const field of ["steps", "needs", "laws", "range"] as const)
    if (!Array.isArray(metric[field])) wrong(`${field} is not a list`, `give a list in ${field}`);
  if (typeof metric.params !== "object" || metric.params === null)
    wrong("it has no params", "give params: {} where it has none");
  if (metric.steps.length === 0) wrong("it has no steps", "say step by step how it is computed");
  const [low, high] = metric.range;
  if (!(low < high)) wrong(`its range [${low}, ${high}] is empty`, "give the least value first");
  if (metric.at !== undefined && metric.params[metric.at] === undefined)
    wrong(`"@" sets ${metric.at}, which is not a parameter`, "name one of its params in `at`");
  for (const [name, spec] of Object.entries(metric.params)) {
    if (!ID.test(name)) wrong(`parameter ${JSON.stringify(name)} is not a lower-case name`, "rename it");
    if (spec.kind === "choice" && !(spec.default in spec.choices))
      wrong(
        `the default of ${name} is not one of its choices`,
        `choose one of ${Object.keys(spec.choices).join(", ")}`,
      );
  }
  if (typeof metric.compute !== "function" || typeof metric.explain !== "function")
    wrong("compute or explain is not a function", "write both: explain is the derivation of compute");
}
