import type { Fusion } from "../core/fusion.ts";
import type { Specs } from "../core/params.ts";
import { GoldieError } from "../core/problem.ts";

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
  const wrong = (what: string, fix: string): never => {
    throw new GoldieError({ code: "bad-fusion", what: `fusion ${JSON.stringify(fusion.id)}: ${what}`, fix });
  };
  for (const name of [fusion.id, ...(fusion.aliases ?? [])])
    if (typeof name !== "string" || !ID.test(name))
      wrong(
        `${JSON.stringify(name)} is not a lower-case name`,
        'use letters, digits and "-", such as "log-isr"',
      );
  for (const field of ["title", "definition", "formula", "cite"] as const)
    if (typeof fusion[field] !== "string" || fusion[field].trim() === "")
      wrong(`${field} is empty`, `say it in ${field}`);
  if (fusion.needs.includes("training") !== (fusion.train !== undefined))
    wrong(
      "what it needs and whether it can be trained do not agree",
      'give train and needs: ["training"], or neither',
    );
  if (fusion.needs.includes("scores") !== (fusion.normalise !== undefined))
    wrong("it reads scores of several runs", "name the normalisation that makes them comparable");
  if (typeof fusion.fuse !== "function") wrong("fuse is not a function", "write it");
  return Object.freeze(fusion);
}
