/** The statistics against SciPy, statsmodels, mpmath and published tables, from the folder of shared data. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../src/core/random.ts";
import { betaQuantile } from "../src/stats/_beta.ts";
import { noncentralCdf } from "../src/stats/_noncentral-t.ts";
import { everyDeal, randomDeals } from "../src/stats/_permutations.ts";
import { studentQuantile } from "../src/stats/_student.ts";
import { rangeQuantile, rangeTail } from "../src/stats/_studentized-range.ts";
import {
  anova,
  apTau,
  benjaminiHochberg,
  bonferroni,
  cliffDelta,
  cohenD,
  equivalence,
  holm,
  kendall,
  krippendorff,
  pairedT,
  power,
  randomisation,
  randomisedTukey,
  rbo,
  type Stat,
  sign,
  type TukeyPair,
  tukey,
  wilcoxon,
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

/** To 1e-9 of the value; below 1e-3 to 1e-12. Lists and objects by their parts; null and an error count as NaN. */
function near(got: unknown, wanted: unknown): boolean {
  if (typeof wanted === "number" && typeof got === "number")
    return Math.abs(got - wanted) <= Math.max(1e-12, 1e-9 * Math.abs(wanted));
  if (wanted === null || wanted === "NaN" || (wanted instanceof Object && "error" in wanted))
    return Number.isNaN(got);
  if (wanted === "Infinity" || wanted === "-Infinity") return got === Number(wanted);
  if (!(wanted instanceof Object && got instanceof Object)) return got === wanted;
  const [mine, theirs] = [new Map(Object.entries(got)), Object.entries(wanted)];
  return mine.size === theirs.length && theirs.every(([name, part]) => near(mine.get(name), part));
}

/** Parts of parts by their path: "wilcox/p_less". */
function flat(values: Values, before = ""): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value instanceof Object && !Array.isArray(value) && before === "" && NESTED.has(key)
        ? Object.entries(flat(value as Values, `${key}/`))
        : [[before + key, value]],
    ),
  );
}
const NESTED = new Set(["wilcox", "pratt"]);

