import { expect, test } from "vitest";
import type { GoldValue } from "../input/read-gold.ts";
import { labelledGold } from "./labelled-gold.ts";

const labels = new Map([
  ["new", 2],
  ["bad", 0],
]);

test.each<[string, GoldValue, unknown]>([
  ["a list", ["a"], { grades: new Map([["a", 1], ...labels]) }],
  ["grades", { a: 3 }, { grades: new Map([["a", 3], ...labels]) }],
  ["a Map", new Map([["a", 3]]), { grades: new Map([["a", 3], ...labels]) }],
  ["questions alone", { answer: "x" }, { answer: "x", grades: labels }],
  [
    "facets, which stay",
    { relevant: ["a"], tags: { t: "1" }, answer: "x" },
    { tags: { t: "1" }, answer: "x", grades: new Map([["a", 1], ...labels]) },
  ],
  [
    "a list and grades",
    { relevant: ["a"], grades: { a: 3, b: 1 } },
    { relevant: ["a", "new"], grades: new Map([["a", 3], ["b", 1], ...labels]) },
  ],
  [
    "groups under the name of the list",
    { relevant: [["a"], ["b"]], grades: { a: 1 } },
    { relevant: [["a"], ["b"]], grades: new Map([["a", 1], ...labels]) },
  ],
])("%s", (_, gold, wanted) => {
  expect(labelledGold("q", gold, labels)).toEqual(wanted);
});

test("a label comes before what the gold says; without labels the gold is as it was given", () => {
  expect(labelledGold("q", { a: 3 }, new Map([["a", 0]]))).toEqual({ grades: new Map([["a", 0]]) });
  const gold = ["a", "a"];
  expect(labelledGold("q", gold, new Map())).toBe(gold);
});
