/** Hits that come row by row, in any order → one ranking per query, for writers whose rows depend on each other. */
import { compareIds } from "../../core/ids.ts";
import { textOf } from "../bytes/bytes.ts";
import type { RowOrder, Sink } from "../format.ts";
import type { HitRow } from "./rows-out.ts";

interface Gathered extends Required<Pick<Sink, "rows" | "hit">> {
  /** Everything so far, best first: with scores where scores decide, else without. */
  rankings(): Iterable<readonly [string, HitRow[]]>;
}

export function gatherHits(): Gathered {
  const rows = new Map<string, { readonly id: string; readonly value: number }[]>();
  let order: RowOrder = "given";
  return {
    rows(by) {
      order = by;
    },
    hit(q, qStart, qEnd, d, dStart, dEnd, value) {
      const query = textOf(q, qStart, qEnd);
      let list = rows.get(query);
      if (list === undefined) {
        list = [];
        rows.set(query, list);
      }
      list.push({ id: textOf(d, dStart, dEnd), value });
    },
    *rankings() {
      for (const [query, list] of rows) {
        if (order === "score") list.sort((a, b) => b.value - a.value || compareIds(b.id, a.id));
        else if (order === "rank") list.sort((a, b) => a.value - b.value);
        yield [query, list.map(({ id, value }) => (order === "score" ? { id, score: value } : { id }))];
      }
    },
  };
}
