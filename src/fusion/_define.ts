import type { Fusion } from "../core/fusion.ts";
import type { Specs } from "../core/params.ts";
import { fusionProblem } from "./_problems.ts";

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Checks a fusion record and returns it, typed by its parameters.
 * @example
 * const firstRun = defineFusion({
 *   id: "first-run", title: "First run", definition: "The first run as it is.", formula: "1 / rank in the first run",
 *   cite: "ours", params: {}, needs: ["ranks"], laws: ["keeps-one-run"],
 *   fuse: ([first], docs) => {
 *     const scores = new Float64Array(docs);
 *     first?.docs.forEach((doc, rank) => void (scores[doc] = 1 / (rank + 1)));
 *     return scores;
 *   },
 * });
 */
export function defineFusion<const S extends Specs>(fusion: Fusion<S>): Fusion<S> {
  const of = { fusion: JSON.stringify(fusion.id) ?? "undefined" };
  for (const name of [fusion.id, ...(fusion.aliases ?? [])])
    if (typeof name !== "string" || !ID.test(name))
      throw fusionProblem.error("bad-fusion/name", { ...of, name: JSON.stringify(name) ?? "undefined" });
  for (const field of ["title", "definition", "formula", "cite"] as const)
    if (typeof fusion[field] !== "string" || fusion[field].trim() === "")
      throw fusionProblem.error("bad-fusion/empty", { ...of, field });
  if (fusion.needs.includes("training") !== (fusion.train !== undefined))
    throw fusionProblem.error("bad-fusion/training", of);
  if (fusion.needs.includes("scores") !== (fusion.normalise !== undefined))
    throw fusionProblem.error("bad-fusion/normalise", of);
  if (typeof fusion.fuse !== "function") throw fusionProblem.error("bad-fusion/no-function", of);
  return Object.freeze(fusion);
}
