/** Statements in columns with each alias and each unit in its one form: only those that may have one are taken apart. */
import { NUMBER, type TokenColumns } from "../../text/token-columns.ts";
import { type Aliases, inOneForm } from "./_aliases.ts";
import { mayBeUnit } from "./_amounts.ts";
import type { RowPlaces } from "./_rows.ts";

/** Of a text: the places of its tokens, which are fewer where an alias has several words. */
export type OneForm = (places: RowPlaces) => RowPlaces;

export function oneFormIn(columns: TokenColumns, aliases: Aliases): OneForm {
  const { words } = columns;
  const firsts = new Set<number>();
  // Most words are not even asked for.
  const some = new Uint8Array(256);
  for (const word of aliases.keys()) {
    const id = words.known(word);
    if (id >= 0) firsts.add(id);
    if (id >= 0) some[id & 255] = 1;
  }
  /** "the" begins "the netherlands", and much else. */
  const isAlias = (at: number, to: number): boolean =>
    aliases
      .get(words.keyOf(columns.ids[at]!))!
      .some(
        (row) =>
          at + row.words.length <= to &&
          row.words.every((word, k) => words.keyOf(columns.ids[at + k]!) === word),
      );
  const mayHave = ({ from, to }: RowPlaces): boolean => {
    const { ids, kinds, starts, ends } = columns;
    for (let at = from; at < to; at++) {
      if (some[ids[at]! & 255] === 1 && firsts.has(ids[at]!) && isAlias(at, to)) return true;
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
