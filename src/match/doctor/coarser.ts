import { percentDecoded } from "../ids/percent.ts";
import { foldedToken, spread, tokensOf } from "../ids/tokens.ts";
import type { IdCase, WriteId } from "./count.ts";

/** Parts of an address that tell no page from another. */
const ADDRESS = new Set(["http", "https", "www", "file"]);
const LOOKED = 1000;

/** Does the rule drop from gold ids what tells ids apart: letters or digits that are not the same everywhere? */
export function isCoarser(cases: readonly IdCase[], write: WriteId): boolean {
  const some = spread(cases, LOOKED);
  const gold = droppedFrom([...new Set(some.flatMap((one) => spread(one.gold, LOOKED)))], write);
  if (gold.touched * 10 <= gold.looked) return false;
  if (gold.values.size > 1) return true;
  // The same chunk number in all of the gold, and others among the hits.
  const hits = droppedFrom([...new Set(some.flatMap((one) => spread(one.hits, 20)))], write);
  return hits.values.size > 1 && [...gold.values].every((value) => hits.values.has(value));
}

function droppedFrom(ids: readonly string[], write: WriteId) {
  const values = new Set<string>();
  let touched = 0;
  const some = spread(ids, LOOKED);
  for (const id of some) {
    const left = tokensOf(percentDecoded(id)).map(foldedToken);
    const written = tokensOf(write(id)).map(foldedToken);
    if (left.join("") === written.join("")) continue;
    for (const token of written) {
      const at = left.indexOf(token);
      if (at !== -1) left.splice(at, 1);
    }
    const dropped = left.filter((token) => !ADDRESS.has(token)).join(" ");
    if (dropped === "") continue;
    touched++;
    values.add(dropped);
  }
  return { looked: some.length, touched, values };
}
