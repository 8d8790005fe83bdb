/** Rows into a new table, some at a time. */
import { GoldieError } from "../../core/problem.ts";
import type { GivenRows } from "../engine.ts";
import { saidIn } from "../faults.ts";
import { sqlProblem } from "../problems.ts";

export interface WrittenTable {
  /** "ClickHouse" */
  readonly engine: string;
  /** As statements have it. */
  readonly name: string;
  /** Ends when the engine has ended it, also where the command was cancelled; `late` is when to give that up. */
  create(late: AbortSignal): Promise<void>;
  /** The engine answered that it made no table, or it was not asked at all. */
  isRefused(error: unknown): boolean;
  insert(some: GivenRows): Promise<void>;
  /** Also where the command was cancelled. */
  drop(): Promise<void>;
}

/** Time for a statement to end once the command is cancelled. */
const GRACE_MS = 10_000;

/**
 * All rows, or no table: a part of them would pass for all. Only a table that the engine said to have made is dropped; where
 * it did not say, or does not drop it, the error names the table.
 */
export async function writeInBatches(
  { columns, rows }: GivenRows,
  most: number,
  table: WrittenTable,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  await make(table, signal);
  let some: (readonly (string | number | null)[])[] = [];
  try {
    signal?.throwIfAborted();
    for (const row of rows) {
      some.push(row);
      if (some.length < most) continue;
      await table.insert({ columns, rows: some });
      some = [];
    }
    if (some.length > 0) await table.insert({ columns, rows: some });
    signal?.throwIfAborted();
  } catch (error) {
    await table.drop().catch((why: unknown) => {
      throw left("table-left", table, `${said(error)}; and then: ${said(why)}`);
    });
    throw error;
  }
}

async function make(table: WrittenTable, signal: AbortSignal | undefined): Promise<void> {
  const { late, forget } = graceAfter(signal);
  try {
    await table.create(late);
  } catch (error) {
    if (!table.isRefused(error)) throw left("table-unknown", table, said(error));
    signal?.throwIfAborted();
    throw error;
  } finally {
    forget();
  }
}

/** A signal that comes some seconds after another one. */
export function graceAfter(signal: AbortSignal | undefined): { late: AbortSignal; forget: () => void } {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (): void => {
    timer = setTimeout(() => over.abort(signal?.reason), GRACE_MS);
  };
  signal?.addEventListener("abort", start, { once: true });
  const forget = (): void => {
    signal?.removeEventListener("abort", start);
    clearTimeout(timer);
  };
  return { late: over.signal, forget };
}

const left = (
  reason: "table-left" | "table-unknown",
  { engine, name }: WrittenTable,
  message: string,
): GoldieError =>
  sqlProblem.error(`engine-failed/${reason}`, { engine, table: name, message }, { level: "error" });

const said = (error: unknown): string => {
  if (error instanceof GoldieError) return saidIn(error.problem);
  return error instanceof Error ? error.message : String(error);
};
