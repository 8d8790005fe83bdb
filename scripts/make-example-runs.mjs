// Writes the two example runs in examples/harbour from its corpus and gold.
//
//   node scripts/make-example-runs.mjs
//
// overlap.jsonl  words shared by question and passage (title and text), each
//                weighted by inverse document frequency, divided by a mild
//                norm for the length of the passage.
// prefix.jsonl   a worse retriever on purpose: words of five or more letters
//                cut to their first five, text only, every word worth one.
//
// The same input always gives the same bytes. Needs Node 20 or later and no
// packages; it can be started from any directory.

import { readFileSync, writeFileSync } from "node:fs";

const HARBOUR = new URL("../examples/harbour/", import.meta.url);
const DEPTH = 10;

const STOP_WORDS = new Set(
  `a about all also an and any are as at be been but by can do does for from
   get had has have how i if in is it its may me much must my no not of on or
   out over so than that the their them then there they this to up was were
   what when where which who why will with you your`
    .trim()
    .split(/\s+/),
);

function readJsonLines(name) {
  return readFileSync(new URL(name, HARBOUR), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

/** Distinct lower-cased words, without stop words. */
function words(text) {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(found.filter((word) => !STOP_WORDS.has(word)));
}

/** Distinct five-letter beginnings of the words that have five letters or more. */
function prefixes(text) {
  const found = text.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
  return new Set(found.map((word) => word.slice(0, 5)));
}

function overlapScorer(corpus) {
  const passages = corpus.map((p) => words(`${p.title} ${p.text}`));
  const frequency = new Map();
  let total = 0;
  for (const passage of passages) {
    total += passage.size;
    for (const word of passage) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const idf = (word) => Math.log((corpus.length + 1) / (frequency.get(word) + 0.5));
  const meanSize = total / corpus.length;

  return (query) => {
    const asked = words(query);
    return passages.map((passage) => {
      let sum = 0;
      for (const word of asked) if (passage.has(word)) sum += idf(word);
      return sum / (0.75 + 0.25 * (passage.size / meanSize));
    });
  };
}

function prefixScorer(corpus) {
  const passages = corpus.map((p) => prefixes(p.text));

  return (query) => {
    const asked = prefixes(query);
    return passages.map((passage) => {
      let shared = 0;
      for (const prefix of asked) if (passage.has(prefix)) shared += 1;
      return shared;
    });
  };
}

function round(score) {
  return Math.round(score * 1e4) / 1e4;
}

/** The best passages: highest score first, equal scores by id, zeros left out. */
function best(corpus, scores) {
  return corpus
    .map((passage, index) => ({ id: passage.id, score: round(scores[index]) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    .slice(0, DEPTH);
}

function writeRun(name, corpus, gold, score) {
  const lines = gold.map(({ id, query }) => JSON.stringify({ id, hits: best(corpus, score(query)) }));
  writeFileSync(new URL(name, HARBOUR), `${lines.join("\n")}\n`);
  console.log(`${name}: ${lines.length} questions`);
}

const corpus = readJsonLines("corpus.jsonl");
const gold = readJsonLines("gold.jsonl");

writeRun("overlap.jsonl", corpus, gold, overlapScorer(corpus));
writeRun("prefix.jsonl", corpus, gold, prefixScorer(corpus));
