/** Goldie's names for the keys of a row; the other names are shared by all formats. */
import type { Kind } from "../format.ts";
import {
  ANSWER,
  DOC,
  DOCS,
  GRADE,
  OF_ANSWERS,
  plainName,
  QUERY,
  QUERY_TEXT,
  RANK,
  SCORE,
  TOPIC,
} from "../rows/field-names.ts";

/** Forms of values that decide what a name means. */
export type FieldForm = "list" | "text" | "plain";
/** A key of a row, and the form of its value. */
type Field = readonly [key: string, form: FieldForm];

/** Goldie's names for what is relevant or retrieved: with one of them, no other key is taken for it. */
const OWN_DOCS: Readonly<Record<"gold" | "run", readonly string[]>> = {
  gold: ["relevant", "grades", "groups", "hops", "subtopics", "passages", "spans", "doc", "doc_id"],
  run: ["hits", "error", "doc", "doc_id"],
};

/** By key: Goldie's name for it, if it differs. */
export function ownNames(fields: readonly Field[], kind: Kind): ReadonlyMap<string, string> {
  const own = new Map<string, string>();
  if (kind !== "gold" && kind !== "run") return own;
  const has = new Set(fields.map(([key]) => key));
  const plain = fields.map(([key, form]) => [key, plainName(key), form] as const);
  const take = (
    name: string,
    names: readonly string[],
    fits: (form: FieldForm, name: string) => boolean,
  ): boolean => {
    if (has.has(name)) return true;
    for (const wanted of names) {
      const found = plain.find(([key, one, form]) => one === wanted && !own.has(key) && fits(form, one));
      if (found === undefined) continue;
      own.set(found[0], name);
      return true;
    }
    return false;
  };
  const flat = (form: FieldForm): boolean => form !== "list";
  const listed = (form: FieldForm): boolean => form === "list";
  const docs =
    OWN_DOCS[kind].some((name) => has.has(name)) ||
    take(kind === "gold" ? "relevant" : "hits", DOCS[kind], listed);
  const single = has.has("doc") || has.has("doc_id") || (!docs && take("doc", DOC, flat));
  if (single && kind === "gold") take("grade", GRADE, flat);
  if (single && kind === "run") {
    take("score", SCORE, flat);
    take("rank", RANK, flat);
  }
  // In a row per query, "id" is the query id; in a row per document, it is the id of the row.
  if (single || !has.has("id")) take("query_id", QUERY, flat);
  take("query", [...QUERY_TEXT, TOPIC], flat);
  if (kind === "gold" && !single) take("answer", [...ANSWER, ...OF_ANSWERS], (form) => form === "text");
  return own;
}
