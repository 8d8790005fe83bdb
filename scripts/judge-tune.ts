// `npm run judge:tune [-- FOLDER]`: the thresholds and weights of the embedded judge, from the dev part of WiCE, one half of CLAPNQ and one half of
// the project's own cases. It reads nothing that `npm run judge:bench` reports. What it prints goes into
// src/judges/lexical/_thresholds.ts and support.ts by hand.
import { join, resolve } from "node:path";
import { evidence } from "../src/judges/lexical/support.ts";
import { claimSets } from "./_judge/claim-sets.ts";
import { hasData, readClapnq, readWice } from "./_judge/data.ts";
import { balancedAccuracy, bestThreshold } from "./_judge/figures.ts";
import { foundSets, type GridRow, gridRow, settings } from "./_judge/grid.ts";
import { clapnqRelevance, wicePartly } from "./_judge/tasks.ts";
import { commonThreshold, familyOf } from "./_judge/thresholds.ts";
import { root } from "./_prepare.mjs";

const folder = resolve(process.argv[2] ?? join(root, "../shared/data/judge"));
if (!hasData(folder)) {
  console.error("judge:tune: there is no wice/claim_test.jsonl\nusage: npm run judge:tune [-- FOLDER]");
  process.exit(2);
}

const clapnq = readClapnq(folder, "tune");
const sets = claimSets(folder, "tune");
const partly = wicePartly(readWice(folder, "dev"));
const byReference = clapnqRelevance(clapnq, "reference");
const byQuestion = clapnqRelevance(clapnq, "question");

/** Full support is one threshold for short passages and whole pages: the mean of the sets decides. */
const chosen = {
  full: commonThreshold(sets, "judge"),
  ...Object.fromEntries(
    [...new Set(sets.map(({ id }) => familyOf(id)))].map((family) => [
      `full, without ${family}`,
      commonThreshold(sets, "judge", family),
    ]),
  ),
  partial: bestThreshold((t) => balancedAccuracy(partly, t)),
  relevant: bestThreshold((t) => balancedAccuracy(byReference, t)),
  question: bestThreshold((t) => balancedAccuracy(byQuestion, t)),
  "shared words, the baseline": commonThreshold(sets, "overlap"),
};
console.log("| threshold | value | balanced accuracy on what it was tuned on |\n|---|---|---|");
for (const [name, { threshold, value }] of Object.entries(chosen))
  console.log(`| ${name} | ${threshold.toFixed(2)} | ${value.toFixed(3)} |`);

const BEST = 8;
const found = foundSets(folder);
const grid = [...settings()].map((weights) => gridRow(found, weights));
const line = ({ weights, threshold, value, leftOut }: GridRow): string =>
  `| ${[...Object.values(weights), threshold, value.toFixed(3), leftOut.toFixed(3)].join(" | ")} |`;
console.log(
  `\nThe best ${BEST} of ${grid.length} settings by the mean of the sets, each left out; below, the one of the package.\n`,
);
console.log("| share | window | pairs | name | number | length | threshold | all sets | left out |");
console.log("|---|---|---|---|---|---|---|---|---|");
for (const row of grid.sort((a, b) => b.leftOut - a.leftOut).slice(0, BEST)) console.log(line(row));
console.log(line(gridRow(found, evidence)));
