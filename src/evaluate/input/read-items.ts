/** Gold that is no id: texts, and stretches of source documents. By itself each is a group of its own. */

import type { Passage } from "../../core/gold.ts";
import type { QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import { readStretch, type SourceSpan } from "../../match/spans.ts";
import { shown } from "./read-input.ts";

export const badGold = (query: QueryId, code: string, what: string, fix: string, why?: string): never => {
  throw new GoldieError({
    code,
    what: `gold of query ${query}: ${what}`,
    ...(why === undefined ? {} : { why }),
    fix,
    at: { query },
  });
};

export function readTexts(query: QueryId, given: readonly unknown[]): string[][] {
  const text = (one: unknown): string => {
    const t = typeof one === "string" ? one : (one as Partial<Passage> | null)?.text;
    return typeof t === "string"
      ? t
      : badGold(
          query,
          "bad-passage",
          `${shown(one)} has no text`,
          'write "some text" or {"text": "some text"}',
        );
  };
  return given.map((one) => (Array.isArray(one) ? one.map(text) : [text(one)]));
}

/** A span by itself is a group of its own. */
export function readSpans(query: QueryId, given: readonly unknown[]): SourceSpan[][] {
  const span = (one: unknown): SourceSpan => {
    const { doc, ...place } = (one ?? {}) as Partial<Record<string, unknown>>;
    const stretch = readStretch(place);
    if (typeof doc !== "string")
      return badGold(query, "bad-span", `${shown(one)} names no document as text`, `write ${SPAN_FORM}`);
    return typeof stretch === "object"
      ? { doc, ...stretch }
      : badGold(
          query,
          "bad-span",
          `${shown(one)} is no span: ${stretch ?? "it has no place"}`,
          `write ${SPAN_FORM}`,
        );
  };
  return given.map((one) => (Array.isArray(one) ? one.map(span) : [span(one)]));
}
const SPAN_FORM =
  '{"doc": "handbook.md", "lines": [40, 52]} or {"doc": "handbook.md", "start": 0, "end": 120}';

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
    badGold(
      query,
      "bad-gold",
      "texts and source spans are mixed",
      "give every item a span, and each of them a text or none",
    );
  return {
    spans: readSpans(query, given),
    ...(texts === 0 ? {} : { passages: readTexts(query, given) }),
  };
}
