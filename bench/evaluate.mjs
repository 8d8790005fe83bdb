// node --expose-gc bench/evaluate.mjs scores|lists|shuffled: a whole run, against the floor for its shape.
// Prints one line of JSON. QUERIES and ROUNDS make it smaller or longer.
import { evaluate } from "../dist/index.js";
import { asScores, asShuffled, makeInput } from "./_data.mjs";
import { floorLists, floorScores, floorSorted } from "./_floor.mjs";
import { interleaved, memoryOf } from "./_measure.mjs";

const FOUR = ["ndcg@10", "recall@100", "ap", "rr"];
const TEN_MORE = [
  ...["precision@5", "precision@10", "recall@5", "recall@10", "hit@5"],
  ...["f@10", "r-precision", "ndcg@100", "ap@10", "judged@10"],
];
const QUERIES = Number(process.env.QUERIES ?? 100_000);
const HITS = 100;
const ROUNDS = Number(process.env.ROUNDS ?? 3);

const shapes = {
  scores: { what: "id → score", make: asScores, floor: floorScores, rules: {}, target: 2 },
  lists: { what: "lists of ids", make: (lists) => lists, floor: floorLists, rules: {}, target: 2.5 },
  shuffled: {
    what: "hits to sort",
    make: asShuffled,
    floor: floorSorted,
    rules: { order: "score" },
    target: 2,
  },
};

const { what, make, floor, rules, target } = shapes[process.argv[2]];
/** In a function of its own, so that nothing holds on to the lists that other shapes are made from. */
function input() {
  const { gold, lists } = makeInput(QUERIES, HITS);
  return { gold, run: make(lists) };
}
const { gold, run } = input();
const score = (metrics) => () => evaluate({ gold, run, metrics, ...rules }).mean("ndcg@10").mean;

const memory = memoryOf(score(FOUR));
const [ours, least, more] = interleaved(
  [score(FOUR), () => floor(gold, run), score([...FOUR, ...TEN_MORE])],
  ROUNDS,
);
console.log(
  JSON.stringify({
    what,
    queries: QUERIES,
    hits: HITS,
    ours,
    floor: least,
    target,
    tenMore: more / ours - 1,
    memory,
  }),
);
