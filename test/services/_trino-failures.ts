/** What happens when a part of the cluster is killed; the cluster is of no use afterwards. */
import type { TrinoProgress } from "../../src/sql/engines/trino/rows.ts";
import type { TrinoService } from "./_trino.ts";
import { ENDLESS, endOf, mustEqual } from "./_trino-client.ts";

const since = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;
export async function checkLostCoordinator({ cluster, query }: TrinoService): Promise<string> {
  let killed: Promise<void> | undefined;
  let killedAt = 0;
  const onProgress = ({ state }: TrinoProgress): void => {
    if (killed !== undefined || state !== "RUNNING") return;
    killedAt = performance.now();
    killed = cluster.coordinator.kill("SIGKILL");
  };
  mustEqual(await endOf(query(ENDLESS, { onProgress })), "engine-failed/trino-lost");
  const end = since(killedAt);
  mustEqual(await endOf(query("SELECT 1")), "engine-failed/trino-unreachable");
  return `a Problem ${end} after the kill, and at once when it is asked again`;
}
