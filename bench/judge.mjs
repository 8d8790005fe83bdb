// node bench/judge.mjs [4]: the embedded judge on 1,000 claims, so many in a case, each against ten chunks of 200 words; splitting and records included.
// Prints one line of JSON, in seconds of processor time and bytes: `early` and `late` are the heap after a tenth and at the end.
import { judge } from "../dist/judges.js";
import { random } from "./_data.mjs";

const CLAIMS = Number(process.argv[2] ?? 4);
const CASES = 1000 / CLAIMS;
const CHUNKS = 10;
const WORDS = 200;

const next = random(11);
const below = (n) => Math.floor(next() * n);
const SMALL = "the of and to in a is that it for was on as with by at from are this an".split(" ");
const vocabulary = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 3 + below(8) }, () => String.fromCharCode(97 + below(26))).join(""),
);
const word = () =>
  next() < 0.45 ? SMALL[below(SMALL.length)] : vocabulary[Math.floor(20_000 * next() ** 3)];
function sentence(length) {
  const words = Array.from({ length }, word);
  const text = words.join(" ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
const text = (words) => Array.from({ length: words / 20 }, () => sentence(20)).join(" ");
const one = (i) => ({
  id: `q${i}`,
  question: sentence(9),
  contexts: Array.from({ length: CHUNKS }, () => text(WORDS)),
  reference: Array.from({ length: CLAIMS }, () => sentence(14)).join(" "),
});

const seconds = () => process.cpuUsage().user / 1e6;
async function round() {
  let spent = 0;
  let claims = 0;
  let early = 0;
  for (let i = 0; i < CASES; i++) {
    const cases = [one(i)];
    const start = seconds();
    const { judgements } = await judge({ cases });
    spent += seconds() - start;
    claims += judgements.get(`q${i}`).claims.length;
    if (i === CASES / 10) {
      globalThis.gc?.();
      early = process.memoryUsage().heapUsed;
    }
  }
  globalThis.gc?.();
  return { ours: (spent / claims) * 1000, early, late: process.memoryUsage().heapUsed };
}
await round();
const rounds = [await round(), await round(), await round()];
const best = rounds.reduce((a, b) => (a.ours < b.ours ? a : b));
console.log(
  JSON.stringify({
    ...best,
    early: rounds[0].early,
    late: rounds.at(-1).late,
    target: CLAIMS === 1 ? 1.25 : 1,
  }),
);
