/**
 * The data inside a report. One script element has the View. Another has the details of the queries, those to look at first
 * first (`queryOrder`), some at a time: each line is JSON of so many queries, compressed, in base64. A reader opens few of them,
 * and the others stay as they are. Queries beyond the last line were left out to keep the file small.
 */
import type { QueryView, View } from "../view/model.ts";
import { queryOrder } from "./first-queries.ts";

/** Ids of elements. The page is rendered into `app`. */
export const APP_ID = "app";
export const VIEW_ID = "goldie-view";
export const QUERIES_ID = "goldie-queries";

/** Queries in a line. */
export const TOGETHER = 32;
/** As CompressionStream calls it; zlib's deflateRaw. */
const FORMAT = "deflate-raw";

const LESS = /</g;
const LINE_ENDS = /[\u2028\u2029]/g;

/** JSON that no HTML parser reads as markup, in one line. */
export const embeddedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(LESS, "\\u003c")
    .replace(LINE_ENDS, (end) => (end === "\u2028" ? "\\u2028" : "\\u2029"));

/** By its place in the table, the details of a query: at once where its line was opened before; undefined where they were left out. */
export function queriesIn(
  text: string,
  view: View,
): (place: number) => QueryView | undefined | Promise<QueryView | undefined> {
  const lines = text === "" ? [] : text.split("\n");
  const opened = new Map<number, readonly QueryView[]>();
  const order = new Map(queryOrder(view).map(({ at }, i) => [at, i]));
  return (place) => {
    const i = order.get(place) ?? Number.POSITIVE_INFINITY;
    const at = Math.floor(i / TOGETHER);
    const line = lines[at];
    if (line === undefined) return undefined;
    const known = opened.get(at);
    if (known !== undefined) return known[i % TOGETHER];
    return queriesOf(line).then((queries) => {
      opened.set(at, queries);
      return queries[i % TOGETHER];
    });
  };
}

async function queriesOf(line: string): Promise<readonly QueryView[]> {
  const bytes = Uint8Array.from(atob(line), (character) => character.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(FORMAT));
  return JSON.parse(await new Response(plain).text()) as QueryView[];
}
