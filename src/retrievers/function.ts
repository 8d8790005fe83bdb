import { fieldPath } from "../core/field-path.ts";
import type { Retrieve, RetrieveContext, Retriever } from "../core/retriever.ts";
import { checked, checkNames } from "./_check-options.ts";
import { HIT_FIELDS, type HitField, type HitFields, hitReader, listIn } from "./_fields.ts";
import { untilAborted } from "./_until-aborted.ts";

export interface FunctionRetrieverOptions extends HitFields {
  /** Your search. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever it returns is read by the paths.
  readonly retrieve: (query: string, context: RetrieveContext) => any;
  /** Where the list of hits is in what it returns. Default: it returns the list. */
  readonly hits?: HitField;
  readonly about?: string;
  open?(signal: AbortSignal): Promise<void>;
  close?(): Promise<void> | void;
}

/**
 * A retriever from a search function. Without paths it must return ids, hits or LangChain documents.
 * @example
 * fromFunction((query, { k }) => search(query, k))
 * @example
 * fromFunction({ retrieve: (query) => api.search(query), hits: "results", id: "doc.id", text: "snippet" })
 */
export function fromFunction(given: Retrieve | FunctionRetrieverOptions): Retriever {
  const options: FunctionRetrieverOptions = typeof given === "function" ? { retrieve: given } : given;
  const own = ["retrieve", "hits", "about", "open", "close"] as const;
  checkNames("fromFunction", options, [...own, ...HIT_FIELDS]);
  const { retrieve, hits, about, open, close } = options;
  checked("fromFunction", "retrieve", retrieve, (x) => typeof x === "function", "your search function");
  const reads = hits !== undefined || HIT_FIELDS.some((name) => options[name] !== undefined);
  const read = hitReader("fromFunction", options, {
    id: "id",
    text: ["text"],
    score: ["score"],
    doc: ["doc"],
  });
  const list = typeof hits === "string" ? fieldPath(hits) : (hits ?? ((answer: unknown) => answer));
  return {
    ...(about === undefined ? {} : { about }),
    ...(open === undefined ? {} : { open: (signal: AbortSignal) => open(signal) }),
    ...(close === undefined ? {} : { close: () => close() }),
    async retrieve(query, context) {
      const answer: unknown = await untilAborted(context.signal, () => retrieve(query, context));
      if (!reads) return answer as Awaited<ReturnType<Retrieve>>;
      const { queryId } = context;
      return read(
        queryId,
        listIn(queryId, answer, list(answer), typeof hits === "string" ? hits : "the top"),
      );
    },
  };
}
