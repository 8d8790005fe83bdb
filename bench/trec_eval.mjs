// node bench/trec_eval.mjs: whole commands beside C's trec_eval, where it is installed. Prints one line of JSON, in seconds.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { files } from "./_files.mjs";

const TOOL = process.env.TREC_EVAL ?? "trec_eval";
const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const ROUNDS = 3;
const MEASURES = ["-m", "ndcg_cut.10", "-m", "recall.100", "-m", "map", "-m", "recip_rank"];

function least(command, args) {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return (performance.now() - start) / 1000;
  });
  return Math.min(...times);
}

const there = spawnSync(TOOL, ["--version"], { stdio: "ignore" }).error === undefined;
if (!there) console.log(JSON.stringify({ missing: true }));
else {
  const cases = [
    [7000, 1000],
    [50_000, 100],
  ].map(([queries, depth]) => {
    const { gold, run } = files(queries, depth, "order");
    return {
      what: `goldie eval --as trec_eval, ${queries.toLocaleString("en")} × ${depth.toLocaleString("en")}`,
      ours: least(process.execPath, [program, "eval", "--as", "trec_eval", "-c", ...MEASURES, gold, run]),
      theirs: least(TOOL, ["-c", ...MEASURES, gold, run]),
    };
  });
  console.log(JSON.stringify({ cases }));
}
