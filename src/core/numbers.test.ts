import { describe, expect, it } from "vitest";
import { fixed, meanExact, roundTo, sumCompensated, sumPlain } from "./numbers.ts";

describe("sums", () => {
  const ranks789 = [7, 8, 9].map((rank) => 1 / Math.log2(rank + 1));
  it("go left to right or keep what was lost", () => {
    expect(sumPlain([0.1, 0.2, 0.3])).toBe(0.6000000000000001);
    expect(sumCompensated([0.1, 0.2, 0.3])).toBe(0.6);
    expect(sumPlain(ranks789)).toBe(0.9498282057830434);
    expect(sumCompensated(ranks789)).toBe(0.9498282057830433);
    expect(sumPlain([1, 1e100, 1, -1e100])).toBe(0);
    expect(sumCompensated([1, 1e100, 1, -1e100])).toBe(2);
  });
  it("of nothing are 0, and take any iterable", () => {
    expect([sumPlain([]), sumCompensated([])]).toEqual([0, 0]);
    expect(sumCompensated(Float64Array.of(0.5, 0.25))).toBe(0.75);
  });
  it("do not turn an infinity into NaN", () => {
    expect(sumCompensated([1, Number.POSITIVE_INFINITY, 1])).toBe(Number.POSITIVE_INFINITY);
    expect(sumCompensated([1, Number.NaN])).toBeNaN();
  });
});

describe("meanExact", () => {
  it.each<[number[], number]>([
    [[2 / 3, 0.5, 1 / 3], 0.5], // sum / n gives 0.49999999999999994
    [[0.1, 0.1, 0.1], 0.1],
    [[1, 0, 0], 1 / 3],
    [[-1, -2 / 3, 1 / 3], -0.4444444444444444],
    [[1e308, 1.5e308], 1.25e308], // the sum is no double
    [[1e16, 1, -1e16], 1 / 3],
    [[5e-324, 0], 0], // half of the least double: to even
    [[5e-324, 1e-323], 1e-323], // one and a half: to even
    [[5e-324, 5e-324, 1e-323], 5e-324],
    [[2.2250738585072014e-308, 2.225073858507201e-308], 2.2250738585072014e-308],
    [[2 ** 53 + 2, 2 ** 53], 2 ** 53], // a tie at 53 bits
    [[2 ** 53 + 4, 2 ** 53 + 2], 2 ** 53 + 4],
    [[2 ** 61, 256 + 2 ** -44], 2 ** 60 + 256], // a little more than a tie, below the bits that a double keeps
    [[2 ** 54, 2 ** 54, 2 ** 53, 14, 0], 2 ** 53 + 2], // rounded twice it would be 2 ** 53 + 4
    [[0, -0], 0],
    [[3], 3],
  ])("%j is %d", (values, mean) => {
    expect(meanExact(values)).toBe(mean);
  });
  it("has no number for nothing, and none for NaN", () => {
    expect(meanExact([])).toBeNaN();
    expect(meanExact([1, Number.NaN])).toBeNaN();
    expect(meanExact([1, Number.NEGATIVE_INFINITY])).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe("roundTo", () => {
  it.each<[number, number, number, number]>([
    // x, digits, python, numpy
    [0.12345, 4, 0.1235, 0.1234],
    [0.00625, 4, 0.0063, 0.0062],
    [3 / 160, 4, 0.0187, 0.0188],
    [0.03125, 4, 0.0312, 0.0312],
    [0.09375, 4, 0.0938, 0.0938],
    [-0.12345, 4, -0.1235, -0.1234],
    [-0.03125, 4, -0.0312, -0.0312],
    [0, 4, 0, 0],
    [2.5, 0, 2, 2],
    [3.5, 0, 4, 4],
    [0.5, 0, 0, 0],
    [-2.5, 0, -2, -2],
    [2.675, 2, 2.67, 2.68],
    [1.005, 2, 1, 1],
    [0.49999999999999994, 0, 0, 0],
    [123456789.98765433, 4, 123456789.9877, 123456789.9877],
    [1e22, 4, 1e22, 1e22],
    [-1e300, 4, -1e300, -1e300],
    [2 ** 51 + 0.5, 0, 2 ** 51, 2 ** 51],
    [2 / 3, 4, 0.6667, 0.6667],
    [1, 4, 1, 1],
    [5e-324, 4, 0, 0],
  ])("%d to %d: python %d, numpy %d", (x, digits, python, numpy) => {
    expect(roundTo(x, digits, "python")).toBe(python);
    expect(roundTo(x, digits, "numpy")).toBe(numpy);
  });
  it("keeps the sign of zero and leaves what is not finite", () => {
    expect(roundTo(-0.00001, 4, "python")).toBe(-0);
    expect(roundTo(-0.00001, 4, "numpy")).toBe(-0);
    expect(roundTo(Number.NaN, 4, "python")).toBeNaN();
    expect(roundTo(Number.POSITIVE_INFINITY, 4, "numpy")).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("fixed", () => {
  it.each<[number, number, string]>([
    [0.03125, 4, "0.0312"],
    [0.09375, 4, "0.0938"],
    [0.12345, 4, "0.1235"],
    [2 / 3, 4, "0.6667"],
    [0, 4, "0.0000"],
    [1, 4, "1.0000"],
    [12.5, 0, "12"],
    [13.5, 0, "14"],
    [-10, 4, "-10.0000"],
    [-0.00001, 4, "-0.0000"],
    [-0, 1, "-0.0"],
    [9.99996, 4, "10.0000"],
    [5e-324, 4, "0.0000"],
    [2 ** 60, 2, "1152921504606846976.00"],
    // toFixed changes to 1e+21 from there on.
    [1e21, 2, "1000000000000000000000.00"],
    [-1e21, 0, "-1000000000000000000000"],
    [1e21 - 131072, 1, "999999999999999868928.0"],
    [1e23, 0, "99999999999999991611392"],
    [Number.NaN, 4, "nan"],
    [Number.POSITIVE_INFINITY, 4, "inf"],
    [Number.NEGATIVE_INFINITY, 4, "-inf"],
  ])("%d with %d decimals is %s", (x, digits, text) => {
    expect(fixed(x, digits)).toBe(text);
  });
});
