import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../core/random.ts";
import { noncentralTail } from "./_noncentral-t.ts";
import { studentTail } from "./_student.ts";
import { rangeQuantile, rangeTail } from "./_studentized-range.ts";
import {
  anova,
  bootstrap,
  equivalence,
  holm,
  kendall,
  pairedBootstrap,
  pairedProportions,
  pairedT,
  power,
  randomisation,
  randomisedTukey,
  rbo,
  type Stat,
  sign,
  tukey,
  wilcoxon,
} from "./index.ts";

const must = <T>(stat: Stat<T>): T => {
  if (stat.status !== "known") throw new Error(stat.because);
  return stat.value;
};
const flips = (input: Parameters<typeof randomisation.compute>[0], seed = 1) =>
  must(randomisation.compute(input, randomFrom(seed))).map(must);
/** Differences of a few dozen queries, most of them small, some 0. */
const someDifferences = (seed: number, n: number): number[] => {
  const random = randomFrom(seed);
  return Array.from({ length: n }, () => (random() < 0.3 ? 0 : random() ** 2 - random() ** 2 + 0.05));
};

describe("distributions", () => {
  test("without an effect noncentral t is t; of two values the studentized range is t", () => {
    for (const df of [1, 2, 5, 30, 1000])
      for (const t of [-3, 0, 0.5, 2, 8]) {
        expect(noncentralTail(t, df, 0)).toBeCloseTo(studentTail(t, df), 12);
        if (t > 0) expect(rangeTail(t, 2, df) / (2 * studentTail(t / Math.SQRT2, df))).toBeCloseTo(1, 9);
      }
  });
  test("the studentized range that tables print: k 3, df 20, 0.95 is 3.58; k 10, df 60, 0.99 is 5.45", () => {
    expect(rangeQuantile(0.95, 3, 20)).toBeCloseTo(3.578, 3);
    expect(rangeQuantile(0.99, 10, 60)).toBeCloseTo(5.45, 2);
  });
  test("power, effect and number of pairs belong together", () => {
    const { effect } = must(power.compute({ n: 60, sd: 0.2, power: 0.8 }));
    expect(must(power.compute({ n: 60, sd: 0.2, effect })).power).toBeCloseTo(0.8, 12);
    expect(must(power.compute({ effect: effect * 1.0001, sd: 0.2, power: 0.8 })).n).toBe(60);
  });
});

describe("randomisation", () => {
  test("drawn it comes near the exact p, and pairs without a difference change nothing", () => {
    const column = someDifferences(3, 16);
    const [exact] = flips({ columns: [column] });
    const [drawn] = flips({ columns: [column], resamples: 20_000 });
    expect([exact!.exact, drawn!.exact]).toEqual([true, false]);
    // Four standard errors.
    expect(Math.abs(exact!.p - drawn!.p)).toBeLessThan(4 * Math.sqrt(exact!.p / 20_000));
    expect(flips({ columns: [[...column, ...Array(100).fill(0)]] })[0]!.p).toBe(exact!.p);
  });
  test("columns share the draws: alone, among others and in Float64Arrays each has the same p", () => {
    const columns = [4, 5, 6, 7, 8].map((seed) => someDifferences(seed, 60));
    const together = flips({ columns, resamples: 500 });
    const typed = flips({ columns: columns.map((column) => Float64Array.from(column)), resamples: 500 });
    expect(typed).toEqual(together);
    const twice = flips({ columns: [columns[2]!, columns[2]!], resamples: 500 });
    expect(twice[0]).toEqual(twice[1]);
  });
  test("jointly adjusted p lies between the single one and Holm's, up to draws", () => {
    const columns = [4, 5, 6, 7].map((seed) => someDifferences(seed, 18));
    const found = flips({ columns, joint: true });
    const single = found.map(({ p }) => p);
    const byHolm = must(holm.compute({ p: single }));
    found.forEach(({ p, joint }, i) => {
      expect(joint!).toBeGreaterThanOrEqual(p);
      expect(joint!).toBeLessThanOrEqual(byHolm[i]! + 0.02);
    });
  });
  test("without a difference p is at most 0.05 in 5 % of all cases", () => {
    const random = randomFrom(11);
    let hits = 0;
    for (let run = 0; run < 1000; run++) {
      const column = Array.from({ length: 10 }, () => random() - 0.5);
      hits += flips({ columns: [column] })[0]!.p <= 0.05 ? 1 : 0;
    }
    // Three standard errors around 48 of 1024 ways (5 % falls between two steps).
    expect(Math.abs(hits - 49)).toBeLessThan(3 * Math.sqrt(49));
  });
  test("two systems dealt out anew are sign flips", () => {
    const [a, b] = [someDifferences(1, 9), someDifferences(2, 9)];
    const differences = a.map((x, i) => x - b[i]!);
    const [pair] = must(randomisedTukey.compute({ scores: [a, b] }, randomFrom(1))).pairs;
    expect(pair!.p).toBeCloseTo(flips({ columns: [differences] })[0]!.p, 12);
    const [parametric] = must(tukey.compute({ scores: [a, b] })).pairs;
    expect(parametric!.test!.p).toBeCloseTo(must(pairedT.compute({ a, b })).test!.p, 10);
  });
});

