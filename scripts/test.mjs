// `npm test`: everything that must hold before a commit, from a fresh clone on. Extra arguments go to vitest.
import { appendFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { build, install, needsInstall, runBin } from "./_prepare.mjs";

const parts = [
  ["install", () => !needsInstall() || install()],
  ["format and lint", () => runBin("@biomejs/biome:biome", ["check", "--error-on-warnings"])],
  ["types", () => runBin("typescript:tsc", ["-p", "tsconfig.json"])],
  ["types of the centre", () => runBin("typescript:tsc", ["-p", "tsconfig.centre.json"])],
  ["types of the client", () => runBin("typescript:tsc", ["-p", "tsconfig.client.json"])],
  ["build", build],
  ["vitest", () => runBin("vitest", ["run", ...process.argv.slice(2)])],
];

const rows = [];
for (const [name, run] of parts) {
  const start = performance.now();
  const ok = run();
  rows.push({ name, ok, seconds: (performance.now() - start) / 1000 });
  // Without an install nothing else can run; after any other failure the rest still has something to say.
  if (!ok && name === "install") break;
}

console.log();
for (const { name, ok, seconds } of rows) {
  console.log(`${ok ? "ok    " : "FAILED"}  ${name.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s`);
}

// .ci/run adds its own parts to the same file and sums up.
if (process.env.GOLDIE_PARTS) {
  const line = (row) => `${row.name}\t${row.ok ? "ok" : "failed"}\t${row.seconds.toFixed(1)}\n`;
  appendFileSync(process.env.GOLDIE_PARTS, rows.map(line).join(""));
}
process.exitCode = rows.every((row) => row.ok) ? 0 : 1;
