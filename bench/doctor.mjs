// node bench/doctor.mjs: `goldie doctor` on 1 M ids, and how its time grows from an eighth of them.
// Prints one line of JSON, in seconds of computing: whole commands, once with 10 ids for each query and once with one.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { canCount, computed, elapsed, medians } from "./_processes.mjs";

const IDS = Number(process.env.IDS ?? 1_000_000);
const bin = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "goldie-doctor-"));

/** Gold names documents, the run chunks of them; every seventh query of the run is another one. */
function files(ids, each) {
  const gold = [];
  const run = [];
  for (let i = 0; i < ids / each; i++) {
    const query = i % 7 === 0 ? `other-${i}` : `q${i}`;
    for (let j = 0; j < each; j++) {
      gold.push(`q${i} 0 doc-${i * each + j} 1\n`);
      run.push(`${query} Q0 doc-${i * each + j}::chunk-${j % 5} ${j + 1} ${each - j} bench\n`);
    }
  }
  const paths = [join(folder, `${ids}-${each}.qrels`), join(folder, `${ids}-${each}.run`)];
  writeFileSync(paths[0], gold.join(""));
  writeFileSync(paths[1], run.join(""));
  return [bin, "doctor", ...paths, "--json"];
}

try {
  const shapes = [10, 1].map((each) => {
    const commands = [files(IDS / 8, each), files(IDS, each)];
    const [small, large] = medians(commands, 1, canCount ? computed : elapsed);
    return { each, small, large, exponent: Math.log(large / small) / Math.log(8) };
  });
  console.log(JSON.stringify({ ids: IDS, shapes, target: 1.1 }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
