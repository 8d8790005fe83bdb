import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Random, randomFrom } from "../core/random.ts";
import { normalCdf, normalQuantile } from "./_normal.ts";
import { studentCdf, studentQuantile } from "./_student.ts";
import { bootstrap, kappa, ppi, resample, type Stat, t, weightedKappa, wilson } from "./index.ts";

const must = <T>(stat: Stat<T>): T => {
  if (stat.status !== "known") throw new Error(stat.because);
  return stat.value;
};

describe("distributions", () => {
  test("quantiles that tables print", () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    expect(studentQuantile(0.975, 10)).toBeCloseTo(2.2281388519862713, 13);
    // One degree of freedom is Cauchy's: tan(π (p − ½)).
    expect(studentQuantile(0.75, 1)).toBeCloseTo(1, 14);
    expect(studentQuantile(0.975, 1e9)).toBeCloseTo(1.95996398, 7);
  });
  test("quantile and share are each other's inverse", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-12, max: 0.999999, noNaN: true }),
        fc.integer({ min: 1, max: 400 }),
        (p, df) => {
          expect(Math.abs(normalCdf(normalQuantile(p)) / p - 1)).toBeLessThan(1e-12);
          expect(Math.abs(studentCdf(studentQuantile(p, df), df) / p - 1)).toBeLessThan(1e-11);
        },
      ),
      { seed: 6, numRuns: 300 },
    );
  });
});

describe("kappa", () => {
  const ratings = fc
    .array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 30 })
    .map((pairs) => ({ a: pairs.map(([x]) => x), b: pairs.map(([, y]) => y) }));
  const kinds = [
    kappa.compute,
    (input: Parameters<typeof kappa.compute>[0]) => weightedKappa.compute({ ...input, weights: "linear" }),
    (input: Parameters<typeof kappa.compute>[0]) => weightedKappa.compute({ ...input, weights: "quadratic" }),
  ];
  test("lies within -1 and 1, or has a reason", () => {
    fc.assert(
      fc.property(ratings, fc.constantFrom(...kinds), (input, compute) => {
        const got = compute(input);
        if (got.status === "undefined") expect(["one-class", "no-data"]).toContain(got.because);
        else {
          expect(got.value).toBeGreaterThanOrEqual(-1 - 1e-12);
          expect(got.value).toBeLessThanOrEqual(1);
        }
      }),
      { seed: 6, numRuns: 1000 },
    );
  });
  test("does not care who is who, nor about the order of the items, nor what labels are called", () => {
    fc.assert(
      fc.property(ratings, fc.constantFrom(...kinds), ({ a, b }, compute) => {
        const labels = [0, 1, 2, 3];
        const wanted = compute({ a, b, labels });
        const others = [
          compute({ a: b, b: a, labels }),
          compute({ a: a.toReversed(), b: b.toReversed(), labels }),
          // Turned round the distances stay.
          compute({ a: a.map((x) => 3 - x), b: b.map((x) => 3 - x), labels }),
          compute({ a: a.map(String), b: b.map(String), labels: labels.map(String) }),
        ];
        for (const other of others) {
          expect(other.status).toBe(wanted.status);
          if (wanted.status === "known") expect(must(other)).toBeCloseTo(wanted.value, 12);
        }
      }),
      { seed: 7, numRuns: 500 },
    );
  });
  test("refuses lists of different lengths and labels that are not in the list", () => {
    expect(() => kappa.compute({ a: [1], b: [] })).toThrow("one rater has 1 labels, the other 0");
    expect(() => kappa.compute({ a: ["maybe"], b: ["no"], labels: ["no", "yes"] })).toThrow(
      'unknown label "maybe"',
    );
  });
});

