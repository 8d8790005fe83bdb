// node bench/command.mjs: how long the command takes beside an empty Node process. Prints one line of JSON, in seconds.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./_measure.mjs";

const TIMES = Number(process.env.TIMES ?? 31);
const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "goldie-bench-"));
try {
  const [gold, run] = [join(folder, "gold.txt"), join(folder, "run.txt")];
  writeFileSync(gold, Array.from({ length: 10 }, (_, i) => `q${i % 3} 0 d${i} ${i % 2}\n`).join(""));
  writeFileSync(
    run,
    Array.from({ length: 10 }, (_, i) => `q${i % 3} Q0 d${i} 1 ${10 - i} tag\n`)
      .sort()
      .join(""),
  );
  const starts = [
    ["-e", ""],
    [program, "--help"],
    [program, "eval", gold, run],
  ];
  const times = starts.map(() => []);
  // The first round only warms the disk cache.
  for (let round = 0; round <= TIMES; round++)
    starts.forEach((args, i) => {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
      if (round > 0) times[i].push((performance.now() - start) / 1000);
    });
  const [empty, help, score] = times.map(median);
  console.log(JSON.stringify({ empty, help, score }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
