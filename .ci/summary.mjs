// The end of .ci/run: time and budget of each part, then "N passed, N failed".
import { existsSync, readFileSync } from "node:fs";

/** Seconds on two cores. Going over is printed, not failed: machines differ. */
const budgets = {
  install: 90,
  "format and lint": 10,
  types: 25,
  "types of the centre": 10,
  build: 20,
  vitest: 780,
  knip: 15,
  publint: 10,
  attw: 20,
  chromium: 60,
  postgres: 60,
  jest: 60,
  "mcp-client": 30,
  "nli packages": 60,
  "types of the client": 15,
  "retriever packages": 60,
  opensearch: 120,
  trino: 300,
};

const [partsFile, vitestFile] = process.argv.slice(2);
const lines = existsSync(partsFile) ? readFileSync(partsFile, "utf8").trim().split("\n") : [];
const parts = lines.map((line) => line.split("\t"));
const tests = existsSync(vitestFile) ? JSON.parse(readFileSync(vitestFile, "utf8")) : undefined;

let passed = tests?.numPassedTests ?? 0;
let failed = tests?.numFailedTests ?? 0;

console.log(`\n${"part".padEnd(20)} result   seconds  budget`);
for (const [name, result, seconds] of parts) {
  const budget = budgets[name];
  const note = Number(seconds) > budget ? "  over budget" : "";
  console.log(
    `${name.padEnd(20)} ${result.padEnd(7)} ${seconds.padStart(8)} ${String(budget ?? "-").padStart(7)}${note}`,
  );
  // vitest counts by its tests, every other part as one.
  if (name === "vitest") continue;
  if (result === "ok") passed++;
  else failed++;
}
// A file that does not load has no test to count: it counts as one failure itself.
const results = tests?.testResults ?? [];
failed += results.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
// So does vitest where it never ran, or failed for another reason than a test.
const vitestOk = parts.some(([name, result]) => name === "vitest" && result === "ok") && tests !== undefined;
if (!vitestOk && results.every((file) => file.status !== "failed")) failed++;

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
