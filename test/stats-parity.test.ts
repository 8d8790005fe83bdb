/** The statistics against SciPy, statsmodels, mpmath and published tables, from the folder of shared data. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../src/core/random.ts";
import { betaQuantile } from "../src/stats/_beta.ts";
import { noncentralCdf } from "../src/stats/_noncentral-t.ts";
import {
  benjaminiHochberg,
  bonferroni,
  cliffDelta,
  cohenD,
  holm,
  pairedT,
  power,
  randomisation,
  type Stat,
  sign,
  winTieLoss,
} from "../src/stats/index.ts";

const folder = new URL("../../shared/", import.meta.url);
const there = existsSync(new URL("parity/stats-more.json", folder));
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

type Values = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: the inputs of a case have the fields of its kind.
type Input = any;
const random = () => randomFrom(1);

/** What has no value is NaN in the tables. */
const orNaN = <T, V>(stat: Stat<T>, get: (value: T) => V): V | number =>
  stat.status === "known" ? get(stat.value) : Number.NaN;

/** To 1e-9 of the value; below 1e-4 to 1e-13. Lists and objects by their parts; null and an error count as NaN. */
function near(got: unknown, wanted: unknown): boolean {
  if (typeof wanted === "number" && typeof got === "number")
    return Math.abs(got - wanted) <= Math.max(1e-13, 1e-9 * Math.abs(wanted));
  if (wanted === null || wanted === "NaN" || (wanted instanceof Object && "error" in wanted))
    return Number.isNaN(got);
  if (wanted === "Infinity" || wanted === "-Infinity") return got === Number(wanted);
  if (!(wanted instanceof Object && got instanceof Object)) return got === wanted;
  const [mine, theirs] = [new Map(Object.entries(got)), Object.entries(wanted)];
  return mine.size === theirs.length && theirs.every(([name, part]) => near(mine.get(name), part));
}

/** Compares where ours is computed; what is not is left to the list of what is not covered. */
function wrongOf(got: Readonly<Record<string, unknown>>, wanted: Values): string[] {
  return Object.entries(got)
    .filter(([key, mine]) => !near(mine, wanted[key]))
    .map(([key, mine]) => `${key}: ${JSON.stringify(mine)}, not ${JSON.stringify(wanted[key])}`);
}

// ---------------------------------------------------------------- stats.json

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: Input;
  readonly values: Values;
}
const inputs = new Map<string, Input>(
  there ? read("parity/inputs.json").stats.map((one: { id: string }) => [one.id, one]) : [],
);
const cases: readonly Case[] = there
  ? read("parity/stats.json").cases.map((one: Case) => ({ ...one, input: inputs.get(one.id) }))
  : [];

/** By kind of input: what we compute for the keys of the table. */
const COMPUTED: Readonly<Record<string, (input: Input, values: Values) => Values>> = {
  paired({ a, b }, values) {
    const flips = randomisation.compute({ columns: [differences(a, b)] }, random());
    const flip = flips.status === "known" ? flips.value[0]! : flips;
    const p = (side: "p" | "above" | "below") => orAllTied(flip, (found) => found[side]);
    const mean = orNaN(pairedT.compute({ a, b }), (found) => found.mean);
    const test = (side: "p" | "above" | "below") =>
      orNaN(pairedT.compute({ a, b }), ({ test }) =>
        test === undefined ? tOfConstant(mean as number, side) : [test.t, test[side]],
      );
    const interval = (confidence: number) =>
      orNaN(pairedT.compute({ a, b, confidence }), ({ low, high }) => [low, high]);
    return {
      "ttest_rel two-sided": test("p"),
      "ttest_rel greater": test("above"),
      "ttest_rel less": test("below"),
      "ttest_1samp(d,0)": test("p"),
      "ttest_rel df": orNaN(pairedT.compute({ a, b }), ({ df }) => df),
      "ttest_rel ci 0.9": interval(0.9),
      "ttest_rel ci 0.95": interval(0.95),
      "ttest_rel ci 0.99": interval(0.99),
      "mean, sd(ddof=1), sem of a-b": orNaN(pairedT.compute({ a, b }), ({ mean, sd, error }) => [
        mean,
        sd,
        error,
      ]),
      "cohen dz": orNaN(pairedT.compute({ a, b }), ({ sd }) =>
        sd === 0 ? tOfConstant(mean as number, "p")[0] : orNaN(cohenD.compute({ a, b }), ({ dz }) => dz),
      ),
      "win/tie/loss": orNaN(winTieLoss.compute({ a, b }), ({ wins, ties, losses }) => [wins, ties, losses]),
      "sign test (binomtest wins of n nonzero)": orNaN(sign.compute({ a, b }), ({ p }) => p),
      ...("sign-flip enumeration two-sided" in values
        ? {
            "permutation_test exact two-sided": [mean, p("p")],
            "permutation_test exact greater": [mean, p("above")],
            "permutation_test exact less": [mean, p("below")],
            "sign-flip enumeration two-sided": [(p("p") as number) * 2 ** a.length, 2 ** a.length],
          }
        : {}),
    };
  },
  pvalues({ p }) {
    const both = (stat: Stat<readonly number[]>) =>
      orNaN(stat, (adjusted) => ({ reject: adjusted.map((x) => x <= 0.05), adjusted }));
    return {
      bonferroni: both(bonferroni.compute({ p })),
      holm: both(holm.compute({ p })),
      fdr_bh: both(benjaminiHochberg.compute({ p })),
    };
  },
  signs({ wins, n }) {
    const get = (side: "p" | "above" | "below") =>
      orNaN(sign.compute({ wins, losses: n - wins }), (found) => found[side]);
    return {
      "binomtest two-sided": get("p"),
      "binomtest greater": get("above"),
      "binomtest less": get("below"),
      "proportion_ci exact 95%": orNaN(sign.compute({ wins, losses: n - wins }), ({ low, high }) => [
        low,
        high,
      ]),
    };
  },
  quantiles({ p, df }) {
    return Object.fromEntries(
      df.map((n: number) => [`beta.ppf(p,df,df+1) df=${n}`, p.map((x: number) => betaQuantile(x, n, n + 1))]),
    );
  },
};
const differences = (a: readonly number[], b: readonly number[]) => a.map((x, i) => x - b[i]!);
/** No pair differs: the tables say 1, we say why there is nothing to test. */
const orAllTied = <T>(stat: Stat<T>, get: (value: T) => number): number =>
  stat.status === "known" ? get(stat.value) : stat.because === "all-ties" ? 1 : Number.NaN;
