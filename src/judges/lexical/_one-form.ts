/** Statements in columns with each alias and each unit in its one form: only those that may have one are taken apart. */
import { NUMBER, type TokenColumns } from "../../text/token-columns.ts";
import { type Aliases, type AliasRow, inOneForm } from "./_aliases.ts";
import { mayBeUnit } from "./_amounts.ts";
import type { RowPlaces } from "./_rows.ts";

/** Of a text: the places of its tokens, which are fewer where an alias has several words. */
export type OneForm = (places: RowPlaces) => RowPlaces;

const SOME = 1024;
/** What a word is to an alias: all of it, its first word (of several) or its second. */
const ALONE = 1;
const FIRST = 2;
const SECOND = 4;
const none: readonly AliasRow[] = [];

export function oneFormIn(columns: TokenColumns, aliases: Aliases): OneForm {
  const { words } = columns;
  /** By the number of its first word. */
  const firsts = new Map<number, readonly AliasRow[]>();
  // Most words are in none of them.
  const some = new Uint8Array(SOME);
  const mark = (id: number, part: number): void => {
    some[id & (SOME - 1)] = some[id & (SOME - 1)]! | part;
  };
  for (const [first, rows] of aliases) {
    const id = words.known(first);
    if (id < 0) continue;
    firsts.set(id, rows);
    for (const row of rows) {
      const second = row.words.length === 1 ? id : words.known(row.words[1]!);
      if (second < 0) continue;
      mark(id, row.words.length === 1 ? ALONE : FIRST);
      if (row.words.length > 1) mark(second, SECOND);
    }
  }
  const isThere = (row: AliasRow, at: number, to: number): boolean => {
    if (at + row.words.length > to) return false;
    for (let k = 1; k < row.words.length; k++)
      if (words.keyOf(columns.ids[at + k]!) !== row.words[k]) return false;
    return true;
  };
  /** "the" begins "the netherlands", and much else. */
  const isAlias = (at: number, to: number): boolean => {
    for (const row of firsts.get(columns.ids[at]!) ?? none) if (isThere(row, at, to)) return true;
    return false;
  };
  const mayHave = ({ from, to }: RowPlaces): boolean => {
    const { ids, kinds, starts, ends } = columns;
    for (let at = from; at < to; at++) {
      const part = some[ids[at]! & (SOME - 1)]!;
      if (
        part !== 0 &&
        ((part & ALONE) !== 0 ||
          ((part & FIRST) !== 0 && at + 1 < to && (some[ids[at + 1]! & (SOME - 1)]! & SECOND) !== 0)) &&
        isAlias(at, to)
      )
        return true;
      if (kinds[at] !== NUMBER || at + 1 === to || starts[at + 1]! - ends[at]! > 2) continue;
      if (mayBeUnit(words.keyOf(ids[at + 1]!))) return true;
    }
    return false;
  };
  return (places) => {
    if (!mayHave(places)) return places;
    const { from, to } = places;
    const tokens = columns.tokens(from, to);
    const formed = inOneForm(tokens, aliases);
    if (formed === tokens) return places;
    formed.forEach((token, i) => {
      columns.put(from + i, token);
    });
    return { from, to: from + formed.length };
  };
}
