import { expect, test } from "vitest";
import { countMatches } from "./count.ts";

test("each id is written once, however many there are", () => {
  const ids = Array.from({ length: 3000 }, (_, i) => `d${i}`);
  let written = 0;
  const write = (id: string): string => {
    written++;
    return id;
  };
  const { found, example } = countMatches([{ gold: ids, hits: ids }], write, write);
  expect({ found, example }).toEqual({ found: 3000, example: ["d2999", "d2999"] });
  expect(written).toBe(2 * 3000);
});

test("an example shows ids that differ, where there are any", () => {
  const lower = (id: string): string => id.toLowerCase();
  const cases = [{ gold: ["a", "B", "b"], hits: ["a", "b"] }];
  expect(countMatches(cases, lower, lower)).toMatchObject({ found: 3, example: ["B", "b"] });
});

test("a form that several queries name is found by each on its own, and merged ids are counted once", () => {
  const lower = (id: string): string => id.toLowerCase();
  const cases = [
    { gold: ["A", "a", "x"], hits: ["a", "A", "y"] },
    { gold: ["a"], hits: ["x"] },
    { gold: ["A", "b"], hits: ["B"] },
  ];
  const { example, ...counts } = countMatches(cases, lower, lower);
  expect(counts).toEqual({ total: 6, found: 3, anywhere: 6, merged: { gold: 1, hits: 1 } });
  expect(example).toEqual(["A", "a"]);
  expect(countMatches(cases)).toMatchObject({
    total: 6,
    found: 2,
    anywhere: 5,
    merged: { gold: 0, hits: 0 },
  });
});
