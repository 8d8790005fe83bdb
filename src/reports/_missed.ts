/** What each run missed, document by document, with the words behind the ids where they are known. */

import type { QueryId } from "../core/ids.ts";
import { type Missed, missWords } from "../core/missed.ts";
import { fill } from "../text/fill.ts";
import { oneLine } from "../text/width.ts";
import type { RunReport, TextSource } from "./model.ts";

/** As many words of a text as tell which one it is. */
const FIRST_WORDS = 8;

/** Below its question, everything that a query missed, and the hit that came first instead. */
export function missedRows({ missed, words, texts }: RunReport, width: number): string[] {
  if (missed === undefined) return [];
  return [...missed.queries].flatMap(([query, list]) => {
    // Of these, the reason says that there are no hits.
    const silent = list.some(({ reason }) => reason === "failed" || reason === "empty");
    const first = silent ? [] : firstText(missed.firstHits, query, texts);
    return queryRows({ words, texts }, query, [...list.map((one) => itemText(one, texts)), ...first], width);
  });
}

/** The question, or only its id, and what there is to say about it. */
export function queryRows(
  { words, texts }: { [part in "words" | "texts"]: RunReport[part] | undefined },
  query: QueryId,
  rows: readonly string[],
  width: number,
): string[] {
  const asked = oneLine(words?.get(query) ?? texts?.query(query) ?? "");
  if (asked === "" || asked === oneLine(query))
    return rows.map((row, i) => line(i === 0 ? `${query}  ${row}` : row, i === 0 ? 2 : 6, width));
  return [line(`${query}  ${asked}`, 2, width), ...rows.map((row) => line(row, 6, width))];
}

function line(text: string, indent: number, width: number): string {
  const first = " ".repeat(indent);
  return `${first}${fill(oneLine(text), " ".repeat(indent + 4), width).trimStart()}`;
}

const itemText = (missed: Missed, texts: TextSource | undefined): string =>
  `${missed.item.map((id) => withTitle(id, texts)).join(" or ")}  ${missWords(missed)}`;

function firstText(
  firstHits: ReadonlyMap<QueryId, string> | undefined,
  query: QueryId,
  texts: TextSource | undefined,
): string[] {
  if (firstHits === undefined) return [];
  const first = firstHits.get(query);
  return [first === undefined ? "no hits" : `first hit: ${withTitle(first, texts)}`];
}

/** A document's id with its title, or with its first words. */
function withTitle(id: string, texts: TextSource | undefined): string {
  const title = texts?.title?.(id);
  if (title !== undefined && title !== "") return `${id} ${JSON.stringify(oneLine(title))}`;
  const text = texts?.document(id);
  if (text === undefined || text.trim() === "") return id;
  const heading = /^#{1,6} (.*)/.exec(text)?.[1]?.trim() ?? "";
  if (heading !== "") return `${id} ${JSON.stringify(oneLine(heading))}`;
  const words = oneLine(text).split(" ");
  const first = words.slice(0, FIRST_WORDS).join(" ");
  return `${id} ${JSON.stringify(words.length > FIRST_WORDS ? `${first} …` : first)}`;
}
