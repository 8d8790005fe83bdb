/** Did the gold change between two results? */
import type { QueryId } from "../../core/ids.ts";
import type { Result } from "../score/result.ts";
import type { GoldChanges } from "./comparison.ts";

type GoldSide = Pick<Result, "queries" | "goldHashes" | "sharesGold">;

/** undefined where one of them does not know its gold. Ids in the order of the result that has them. */
export function goldChanges(a: GoldSide, b: GoldSide): GoldChanges | undefined {
  if (a.sharesGold(b)) return { added: [], removed: [], edited: [], shared: a.queries.length };
  const [before, after] = [a.goldHashes(), b.goldHashes()];
  if (before.size === 0 || after.size === 0) return undefined;
  const [removed, edited]: [QueryId[], QueryId[]] = [[], []];
  let shared = 0;
  for (const [query, hash] of before) {
    const other = after.get(query);
    if (other === undefined) removed.push(query);
    else if (other === hash) shared++;
    else edited.push(query);
  }
  return { added: [...after.keys()].filter((query) => !before.has(query)), removed, edited, shared };
}
