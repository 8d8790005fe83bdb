/**
 * The data inside a report: one script element with the View, one with a line for each query, in the order of `QueryTable.ids`.
 * A line is parsed when its query is opened; an empty one is a query whose details were left out to keep the file small.
 */
import type { QueryView } from "../view/model.ts";

/** Ids of elements. The page is rendered into `app`. */
export const APP_ID = "app";
export const VIEW_ID = "goldie-view";
export const QUERIES_ID = "goldie-queries";

const LESS = /</g;
const LINE_ENDS = /[\u2028\u2029]/g;

/** JSON that no HTML parser reads as markup, in one line. */
export const embeddedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(LESS, "\\u003c")
    .replace(LINE_ENDS, (end) => (end === "\u2028" ? "\\u2028" : "\\u2029"));

/** By place, the query of a text of lines; undefined where its details were left out. */
export function queriesIn(text: string): (place: number) => QueryView | undefined {
  const lines = text.split("\n");
  return (place) => {
    const line = lines[place];
    return line === undefined || line === "" ? undefined : (JSON.parse(line) as QueryView);
  };
}