describe("bootstrap", () => {
  test("a column among others has the interval that it has alone", () => {
    const columns = [1, 2, 3, 4, 5].map((seed) => someDifferences(seed, 40));
    const together = must(pairedBootstrap.compute({ columns, resamples: 300 }, randomFrom(9))).map(must);
    columns.forEach((values, i) => {
      const alone = must(bootstrap.compute({ values, resamples: 300 }, randomFrom(9)));
      for (const name of ["value", "low", "high", "sd"] as const)
        expect(together[i]![name]).toBeCloseTo(alone[name], 13);
    });
  });
});

describe("paired proportions", () => {
  test("the interval covers the true difference about 95 times of 100", () => {
    const random = randomFrom(5);
    let covered = 0;
    for (let run = 0; run < 1000; run++) {
      let [wins, losses] = [0, 0];
      for (let i = 0; i < 50; i++) {
        const x = random();
        if (x < 0.2) wins++;
        else if (x < 0.28) losses++;
      }
      const { low, high } = must(pairedProportions.compute({ n: 50, wins, losses }));
      covered += low <= 0.12 && 0.12 <= high ? 1 : 0;
    }
    expect(covered).toBeGreaterThan(929);
    expect(covered).toBeLessThan(971);
  });
  test("swapping the systems turns it round, and it stays within -1 and 1", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.nat(30), (wins, losses, ties) => {
        const n = wins + losses + ties;
        if (n === 0) return;
        const [one, other] = [
          { n, wins, losses },
          { n, wins: losses, losses: wins },
        ].map((counts) => must(pairedProportions.compute(counts)));
        expect(one!.low).toBeCloseTo(-other!.high, 12);
        expect(one!.low).toBeGreaterThanOrEqual(-1);
        expect(one!.low).toBeLessThanOrEqual(one!.difference);
        expect(one!.high).toBeGreaterThanOrEqual(one!.difference);
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});

test("Kendall counts the pairs that a double loop counts", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { minLength: 2, maxLength: 30 }), (items) => {
      let [same, opposite] = [0, 0];
      for (const [i, a] of items.entries())
        for (const b of items.slice(0, i)) {
          const order = Math.sign(a[0] - b[0]) * Math.sign(a[1] - b[1]);
          if (order > 0) same++;
          if (order < 0) opposite++;
        }
      const found = kendall.compute({ x: items.map(([x]) => x), y: items.map(([, y]) => y) });
      if (found.status === "known")
        expect([found.value.concordant, found.value.discordant]).toEqual([same, opposite]);
      else expect(same + opposite).toBe(0);
    }),
    { seed: 8, numRuns: 300 },
  );
});

test("what makes no sense is refused", () => {
  const random = randomFrom(1);
  expect(() => pairedT.compute({ a: [1, 2], b: [1] })).toThrow("2 values cannot be paired with 1");
  expect(() => wilcoxon.compute({ differences: [1, Number.NaN] })).toThrow("cannot be NaN");
  expect(() => sign.compute({ wins: 1.5, losses: 1 })).toThrow("1.5 is not a count");
  expect(() => pairedProportions.compute({ n: 3, wins: 2, losses: 2 })).toThrow("4 of 3");
  expect(() => pairedProportions.compute({ a: [0.5], b: [1] })).toThrow("0.5 is neither 0 nor 1");
  expect(() => holm.compute({ p: [0.5, 1.5] })).toThrow("1.5 is not a probability");
  expect(() => power.compute({ n: 5 })).toThrow("exactly one has to be missing");
  expect(() => power.compute({ n: 5, power: 0.01 })).toThrow("a power of 0.01");
  expect(() => randomisation.compute({ columns: [[1, 2], [1]] }, random)).toThrow("different lengths: 2, 1");
  expect(() =>
    randomisation.compute({ columns: [someDifferences(1, 60)], resamples: "all" }, random),
  ).toThrow("too many");
  expect(() => randomisation.compute({ columns: [[1]], resamples: 0 }, random)).toThrow(
    "resamples cannot be 0",
  );
  expect(() => anova.compute({ scores: [[1], [1, 2]] })).toThrow("different lengths: 1, 2");
  expect(() => equivalence.compute({ differences: [1], lower: 1, upper: -1 })).toThrow("1 is not below -1");
  expect(() => kendall.compute({ x: [1, 1, 2], y: [1, 2, 3], method: "exact" })).toThrow("values that tie");
  expect(() => rbo.compute({ a: ["x", "x"], b: ["y"] })).toThrow('"x" is twice');
});
