/** Rows of one table: the values of a row belong to what it begins with. */
import { foldTokens } from "../../text/tokens.ts";
import { isTableRow } from "../split/markdown.ts";
import type { Rows } from "./_rows.ts";
import type { Sought } from "./_sought.ts";
import { type ChunkSupport, findSupport } from "./support.ts";

/** "Oslo,1850,12", with commas, semicolons or tabs; no quotes, which may have commas in them. In a sentence a space follows the comma, and "1,850" is a number. */
const SEPARATED = /^[^",;\t\n]{1,100}(?:,(?! )|; ?|\t)[^",;\t\n]{0,100}(?:,(?! )|; ?|\t)(?!.*")/;
const LETTER = /\p{L}/u;

const isRow = (text: string): boolean => isTableRow(text) || SEPARATED.test(text);

/** Whether a row is about something that the claim names, by its first cell with letters. */
function isNamed(row: string, claim: ReadonlySet<string>): boolean {
  const cells = row.split(isTableRow(row) ? "|" : /[,;\t]/);
  return foldTokens(cells.find((cell) => LETTER.test(cell)) ?? "").some(({ key }) => claim.has(key));
}

/**
 * "| Oslo | 1850 |" and "| Rome | 1871 |" do not say together that something of 1871 is in Oslo: where the claim names what one row is about,
 * the rows about others are left out.
 */
export function withoutOtherRows(
  found: ChunkSupport,
  { sought, rows, texts, from, to }: ChunkToCheck,
): ChunkSupport {
  const textAt = (place: number): string => texts[place]!.text;
  // The first line of a table is its head.
  const isBelow = (place: number): boolean =>
    place > from && isRow(textAt(place)) && isRow(textAt(place - 1));
  const below = found.by.filter(isBelow);
  if (below.length < 2) return found;
  const claim = new Set(foldTokens(sought.text).map(({ key }) => key));
  const isOther = (place: number): boolean => !isNamed(textAt(place), claim);
  if (below.every(isOther) || !below.some(isOther)) return found;
  const mute = rows.mute.slice();
  for (let place = from; place < to; place++) if (isBelow(place) && isOther(place)) mute[place] = 1;
  return findSupport(sought, { ...rows, mute }, from, to);
}

interface ChunkToCheck {
  readonly sought: Sought;
  readonly rows: Rows;
  readonly texts: readonly { readonly text: string }[];
  readonly from: number;
  readonly to: number;
}
