// `npm run simulate [-- --small] [-- --write] [-- FOLDER]`: do the tests, intervals and gates keep what they promise?
// Draws samples from real per-query scores: TREC-COVID runs in FOLDER, or the bundled example where there are none.
// --small: fewer samples. --write: put the tables into docs/guide/is-it-real.md.
// Exit code 0: done; figures that are out of bounds are marked, and listed at the end.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { withRegion } from "./_docs/regions.ts";
import { writePage } from "./_docs/write.ts";
import { root } from "./_prepare.mjs";
import { keeps } from "./_simulate/figure.ts";
import { simulationMarkdown } from "./_simulate/markdown.ts";
import { harbour, trecCovid } from "./_simulate/populations.ts";
import { FULL, SMALL, simulate } from "./_simulate/simulate.ts";

const PAGE = "docs/guide/is-it-real.md";
const args = process.argv.slice(2);
const folder = resolve(args.find((arg) => !arg.startsWith("--")) ?? join(root, "../shared/data/trec-covid"));

const data = (await trecCovid(folder)) ?? (await harbour(join(root, "examples/harbour")));
const found = simulate(data, args.includes("--small") ? SMALL : FULL);
const markdown = simulationMarkdown(found);
console.log(markdown);
const lost = [...found.tests, ...found.gates, ...found.coverage].filter((figure) => !keeps(figure));
console.log(`\n${lost.length} figures are out of bounds`);
for (const { what, n, share } of lost) console.log(`  ${what}, n = ${n}: ${(100 * share).toFixed(2)} %`);
if (args.includes("--write"))
  writePage(root, PAGE, withRegion(readFileSync(join(root, PAGE), "utf8"), "simulation", markdown));
