/** Statements to Trino by its published protocol: POST, then one page after the other until there is none. */
import { type Clock, systemClock } from "../../../calls/clock.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import type { Random } from "../../../core/random.ts";
import { failedStatement, statementError } from "./_failed.ts";
import { pageOf } from "./_page.ts";
import { createWire } from "./_wire.ts";
import type { TrinoAddress } from "./address.ts";
import { trinoProblem } from "./problems.ts";
import type { TrinoColumn, TrinoPage, TrinoProgress } from "./rows.ts";

export interface TrinoCall {
  /** Cancels the statement in the engine too. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: TrinoProgress) => void;
  /** The statement failed, and is run once more. */
  readonly onRetry?: (problem: Problem) => void;
  /** false: a statement that changes something is not run again, since the first try may have done it. */
  readonly again?: boolean;
  /** Characters of JSON that are held back until the statement has finished. Default: 64 Mi. */
  readonly held?: number;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  /** For the jitter of waits. */
  readonly random?: Random;
}

const HELD = 64 * 1024 * 1024;
/** Time for a coordinator to notice that a worker is gone. */
const PAUSE_MS = 2000;
/** Of these the cause may pass. USER_ERROR and EXTERNAL would fail in the same way. */
const PASSING: ReadonlySet<unknown> = new Set(["INTERNAL_ERROR", "INSUFFICIENT_RESOURCES"]);

/**
 * The pages of a result. Ends only when Trino said that the statement finished; whatever else happens, it throws.
 *
 * Never a part of a result for all of it: a statement is run again only if none of its rows has been handed out. For
 * this, pages are held back until the end. A result beyond `held` is handed out as it comes, and from then on a failure
 * is thrown, so whoever adds rows up has nothing to show for them.
 * @example
 * for await (const { rows } of trinoRows(parseTrinoUrl("trino://localhost:8080/memory/default"), "SELECT 1")) …
 */
export async function* trinoRows(
  address: TrinoAddress,
  sql: string,
  call: TrinoCall = {},
): AsyncGenerator<TrinoPage, void, undefined> {
  const { held: most = HELD, clock = systemClock, signal, onRetry, again = true } = call;
  for (let isSecond = false; ; isSecond = true) {
    const held: TrinoPage[] = [];
    let characters = 0;
    try {
      for await (const { page, size } of pagesOf(address, sql, call)) {
        characters += size;
        held.push(page);
        if (characters > most) yield* held.splice(0);
      }
      yield* held;
      return;
    } catch (error) {
      if (!again || isSecond || characters > most || !mayPass(error)) throw error;
      onRetry?.(error.problem);
    }
    await clock.sleep(PAUSE_MS, signal);
  }
}

const mayPass = (error: unknown): error is GoldieError =>
  error instanceof GoldieError && PASSING.has(error.problem.fields?.["errorType"]);

async function* pagesOf(
  address: TrinoAddress,
  sql: string,
  { signal = new AbortController().signal, clock = systemClock, random = Math.random, ...call }: TrinoCall,
): AsyncGenerator<{ readonly page: TrinoPage; readonly size: number }, void, undefined> {
  const wire = createWire(address, {
    clock,
    random,
    signal,
    ...(call.fetch === undefined ? {} : { fetch: call.fetch }),
  });
  let answer = await wire.post(sql);
  let columns: readonly TrinoColumn[] | undefined;
  let isOver = false;
  let pages = 0;
  try {
    for (;;) {
      call.onProgress?.(answer.progress);
      if (answer.error !== undefined) {
        isOver = true;
        throw statementError(failedStatement(answer.error, answer.id, answer.mask));
      }
      columns ??= answer.columns;
      isOver = answer.nextUri === undefined;
      // Rows that just stop are no result.
      if (isOver && answer.progress.state !== "FINISHED") throw unfinished(address, answer.progress);
      // A result without rows is a page too: its columns are known.
      if (columns !== undefined && (answer.data.length > 0 || (isOver && pages === 0))) {
        pages++;
        yield { page: pageOf(answer, columns), size: answer.text.length };
      }
      if (isOver) return;
      answer = await wire.next(answer);
    }
  } finally {
    // Cancelled, lost, or the caller has enough: nobody would fetch the rest, so the engine need not make it.
    if (!isOver && answer.nextUri !== undefined) await wire.cancel(answer.nextUri);
  }
}

const unfinished = ({ origin }: TrinoAddress, { state }: TrinoProgress): GoldieError =>
  trinoProblem.error("engine-failed/trino-answer", {
    host: new URL(origin).host,
    message: `the last page is there, but the statement is ${state}`,
  });

/** All rows of a small result. */
export async function trinoTable(
  address: TrinoAddress,
  sql: string,
  call: TrinoCall = {},
): Promise<TrinoPage> {
  const rows: TrinoPage["rows"][number][] = [];
  let columns: readonly TrinoColumn[] = [];
  for await (const page of trinoRows(address, sql, call)) {
    columns = page.columns;
    for (const row of page.rows) rows.push(row);
  }
  return { columns, rows };
}
