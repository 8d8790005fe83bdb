// `node scripts/trino-cluster.mjs [workers]`: a Trino cluster on loopback, until Ctrl-C.
import { Skipped } from "./_services.mjs";
import { startCluster } from "./_trino/cluster.mjs";

try {
  const { url, lake, coordinator, workers, took } = await startCluster({
    workers: Number(process.argv[2] ?? 2),
  });
  const { installMs, startMs, java } = took;
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  console.log(`${url}  Java ${java}, ready after ${seconds(startMs)} (install ${seconds(installMs)})`);
  console.log(`catalogs memory and lake; local:/// is ${lake}`);
  for (const { name, pid } of [coordinator, ...workers]) console.log(`${name} is process ${pid}`);
} catch (error) {
  if (!(error instanceof Skipped)) throw error;
  console.log(`skipped  Trino cluster: ${error.message}`);
}
