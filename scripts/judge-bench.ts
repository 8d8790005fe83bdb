// `npm run judge:bench [-- FOLDER]`: what the embedded judge reaches on sets with labels, as a table of Markdown.
// Options: --tuned-on (the same figures on the parts that it was tuned on), --speed (made-up texts, no data needed).
// Exit code 0: printed; 2: no data.
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { hasData } from "./_judge/data.ts";
import { judgeFigures, markdown } from "./_judge/report.ts";
import { measureSpeed } from "./_judge/speed.ts";
import { root } from "./_prepare.mjs";

const args = process.argv.slice(2);
const folder = resolve(args.find((arg) => !arg.startsWith("--")) ?? join(root, "../shared/data/judge"));

if (args.includes("--speed")) printSpeed();
else if (hasData(folder))
  console.log(markdown(judgeFigures(folder, args.includes("--tuned-on") ? "tune" : "report")));
else {
  console.error(
    "judge:bench: there is no wice/claim_test.jsonl\nusage: npm run judge:bench [-- FOLDER | --speed]",
  );
  process.exitCode = 2;
}

function printSpeed(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  console.log("Each claim against 10 chunks of 200 words, splitting included.\n");
  console.log(
    "| claims in a case | claims | claims a second | heap early, late (MB) | peak (MB) |\n|---|---|---|---|---|",
  );
  measureSpeed(4, 20, () => performance.now(), collect);
  for (const [claims, cases] of [
    [4, 1000],
    [1, 1000],
    [20, 200],
  ] as const) {
    const speed = measureSpeed(claims, cases, () => performance.now(), collect);
    const heap = speed.heap.map((mb) => mb.toFixed(1)).join(", ");
    console.log(
      `| ${claims} | ${speed.claims} | ${Math.round(speed.claimsPerSecond)} | ${heap} | ${Math.round(speed.peak)} |`,
    );
  }
}