describe("intervals", () => {
  test("what makes no sense is refused", () => {
    expect(() => wilson.compute({ hits: 3, n: 2 })).toThrow("3 of 2");
    expect(() => wilson.compute({ hits: 1, n: 2, confidence: 95 })).toThrow("confidence cannot be 95");
    expect(() => t.compute({ values: [1, Number.NaN] })).toThrow("cannot be NaN");
    expect(() => bootstrap.compute({ values: [1, 2], resamples: 0 }, randomFrom(1))).toThrow(
      "resamples cannot be 0",
    );
    expect(() => bootstrap.compute({ values: Array(9).fill(1), resamples: "all" }, randomFrom(1))).toThrow(
      "too many",
    );
    expect(() => ppi.compute({ human: [1], judge: [], all: [1] })).toThrow(
      "1 human values but 0 judge values",
    );
    expect(() => ppi.compute({ human: [1, 0], judge: [1, 0], all: [1, 0], shared: 3 })).toThrow("3 shared");
  });
  test("several measures share their draws; a draw without a value is left out", () => {
    const { draws, values } = resample(
      2,
      (picks) => [picks[0]! + picks[1]!, picks[0] === 0 ? 1 : undefined],
      "all",
      randomFrom(1),
    );
    expect(draws).toBe(4);
    expect(values.map((list) => [...list])).toEqual([
      [0, 1, 1, 2],
      [1, 1],
    ]);
  });
});

/** Questions with a true value of 0 or 1, and a judge that says yes too often. */
function questions(random: Random, count: number) {
  const human = Array.from({ length: count }, () => (random() < 0.6 ? 1 : 0));
  return { human, judge: human.map((y) => (y === 1 ? (random() < 0.95 ? 1 : 0) : random() < 0.3 ? 1 : 0)) };
}

describe("prediction-powered mean", () => {
  test("its interval covers the truth where the judge's own does not, and is narrower than the people's", () => {
    const random = randomFrom(2026);
    const covered = { ppi: 0, full: 0, judge: 0 };
    let [width, humanWidth] = [0, 0];
    const holds = ({ low, high }: { low: number; high: number }) => (low <= 0.6 && 0.6 <= high ? 1 : 0);
    const runs = 1000;
    for (let i = 0; i < runs; i++) {
      const labelled = questions(random, 60);
      const rest = questions(random, 600).judge;
      const tuned = must(ppi.compute({ ...labelled, all: rest }));
      covered.ppi += holds(tuned);
      covered.full += holds(must(ppi.compute({ ...labelled, all: rest, weight: 1 })));
      covered.judge += holds(must(t.compute({ values: rest })));
      width += tuned.high - tuned.low;
      const people = must(t.compute({ values: labelled.human }));
      humanWidth += people.high - people.low;
    }
    // 95 % of 1,000 give or take three standard errors.
    expect(covered.ppi).toBeGreaterThan(929);
    expect(covered.ppi).toBeLessThan(971);
    expect(covered.full).toBeGreaterThan(929);
    expect(covered.judge).toBeLessThan(100);
    expect(width).toBeLessThan(0.85 * humanWidth);
  });
  test("labelled ones among all: the same as those apart, up to the weight", () => {
    const { human, judge } = questions(randomFrom(3), 40);
    const rest = questions(randomFrom(4), 200).judge;
    const apart = must(ppi.compute({ human, judge, all: rest }));
    const among = must(ppi.compute({ human, judge, all: [...judge, ...rest], shared: 40 }));
    expect(among.value).toBeCloseTo(apart.value, 2);
    expect(among.error / apart.error).toBeCloseTo(1, 1);
    const weight = apart.weight * (240 / 200);
    const same = must(ppi.compute({ human, judge, all: [...judge, ...rest], shared: 40, weight }));
    expect(same.value).toBeCloseTo(apart.value, 12);
  });
  test("covers with labelled ones among all", () => {
    const random = randomFrom(99);
    let covered = 0;
    for (let i = 0; i < 1000; i++) {
      const { human, judge } = questions(random, 50);
      const all = [...judge, ...questions(random, 50).judge];
      const { low, high } = must(ppi.compute({ human, judge, all, shared: 50 }));
      covered += low <= 0.6 && 0.6 <= high ? 1 : 0;
    }
    expect(covered).toBeGreaterThan(925);
    expect(covered).toBeLessThan(971);
  });
});