/** Compares what we compute; what we do not is noted as left. */
function wrongOf(got: Values, wanted: Values, left: Map<string, number>): string[] {
  const theirs = flat(wanted);
  for (const key of Object.keys(theirs)) if (!(key in got)) left.set(key, (left.get(key) ?? 0) + 1);
  return Object.entries(got)
    .filter(([key, mine]) => !near(mine, theirs[key]))
    .map(([key, mine]) => `${key}: ${JSON.stringify(mine)}, not ${JSON.stringify(theirs[key])}`);
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
      ...wilcoxonKeys(a, b),
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
  reliability({ matrix }) {
    const levels = ["nominal", "ordinal", "interval", "ratio"] as const;
    return Object.fromEntries(
      levels.map((level) => [
        level,
        orNaN(krippendorff.compute({ ratings: matrix, level }), (alpha) => alpha),
      ]),
    );
  },
  correlation({ x, y }) {
    const untied = [x, y].every((list) => new Set(list).size === list.length);
    const row = (method?: "exact" | "normal") =>
      orNaN(kendall.compute({ x, y, ...(method ? { method } : {}) }), ({ tau, p }) => [tau, p]);
    const both = (found: number | number[]) => (typeof found === "number" ? [found, found] : found);
    return {
      "kendalltau variant=b method=auto": both(row()),
      ...(untied ? { "kendalltau variant=b method=exact": both(row("exact")) } : {}),
      // SciPy divides by 0 for two items.
      ...(x.length > 2 ? { "kendalltau variant=b method=asymptotic": both(row("normal")) } : {}),
    };
  },
  rankings({ s, t }) {
    const ext = (p: number) => orNaN(rbo.compute({ a: s, b: t, p }), (found) => found.ext);
    return Object.fromEntries(
      [0.8, 0.9, 0.95].flatMap((p) => [
        [`rbo_ext(p=${p})`, ext(p)],
        ...(s.length === t.length ? [[`rbo(p=${p},ext=True)`, ext(p)]] : []),
      ]),
    );
  },
  groups({ groups }) {
    const found = tukey.compute({ scores: groups, paired: false });
    const matrix = (get: (pair: TukeyPair) => number, same: number, other: 1 | -1) =>
      orNaN(found, ({ pairs }) => {
        const out = groups.map(() => groups.map(() => same));
        for (const pair of pairs) {
          out[pair.first][pair.second] = get(pair);
          out[pair.second][pair.first] = other * get(pair);
        }
        return out;
      });
    return {
      "tukey_hsd pvalue matrix": matrix(({ test }) => test?.p ?? Number.NaN, 1, 1),
      "tukey_hsd statistic matrix": matrix(({ difference }) => difference, 0, -1),
    };
  },
  quantiles({ p, df }) {
    return Object.fromEntries(
      df.map((n: number) => [`beta.ppf(p,df,df+1) df=${n}`, p.map((x: number) => betaQuantile(x, n, n + 1))]),
    );
  },
};
/** SciPy's rows are [statistic, p, z]; it takes equal differences for tied only where the doubles are equal. */
function wilcoxonKeys(a: readonly number[], b: readonly number[]): Values {
  const d = differences(a, b);
  const sizes = d.map(Math.abs);
  const plain = new Set(sizes).size === sizes.length && !sizes.includes(0);
  const out: Record<string, unknown> = {};
  const ways = [
    ["wilcox", "wilcox"],
    ["pratt", "pratt"],
    ["zsplit", "split"],
  ] as const;
  for (const [name, zeros] of ways)
    for (const side of ["two-sided", "greater"] as const) {
      const row = (method: "exact" | "normal", correction: boolean) => {
        const found = wilcoxon.compute({ differences: d, zeros, method, correction, tolerance: 0 });
        if (found.status === "undefined") return [];
        const { plus, minus, p, above, z } = found.value;
        const statistic = side === "greater" ? plus : Math.min(plus, minus);
        if (z === undefined) return [statistic, side === "greater" ? above : p];
        const sd = Math.abs(plus - (plus + minus) / 2) / Math.abs(z);
        const shift = correction ? (side === "greater" ? 1 : Math.sign(z)) * (0.5 / sd) : 0;
        return side === "greater" ? [statistic, above, z - shift] : [statistic, p, -Math.abs(z - shift)];
      };
      const key = (method: string) => `wilcoxon ${name} ${method} ${side}`;
      if (d.every((x) => x === 0)) continue;
      out[`${key("asymptotic")}`] = row("normal", false);
      out[`${key("asymptotic")} correction`] = row("normal", true);
      const n = zeros === "wilcox" ? sizes.filter((x) => x !== 0).length : d.length;
      // With ties or zeros its "exact" takes the distribution without them; for at most 13 pairs it tries all signs.
      if (plain) out[key("exact")] = row("exact", false);
      if (d.length <= 13 || (plain && n <= 50)) out[key("auto")] = row("exact", false);
      // Without its z.
      else out[key("auto")] = row("normal", false).slice(0, 2);
    }
  return out;
}
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

/** Compared in parity/stats.test.ts. */
const ELSEWHERE = /^(norm\.|t\.(ppf|cdf|sf)|cohen_kappa_score|proportion_ci wilson|exact bootstrap)/;
const listed = (count: number, reason: string, ...keys: string[]) =>
  keys.map((key) => [key, [count, reason]] as const);
const sides = (key: string) => [`${key} two-sided`, `${key} greater`];
const zeroRules = ["wilcox", "pratt", "zsplit"].map((name) => `wilcoxon ${name}`);
/** Keys that are not compared in some cases: in how many, and why. */
const LEFT: Readonly<Record<string, readonly [number, string]>> = Object.fromEntries([
  ...listed(
    17,
    'with ties or zeros SciPy\'s "exact" takes the distribution without them; ours is compared in stats-more.json',
    ...zeroRules.flatMap((name) => sides(`${name} exact`)),
  ),
  ...listed(
    1,
    "all differences are 0: we say so, SciPy has NaN or 1",
    ...zeroRules.flatMap((name) => [
      ...sides(`${name} auto`),
      ...sides(`${name} asymptotic`).flatMap((key) => [key, `${key} correction`]),
    ]),
  ),
  ...listed(5, "ties: SciPy refuses, and so do we", "kendalltau variant=b method=exact"),
  ...listed(1, "two items: SciPy divides by 0", "kendalltau variant=b method=asymptotic"),
  ...listed(
    13,
    "not offered",
    ...["auto", "exact", "asymptotic"].map((method) => `kendalltau variant=c method=${method}`),
    ...["spearmanr", "pearsonr", "pearsonr ci 0.95", "weightedtau", "rankdata average x"],
  ),
  ...listed(22, "not offered", "sidak", "holm-sidak", "simes-hochberg", "hommel", "fdr_by"),
  ...listed(5, "not offered: for groups that are not paired", "f_oneway", "friedmanchisquare", "kruskal"),
  ...listed(4, "not needed by any statistic", ...[1, 2, 5, 30, 1000].map((df) => `chi2.sf(|x|,df=${df})`)),
  ...listed(
    12,
    "a sum that stops at the end of the shorter list; min and ext are compared in stats-more.json",
    ...[0.8, 0.9, 0.95].map((p) => `rbo(p=${p})`),
    ...["rbo(k=5,p=0.9)", "rbo() average overlap", "top_weightness(p=0.9)"],
  ),
  ...listed(
    5,
    "lists of different lengths: the package cuts the longer one here; its rbo_ext is compared",
    ...[0.8, 0.9, 0.95].map((p) => `rbo(p=${p},ext=True)`),
  ),
]);

