import { describe, expect, it } from "vitest";
import { commonUnit, isBadStretch, linesToOffsets, readStretch, spanName } from "./spans.ts";

describe("how a span is written", () => {
  it.each<[object, object | undefined]>([
    [{ start: 0, end: 5 }, { characters: [0, 5] }],
    [{ lines: [40, 52] }, { lines: [39, 52] }],
    [{ lines: [1, 1] }, { lines: [0, 1] }],
    [
      { start: 3, end: 9, lines: [1, 2] },
      { characters: [3, 9], lines: [0, 2] },
    ],
    [{}, undefined],
    [{ start: null, end: undefined }, undefined],
  ])("%j", (given, wanted) => {
    expect(readStretch(given)).toEqual(wanted);
  });

  it.each<[object, object]>([
    [{ start: 5 }, { start: "5", end: "absent" }],
    [{ end: 5 }, { start: "absent", end: "5" }],
    [
      { start: 5, end: 5 },
      { start: "5", end: "5" },
    ],
    [
      { start: -1, end: 5 },
      { start: "-1", end: "5" },
    ],
    [
      { start: 0.5, end: 5 },
      { start: "0.5", end: "5" },
    ],
    [
      { start: "0", end: 5 },
      { start: '"0"', end: "5" },
    ],
    [
      { start: 0, end: Number.POSITIVE_INFINITY },
      { start: "0", end: "null" },
    ],
    [{ lines: [0, 3] }, { lines: "[0,3]" }],
    [{ lines: [3, 2] }, { lines: "[3,2]" }],
    [{ lines: [3] }, { lines: "[3]" }],
    [{ lines: 3 }, { lines: "3" }],
    [{ start: 0, end: 5, lines: [] }, { lines: "[]" }],
  ])("%j is none", (given, wanted) => {
    const read = readStretch(given);
    expect(read).toEqual(wanted);
    expect(read !== undefined && isBadStretch(read)).toBe(true);
  });

  it("is not taken for a wrong one", () => {
    expect([{ characters: [0, 5] }, { lines: [0, 2] }].map((one) => isBadStretch(one as never))).toEqual([
      false,
      false,
    ]);
  });
});

it("names tell spans apart", () => {
  const names = [
    { doc: "a", characters: [1, 23] },
    { doc: "a", characters: [12, 3] },
    { doc: "a:1-23", characters: [1, 23] },
    { doc: "a", lines: [1, 23] },
    { doc: "a", characters: [1, 23], lines: [1, 23] },
  ] as const;
  expect(new Set(names.map(spanName)).size).toBe(names.length);
});

it("one unit for all, characters first", () => {
  const [c, l] = [{ characters: [0, 1] } as const, { lines: [0, 1] } as const];
  expect(commonUnit([c, c])).toBe("characters");
  expect(commonUnit([l, { ...c, ...l }])).toBe("lines");
  expect(commonUnit([{ ...c, ...l }])).toBe("characters");
  expect(commonUnit([c, l])).toBe(undefined);
});

describe("lines as characters", () => {
  const text = "one\r\ntwo\n\nfour";
  it.each<[[number, number], string | undefined]>([
    [[1, 1], "one"],
    [[1, 2], "one\r\ntwo"],
    [[2, 2], "two"],
    [[3, 3], ""],
    [[3, 4], "\nfour"],
    [[4, 4], "four"],
    [[4, 5], undefined],
    [[6, 6], undefined],
    [[0, 1], undefined],
    [[2, 1], undefined],
    [[1.5, 2], undefined],
  ])("%j", (lines, wanted) => {
    const place = linesToOffsets(text, lines);
    expect(place && text.slice(place.start, place.end)).toBe(wanted);
  });

  it("a line break at the end opens an empty line", () => {
    expect(linesToOffsets("a\n", [2, 2])).toEqual({ start: 2, end: 2 });
  });
});
