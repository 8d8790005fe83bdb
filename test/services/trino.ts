/** A Trino cluster of a coordinator and two workers from Maven, on loopback. */
import { TRINO } from "../../scripts/_trino/install.mjs";
import { check } from "./_service.ts";
import { openTrino, type TrinoService } from "./_trino.ts";
import { checkCancel, checkErrors, checkParquet, checkValues } from "./_trino-client.ts";
import { checkLostCoordinator } from "./_trino-failures.ts";
import { checkContract, checkExplained, checkLake, checkLostWorker, checkWritten } from "./_trino-scores.ts";

let trino: TrinoService | undefined;
await check(`Trino ${TRINO}`, async () => {
  trino = await openTrino();
  const { java, installMs, startMs } = trino.cluster.took;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  return `a coordinator and ${trino.cluster.workers.length} workers on Java ${java}; install ${seconds(installMs)}, start ${seconds(startMs)}`;
});
if (trino !== undefined) {
  const { stop } = trino;
  const part = (name: string, body: (service: TrinoService) => Promise<string>): Promise<void> =>
    check(`Trino ${TRINO}, ${name}`, () => body(trino!));
  try {
    await part("values", checkValues);
    await part("Parquet", checkParquet);
    await part("errors", checkErrors);
    await part("the contract of engines", checkContract);
    await part("the hits of one query", checkExplained);
    await part("a table of results", checkWritten);
    await part("scores of a lake", checkLake);
    await part("cancelling", checkCancel);
    // Last: these leave half of a cluster, and then none.
    await part("a worker killed", checkLostWorker);
    await part("the coordinator killed", checkLostCoordinator);
  } finally {
    await stop();
  }
}
