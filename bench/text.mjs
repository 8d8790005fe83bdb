// node --expose-gc bench/text.mjs: 10,000 gold passages looked for in 10,000 chunks, and the double loop of `includes`.
// Prints one line of JSON, in seconds: `ours` as they are (contains), and by rule. A double loop is timed on a part and scaled up: it says which.
// The ratios are all to the double loop of `includes`; `oneByOne` is what comparing fuzzily pair by pair would take.
import { createTextIndex, findText } from "../dist/index.js";
import { random } from "./_data.mjs";
import { interleaved } from "./_measure.mjs";

const CHUNKS = Number(process.env.CHUNKS ?? 10_000);
const GOLDS = Number(process.env.GOLDS ?? 10_000);
const WORDS = 180;

const next = random(7);
const below = (n) => Math.floor(next() * n);

/** Words as frequent as those of a language: the n-th is there 1/n times as often as the first. */
const vocabulary = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 2 + below(9) }, () => String.fromCharCode(97 + below(26))).join(""),
);
const word = () => vocabulary[Math.min(vocabulary.length - 1, Math.floor(vocabulary.length ** next()) - 1)];
const words = (n) => Array.from({ length: n }, (_, i) => word() + (i % 9 === 8 ? "." : "")).join(" ");

const chunks = Array.from({ length: CHUNKS }, () => words(WORDS));

/** A passage of a chunk: as it is, typeset in another way, with one word in ten another, or of no chunk at all. */
const golds = Array.from({ length: GOLDS }, (_, i) => {
  const length = 12 + below(30);
  const from = chunks[below(CHUNKS)].split(" ");
  const cut = from.slice(below(WORDS - length)).slice(0, length);
  if (i % 4 === 0) return cut.join(" ").toUpperCase().replaceAll(" ", "\n");
  if (i % 4 === 1) return cut.map((one, j) => (j % 10 === 5 ? word() : one)).join(" ");
  return i % 4 === 2 ? cut.join(" ") : words(length);
});

const RULES = ["contains", "normalised", "fuzzy", "chunk-of-message"];
function indexed(rule, hits = chunks) {
  const index = createTextIndex(golds, rule);
  let found = 0;
  for (const chunk of hits) found += index.find(chunk).length;
  return found;
}
/** Every so-many-th of a list. */
const some = (list, n) =>
  list.filter((_, i) => i % Math.max(1, Math.floor(list.length / n)) === 0).slice(0, n);
const few = some(chunks, 50);
function doubleLoop() {
  let found = 0;
  for (const chunk of few) for (const gold of golds) if (chunk.includes(gold)) found++;
  return found;
}
/** The same question with edits allowed, one pair after another. */
const [fewer, fewGolds] = [some(chunks, 3), some(golds, 300)];
function fuzzyLoop() {
  let found = 0;
  for (const chunk of fewer) for (const gold of fewGolds) if (findText("fuzzy", chunk, gold)) found++;
  return found;
}
if (indexed("contains", few) !== doubleLoop()) throw new Error("the two do not agree");

const times = interleaved([doubleLoop, fuzzyLoop, ...RULES.map((rule) => () => indexed(rule))], 3);
const naive = (times[0] * CHUNKS) / few.length;
const oneByOne = (times[1] * CHUNKS * GOLDS) / (fewer.length * fewGolds.length);
const rules = Object.fromEntries(
  RULES.map((rule, i) => [rule, { ours: times[2 + i], ratio: naive / times[2 + i] }]),
);
rules.fuzzy.oneByOne = oneByOne;
console.log(
  JSON.stringify({
    chunks: CHUNKS,
    golds: GOLDS,
    ours: rules.contains.ours,
    naive,
    target: 50,
    scaled: `the double loop of includes was timed on ${few.length} of ${CHUNKS} chunks, one by one on ${fewer.length} × ${fewGolds.length}`,
    rules,
  }),
);
