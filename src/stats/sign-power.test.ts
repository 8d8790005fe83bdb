import { expect, test } from "vitest";
import { signPower } from "./index.ts";

const powerOf = (n: number, effect: number, apart: number): number => {
  const found = signPower.compute({ n, effect, apart });
  if (found.status !== "known") throw new Error(found.because);
  return found.value.power;
};

test("the approximation for many queries goes on where the sum ends", () => {
  // 400 expected differences are the border.
  for (const [apart, effect] of [
    [0.1, 0.02],
    [0.2, 0.03],
    [0.5, 0.07],
    [0.2, 0.05],
  ] as const) {
    const n = 400 / apart;
    expect(Math.abs(powerOf(n + 1, effect, apart) - powerOf(n, effect, apart))).toBeLessThan(0.002);
  }
});

test("more queries and larger effects are found more often; without an effect at most α", () => {
  expect(powerOf(100, 0.1, 0.2)).toBeGreaterThan(powerOf(100, 0.08, 0.2));
  expect(powerOf(200, 0.1, 0.2)).toBeGreaterThan(powerOf(100, 0.1, 0.2));
  for (const n of [10, 50, 3000]) expect(powerOf(n, 0, 0.3)).toBeLessThanOrEqual(0.05);
});

test("the effect that shows has the power that was asked for", () => {
  for (const n of [8, 24, 60, 5000]) {
    const found = signPower.compute({ n, apart: 0.15, power: 0.8 });
    if (found.status !== "known") throw new Error(found.because);
    expect(powerOf(n, found.value.effect, 0.15)).toBeCloseTo(0.8, 8);
  }
});

test("refuses what makes no sense", () => {
  expect(() => signPower.compute({ n: 10, apart: 1.2, power: 0.8 })).toThrow("1.2 is not a probability");
  expect(() => signPower.compute({ n: 10, apart: 0.2 })).toThrow("exactly one has to be missing");
  expect(() => signPower.compute({ n: 10, apart: 0.2, power: 0.01 })).toThrow("a power of 0.01");
});
