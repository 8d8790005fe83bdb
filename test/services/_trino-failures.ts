/** What happens when a part of the cluster is killed; the cluster is of no use afterwards. */
import { parquetWriteBuffer } from "hyparquet-writer";
import { GoldieError } from "../../src/core/problem.ts";
import type { SqlProgress } from "../../src/sql/engines/rows.ts";
import type { TrinoService } from "./_trino.ts";
import { ENDLESS, endOf, mustEqual } from "./_trino-client.ts";

const since = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;
const GROUPS = 500;
/** Trino makes no longer sequence than 10,000. */
const [LONG, TIMES] = [9000, 2];

/** kill -9 in the middle of a statement: all rows, by a second try, or a Problem; never some of them. */
export async function checkLostWorker({ cluster, parquetTable, query }: TrinoService): Promise<string> {
  const names = Array.from({ length: GROUPS }, (_, i) => `q${i}`);
  const file = new Uint8Array(
    parquetWriteBuffer({ columnData: [{ name: "query", data: names, type: "STRING" }] }),
  );
  const table = await parquetTable("groups", [{ name: "query", type: "varchar" }], { "a.parquet": file });
  // Grouped by what is spread over both workers.
  const sql = `SELECT query, count(DISTINCT x), sum(x + y) FROM ${table}, UNNEST(sequence(1, ${LONG})) a(x), UNNEST(sequence(1, ${TIMES})) b(y) GROUP BY query`;
  const sum = (TIMES * LONG * (LONG + 1) + LONG * TIMES * (TIMES + 1)) / 2;
  const wanted = names.map((name) => [name, LONG, sum]);

  let killed: Promise<void> | undefined;
  let killedAt = 0;
  const onProgress = ({ state, rows }: SqlProgress): void => {
    if (killed !== undefined || state !== "RUNNING" || rows === 0) return;
    killedAt = performance.now();
    killed = cluster.workers[1]!.kill("SIGKILL");
  };
  let failure = "";
  const onRetry = ({ fields }: { readonly fields?: { readonly [name: string]: unknown } }): void => {
    failure = `${fields?.["errorName"]} after ${since(killedAt)}`;
  };
  const order = (rows: readonly (readonly unknown[])[]) =>
    [...rows].sort((a, b) => Number(String(a[0]).slice(1)) - Number(String(b[0]).slice(1)));
  const answer = await query(sql, { onProgress, onRetry }).catch((error: unknown) => error);
  if (killed === undefined) throw new Error(`no worker could be killed before the end: ${answer}`);
  await killed;
  const end = since(killedAt);
  if (answer instanceof GoldieError) {
    mustEqual(answer.problem.code, "engine-failed");
    failure += `; then ${answer.problem.reason} after ${end}`;
  } else if (answer instanceof Error) throw answer;
  else mustEqual(order((answer as { rows: readonly (readonly unknown[])[] }).rows), wanted);
  // The other worker does it alone.
  const start = performance.now();
  mustEqual(order((await query(sql)).rows), wanted);
  const first = failure === "" ? `all ${GROUPS} rows without a second try` : failure;
  const second = answer instanceof GoldieError ? "" : `, all ${GROUPS} rows ${end} after the kill`;
  return `${first}${second}; with one worker ${since(start)}`;
}

export async function checkLostCoordinator({ cluster, query }: TrinoService): Promise<string> {
  let killed: Promise<void> | undefined;
  let killedAt = 0;
  const onProgress = ({ state }: SqlProgress): void => {
    if (killed !== undefined || state !== "RUNNING") return;
    killedAt = performance.now();
    killed = cluster.coordinator.kill("SIGKILL");
  };
  mustEqual(await endOf(query(ENDLESS, { onProgress })), "engine-failed/trino-lost");
  const end = since(killedAt);
  mustEqual(await endOf(query("SELECT 1")), "engine-failed/trino-unreachable");
  return `a Problem ${end} after the kill, and at once when it is asked again`;
}
