import { expect, test } from "vitest";
import { countMatches } from "./count.ts";

test("each id is written a fixed number of times, however many there are", () => {
  const ids = Array.from({ length: 3000 }, (_, i) => `d${i}`);
  let written = 0;
  const write = (id: string): string => {
    written++;
    return id;
  };
  const { found, example } = countMatches([{ gold: ids, hits: ids }], write, write);
  expect({ found, example }).toEqual({ found: 3000, example: ["d2999", "d2999"] });
  expect(written).toBe(3 * 3000);
});

test("an example shows ids that differ, where there are any", () => {
  const lower = (id: string): string => id.toLowerCase();
  const cases = [{ gold: ["a", "B", "b"], hits: ["a", "b"] }];
  expect(countMatches(cases, lower, lower)).toMatchObject({ found: 3, example: ["B", "b"] });
});
