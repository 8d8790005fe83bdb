// node --expose-gc bench/one.mjs: one list of ten hits at a time against gold that is read already, and the same by hand.
// Prints one line of JSON, in seconds per list.
import { prepare } from "../dist/index.js";
import { makeInput } from "./_data.mjs";
import { interleaved } from "./_measure.mjs";

/** The same four by hand: ndcg@10, recall@10, ap, rr. */
function byHand(ids, grades, relevant, ideal) {
  let dcg = 0;
  let found = 0;
  let precisions = 0;
  let first = 0;
  for (let i = 0; i < ids.length; i++) {
    const grade = grades.get(ids[i]);
    if (grade === undefined || grade <= 0) continue;
    found++;
    if (first === 0) first = 1 / (i + 1);
    precisions += found / (i + 1);
    if (i < 10) dcg += grade / Math.log2(i + 2);
  }
  return [dcg / ideal, found / relevant, precisions / relevant, first];
}

const { gold, lists } = makeInput(2_000, 10);
const queries = Object.keys(gold);
const prepared = prepare({ gold, metrics: ["ndcg@10", "recall@10", "ap", "rr"] });
const tables = new Map(
  queries.map((q) => {
    const grades = new Map(Object.entries(gold[q]));
    const positive = [...grades.values()].filter((g) => g > 0).sort((a, b) => b - a);
    return [
      q,
      {
        grades,
        relevant: positive.length,
        ideal: positive.slice(0, 10).reduce((s, g, i) => s + g / Math.log2(i + 2), 0),
      },
    ];
  }),
);
const REPEAT = 100;
const ours = () => {
  let total = 0;
  for (let n = 0; n < REPEAT; n++) for (const q of queries) total += prepared.scores(q, lists[q])[0].value;
  return total;
};
const hand = () => {
  let total = 0;
  for (let n = 0; n < REPEAT; n++)
    for (const q of queries) {
      const { grades, relevant, ideal } = tables.get(q);
      total += byHand(lists[q], grades, relevant, ideal)[0];
    }
  return total;
};
if (Math.abs(ours() - hand()) > 1e-6) throw new Error("the two do not agree");
const [a, b] = interleaved([ours, hand], 7);
const perCall = 1 / (REPEAT * queries.length);
console.log(JSON.stringify({ ours: a * perCall, floor: b * perCall, target: 3 }));