describe.skipIf(!there)("stats.json (skipped without ../shared/parity)", () => {
  const left = new Map<string, number>();
  test.each(cases.map((one) => [one.id, one] as const))("%s", (_, one) => {
    expect(wrongOf(COMPUTED[one.kind]?.(one.input, one.values) ?? {}, one.values, left)).toEqual([]);
  });
  test("everything else that is not random is listed with a reason", () => {
    const found = [...left].filter(([key]) => !ELSEWHERE.test(key) && !key.includes("default_rng(42)"));
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(LEFT).map(([key, [count]]) => [key, count])),
    );
  });
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
const MORE: Readonly<Record<string, (input: Input, expected: Values) => Values>> = {
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
  anova_two_way(input) {
    const found = anova.compute(input);
    if (found.status === "undefined") return {};
    const { mean, means, systems, queries, rest } = found.value;
    const test = ({ squares, test }: typeof systems, name: "f" | "p") =>
      test?.[name] ??
      (rest.df === 0 || squares === 0 ? Number.NaN : name === "p" ? 0 : Number.POSITIVE_INFINITY);
    return {
      grand_mean: mean,
      system_means: means,
      df: [systems.df, queries.df, rest.df],
      ss_systems: systems.squares,
      ss_queries: queries.squares,
      ss_error: rest.squares,
      ms_error: rest.meanSquare ?? Number.NaN,
      F_systems: test(systems, "f"),
      p_systems: test(systems, "p"),
      F_queries: test(queries, "f"),
      p_queries: test(queries, "p"),
    };
  },
  tukey_hsd_two_way(input, expected) {
    const found = tukey.compute(input);
    if (found.status === "undefined") {
      // Too few: the tables have the differences and NaN for all that needs a variance.
      const pairs = (expected["pairs"] as readonly (readonly number[])[]).map((row) =>
        row.map((x, i) => (i < 3 ? x : Number.NaN)),
      );
      return { pairs, q_crit_95: Number.NaN, se: Number.NaN };
    }
    const { pairs, critical, error } = found.value;
    return {
      pairs: pairs.map(({ first, second, difference, low, high, test }) => {
        const sure = difference === 0 ? Number.NaN : Number.POSITIVE_INFINITY;
        return [first, second, difference, test?.q ?? sure, test?.p ?? 1 / sure, low, high];
      }),
      q_crit_95: critical,
      se: error,
    };
  },
  randomised_tukey_hsd(input, expected) {
    const total = expected["total"] as number;
    const counts = everyDeal(input.scores, 1e8)!;
    const found = randomisedTukey.compute({ ...input, resamples: "all" }, random());
    const pairs = found.status === "undefined" ? [] : found.value.pairs;
    const sum = counts.reduce((all, [range, count]) => all + range * count, 0);
    return {
      total: counts.reduce((all, [, count]) => all + count, 0),
      pairs: pairs.map(({ first, second, difference, p }) => [first, second, difference, p * total, p]),
      distinct_values: counts.length,
      max_stat_min: counts[0]![0],
      max_stat_max: counts.at(-1)![0],
      max_stat_q95: found.status === "known" ? found.value.critical : 0,
      max_stat_mean: sum / total,
      ...("distribution" in expected ? { distribution: counts } : {}),
    };
  },
  tost_paired({ a, b, low, upp }) {
    const found = equivalence.compute({ a, b, lower: low, upper: upp });
    const not = Number.NaN;
    if (found.status === "undefined")
      return {
        p: not,
        t_low: not,
        t_upp: not,
        p_low: not,
        p_upp: not,
        sd: not,
        se: not,
        ci90: [not, not],
        ...(a.length === 0 ? { mean: not, df: not } : { mean: a[0] - b[0], df: 0 }),
      };
    const { mean, sd, error, df, low: from, high: to, test } = found.value;
    const limit = (away: number) => (Math.abs(away) < 1e-12 ? [not, not] : [away / 0, away > 0 ? 0 : 1]);
    const [tLow, pLow] = test ? [test.lower.t, test.lower.p] : limit(mean - low);
    const [tUpp, pOfUpp] = test ? [test.upper.t, test.upper.p] : limit(upp - mean);
    const tUpper = test ? tUpp : -tUpp!;
    return {
      mean,
      sd,
      se: error,
      df,
      t_low: tLow,
      p_low: pLow,
      t_upp: tUpper,
      p_upp: pOfUpp,
      p: test?.p ?? Math.max(pLow!, pOfUpp!),
      ci90: [from, to],
    };
  },
  wilcoxon_exact_zeros({ d }) {
    const one = (zeros: "wilcox" | "pratt"): Values => {
      const found = wilcoxon.compute({ differences: d, zeros, method: "exact" });
      // Nothing to rank: the table says 1, we say why there is no test.
      if (found.status === "undefined")
        return {
          p_greater: 1,
          p_less: 1,
          p_two_sided: 1,
          degenerate: true,
          w_plus: 0,
          w_minus: 0,
          n_ranked: 0,
        };
      const { plus, minus, n, ranked, p, above, below } = found.value;
      const total = 2 ** n;
      return {
        n_used: ranked,
        n_ranked: n,
        w_plus: plus,
        w_minus: minus,
        total,
        count_greater: above * total,
        count_less: below * total,
        p_greater: above,
        p_less: below,
        p_two_sided: p,
      };
    };
    return flat({ wilcox: one("wilcox"), pratt: one("pratt") });
  },
  ap_tau(input) {
    const found = apTau.compute(input);
    const { tau, symmetric, a, b } = found.status === "known" ? found.value : {};
    const orNull = (x: number | undefined) => x ?? Number.NaN;
    return {
      tau_ap: orNull(tau),
      tau_ap_symmetric: orNull(symmetric),
      tau_ap_a: orNull(a),
      tau_ap_b: orNull(b),
    };
  },
  studentized_range({ k, df }, expected) {
    const size = df === "Infinity" ? Number.POSITIVE_INFINITY : df;
    const rows = (name: string, at: (x: number) => number) =>
      name in expected
        ? { [name]: (expected[name] as readonly [number, number][]).map(([x]) => [x, at(x)]) }
        : {};
    return {
      ...rows("cdf", (q) => 1 - rangeTail(q, k, size)),
      ...rows("sf", (q) => rangeTail(q, k, size)),
      ...rows("ppf", (p) => rangeQuantile(p, k, size)),
    };
  },
  rbo({ s, t, p }) {
    const found = rbo.compute({ a: s, b: t, p });
    const { min, ext, res } =
      found.status === "known" ? found.value : { min: Number.NaN, ext: Number.NaN, res: Number.NaN };
    return { rbo_min: min, rbo_ext: ext, rbo_res: res };
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

/** Cells that differ on purpose, by statistic, tag and key. */
const CHOSEN: Readonly<Record<string, string>> = {
  "anova_two_way: additive in decimals, residual is rounding only: F_systems":
    "the residual is rounding: no test",
  "anova_two_way: additive in decimals, residual is rounding only: F_queries":
    "the residual is rounding: no test",
  "tukey_hsd_two_way: additive in decimals, residual is rounding only: pairs":
    "the residual is rounding: no test",
  "tukey_hsd_two_way: huge effect: pairs":
    "SciPy's p is 1 less a rounded 1 and gives 0; ours is that of the paired t-test, 4.3e-12",
};
const differing = new Set<string>();
/** Keys of `expected` that are not compared: in how many cases, and why. */
const LEFT_OF_MORE: Readonly<Record<string, readonly [number, string]>> = Object.fromEntries(
  ["wilcox", "pratt"].flatMap((zeros) => [
    ...listed(26, "the whole distribution is not given out; its tails are compared", `${zeros}/distribution`),
    ...listed(
      5,
      "no pair differs: we say so",
      ...["n_used", "total", "count_greater", "count_less"].map((key) => `${zeros}/${key}`),
    ),
  ]),
);

describe.skipIf(!there)("stats-more.json (skipped without ../shared/parity)", () => {
  const left = new Map<string, number>();
  test.each(
    Object.entries(MORE).flatMap(([name, compute]) =>
      (more[name]?.cases ?? []).map((one) => [`${one.id} ${one.tag ?? ""}`, compute, name, one] as const),
    ),
  )("%s", (_, compute, name, { input, expected, tag }) => {
    const wrong = wrongOf(compute(input, expected), expected, left);
    const place = (text: string) => `${name}: ${tag}: ${text.split(":")[0]}`;
    for (const text of wrong) differing.add(place(text));
    expect(wrong.filter((text) => !(place(text) in CHOSEN))).toEqual([]);
  });
  test("every statistic of the table is compared, and every value but those listed", () => {
    expect(Object.keys(MORE).sort()).toEqual(
      Object.keys(more)
        .filter((name) => name !== "meta")
        .sort(),
    );
    expect(Object.fromEntries(left)).toEqual(
      Object.fromEntries(Object.entries(LEFT_OF_MORE).map(([key, [count]]) => [key, count])),
    );
  });
  test("cells that differ on purpose still differ", () => {
    expect([...differing].sort()).toEqual(Object.keys(CHOSEN).sort());
  });
});

// ---------------------------------------------------------------- Sakai's tables and ranx

describe.skipIf(!there)("Sakai's tables (skipped without ../shared/data/elinor)", () => {
  const column = (name: string): number[] =>
    readFileSync(new URL(`data/elinor/${name}.csv`, folder), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => Number(line.split(",")[1]));
  const [x, y, z] = ["X", "Y", "Z"].map((name) => (there ? column(name) : [])) as [
    number[],
    number[],
    number[],
  ];
  const wanted = there ? read("data/elinor/sakai_expected.json") : {};
  const shown = (value: number) => Number(value.toFixed(4));

  test("paired t of X and Y", () => {
    const found = pairedT.compute({ a: x, b: y });
    if (found.status !== "known" || found.value.test === undefined) throw new Error("no test");
    const { mean, sd, low, high, test: one } = found.value;
    expect({
      mean: shown(mean),
      var: shown(sd ** 2),
      effect_size: shown(mean / sd),
      t: shown(one.t),
      p_two_sided: shown(one.p),
      moe95: shown((high - low) / 2),
    }).toEqual(wanted.paired_t_X_minus_Y);
  });

  test("two-way analysis of X, Y and Z", () => {
    const found = anova.compute({ scores: [x, y, z] });
    if (found.status !== "known") throw new Error(found.because);
    const { systems, queries, rest } = found.value;
    expect({
      ss_systems: shown(systems.squares),
      df_systems: systems.df,
      ss_topics: shown(queries.squares),
      df_topics: queries.df,
      ss_residual: shown(rest.squares),
      df_residual: rest.df,
      ms_residual: shown(rest.meanSquare!),
      F_systems: shown(systems.test!.f),
      p_systems: shown(systems.test!.p),
      F_topics: shown(queries.test!.f),
      p_topics: shown(queries.test!.p),
      moe95: shown(studentQuantile(0.975, rest.df) * Math.sqrt(rest.meanSquare! / x.length)),
    }).toEqual(wanted.two_way_anova_XYZ);
  });

  test("effect sizes of all pairs, and randomised Tukey", () => {
    const found = tukey.compute({ scores: [x, y, z] });
    if (found.status !== "known") throw new Error(found.because);
    for (const { first, second, test: one } of found.value.pairs)
      expect(shown(one!.effect)).toBe(wanted.tukey_effect_sizes_XYZ[first][second]);
    const { XY, XZ, YZ } = wanted.monte_carlo_reference_only.randomised_tukey_p_10000;
    const deals = randomDeals([x, y, z], 10_000, random());
    found.value.pairs.forEach(({ difference }, i) => {
      const ranges = deals.map(([range]) => range);
      expect(isBetween([XY, XZ, YZ][i], sharesBeyond(ranges, Math.abs(difference)), 10_000, 10_000)).toBe(
        true,
      );
    });
  });

  test("sign flips of X and Y", () => {
    const column = known(known(randomisation.compute({ columns: [differences(x, y)] }, random()))[0]!);
    const sums = flipped(differences(x, y), 2 ** 15);
    const theirs = wanted.monte_carlo_reference_only.fisher_randomisation_p_X_vs_Y_10000;
    const shares = sharesBeyond(sums, sum(differences(x, y)));
    expect(column.exact).toBe(true);
    expect(isBetween(column.p, [shares[1], shares[1]], 2 ** 15, 2 ** 15)).toBe(true);
    expect(isBetween(theirs, shares, 2 ** 15, 10_000)).toBe(true);
  });
});

/**
 * Other tools compare sums of doubles as they are: of draws that equal the observed sum on paper some count and some
 * do not. So theirs lies between the share that is larger and the share that is at least as large, which is ours.
 */
function sharesBeyond(drawn: readonly number[], seen: number): readonly [number, number] {
  const sizes = drawn.map((x) => Math.abs(x) - Math.abs(seen));
  const share = (least: number) => sizes.filter((size) => size >= least).length / sizes.length;
  return [share(1e-9), share(-1e-9)];
}
const sum = (values: readonly number[]) => values.reduce((all, x) => all + x, 0);
function flipped(values: readonly number[], draws: number): number[] {
  const next = random();
  return Array.from({ length: draws }, () => sum(values.map((x) => (next() < 0.5 ? x : -x))));
}
/** Up to four standard errors of two shares, one from so many draws and the other from so many. */
const isBetween = (
  p: number,
  [low, high]: readonly [number, number],
  first: number,
  second: number,
): boolean => p >= low - sampling(low, first, second) && p <= high + sampling(high, first, second);
/** Four standard errors of the difference of two shares, one of them drawn so often and the other so often. */
const sampling = (p: number, first: number, second: number): number =>
  4 * Math.sqrt(p * (1 - p) * (1 / first + 1 / second)) + 1 / first + 1 / second;

interface Comparison {
  readonly id: string;
  readonly metrics: readonly string[];
  readonly scores: Readonly<Record<string, { readonly per_query: Readonly<Record<string, number[]>> }>>;
  readonly student: readonly [string, string, Readonly<Record<string, number>>][];
  readonly fisher: Comparison["student"];
  readonly tukey: Comparison["student"];
  readonly win_tie_loss: readonly [
    string,
    string,
    Readonly<Record<string, { W: number; T: number; L: number }>>,
  ][];
}
const comparisons: readonly Comparison[] = there ? read("parity/ranx.json").multirun : [];

describe.skipIf(!there)("ranx compare (skipped without ../shared/parity)", () => {
  test.each(comparisons.map((one) => [one.id, one] as const))("%s", (_, one) => {
    const of = (run: string, metric: string) => one.scores[run]!.per_query[metric]!;
    const names = Object.keys(one.scores);
    const wrong: string[] = [];
    let seen = 0;
    const compare = (what: string, mine: unknown, theirs: unknown): void => {
      seen++;
      if (!near(mine, theirs)) wrong.push(`${what}: ${JSON.stringify(mine)}, not ${JSON.stringify(theirs)}`);
    };
    one.student.forEach(([a, b, p], row) => {
      const flips = randomisation.compute(
        { columns: one.metrics.map((metric) => differences(of(a, metric), of(b, metric))) },
        random(),
      );
      one.metrics.forEach((metric, column) => {
        const pair = { a: of(a, metric), b: of(b, metric) };
        compare(
          `student ${a} ${b} ${metric}`,
          orNaN(pairedT.compute(pair), ({ test }) => test?.p),
          p[metric],
        );
        const { wins: W, ties: T, losses: L } = { ...known(winTieLoss.compute(pair)) };
        compare(`win_tie_loss ${a} ${b} ${metric}`, { W, T, L }, one.win_tie_loss[row]![2][metric]);
        const mine = known(known(flips)[column]!).p;
        const theirs = one.fisher[row]![2][metric]!;
        const shares = sharesBeyond(
          flipped(differences(pair.a, pair.b), 4000),
          sum(differences(pair.a, pair.b)),
        );
        if (!isBetween(mine, [shares[1], shares[1]], 4000, 10_000) || !isBetween(theirs, shares, 4000, 1000))
          wrong.push(`fisher ${a} ${b} ${metric}: ${mine} and ${theirs}, not about ${shares}`);
      });
    });
    for (const metric of one.metrics) {
      const { pairs } = known(tukey.compute({ scores: names.map((run) => of(run, metric)), paired: false }));
      for (const [a, b, p] of one.tukey) {
        const pair = pairs.find(({ first, second }) => names[first] === a && names[second] === b);
        compare(`tukey ${a} ${b} ${metric}`, pair?.test?.p, p[metric]);
      }
    }
    expect(wrong).toEqual([]);
    expect(seen).toBe(3 * one.student.length * one.metrics.length);
  });
});
function known<T>(stat: Stat<T>): T {
  if (stat.status !== "known") throw new Error(stat.because);
  return stat.value;
}
