import { expect, test } from "vitest";
import { evaluate } from "../index.ts";
import { relstring } from "./relstring.ts";

const grades = { a: 3, b: 0, c: -1, d: -2, e: 10, f: 9 };
const ranking = (hits: string[]) =>
  evaluate({ as: "trec_eval", metrics: "map", gold: { q: { grades } }, run: { q: hits } }).ranking(
    "q",
    "map",
  )!;

test("one character per hit: its grade, or what there is instead of one", () => {
  expect(relstring(ranking(["a", "b", "c", "d", "e", "f", "x"]))).toBe("30..>9-");
  expect(relstring(ranking([]))).toBe("");
});

test("ten hits unless told otherwise", () => {
  const many = Array.from({ length: 25 }, (_, i) => `x${i}`);
  expect(relstring(ranking(many))).toBe("-".repeat(10));
  expect(relstring(ranking(many), 20)).toBe("-".repeat(20));
});
