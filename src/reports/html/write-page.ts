/** One self-contained file from a view: a style, a script, the data, and the summary already rendered. */
import { deflateRawSync } from "node:zlib";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { withCommas } from "../../core/shown.ts";
import type { QueryView, View } from "../view/model.ts";
import script from "./client.tsx?bundle";
import { APP_ID, embeddedJson, QUERIES_ID, TOGETHER, VIEW_ID } from "./embedded.ts";
import { queryOrder } from "./first-queries.ts";
import { Page } from "./page.tsx";
import style from "./style/all.css?bundle";

/** The file stays below this, unless the scores alone are larger. */
const MOST_BYTES = 15_000_000;
/** For the markup of the summary. */
const MARKUP = 500_000;

export interface PageOptions {
  /** Default: 15 MB. Beyond it, queries are shown without their lists. */
  readonly mostBytes?: number;
}

/**
 * The pieces of the file, in order. `queryOf` gives the details of the query at a place.
 * Nothing in it depends on the day or the machine.
 */
export function* writePage(
  view: View,
  queryOf: (place: number) => QueryView,
  { mostBytes = MOST_BYTES }: PageOptions = {},
): Iterable<string> {
  const { lines, leftOut } = queryLines(view, queryOf, mostBytes - MARKUP);
  const shown =
    leftOut === 0 ? view : { ...view, notes: [...view.notes, leftOutNote(leftOut, view.queries.ids.length)] };
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${script.hash}'`,
    `style-src 'sha256-${style.hash}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  yield `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n`;
  yield `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`;
  yield `<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n<meta name="generator" content="Goldie">\n`;
  yield `${renderToString(h("title", null, `${shown.title} · Goldie`))}\n<style>${style.text}</style>\n</head>\n<body>\n`;
  yield renderToString(h("main", { id: APP_ID, class: "page" }, h(Page, { view: shown })));
  yield `\n<script type="application/json" id="${VIEW_ID}">`;
  yield embeddedJson(shown);
  yield `</script>\n<script type="text/plain" id="${QUERIES_ID}">`;
  for (const [at, line] of lines.entries()) yield at === 0 ? line : `\n${line}`;
  yield `</script>\n<script>${script.text}</script>\n</body>\n</html>\n`;
}

/** The lines of the queries, as far as they fit: those to look at first come first. */
function queryLines(
  view: View,
  queryOf: (place: number) => QueryView,
  most: number,
): { readonly lines: readonly string[]; readonly leftOut: number } {
  const order = queryOrder(view).map(({ at }) => at);
  const lines: string[] = [];
  let left = most - bytesOf(script.text) - bytesOf(style.text) - bytesOf(embeddedJson(view));
  for (let from = 0; from < order.length; from += TOGETHER) {
    const some = order.slice(from, from + TOGETHER).map(queryOf);
    const line = deflateRawSync(JSON.stringify(some)).toString("base64");
    left -= line.length + 1;
    if (left < 0) return { lines, leftOut: order.length - from };
    lines.push(line);
  }
  return { lines, leftOut: 0 };
}

/** In UTF-8. A pair of surrogates has four bytes. */
function bytesOf(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7ff && (code < 0xd800 || code > 0xdfff)) bytes += 2;
    else if (code > 0x7f) bytes++;
  }
  return bytes;
}

const leftOutNote = (leftOut: number, all: number): string =>
  `Ranked lists of ${withCommas(leftOut)} of ${withCommas(all)} queries were left out to keep this file small: those that changed least or scored best. Their scores are complete.`;
