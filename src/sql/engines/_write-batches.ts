/** Rows into a new table, some at a time. */
import type { GivenRows } from "../engine.ts";

export interface WrittenTable {
  create(): Promise<void>;
  insert(some: GivenRows): Promise<void>;
  /** Also where the command was cancelled. */
  drop(): Promise<void>;
}

/** All rows, or no table: a part of them would pass for all. A table that is there already is not touched. */
export async function writeInBatches(
  { columns, rows }: GivenRows,
  most: number,
  { create, insert, drop }: WrittenTable,
): Promise<void> {
  await create();
  let some: (readonly (string | number | null)[])[] = [];
  try {
    for (const row of rows) {
      some.push(row);
      if (some.length < most) continue;
      await insert({ columns, rows: some });
      some = [];
    }
    if (some.length > 0) await insert({ columns, rows: some });
  } catch (error) {
    await drop().catch(() => {});
    throw error;
  }
}
