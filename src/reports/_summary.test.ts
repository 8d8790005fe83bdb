import { describe, expect, test } from "vitest";
import { evaluate } from "../evaluate/evaluate.ts";
import { sliceTable } from "./_slice-table.ts";
import { withinTexts } from "./_summary.ts";
import { summaryTable } from "./table.ts";

const text = (value: number): string => value.toFixed(2);

describe("intervals of one column have one form", () => {
  test("± where that is right for all", () => {
    const cells = [
      { value: 0.5, interval: [0.4, 0.6] as const },
      undefined,
      { value: 0.25, interval: undefined },
      { value: 0.3, interval: [0.1, 0.5] as const },
    ];
    expect(withinTexts(cells, text)).toEqual(["±0.10", undefined, undefined, "±0.20"]);
  });

  test("both ends in all of them where one needs both", () => {
    const cells = [
      { value: 0.5, interval: [0.4, 0.6] as const },
      { value: 0.9, interval: [0.7, 1] as const },
    ];
    expect(withinTexts(cells, text)).toEqual(["[0.40, 0.60]", "[0.70, 1.00]"]);
  });

  // rr of the queries: middle 0.50, 0.33, 0.50, 0.33; high 1, 1, 1, 0.5, whose interval is cut at 1.
  const gold = ["q1", "q2", "q3", "q4"].map((id, i) => ({
    id,
    relevant: ["a"],
    tags: { half: i < 2 ? "first" : "second" },
  }));
  const list = (rank: number): string[] => [..."xyz".slice(0, rank - 1), "a"];
  const evaluated = (name: string, ranks: readonly number[]) =>
    evaluate({
      gold,
      run: new Map(ranks.map((rank, i) => [`q${i + 1}`, list(rank)])),
      name,
      metrics: ["rr"],
    });
  const runs = [evaluated("middle", [2, 3, 2, 3]), evaluated("high", [1, 1, 1, 2])];

  test("in a table", () => {
    expect(`\n${summaryTable(runs, { differences: true })}`).toContain(`
run                        rr           diff
middle  0.417  [0.264, 0.570]
high    0.875* [0.477, 1.000]  +0.458 ±0.334
`);
  });

  test("in a table of slices", () => {
    expect(`\n${sliceTable(runs, "half")}`).toBe(`
half    run     queries                    rr
first   middle        2  0.417 [0.000, 1.000]
first   high          2                 1.000
second  middle        2  0.417 [0.000, 1.000]
second  high          2  0.750 [0.000, 1.000]`);
  });
});
