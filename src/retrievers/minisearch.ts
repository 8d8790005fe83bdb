import type { Hit } from "../core/ranking.ts";
import type { RetrieveContext, Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checkedClient } from "./_check-options.ts";
import type { HitFields } from "./_fields.ts";
import { type FilterFunction, filterFunction, watchFilter } from "./_filter.ts";

/** An index of MiniSearch. */
export interface MiniSearchLike {
  // biome-ignore lint/suspicious/noExplicitAny: its queries and options are types of its own.
  search(query: any, options?: any): readonly object[];
}
export interface MiniSearchOptions extends HitFields {
  readonly index: MiniSearchLike;
  /** Options of the search, such as { prefix: true }. */
  readonly search?: object | ((query: string, context: RetrieveContext) => object);
}

/**
 * An index of MiniSearch. Texts are there if they are among its `storeFields`.
 * @example
 * fromMiniSearch({ index: miniSearch, search: { boost: { title: 2 } }, text: "body" })
 */
export function fromMiniSearch(options: MiniSearchOptions): Retriever {
  const made = adapter({
    name: "fromMiniSearch",
    about: "MiniSearch",
    options,
    names: ["index", "search"],
    defaults: { id: "id", text: ["text", "content", "body"], score: ["score"] },
    cut: true,
    ask(query, context) {
      const { index, search } = options;
      const { watched, isRead } = watchFilter(context);
      const own = (typeof search === "function" ? search(query, watched) : search) ?? {};
      return index.search(query, isRead() ? own : withFilter(own, filterFunction("fromMiniSearch", context)));
    },
  });
  checkedClient("fromMiniSearch", "index", options.index, ["search"]);
  return made;
}

/** What both keep. */
function withFilter(own: { readonly filter?: FilterFunction }, keep: FilterFunction | undefined): object {
  const { filter } = own;
  if (keep === undefined) return own;
  return { ...own, filter: filter === undefined ? keep : (hit: Hit) => filter(hit) && keep(hit) };
}
