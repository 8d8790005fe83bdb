/** The bundled example as documents and questions, and vectors for them that need no model. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/_prepare.mjs";

const lines = <T>(name: string): T[] =>
  readFileSync(join(root, "examples/harbour", name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

export const documents = lines<{
  readonly id: string;
  readonly doc: string;
  readonly title: string;
  readonly text: string;
}>("corpus.jsonl");
export const questions = lines<{ readonly id: string; readonly query: string }>("gold.jsonl");

const DIMENSIONS = 64;

/** Words hashed into a few numbers: enough for near and far. */
export function embedWords(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
    let hash = 7;
    for (const sign of word) hash = (hash * 31 + sign.charCodeAt(0)) % 100_003;
    vector[hash % DIMENSIONS]! += 1;
  }
  // No two documents are equally far.
  vector[0]! += 1 / (text.length + 1);
  return vector;
}
