/** A chunk to search entities in, its tokens in columns: read as far as a search asks for. */
import { type TokenColumns, WORD } from "../../text/token-columns.ts";
import { impliedKeys, type Token } from "../../text/tokens.ts";
import type { RowPlaces } from "./_rows.ts";
import type { FoldedChunk } from "./entities.ts";

export class ColumnChunk implements FoldedChunk {
  readonly #columns: TokenColumns;
  readonly #statements: readonly RowPlaces[];
  #keys: string[] | undefined;
  #implied: Set<string> | undefined;
  #tokens: Token[] | undefined;

  constructor(columns: TokenColumns, statements: readonly RowPlaces[]) {
    this.#columns = columns;
    this.#statements = statements;
  }

  get tokens(): readonly Token[] {
    this.#tokens ??= this.#statements.flatMap(({ from, to }) => this.#columns.tokens(from, to));
    return this.#tokens;
  }

  get keys(): readonly string[] {
    if (this.#keys !== undefined) return this.#keys;
    const { ids, words } = this.#columns;
    const keys: string[] = [];
    for (const { from, to } of this.#statements)
      for (let at = from; at < to; at++) keys.push(words.keyOf(ids[at]!));
    this.#keys = keys;
    return keys;
  }

  mayHave(keys: readonly number[]): boolean {
    const { ids } = this.#columns;
    const from = this.#statements[0]?.from ?? 0;
    const to = this.#statements.at(-1)?.to ?? 0;
    for (const id of keys) for (let at = from; at < to; at++) if (ids[at] === id) return true;
    return false;
  }

  get implied(): ReadonlySet<string> {
    if (this.#implied !== undefined) return this.#implied;
    const { ids, kinds, words } = this.#columns;
    const implied = new Set<string>();
    for (const { from, to } of this.#statements)
      for (let at = from; at < to; at++)
        if (kinds[at] !== WORD) for (const key of impliedKeys(words.keyOf(ids[at]!))) implied.add(key);
    this.#implied = implied;
    return implied;
  }
}
