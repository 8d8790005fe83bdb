/** Gold without ids: texts and spans of source documents. Each one is a group by default. */

import type { Passage } from "../../core/gold.ts";
import type { QueryId } from "../../core/ids.ts";
import { shown } from "../../core/shown.ts";
import { isBadStretch, readStretch, type SourceSpan } from "../../match/spans.ts";
import { inputProblem, ofGold } from "./problems.ts";

export function readTexts(query: QueryId, given: readonly unknown[]): string[][] {
  const text = (one: unknown): string => {
    const t = typeof one === "string" ? one : (one as Partial<Passage> | null)?.text;
    if (typeof t === "string") return t;
    throw inputProblem.error("bad-passage", { found: shown(one) }, ofGold(query));
  };
  return given.map((one) => (Array.isArray(one) ? one.map(text) : [text(one)]));
}

/** A single span is one group. */
export function readSpans(query: QueryId, given: readonly unknown[]): SourceSpan[][] {
  const span = (one: unknown): SourceSpan => {
    const { doc, ...place } = (one ?? {}) as Partial<Record<string, unknown>>;
    const stretch = readStretch(place);
    if (typeof doc !== "string")
      throw inputProblem.error("bad-span/no-document", { found: shown(one) }, ofGold(query));
    if (stretch === undefined || isBadStretch(stretch))
      throw inputProblem.error("bad-span/gold", { found: shown(one), ...stretch }, ofGold(query));
    return { doc, ...stretch };
  };
  return given.map((one) => (Array.isArray(one) ? one.map(span) : [span(one)]));
}

/** Texts, source spans, or spans with their texts. */
export function readItems(
  query: QueryId,
  given: readonly unknown[],
): { passages?: string[][]; spans?: SourceSpan[][] } {
  const items = given.flat() as readonly object[];
  const having = (...names: string[]): number =>
    items.filter((one) => typeof one === "object" && one !== null && names.some((name) => name in one))
      .length;
  const [texts, spans] = [having("text"), having("lines", "start", "end")];
  if (spans === 0) return { passages: readTexts(query, given) };
  if (spans < items.length || (texts > 0 && texts < items.length))
    throw inputProblem.error("bad-gold/mixed-spans", {}, ofGold(query));
  return {
    spans: readSpans(query, given),
    ...(texts === 0 ? {} : { passages: readTexts(query, given) }),
  };
}
