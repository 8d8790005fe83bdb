// node --expose-gc bench/evaluate.mjs scores|lists|shuffled: a whole run, against the floor for its shape.
// node --expose-gc bench/evaluate.mjs integers: runs of ids that look like numbers, in every shape, beside one another.
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

if (process.argv[2] === "integers") {
  console.log(JSON.stringify(integers()));
  process.exit();
}

const { what, make, floor, rules, target } = shapes[process.argv[2]];
/** Lists, hits with scores, Maps and plain objects of the same 50,000 × 100, and what it takes to walk the objects. */
function integers() {
  const queries = Number(process.env.QUERIES ?? 50_000);
  const { gold, lists } = makeInput(queries, HITS, { integers: true });
  const ofAll = (make) => Object.fromEntries(Object.entries(lists).map(([q, ids]) => [q, make(ids)]));
  const entries = (ids) => ids.map((id, i) => [id, ids.length - i]);
  const hits = ofAll((ids) => ids.map((id, i) => ({ id, score: ids.length - i })));
  const maps = ofAll((ids) => new Map(entries(ids)));
  const objects = ofAll((ids) => Object.fromEntries(entries(ids)));
  const scored = (run) => () => evaluate({ gold, run, metrics: FOUR }).mean("ndcg@10").mean;
  const [ofLists, ofHits, ofMaps, ofObjects, walked] = interleaved(
    [scored(lists), scored(hits), scored(maps), scored(objects), () => floorScores(gold, objects)],
    ROUNDS,
  );
  return { queries, hits: HITS, lists: ofLists, ofHits, maps: ofMaps, objects: ofObjects, walked };
}

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
