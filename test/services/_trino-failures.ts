/** What happens when a part of the cluster is killed; the cluster is of no use afterwards. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { prepare, root } from "../../scripts/_prepare.mjs";
import type { TrinoProgress } from "../../src/sql/engines/trino/rows.ts";
import type { TrinoService } from "./_trino.ts";
import { ENDLESS, endOf, mustEqual } from "./_trino-client.ts";

const since = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** A run that takes minutes to count. */
const ENDLESS_RUN = `CREATE VIEW memory.default.endless AS SELECT CAST(x AS varchar) AS query, CAST(z AS varchar) AS doc, CAST(y * z AS double) AS score
FROM UNNEST(sequence(1, 9000)) a(x), UNNEST(sequence(1, 9000)) b(y), UNNEST(sequence(1, 9000)) c(z)`;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command as users run it. */
async function goldie(cwd: string, ...words: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, "dist/cli/bin.js"), ...words], { cwd });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, out, err };
}

/** Until the statement of the command runs. It is looked for by a name that this query does not have in one piece. */
async function untilRunning(query: TrinoService["query"]): Promise<void> {
  const sql =
    "SELECT count(*) FROM system.runtime.queries WHERE state = 'RUNNING' AND query LIKE '%goldie_' || '_ranked%'";
  for (let tries = 0; tries < 120; tries++) {
    if ((await query(sql)).rows[0]?.[0] === 1) return;
    await wait(500);
  }
  throw new Error("the statement of the command does not run");
}

/** Exit 3, the reason, and no score. */
function mustBeGone({ code, out, err }: Ended, said: RegExp): void {
  mustEqual([code, out, said.test(err.replace(/\s+/g, " ")) ? "said" : err], [3, "", "said"]);
}

export async function checkLostCoordinator({ cluster, query, url }: TrinoService): Promise<string> {
  prepare();
  await query(ENDLESS_RUN);
  const cwd = mkdtempSync(join(tmpdir(), "goldie-trino-"));
  try {
    writeFileSync(join(cwd, "gold.qrels"), "1 0 7 1\n");
    const words = ["eval", "gold.qrels", "--engine", url(), "--run-table", "endless", "-m", "ap"];
    const scoring = goldie(cwd, ...words);
    await untilRunning(query);
    let killed: Promise<void> | undefined;
    let killedAt = 0;
    const onProgress = ({ state }: TrinoProgress): void => {
      if (killed !== undefined || state !== "RUNNING") return;
      killedAt = performance.now();
      killed = cluster.coordinator.kill("SIGKILL");
    };
    mustEqual(await endOf(query(ENDLESS, { onProgress })), "engine-failed/trino-lost");
    const end = since(killedAt);
    mustBeGone(await scoring, /^error .*Trino/);
    const both = since(killedAt);
    mustEqual(await endOf(query("SELECT 1")), "engine-failed/trino-unreachable");
    mustBeGone(await goldie(cwd, ...words), /^error cannot reach Trino at 127\.0\.0\.1/);
    return `a Problem ${end} after the kill, and at once when it is asked again; the command exits with 3 after ${both}, and again`;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
