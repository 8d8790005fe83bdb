/** The statistics against SciPy and scikit-learn, from the folder of shared data. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { randomFrom } from "../../src/core/random.ts";
import { normalCdf, normalQuantile, normalTail } from "../../src/stats/_normal.ts";
import { studentCdf, studentQuantile, studentTail } from "../../src/stats/_student.ts";
import { bootstrap, kappa, type Stat, t, weightedKappa, wilson } from "../../src/stats/index.ts";

const folder = new URL("../../../shared/parity/", import.meta.url);
const known = existsSync(new URL("stats.json", folder));
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

type Numbers = Readonly<Record<string, readonly number[]>>;
interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: Numbers & { readonly n: number; readonly wins: number };
  readonly values: Readonly<Record<string, unknown>>;
}
const inputs = new Map<string, Case["input"]>(
  known ? read("inputs.json").stats.map((one: { id: string }) => [one.id, one]) : [],
);
const cases: readonly Case[] = known
  ? read("stats.json").cases.map((one: Case) => ({ ...one, input: inputs.get(one.id)! }))
  : [];
const ofKind = (kind: string): readonly Case[] => cases.filter((one) => one.kind === kind);

/** Of the size of the value; of 1 where it is smaller, unless every digit of small ones counts too. */
const near = (got: number, wanted: number, scale = Math.max(1, Math.abs(wanted))): boolean =>
  Math.abs(got - wanted) <= 1e-12 * scale;

test.skipIf(!known)("needs ../shared/parity/stats.json: it has the cases that are looked at", () => {
  expect(["quantiles", "raters", "paired", "signs"].map((kind) => ofKind(kind).length)).toEqual([
    4, 12, 24, 8,
  ]);
});

test.each(ofKind("quantiles").map((one) => [one.id, one] as const))("%s quantiles and tails", (_, one) => {
  const { p, x, df } = one.input as Numbers as Readonly<Record<"p" | "x" | "df", readonly number[]>>;
  const wrong: string[] = [];
  let seen = 0;
  const compare = (key: string, args: readonly number[], f: (arg: number) => number): void => {
    (one.values[key] as readonly number[]).forEach((wanted, i) => {
      seen++;
      const got = f(args[i]!);
      if (!near(got, wanted, Math.abs(wanted))) wrong.push(`${key} ${args[i]}: ${got}, not ${wanted}`);
    });
  };
  compare("norm.ppf(p)", p, normalQuantile);
  compare("norm.cdf(x)", x, normalCdf);
  compare("norm.sf(x)", x, normalTail);
  for (const n of df) {
    compare(`t.ppf(p,df=${n})`, p, (q) => studentQuantile(q, n));
    compare(`t.cdf(x,df=${n})`, x, (t) => studentCdf(t, n));
    compare(`t.sf(x,df=${n})`, x, (t) => studentTail(t, n));
  }
  expect(wrong).toEqual([]);
  expect(seen).toBe((p.length + 2 * x.length) * (df.length + 1));
});

const orNaN = <T>(stat: Stat<T>): T | "NaN" => (stat.status === "known" ? stat.value : "NaN");
const same = (got: unknown, wanted: unknown): boolean =>
  typeof got === "number" && typeof wanted === "number" ? near(got, wanted) : got === wanted;

test.each(ofKind("raters").map((one) => [one.id, one] as const))("%s kappa", (_, { input, values }) => {
  const { a, b } = input as Numbers as Readonly<Record<"a" | "b", readonly number[]>>;
  const got = {
    "cohen_kappa_score weights=None": orNaN(kappa.compute({ a, b })),
    "cohen_kappa_score weights=linear": orNaN(weightedKappa.compute({ a, b, weights: "linear" })),
    "cohen_kappa_score weights=quadratic": orNaN(weightedKappa.compute({ a, b, weights: "quadratic" })),
  };
  expect(Object.entries(got).filter(([key, value]) => !same(value, values[key]))).toEqual([]);
});

test.each(ofKind("signs").map((one) => [one.id, one] as const))("%s Wilson", (_, { input, values }) => {
  for (const [key, continuity] of [
    ["wilson", false],
    ["wilsoncc", true],
  ] as const) {
    const got = wilson.compute({ hits: input.wins, n: input.n, continuity });
    if (got.status !== "known") throw new Error("no interval");
    const [low, high] = values[`proportion_ci ${key} 95%`] as readonly [number, number];
    expect([same(got.value.low, low), same(got.value.high, high)]).toEqual([true, true]);
  }
});

