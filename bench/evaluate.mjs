import { evaluate } from "../dist/index.js";
import { asScores, asShuffled, makeInput } from "./_data.mjs";
import { floorLists, floorScores, floorSorted } from "./_floor.mjs";
import { interleaved } from "./_measure.mjs";

const FOUR = ["ndcg@10", "recall@100", "ap", "rr"];
const TEN_MORE = ["precision@5", "precision@10", "recall@5", "recall@10", "hit@5", "f@10", "r-precision", "ndcg@100", "ap@10", "judged@10"];
const QUERIES = Number(process.env.QUERIES ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);

const shape = process.argv[2];
const { gold, lists } = makeInput(QUERIES, 100);
const shapes = {
  scores: { run: () => asScores(lists), floor: floorScores, rules: {}, most: 2.0 },
  lists: { run: () => lists, floor: floorLists, rules: {}, most: 2.5 },
  shuffled: { run: () => asShuffled(lists), floor: floorSorted, rules: { order: "score" }, most: 2.0 },
};
const { run: make, floor, rules, most } = shapes[shape];
const run = make();
globalThis.gc();
const before = process.memoryUsage.rss();
const score = (metrics) => () => evaluate({ gold, run, metrics, ...rules }).mean("ndcg@10").mean;
score(FOUR)();
// maxRSS is the peak of the whole process, in KiB; building the input may have been higher than what it left behind.
const peak = process.resourceUsage().maxRSS * 1024;
const [ours, least, more] = interleaved([score(FOUR), () => floor(gold, run), score([...FOUR, ...TEN_MORE])], ROUNDS);
console.log(JSON.stringify({ shape, queries: QUERIES, floor: least, ours, ratio: ours / least, most, tenMore: more / ours - 1, before, peak }));
