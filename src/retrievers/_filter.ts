/** The filter of a run is passed on or refused: if it were ignored, the scores would be those of another search. */
import type { Hit } from "../core/ranking.ts";
import type { RetrieveContext } from "../core/retriever.ts";
import { kindOf } from "./_kind.ts";
import { retrieverProblem } from "./problems.ts";

type Filtered = Pick<RetrieveContext, "filter" | "queryId">;
export const isFiltered = ({ filter }: Filtered): boolean => filter !== undefined && filter !== null;

/** `way`: how this retriever can be given one. */
export function refuseFilter(retriever: string, context: Filtered, way: string): void {
  if (!isFiltered(context)) return;
  const { filter, queryId } = context;
  throw retrieverProblem.error(
    "unused-filter",
    { retriever, found: kindOf(filter), way },
    { at: { side: "run", query: queryId } },
  );
}

/** What is sent somewhere must be data: a function would be dropped on the way. */
export function refuseFunction(retriever: string, context: Filtered): void {
  if (typeof context.filter === "function")
    refuseFilter(retriever, context, "use plain data for the filter, such as { tenant: 3 }");
}

/** A field of a request, where there is a filter. */
export function filterAs(field: string, retriever: string, context: Filtered): object {
  refuseFunction(retriever, context);
  return isFiltered(context) ? { [field]: context.filter } : {};
}

/** Does this one stay? */
export type FilterFunction = (hit: Pick<Hit, "id" | "text" | "doc">) => unknown;

/** Of retrievers that have their documents in memory: a function of one hit. */
export function filterFunction(retriever: string, context: Filtered): FilterFunction | undefined {
  if (!isFiltered(context)) return undefined;
  if (typeof context.filter !== "function")
    refuseFilter(
      retriever,
      context,
      `use a function of a hit as the filter, such as ({ id }) => id.startsWith("en/"), or remove the filter`,
    );
  return context.filter as FilterFunction;
}

/** A context for a function of the user that is the only one to use the filter, and whether it looked at it. */
export function watchFilter(context: RetrieveContext): {
  readonly watched: RetrieveContext;
  /** Also where there is none. */
  isRead(): boolean;
  refuseUnread(retriever: string, way: string): void;
} {
  let isRead = !isFiltered(context);
  const watched = {
    ...context,
    get filter() {
      isRead = true;
      return context.filter;
    },
  };
  return {
    watched: isRead ? context : watched,
    isRead: () => isRead,
    refuseUnread(retriever, way) {
      if (!isRead) refuseFilter(retriever, context, way);
    },
  };
}

/** The first k that stay, and those left out that would have been among the first k. */
export function keptOf<T>(
  ranked: readonly T[],
  k: number,
  keep: (one: T) => unknown,
): { readonly kept: readonly T[]; readonly filtered: readonly T[] } {
  const kept: T[] = [];
  const filtered: T[] = [];
  for (const [i, one] of ranked.entries()) {
    if (kept.length >= k) break;
    if (keep(one)) kept.push(one);
    else if (i < k) filtered.push(one);
  }
  return { kept, filtered };
}
