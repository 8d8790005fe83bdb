/** What adapters share: ask the user's own client, find the list in what it returns, read its hits. */
import { type FieldGetter, fieldPath } from "../core/field-path.ts";
import type { RetrieveContext, Retriever } from "../core/retriever.ts";
import { checkNames } from "./_check-options.ts";
import { HIT_FIELDS, type HitFields, hitReader, listIn } from "./_fields.ts";
import { untilAborted } from "./_until-aborted.ts";

interface AdapterParts<Options extends HitFields> {
  /** What it is called in code. */
  readonly name: string;
  readonly about: string;
  readonly options: Options;
  /** All names of options besides those of HitFields. */
  readonly names: readonly Exclude<keyof Options & string, keyof HitFields>[];
  readonly defaults: Parameters<typeof hitReader>[2];
  ask(query: string, context: RetrieveContext): unknown;
  /** Where the list is in the answer, or how it is made of it. Default: the answer is the list. */
  readonly hits?: string | FieldGetter;
  /** The client returns everything that matches, and is not asked for a number. */
  readonly cut?: boolean;
}

export function adapter<Options extends HitFields>(parts: AdapterParts<Options>): Retriever {
  const { name, about, options, names, defaults, ask, hits, cut = false } = parts;
  checkNames(name, options, [...names, ...HIT_FIELDS]);
  const read = hitReader(name, options, defaults);
  const list: FieldGetter = typeof hits === "string" ? fieldPath(hits) : (hits ?? ((answer) => answer));
  const at = typeof hits === "string" ? hits : "the top";
  return {
    about,
    async retrieve(query, context) {
      const answer = await untilAborted(context.signal, () => ask(query, context));
      const found = listIn(context.queryId, answer, list(answer), at);
      return read(context.queryId, cut ? found.slice(0, context.k) : found);
    },
  };
}
