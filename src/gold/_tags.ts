/** Tags that make slices too small to measure, or one that is nearly everything. */
import type { QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import type { ReadGold } from "../evaluate/input/read-gold.ts";
import { goldProblem } from "./problems.ts";

/** tag → value → queries. */
export type TagCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const FEW = 5;
const NEARLY_ALL = 0.9;
/** A tag with a value for nearly every query is a name, not a slice. */
const NAMES = 0.5;

export function checkTags(gold: ReadonlyMap<QueryId, ReadGold>, findings: Problem[]): TagCounts {
  const counts = new Map<string, Map<string, number>>();
  for (const { tags } of gold.values())
    for (const [tag, value] of Object.entries(tags ?? {})) {
      const values = counts.get(tag) ?? new Map<string, number>();
      values.set(value, (values.get(value) ?? 0) + 1);
      counts.set(tag, values);
    }
  const queries = gold.size;
  for (const [tag, values] of counts) {
    const tagged = [...values.values()].reduce((sum, n) => sum + n, 0);
    if (tagged < queries)
      findings.push(goldProblem("missing-tag", { tag, count: queries - tagged, queries }));
    if (values.size < 2 || values.size > NAMES * tagged) continue;
    for (const [value, count] of values) {
      if (count < FEW) findings.push(goldProblem("small-slice", { tag, value, count }));
      else if (count > NEARLY_ALL * tagged)
        findings.push(goldProblem("uneven-tag", { tag, value, count, queries }));
    }
  }
  return Object.fromEntries([...counts].map(([tag, values]) => [tag, Object.fromEntries(values)]));
}
