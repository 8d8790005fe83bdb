import { describe, expect, test } from "vitest";
import { MissWatch } from "./_miss-watch.ts";

const queries = Array.from({ length: 20 }, (_, i) => `q${i}`);
const gold = new Map(queries.map((query) => [query, ["d1"]]));
/** Ten hits a list, whose texts weigh as much as the hits, or nine times as much. */
const list = (letters: number) =>
  Array.from({ length: 10 }, (_, i) => ({ id: `x${i}`, text: "a".repeat(letters) }));

function watched(letters: number, most: number, expected?: number) {
  const watch = new MissWatch({ gold, asked: { metrics: ["recall@5"] } }, most, expected);
  const looked: number[] = [];
  queries.forEach((_, i) => {
    watch.add(i, list(letters));
    looked.push(watch.weight);
  });
  return { told: watch.end("run"), looked };
}

describe("what was missed, as queries pass by", () => {
  test("is told where the hits fit, however they were estimated", () => {
    for (const expected of [undefined, 1, 200, 250]) {
      const { told, looked } = watched(100, 400, expected);
      expect(told?.counts["never-retrieved"]).toBe(20);
      expect(looked.at(-1)).toBe(400);
    }
  });

  test("is not told where they are too many", () => {
    const { told, looked } = watched(100, 399);
    expect(told).toBeUndefined();
    expect(looked.at(-1)).toBe(400);
  });

  test("is given up early where long texts will be far too many, and the room counts as used", () => {
    const { told, looked } = watched(900, 1000, 200);
    expect(told).toBeUndefined();
    expect(looked.slice(0, 3)).toEqual([100, 2000, 2000]);
  });
});
