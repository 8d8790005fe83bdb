// node --expose-gc bench/stats.mjs: 2,000 bootstrap and 10,000 randomisation draws over 50,000 pairs and five metrics (one
// draw serves all five), and a plain loop with as many additions. Prints one line of JSON, in seconds and bytes.
// SHARE=0.1 takes a tenth of the draws.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { random } from "./_data.mjs";
import { interleaved, memoryOf } from "./_measure.mjs";

const PAIRS = Number(process.env.PAIRS ?? 50_000);
const SHARE = Number(process.env.SHARE ?? 1);
const METRICS = 5;

/** Not every statistic is part of the library's exports: bundled as it would be. */
async function load(...sources) {
  const folder = mkdtempSync(join(tmpdir(), "goldie-bench-"));
  try {
    const modules = [];
    for (const [i, source] of sources.entries()) {
      const file = join(folder, `${i}.mjs`);
      const bundle = await rolldown({ input: fileURLToPath(new URL(source, import.meta.url)) });
      await bundle.write({ file, format: "esm" });
      modules.push(await import(pathToFileURL(file).href));
    }
    return Object.assign({}, ...modules);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const { pairedBootstrap, randomFrom, randomisation } = await load(
  "../src/stats/index.ts",
  "../src/core/random.ts",
);

const next = random(7);
const columns = Array.from({ length: METRICS }, () =>
  Float64Array.from({ length: PAIRS }, () => next() - 0.499),
);

const plain = (draws) => () => {
  let total = 0;
  for (let draw = 0; draw < draws; draw++)
    for (const column of columns) {
      let sum = 0;
      for (let i = 0; i < column.length; i++) sum += column[i];
      total += sum;
    }
  return total;
};
const must = ({ status, value }) => {
  if (status !== "known") throw new Error("no value");
  return value;
};
const draws = { bootstrap: Math.round(2000 * SHARE), randomisation: Math.round(10_000 * SHARE) };
const ours = {
  bootstrap: () =>
    must(must(pairedBootstrap.compute({ columns, resamples: draws.bootstrap }, randomFrom(1)))[0]).low,
  randomisation: () =>
    must(must(randomisation.compute({ columns, resamples: draws.randomisation }, randomFrom(1)))[0]).p,
};
const [bootstrap, randomised, floor] = interleaved(
  [ours.bootstrap, ours.randomisation, plain(draws.bootstrap + draws.randomisation)],
  2,
);
const additions = draws.bootstrap + draws.randomisation;
console.log(
  JSON.stringify({
    pairs: PAIRS,
    draws,
    ours: bootstrap + randomised,
    floor,
    bootstrap: { ours: bootstrap, floor: (floor * draws.bootstrap) / additions },
    randomisation: { ours: randomised, floor: (floor * draws.randomisation) / additions },
    memory: memoryOf(() => ours.bootstrap() + ours.randomisation()),
    target: 2.5,
  }),
);
