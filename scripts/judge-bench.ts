// `npm run judge:bench [-- FOLDER]`: what the embedded judge reaches on sets with labels, as a table of Markdown.
// Options: --tuned-on (the same figures on the parts that it was tuned on), --speed (made-up texts, no data needed).
// Exit code 0: printed; 2: no data.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { rolldown } from "rolldown";
import { hasData } from "./_judge/data.ts";
import { judgeFigures, markdown } from "./_judge/report.ts";
import type { measureSpeed } from "./_judge/speed.ts";
import { root } from "./_prepare.mjs";

const args = process.argv.slice(2);
const folder = resolve(args.find((arg) => !arg.startsWith("--")) ?? join(root, "../shared/data/judge"));

if (args.includes("--speed")) await printSpeed();
else if (hasData(folder))
  console.log(markdown(judgeFigures(folder, args.includes("--tuned-on") ? "tune" : "report")));
else {
  console.error(
    "judge:bench: there is no wice/claim_test.jsonl\nusage: npm run judge:bench [-- FOLDER | --speed]",
  );
  process.exitCode = 2;
}

/** Bundled as the package is: what compiles scripts on the fly makes every import a call. */
async function loadSpeed(): Promise<{ measureSpeed: typeof measureSpeed }> {
  const folder = mkdtempSync(join(tmpdir(), "goldie-"));
  try {
    const bundle = await rolldown({ input: join(root, "scripts/_judge/speed.ts"), platform: "node" });
    const file = join(folder, "speed.mjs");
    await bundle.write({ file, format: "esm" });
    await bundle.close();
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In milliseconds: other programs do not slow it down as they do the clock. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function printSpeed(): Promise<void> {
  const { measureSpeed } = await loadSpeed();
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  console.log("Each claim against 10 chunks of 200 words, splitting included; by processor time.\n");
  console.log(
    "| claims in a case | claims | claims a second | heap early, late (MB) | peak (MB) |\n|---|---|---|---|---|",
  );
  measureSpeed(4, 300, processorTime, collect);
  for (const [claims, cases] of [
    [4, 1000],
    [1, 1000],
    [20, 200],
  ] as const) {
    const speed = measureSpeed(claims, cases, processorTime, collect);
    const heap = speed.heap.map((mb) => mb.toFixed(1)).join(", ");
    console.log(
      `| ${claims} | ${speed.claims} | ${Math.round(speed.claimsPerSecond)} | ${heap} | ${Math.round(speed.peak)} |`,
    );
  }
}
