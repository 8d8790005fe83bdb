import { describe, expect, test } from "vitest";
import {
  type BeforeScoring,
  choosePath,
  type HitsWanted,
  MOST_HITS,
  type PathChoice,
  roomFor,
  withoutRoom,
} from "./choose-path.ts";

const MORE = MOST_HITS + 1;

describe("the path is chosen by what is wanted and by the hits", () => {
  test.each<[again: HitsWanted, misses: HitsWanted, hits: number | undefined, Omit<PathChoice, "because">]>([
    ["none", "none", 10, { path: "bytes", misses: false, most: MOST_HITS }],
    ["none", "fitting", 10, { path: "bytes", misses: true, most: MOST_HITS }],
    ["none", "fitting", MORE, { path: "bytes", misses: false, most: 0 }],
    ["none", "all", MORE, { path: "bytes", misses: true, most: 0 }],
    ["fitting", "none", MOST_HITS, { path: "memory", misses: false, most: MOST_HITS }],
    ["fitting", "none", MORE, { path: "bytes", misses: false, most: 0 }],
    ["fitting", "fitting", undefined, { path: "memory", misses: true, most: MOST_HITS }],
    ["all", "none", MORE, { path: "memory", misses: false, most: Number.POSITIVE_INFINITY }],
  ])("hits again: %s, misses: %s, %s hits", (again, misses, hits, choice) => {
    expect(choosePath({ again, misses }, hits)).toEqual({ ...choice, because: expect.any(String) });
  });

  test.each<[before: BeforeScoring, because: string]>([
    ["texts-from-corpus", "hits get their texts from a corpus before they are scored"],
    ["renamed-queries", "queries get other names before they are scored"],
    ["judged", "hits are judged before they are scored"],
  ])("%s: through memory, however many hits there are", (before, because) => {
    const most = Number.POSITIVE_INFINITY;
    const choose = (misses: HitsWanted, hits?: number) => choosePath({ again: "none", misses, before }, hits);
    expect(choose("fitting")).toEqual({ path: "memory", misses: true, most, because });
    expect(choose("fitting", MORE)).toEqual({ path: "memory", misses: false, most, because });
    expect(choose("all", MORE)).toEqual({ path: "memory", misses: true, most, because });
  });

  test("runs share their room; texts take more of it, and all hits have room at any cost", () => {
    expect(roomFor({ again: "fitting", misses: "fitting" }, false)).toEqual({
      again: MOST_HITS,
      misses: MOST_HITS,
    });
    expect(roomFor({ again: "fitting", misses: "fitting" }, true)).toEqual({
      again: MOST_HITS,
      misses: 40_000,
    });
    const all = Number.POSITIVE_INFINITY;
    expect(roomFor({ again: "all", misses: "all" }, true)).toEqual({ again: all, misses: all });
  });

  test("with its reason", () => {
    const because = (again: HitsWanted, hits?: number) => choosePath({ again, misses: "none" }, hits).because;
    expect(because("none", 10)).toBe("nobody asks for the hits again");
    expect(because("all", MORE)).toBe("all hits are asked for");
    expect(because("fitting")).toBe("no more than 2000000 hits, as far as is known");
    expect(because("fitting", 123_456_789)).toBe("about 120000000 hits, which is more than 2000000");
    expect(withoutRoom(choosePath({ again: "fitting", misses: "none" }, undefined))).toMatchObject({
      path: "bytes",
      because: "more than 2000000 hits came",
    });
  });
});