const differences = ({ input }: Case): number[] => input["a"]!.map((x, i) => x - input["b"]![i]!);

test.each(ofKind("paired").map((one) => [one.id, one] as const))("%s t", (_, one) => {
  const { values } = one;
  const got = t.compute({ values: differences(one) });
  if (got.status !== "known") throw new Error("no t");
  const { mean, sd, error, df, test } = got.value;
  const wrong: string[] = [];
  const compare = (key: string, mine: readonly unknown[]): void => {
    const theirs = [values[key]].flat();
    if (mine.length !== theirs.length || !mine.every((x, i) => same(x, theirs[i])))
      wrong.push(`${key}: ${mine}, not ${theirs}`);
  };
  compare("mean, sd(ddof=1), sem of a-b", [mean, sd, error]);
  compare("ttest_rel df", [df]);
  for (const confidence of [0.9, 0.95, 0.99]) {
    const interval = t.compute({ values: differences(one), confidence });
    if (interval.status === "known")
      compare(`ttest_rel ci ${confidence}`, [interval.value.low, interval.value.high]);
  }
  // Where nothing varies SciPy prints NaN or an infinity; here the test is not there.
  const varies = Number.isFinite(values["cohen dz"]);
  expect(test !== undefined).toBe(varies);
  if (test !== undefined) {
    compare("ttest_rel two-sided", [test.t, test.p]);
    compare("ttest_rel greater", [test.t, test.above]);
    compare("ttest_rel less", [test.t, test.below]);
    compare("ttest_1samp(d,0)", [test.t, test.p]);
    compare("cohen dz", [mean / sd]);
  }
  expect(wrong).toEqual([]);
});

const EXACT = "exact bootstrap of mean(a-b): percentiles 2.5, 5, 50, 95, 97.5 (numpy linear)";
test.each(
  ofKind("paired")
    .filter((one) => EXACT in one.values)
    .map((one) => [one.id, one] as const),
)("%s every resample there is", (_, one) => {
  const [low, lower, , higher, high] = one.values[EXACT] as readonly number[];
  const at = (confidence: number) => {
    const got = bootstrap.compute({ values: differences(one), resamples: "all", confidence }, randomFrom(1));
    if (got.status !== "known") throw new Error("no interval");
    return got.value;
  };
  const got = [at(0.95).low, at(0.9).low, at(0.9).high, at(0.95).high, at(0.95).sd];
  const wanted = [low, lower, higher, high, one.values["exact bootstrap sd"]];
  expect(got.map((x, i) => same(x, wanted[i]))).toEqual(wanted.map(() => true));
});

test.each(ofKind("paired").map((one) => [one.id, one] as const))(
  "%s draws of another generator give about the same interval",
  (_, one) => {
    for (const method of ["percentile", "basic", "bca"] as const) {
      const name = method === "bca" ? "BCa" : method;
      const [low, high] = one.values[
        `bootstrap ${name} 95% n_resamples=9999 default_rng(42)`
      ] as readonly number[];
      const draws = [1, 2, 3, 4, 5, 6].map((seed) =>
        bootstrap.compute({ values: differences(one), resamples: 9999, method }, randomFrom(seed)),
      );
      const ends = draws.flatMap((got) => (got.status === "known" ? [got.value] : []));
      if (ends.length === 0) {
        expect(draws[0]).toEqual({ status: "undefined", because: "no-spread" });
        // Nothing varies: SciPy prints the value twice, or NaN.
        expect(low === high || Number.isNaN(Number(low))).toBe(true);
        continue;
      }
      // Means of few values have gaps, which an end jumps over from seed to seed.
      const slack = 0.02 * (high! - low!);
      for (const [end, wanted] of [
        ["low", low!],
        ["high", high!],
      ] as const) {
        const mine = ends.map((got) => got[end]);
        expect(Math.min(...mine) - slack).toBeLessThanOrEqual(wanted);
        expect(Math.max(...mine) + slack).toBeGreaterThanOrEqual(wanted);
        expect(Math.max(...mine) - Math.min(...mine)).toBeLessThanOrEqual(0.3 * (high! - low!));
      }
    }
  },
);
