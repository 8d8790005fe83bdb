import { expect, it } from "vitest";
import { ProblemLog } from "../../core/problem-log.ts";
import { type GoldValue, readGold } from "../input/read-gold.ts";
import { goldHash } from "./gold-hash.ts";

const hash = (gold: GoldValue): string => goldHash(readGold("q", gold, new ProblemLog()));

it("is the same however the gold is written", () => {
  expect(hash(["b", "a"])).toBe(hash(["a", "b"]));
  expect(hash({ a: 1, b: 1 })).toBe(hash(["a", "b"]));
  expect(hash({ b: 2, a: 0 })).toBe(
    hash(
      new Map([
        ["a", 0],
        ["b", 2],
      ]),
    ),
  );
  expect(hash({ relevant: ["a"], tags: { lang: "de" }, answer: "nine" })).toBe(hash(["a"]));
  expect(hash([["b", "a"], ["c"]])).toBe(hash({ groups: [["c"], ["a", "b"]] }));
  expect(hash(["a"])).toMatch(/^[0-9a-f]{16}$/);
});

it("is another one where the gold says something else", () => {
  const all: GoldValue[] = [
    ["a"],
    ["a", "a"],
    ["a", "b"],
    ["ab"],
    [],
    { a: 2 },
    { a: 1, b: 0 },
    [["a"], ["b"]],
    [["a", "b"]],
    { relevant: ["a"], grades: { a: 1, b: 1 } },
    { passages: ["a"] },
    { spans: [{ doc: "a", start: 0, end: 5 }] },
    { spans: [{ doc: "a", start: 0, end: 6 }] },
    { answerable: false },
  ];
  expect(new Set(all.map(hash)).size).toBe(all.length);
});