/** SciPy prints an infinity where all differences are the same; here there is no test. */
const tOfConstant = (mean: number, side: "p" | "above" | "below"): readonly number[] => {
  if (mean === 0) return [Number.NaN, Number.NaN];
  const sure = side === "p" || mean > 0 === (side === "above");
  return [mean * Number.POSITIVE_INFINITY, sure ? 0 : 1];
};

describe.skipIf(!there)("stats.json (skipped without ../shared/parity)", () => {
  test.each(cases.filter(({ kind }) => kind in COMPUTED).map((one) => [one.id, one] as const))(
    "%s",
    (_, one) => {
      expect(wrongOf(COMPUTED[one.kind]!(one.input, one.values), one.values)).toEqual([]);
    },
  );
});

// ---------------------------------------------------------------- stats-more.json

interface MoreCase {
  readonly id: string;
  readonly tag?: string;
  readonly input: Input;
  readonly expected: Values;
}
const more: Readonly<Record<string, { readonly cases: readonly MoreCase[] }>> = there
  ? read("parity/stats-more.json")
  : {};

const sideOf = (alternative: string) => (alternative === "two-sided" ? "two-sided" : "greater");
const MORE: Readonly<Record<string, (input: Input, expected: Values, tag?: string) => Values>> = {
  cliffs_delta: (input) =>
    orNaNs(cliffDelta.compute(input), ["greater", "less", "equal", "delta", "a12"], {
      greater: 0,
      less: 0,
      equal: 0,
    }),
  power_paired_t: ({ dz, n, alpha, alternative }) => ({
    power: orNaN(
      power.compute({ effect: dz, n, alpha, alternative: sideOf(alternative) }),
      (found) => found.power,
    ),
  }),
  mde_paired_t: ({ n, alpha, power: wanted, alternative }) => ({
    mde_dz: orNaN(
      power.compute({ n, power: wanted, alpha, alternative: sideOf(alternative) }),
      ({ effect }) => effect,
    ),
  }),
  needed_n_paired_t({ dz, alpha, power: wanted, alternative }) {
    const test = { alpha, alternative: sideOf(alternative) } as const;
    const found = power.compute({ effect: dz, power: wanted, ...test });
    if (found.status === "undefined")
      return { n: found.because === "no-effect" ? Number.POSITIVE_INFINITY : 0 };
    const { n, power: reached } = found.value;
    return {
      n,
      power_at_n: reached,
      power_at_n_minus_1: orNaN(power.compute({ effect: dz, n: n - 1, ...test }), (before) => before.power),
    };
  },
  noncentral_t_cdf: ({ df, nc }, expected) => ({
    cdf: (expected["cdf"] as readonly [number, number][]).map(([x]) => [x, noncentralCdf(x, df, nc)]),
  }),
};
/** Some fields of a value; where there is none NaN, or what `otherwise` says. */
function orNaNs<T extends object>(
  stat: Stat<T>,
  names: readonly (keyof T & string)[],
  otherwise: Values = {},
): Values {
  return Object.fromEntries(
    names.map((name) => [name, stat.status === "known" ? stat.value[name] : (otherwise[name] ?? Number.NaN)]),
  );
}

describe.skipIf(!there)("stats-more.json (skipped without ../shared/parity)", () => {
  test.each(
    Object.entries(MORE).flatMap(([name, compute]) =>
      (more[name]?.cases ?? []).map((one) => [`${one.id} ${one.tag ?? ""}`, compute, one] as const),
    ),
  )("%s", (_, compute, { input, expected, tag }) => {
    expect(wrongOf(compute(input, expected, tag), expected)).toEqual([]);
  });
});
