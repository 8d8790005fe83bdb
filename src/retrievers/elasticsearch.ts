import type { RetrieveContext, Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checkedClient } from "./_check-options.ts";
import type { MakeRequest } from "./_embed.ts";
import type { HitFields } from "./_fields.ts";
import { filterAs, watchFilter } from "./_filter.ts";

/** A client of @elastic/elasticsearch or @opensearch-project/opensearch. */
export interface ElasticsearchLike {
  // biome-ignore lint/suspicious/noExplicitAny: what a search may be is hundreds of types there.
  search(request: any, options?: any): PromiseLike<unknown>;
}
export interface ElasticsearchOptions extends HitFields {
  readonly client: ElasticsearchLike;
  readonly index?: string;
  /** The fields to search in, such as ["title^2", "body"]. Default: those that the index searches by default. */
  readonly fields?: readonly string[];
  /** The body of the search, such as { query: …, knn: … }; it takes precedence over `fields`. */
  readonly request?: MakeRequest;
}

const NAMES = ["client", "index", "fields", "request"] as const;
const DEFAULTS = {
  id: "_id",
  text: ["_source.text", "_source.content", "_source.body"],
  score: ["_score"],
} as const;

/** Each of these searches by itself, without our query and its filter. */
const SEARCHES = ["query", "knn", "retriever"] as const;

async function bodyOf(
  name: string,
  { fields, request }: ElasticsearchOptions,
  query: string,
  context: RetrieveContext,
): Promise<object> {
  const match = { multi_match: { query, ...(fields === undefined ? {} : { fields }) } };
  const filter = filterAs("filter", name, context);
  const filtered = "filter" in filter ? { bool: { must: [match], ...filter } } : match;
  const { watched, refuseUnread } = watchFilter(context);
  const own = (await request?.(query, watched)) ?? {};
  const searches = SEARCHES.find((field) => field in own);
  if (searches !== undefined)
    refuseUnread(
      name,
      `put it into the ${searches} of your request: request: (query, { filter }) => …, or remove the filter`,
    );
  return { size: context.k, query: filtered, ...own };
}

/** Clients before version 8 of Elasticsearch, and those of OpenSearch, wrap the answer in `body`. */
function hitsOf(answer: unknown): unknown {
  const { body = answer } = (answer ?? {}) as { readonly body?: unknown };
  return (body as { readonly hits?: { readonly hits?: unknown } } | null | undefined)?.hits?.hits;
}

function make(
  name: string,
  title: string,
  options: ElasticsearchOptions,
  request: (body: object, index: object) => object,
): Retriever {
  const made = adapter({
    name,
    about: `${title}${options?.index === undefined ? "" : ` index ${options.index}`}`,
    options,
    names: NAMES,
    defaults: DEFAULTS,
    hits: hitsOf,
    ask: async (query, context) =>
      options.client.search(
        request(
          await bodyOf(name, options, query, context),
          options.index === undefined ? {} : { index: options.index },
        ),
        { signal: context.signal },
      ),
  });
  checkedClient(name, "client", options.client, ["search"]);
  return made;
}

/**
 * An index of Elasticsearch.
 * @example
 * fromElasticsearch({ client, index: "docs", fields: ["title^2", "body"], id: "_source.docId" })
 */
export const fromElasticsearch = (options: ElasticsearchOptions): Retriever =>
  make("fromElasticsearch", "Elasticsearch", options, (body, index) => ({ ...index, ...body }));

/**
 * An index of OpenSearch.
 * @example
 * fromOpenSearch({ client, index: "docs", request: (query) => ({ query: { match: { body: query } } }) })
 */
export const fromOpenSearch = (options: ElasticsearchOptions): Retriever =>
  make("fromOpenSearch", "OpenSearch", options, (body, index) => ({ ...index, body }));
