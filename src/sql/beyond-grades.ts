/** What a gold says that a table of query, document and grade cannot. */
import type { QueryId } from "../core/ids.ts";
import type { ReadGold } from "../evaluate/input/read-gold.ts";

export type BeyondGrades = "forbidden" | "unanswerable" | "no-judgments" | "list";

function beyond({ forbidden, answerable, graded, relevant, groups }: ReadGold): BeyondGrades | undefined {
  if (forbidden !== undefined) return "forbidden";
  if (answerable === false) return "unanswerable";
  // A table has no row of such a query, so its hits look like those of an unknown one.
  if ([graded?.ids, relevant, groups?.flat()].every((ids = []) => ids.length === 0)) return "no-judgments";
  if (graded === undefined || relevant === undefined) return undefined;
  const above = new Set(graded.ids.filter((_, i) => graded.grades[i]! > 0));
  const isSame = new Set(relevant).size === above.size && relevant.every((id) => above.has(id));
  return isSame ? undefined : "list";
}

/** The first thing of this kind: how many queries have it, and one of them. */
export function beyondGrades(
  gold: ReadonlyMap<QueryId, ReadGold>,
): { readonly what: BeyondGrades; readonly count: number; readonly query: QueryId } | undefined {
  const found = [...gold].flatMap(([query, one]) => {
    const what = beyond(one);
    return what === undefined ? [] : [{ what, query }];
  });
  const first = found[0];
  return first && { ...first, count: found.filter(({ what }) => what === first.what).length };
}
