/** Misses in rows whose ids are bytes: most need no strings. */
import type { DocId } from "../../core/ids.ts";
import type { Missed, MissedWhy } from "../../core/missed.ts";
import type { JoinRule } from "../../core/rules.ts";
import type { OtherRules } from "../../match/ids/other-rule.ts";
import type { GoldColumns } from "../input/gold-columns.ts";
import type { ReadGold } from "../input/read-gold.ts";
import type { TableRows } from "../input/table-ranking.ts";
import { TableScratch } from "../join/join-table.ts";
import { closer } from "./_closer.ts";

export interface MissedInTable {
  /** How many things had to be found. */
  readonly wanted: number;
  readonly missed: readonly Missed[];
}

export class TableMisses {
  readonly #scratch = new TableScratch();
  readonly #others: OtherRules;
  constructor(others: OtherRules) {
    this.#others = others;
  }

  /**
   * Under exact ids, of a list without repeated hits. `items`: what had to be found, asked for only where the gold is no
   * table. undefined: the ids of the hits must be looked at.
   */
  find(
    rows: TableRows,
    gold: ReadGold,
    join: JoinRule,
    k: number,
    items: () => readonly (readonly DocId[])[] | undefined,
  ): MissedInTable | undefined {
    if (rows.odd) return undefined;
    const ranks = this.#scratch.ranks(rows, join);
    const { goldIds } = rows;
    return goldIds === undefined
      ? this.#inColumns(rows, gold.columns!, ranks, k)
      : this.#inLists(rows, goldIds, items(), ranks, k);
  }

  /** Gold that is a table too: its ids become strings only where they were missed. */
  #inColumns(
    rows: TableRows,
    columns: GoldColumns,
    ranks: Uint32Array,
    k: number,
  ): MissedInTable | undefined {
    const { grades } = columns;
    const { found, foundId } = rows;
    /** By judgement: 1 + the rank of its document, or 0. */
    const rankOf = new Uint32Array(grades.length);
    for (let i = 0; i < found; i++) rankOf[foundId[i]!] = ranks[i]! + 1;
    let wanted = 0;
    const missed: Missed[] = [];
    for (let entry = 0; entry < grades.length; entry++) {
      if (!(grades[entry]! > 0)) continue;
      wanted++;
      if (rankOf[entry]! > 0 && rankOf[entry]! <= k) continue;
      const id = columns.ids[entry]!;
      const why = this.#why(id, rankOf[entry]!, rows);
      if (why === undefined) return undefined;
      missed.push({ item: [id], ...why });
    }
    return { wanted, missed };
  }

  #inLists(
    rows: TableRows,
    goldIds: readonly DocId[],
    items: readonly (readonly DocId[])[] | undefined,
    ranks: Uint32Array,
    k: number,
  ): MissedInTable | undefined {
    if (items === undefined) return undefined;
    const { found, foundId } = rows;
    const rankOf = new Map<DocId, number>();
    for (let i = 0; i < found; i++) rankOf.set(goldIds[foundId[i]!]!, ranks[i]! + 1);
    const missed: Missed[] = [];
    for (const item of items) {
      if (item.some((id) => (rankOf.get(id) ?? Number.POSITIVE_INFINITY) <= k)) continue;
      const why: MissedWhy[] = [];
      for (const id of item) {
        const one = this.#why(id, rankOf.get(id) ?? 0, rows);
        if (one === undefined) return undefined;
        why.push(one);
      }
      missed.push({ item, ...why.reduce(closer) });
    }
    return { wanted: items.length, missed };
  }

  #why(id: DocId, rank: number, rows: TableRows): MissedWhy | undefined {
    return rank > 0 ? below(id, rank, rows) : this.#absent(id, rows);
  }

  /** A hit with another spelling of the id would be reported. */
  #absent(id: DocId, rows: TableRows): MissedWhy | undefined {
    const held = this.#others.heldBy(id);
    return held === undefined || rows.mayHold(held) ? undefined : { reason: "never-retrieved" };
  }
}

/** Where hits may be chunks of one document, they may have crowded it out. */
const below = (id: DocId, rank: number, rows: TableRows): MissedWhy | undefined =>
  rows.mayHoldChunks() ? undefined : { reason: "below-k", rank, hit: id };
