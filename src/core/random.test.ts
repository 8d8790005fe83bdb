import { expect, it } from "vitest";
import { below, oneOf, randomFrom, shuffled } from "./random.ts";

it("gives the same numbers for the same seed, and others for the next one", () => {
  const first = (seed: number) => Array.from({ length: 5 }, randomFrom(seed));
  expect(first(1)).toEqual(first(1));
  expect(first(1)).not.toEqual(first(2));
  expect(first(1)).not.toEqual(first(1 + 2 ** 32));
});

it("stays the same from release to release: stored seeds depend on it", () => {
  const random = randomFrom(1);
  expect(Array.from({ length: 4 }, () => below(random, 1000))).toEqual([537, 454, 82, 153]);
});

it("spreads evenly over [0, 1)", () => {
  const random = randomFrom(7);
  const counts = new Array<number>(10).fill(0);
  for (let i = 0; i < 100_000; i++) counts[Math.floor(random() * 10)]!++;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

it("draws and shuffles", () => {
  const random = randomFrom(3);
  const list = ["a", "b", "c", "d"];
  const seen = new Set(Array.from({ length: 1000 }, () => shuffled(random, list).join("")));
  expect(seen.size).toBe(24);
  expect(new Set(Array.from({ length: 100 }, () => oneOf(random, list)))).toEqual(new Set(list));
  expect(list).toEqual(["a", "b", "c", "d"]);
});
