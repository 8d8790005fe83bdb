/** Unknown keys of rows and hits, reported once per file. */
import type { Problem } from "../../core/problem.ts";
import { atLine } from "../_problems.ts";
import { sameBytes, textOf } from "../bytes/bytes.ts";
import { jsonProblem } from "./problems.ts";

/** Keys that are read from a row or a hit, here or when the file is read as gold, and common keys that do not affect scores. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    "id query query_id qid doc doc_id docid _id hits score rank text content contents start end lines error " +
    "relevant grades grade groups hops forbidden subtopics subtopic passages spans answer answerable tags " +
    "document_id chunk_id passage_id pid docno page_content pageContent title url metadata"
  ).split(" "),
);
const isDistance = (key: string): boolean => /^(distances?|dist)$/i.test(key);

/** With more keys than this, keys are data, not field names: stop collecting. */
const MOST = 1000;
/** How many keys a Problem keeps: two halves of a file may have different ones. */
const NAMED = 20;
/** Rows have the same few keys again and again. */
const USUAL = 8;

export class UnreadKeys {
  /** The line of the row that is read now. */
  line = 0;
  /** Name → its first line. */
  readonly #found = new Map<string, number>();
  /** Were there more than are collected? */
  #more = false;
  /** Keys of a row that may still be rejected. */
  readonly #pending: Uint8Array[] = [];
  /** Keys already reported for this file. */
  readonly #usual: Uint8Array[] = [];

  /** A key as bytes, which counts when the row is kept. */
  bytes(b: Uint8Array, start: number, end: number): void {
    if (!this.#isUsual(b, start, end)) this.#pending.push(b.slice(start, end));
  }

  #isUsual(b: Uint8Array, start: number, end: number): boolean {
    for (const key of this.#usual) if (sameBytes(key, 0, key.length, b, start, end)) return true;
    return false;
  }

  /** A row begins; what was not kept is forgotten. */
  begin(): void {
    if (this.#pending.length > 0) this.#pending.length = 0;
  }

  keep(): void {
    for (const key of this.#pending) {
      if (this.#isUsual(key, 0, key.length)) continue;
      this.name(textOf(key, 0, key.length));
      if (this.#usual.length < USUAL) this.#usual.push(key);
    }
    this.#pending.length = 0;
  }

  name(key: string): void {
    if (KNOWN.has(key) || this.#found.has(key)) return;
    if (this.#found.size < MOST || isDistance(key)) this.#found.set(key, this.line);
    else this.#more = true;
  }

  /** `named`: keys that the user gave a meaning to. */
  end(problem: (problem: Problem) => void, named: readonly string[]): void {
    const found = [...this.#found]
      .filter(([key]) => !named.includes(key))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const distance = found.find(([key]) => isDistance(key));
    if (distance !== undefined) problem(jsonProblem("distance", { key: distance[0] }, atLine(distance[1])));
    const others = found.filter((one) => one !== distance);
    if (others.length > 0) {
      const keys = others.slice(0, NAMED).map(([key]) => (key.length > 40 ? `${key.slice(0, 40)}…` : key));
      const line = others.reduce((least, [, line]) => Math.min(least, line), others[0]![1]);
      const fields = { keys, count: others.length, more: this.#more };
      problem(jsonProblem("unread-keys/rows", fields, atLine(line)));
    }
    this.#found.clear();
    this.#usual.length = 0;
    this.#more = false;
  }
}
