import { expect, test } from "vitest";
import { differenceCiText, meanCiText } from "./numbers.ts";
import { clearOf, endText, percent, scaleBetween, scaleEnd, share, short, spreadOut } from "./scale.ts";

test("scales end at 1, 2 or 5 times a power of ten, and not below 0.02", () => {
  expect([0, 0.0004, 0.021, 0.05, 0.3, 1, 1.01, 37, 480].map((value) => scaleEnd([value]))).toEqual([
    1, 0.02, 0.05, 0.05, 0.5, 1, 2, 50, 500,
  ]);
  expect(scaleEnd([-0.7, 0.2])).toBe(1);
  expect(scaleEnd([])).toBe(1);
  expect(scaleEnd([Number.NaN, Number.POSITIVE_INFINITY])).toBe(1);
  expect(endText(0.1 + 0.2)).toBe("0.3");
});

test("a scale that need not begin at 0 has round ends around all values", () => {
  expect(scaleBetween([0.61, null, 0.81, 0.7, undefined])).toEqual([0.6, 0.85]);
  expect(scaleBetween([0.02, 0.9])).toEqual([0, 1]);
  expect(scaleBetween([-0.3, 0.2])).toEqual([-0.4, 0.2]);
  expect(scaleBetween([0, 0])).toEqual([0, 1]);
  expect(scaleBetween([1, 1])).toEqual([0.98, 1]);
  expect(scaleBetween([120, 480])).toEqual([100, 500]);
  for (const none of [[], [null], [Number.NaN, Number.POSITIVE_INFINITY]])
    expect(scaleBetween(none)).toEqual([0, 1]);
});

test("places are finite and inside, whatever comes in", () => {
  expect(share(0.25, 0, 0.5)).toBe(0.5);
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -3, 12]) {
    expect(share(value, 0, 1)).toBeGreaterThanOrEqual(0);
    expect(share(value, 0, 1)).toBeLessThanOrEqual(1);
  }
  expect(share(1, 1, 1)).toBe(0);
  expect(percent(1 / 3)).toBe("33.333%");
  expect(percent(Number.NaN)).toBe("0%");
  expect(short(Number.NaN)).toBe(0);
});

test("ticks do not touch; the last one and the wanted one stay", () => {
  const ticks = [0, 8, 30, 36, 40].map((at) => ({ at }));
  expect(clearOf(ticks, 10).map(({ at }) => at)).toEqual([0, 30, 40]);
  expect(clearOf(ticks, 10, ({ at }) => at === 8).map(({ at }) => at)).toEqual([8, 30, 40]);
  expect(clearOf([], 10)).toEqual([]);
});

test("labels move apart, stay inside, and keep their order", () => {
  expect(spreadOut([50, 50, 52], 12, 0, 100)).toEqual([50, 62, 74]);
  expect(spreadOut([98, 99], 12, 0, 100)).toEqual([88, 100]);
  const squeezed = spreadOut([1, 2, 3, 4, 5], 40, 0, 100);
  expect(squeezed).toEqual([0, 25, 50, 75, 100]);
  expect(spreadOut([90, 10], 12, 0, 100)).toEqual([90, 10]);
  expect(spreadOut([], 12, 0, 100)).toEqual([]);
});

test("an end of an interval that is not 0 is not written as 0", () => {
  expect(differenceCiText([0.004, 0.21], 0.95)).toBe("95 % CI +0.004 to +0.210");
  expect(differenceCiText([-0.45, -0.16], 0.9)).toBe("90 % CI −0.45 to −0.16");
  expect(meanCiText([0, 0.21])).toBe("95 % CI 0.00 to 0.21");
});
