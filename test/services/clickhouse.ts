/** ClickHouse 26.7 as chdb 3.4.0: the contract of engines, through our client and a bridge of our own. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../scripts/_prepare.mjs";
import { cached, check, installed } from "./_service.ts";

await check("ClickHouse by chdb 3.4.0", async () => {
  await installed("clickhouse", "chdb");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "test/sql/chdb.test.ts", "--reporter=json"],
    { cwd: root, encoding: "utf8", env: { ...process.env, GOLDIE_CHDB: cached("clickhouse") } },
  );
  if (status !== 0) throw new Error(`${stdout}${stderr}`.slice(-4000));
  const { numPassedTests, numPendingTests } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
    readonly numPassedTests: number;
    readonly numPendingTests: number;
  };
  if (numPassedTests === 0 || numPendingTests > 0) throw new Error(`${numPendingTests} tests were skipped`);
  return `${numPassedTests} tests of the contract passed, through a bridge of our own`;
});
