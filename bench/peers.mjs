// node --expose-gc bench/peers.mjs TOOL: our time and another tool's for the same four metrics of the same data.
// Prints one line of JSON; { missing: true } where Python (PYTHON, or python3) cannot import the tool.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { evaluate } from "../dist/index.js";
import { asScores, makeInput } from "./_data.mjs";
import { interleaved } from "./_measure.mjs";

const PYTHON = process.env.PYTHON ?? "python3";
const ROUNDS = 5;
const METRICS = ["ndcg@10", "recall@100", "ap", "rr"];
const tool = process.argv[2];

function compare() {
  const { gold, lists } = makeInput(10_000, 100);
  const run = asScores(lists);
  const folder = mkdtempSync(join(tmpdir(), "goldie-bench-"));
  try {
    const file = join(folder, "data.json");
    writeFileSync(file, JSON.stringify({ gold, run }));
    const script = fileURLToPath(new URL("peers.py", import.meta.url));
    const { status, stdout, stderr } = spawnSync(PYTHON, [script, tool, file, String(ROUNDS)], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    const theirs = JSON.parse(stdout.trim().split("\n").at(-1));
    const means = () => METRICS.map((name) => result.mean(name).mean);
    let result = evaluate({ gold, run, metrics: METRICS });
    const differs = means().flatMap((mean, i) =>
      Math.abs(mean - theirs.means[i]) > 1e-6 ? [METRICS[i]] : [],
    );
    const [ours] = interleaved(
      [
        () => {
          result = evaluate({ gold, run, metrics: METRICS });
          return result.mean("rr").mean;
        },
      ],
      ROUNDS,
    );
    return { tool, version: theirs.version, ours, theirs: theirs.seconds, made: theirs.made, differs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const found = spawnSync(PYTHON, ["-c", `import ${tool}`], { stdio: "ignore" }).status === 0;
console.log(JSON.stringify(found ? compare() : { tool, missing: true }));
