// `npm run judge:tune [-- FOLDER]`: the thresholds of the embedded judge, from the dev part of WiCE and one half of CLAPNQ.
// It reads nothing that `npm run judge:bench` reports. What it prints goes into src/judges/lexical/_thresholds.ts by hand.
import { join, resolve } from "node:path";
import { hasData, readClapnq, readWice } from "./_judge/data.ts";
import { balancedAccuracy, bestThreshold, mean } from "./_judge/figures.ts";
import { clapnqRelevance, clapnqSupport, groupsOf, wiceSupport } from "./_judge/tasks.ts";
import { root } from "./_prepare.mjs";

const folder = resolve(process.argv[2] ?? join(root, "../shared/data/judge"));
if (!hasData(folder)) {
  console.error("judge:tune: there is no wice/claim_test.jsonl\nusage: npm run judge:tune [-- FOLDER]");
  process.exit(2);
}

const wice = readWice(folder, "dev");
const clapnq = readClapnq(folder, "tune");
const page = wiceSupport(wice);
const { other, removed } = clapnqSupport(clapnq);
const partly = wiceSupport(wice, (label) => label !== "not_supported");
const byShare = groupsOf(partly, ({ share }) => share);
const byReference = clapnqRelevance(clapnq, "reference");
const byQuestion = clapnqRelevance(clapnq, "question");
const sets = [page, other, removed].map((cells) => groupsOf(cells));

/** Full support is one threshold for short passages and whole pages: the mean of the three sets decides. */
const chosen = {
  full: bestThreshold((t) => mean(sets.map((groups) => balancedAccuracy(groups, t)))),
  partial: bestThreshold((t) => balancedAccuracy(byShare, t)),
  relevant: bestThreshold((t) => balancedAccuracy(byReference, t)),
  question: bestThreshold((t) => balancedAccuracy(byQuestion, t)),
};
console.log("| threshold | value | balanced accuracy on what it was tuned on |\n|---|---|---|");
for (const [name, { threshold, value }] of Object.entries(chosen))
  console.log(`| ${name} | ${threshold.toFixed(2)} | ${value.toFixed(3)} |`);
