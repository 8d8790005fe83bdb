// node bench/command.mjs: how long the command takes beside an empty Node process. Prints one line of JSON, in seconds.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { medians } from "./_processes.mjs";

const TIMES = Number(process.env.TIMES ?? 31);
const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "goldie-bench-"));
try {
  const [gold, run] = [join(folder, "gold.txt"), join(folder, "run.txt")];
  const lines = (line) => Array.from({ length: 20 }, (_, i) => line(i)).join("");
  writeFileSync(
    gold,
    lines((i) => `q${i % 3} 0 d${i} ${i % 2}\n`),
  );
  writeFileSync(
    run,
    lines((i) => `q${Math.floor(i / 7)} Q0 d${i} 1 ${20 - i} tag\n`),
  );
  const [empty, help, score] = medians(
    [
      ["-e", ""],
      [program, "--help"],
      [program, "eval", gold, run],
    ],
    TIMES,
  );
  console.log(JSON.stringify({ empty, help, score }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
