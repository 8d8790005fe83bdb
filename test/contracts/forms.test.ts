/** A push-down form says what `compute` says. No engine is needed for this: its aggregates are computed in memory. */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as f from "../../src/core/form.ts";
import type { ComputedMetric, Metric } from "../../src/core/metric.ts";
import { nameTable, parseMetric, printMetric } from "../../src/core/metric-grammar.ts";
import type { Params } from "../../src/core/params.ts";
import { ProblemLog } from "../../src/core/problem-log.ts";
import type { JudgedRanking } from "../../src/core/ranking.ts";
import type { JoinRule } from "../../src/core/rules.ts";
import type { Score } from "../../src/core/score.ts";
import { textbook } from "../../src/dialects/textbook.ts";
import { type GoldFacets, readGold } from "../../src/evaluate/input/read-gold.ts";
import { type RankingInput, readRanking } from "../../src/evaluate/input/read-run.ts";
import { join } from "../../src/evaluate/join/join.ts";
import { Scratch } from "../../src/evaluate/join/scratch.ts";
import { GRADES, shapeGold } from "../../src/evaluate/join/shape-gold.ts";
import { metrics } from "../../src/metrics/index.ts";
import { isFrozen, misplaced } from "./_form-places.ts";
import { factsOf, memoryPreparer } from "./_hits-in-memory.ts";
import { paramCombinations } from "./_param-combinations.ts";

const CASES = 500;
const SEED = 20_261_117;

const computed = metrics.filter((metric): metric is ComputedMetric => metric.kind === "computed");
const pushed = computed.filter(({ pushDown }) => pushDown !== undefined);

describe.each(pushed.map((metric) => [metric.id, metric] as const))("%s", (id, metric) => {
  const forms = formsOf(metric);

  test("has a form for its defaults", () => {
    expect(metric.pushDown!(defaultsOf(metric))).toHaveProperty("value");
  });

  test("its forms can be computed, and nobody can change them", () => {
    expect(forms.flatMap(({ form }) => misplaced(form))).toEqual([]);
    expect(forms.filter(({ form }) => !isFrozen(form))).toEqual([]);
  });

  test("they say what compute says: vectors", () => {
    const rows = vectorsOf(id);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.flatMap((row) => [...ownForm(metric, row), ...differences(metric, forms, row)])).toEqual([]);
  });

  test(`they say what compute says: ${CASES} cases`, () => {
    expect(firstDifference(metric)).toBeUndefined();
  });
});

// ---------------------------------------------------------------- the checks

interface Case {
  readonly gold: GoldFacets;
  readonly hits: RankingInput;
  readonly rules?: Partial<JoinRule>;
}
interface Vector extends Case {
  readonly metric: string;
}
interface PreparedCall {
  readonly name: string;
  readonly params: Params;
  readonly form: f.Form;
  readonly value: (r: ReturnType<typeof factsOf>) => Score;
}

const names = nameTable(metrics);

/** A join that leaves each document in the list once. */
const isAllowed = ({ rules }: Case): boolean =>
  rules?.duplicates === undefined || rules.duplicates === "first" || rules.duplicates === "error";

function vectorsOf(id: string): Vector[] {
  const file = new URL(`../../src/metrics/${id}.vectors.json`, import.meta.url);
  const rows = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Vector[]) : [];
  return rows.filter(isAllowed);
}

const defaultsOf = (metric: Metric): Params =>
  Object.fromEntries(Object.entries(metric.params).map(([name, spec]) => [name, spec.default]));

function formsOf(metric: ComputedMetric): PreparedCall[] {
  const prepare = memoryPreparer();
  return paramCombinations(metric).flatMap((params) => {
    const form = metric.pushDown!(params);
    return "why" in form
      ? []
      : [{ name: printMetric({ metric, params }), params, form, value: prepare(form) }];
  });
}

/** A vector with the parameters that it is written for. */
function ownForm(metric: ComputedMetric, row: Vector): string[] {
  const { params } = parseMetric(row.metric, names);
  const form = metric.pushDown!(params);
  const call = { name: row.metric, params };
  return "why" in form ? [] : differences(metric, [{ ...call, form, value: memoryPreparer()(form) }], row);
}

/** The join of evaluate; undefined where the gold does not have what the metric needs. */
function judge(metric: ComputedMetric, { gold, hits, rules }: Case): JudgedRanking | undefined {
  const rule = { ...textbook.join, ...rules };
  const log = new ProblemLog();
  const shaped = shapeGold(readGold("q", gold, log), rule);
  const input = Array.isArray(hits) || hits instanceof Map ? hits : new Map(Object.entries(hits));
  const r = join("q", readRanking("q", input as RankingInput, log), shaped, rule, new Scratch(rule), log);
  const lacks =
    (metric.needs.includes("grades") && (shaped.has & GRADES) === 0) ||
    (metric.needs.includes("groups") && r.groups === undefined) ||
    (metric.needs.includes("forbidden") && r.forbidden === undefined);
  return lacks ? undefined : r;
}

function differences(metric: ComputedMetric, calls: readonly PreparedCall[], given: Case): string[] {
  const r = judge(metric, given);
  if (r === undefined) return [];
  const facts = factsOf(r);
  return calls.flatMap(({ name, params, value }) => {
    const wanted = metric.compute(r, params);
    const got = value(facts);
    return same(wanted, got) ? [] : [`${name}: ${say(got)}, not ${say(wanted)}`];
  });
}

function same(a: Score, b: Score): boolean {
  if (a.status !== "scored" || b.status !== "scored") return say(a) === say(b);
  return Object.is(a.value, b.value) || Math.abs(a.value - b.value) <= 1e-12 * Math.max(1, Math.abs(a.value));
}

const say = (score: Score): string =>
  score.status === "scored"
    ? String(score.value)
    : score.status === "undefined"
      ? score.because
      : score.status;

/** A case that tells form and compute apart: the smallest, or the first. */
function firstDifference(
  metric: ComputedMetric,
  which: "smallest" | "first" = "smallest",
): string | undefined {
  const forms = formsOf(metric);
  const result = fc.check(
    fc.property(cases, (given) => {
      const [first] = differences(metric, forms, given);
      if (first !== undefined) throw new Error(first);
    }),
    { seed: SEED, numRuns: CASES, endOnFailure: which === "first" },
  );
  if (!result.failed) return undefined;
  const [{ gold, hits }] = result.counterexample!;
  const shown = JSON.stringify({ gold, hits: hits instanceof Map ? Object.fromEntries(hits) : hits });
  return `${(result.errorInstance as Error).message} on ${shown}`;
}

// ---------------------------------------------------------------- cases

const DOCS = Array.from({ length: 12 }, (_, i) => `d${i}`);
const STRANGERS = Array.from({ length: 6 }, (_, i) => `u${i}`);
const GRADES_GIVEN = [-2, -1, -0.5, 0, 0, 0.5, 1, 1, 1, 2, 2, 2.5, 3, 4, 9, 1e9, 1e300];

const some = (docs: readonly string[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...docs), { maxLength: most });
const maybe = <K extends string, T>(name: K, values: fc.Arbitrary<T>, often: number) =>
  fc.oneof(
    { weight: often, arbitrary: values.map((value) => ({ [name]: value }) as { readonly [N in K]: T }) },
    { weight: 10 - often, arbitrary: fc.constant({}) },
  );

const gold: fc.Arbitrary<GoldFacets> = fc
  .tuple(
    maybe(
      "grades",
      fc
        .tuple(some(DOCS, 10), fc.array(fc.constantFrom(...GRADES_GIVEN), { minLength: 10, maxLength: 10 }))
        .map(([ids, grades]) => Object.fromEntries(ids.map((id, i) => [id, grades[i]!]))),
      7,
    ),
    maybe("relevant", fc.array(fc.constantFrom(...DOCS), { maxLength: 6 }), 4),
    maybe("groups", fc.array(fc.array(fc.constantFrom(...DOCS), { maxLength: 3 }), { maxLength: 4 }), 5),
    maybe("forbidden", some([...DOCS, ...STRANGERS], 4), 5),
  )
  .map((parts) => Object.assign({}, ...parts) as GoldFacets);

const found = fc.array(fc.constantFrom(...DOCS, ...STRANGERS), { maxLength: 16 });
const scored = fc
  .dictionary(fc.constantFrom(...DOCS, ...STRANGERS), fc.constantFrom(0, 0.5, 1, 2), { maxKeys: 16 })
  .map((scores) => new Map(Object.entries(scores)));
const cases: fc.Arbitrary<Case> = fc.record({ gold, hits: fc.oneof(found, scored) });

// ---------------------------------------------------------------- nothing is forgotten

/** Computed metrics without a form, and what keeps them from one. A new metric has to choose. */
const NOT_PUSHED: Readonly<Record<string, string>> = {
  "ndcg-rel": "adds up gains down to each hit",
  rndcg: "cuts the list at every step of the ideal gain",
  g: "adds up gains down to each hit",
  bpm: "the reader stops at a sum of gains",
  inst: "the reader's patience depends on a sum of gains",
  nerr8: "the reader also sees hits that the gold does not know",
  nerr9: "the reader also sees hits that the gold does not know",
  nerr10: "the reader also sees hits that the gold does not know",
  nerr11: "the reader also sees hits that the gold does not know",
  compatibility: "searches for the nearest ideal list",
  "group-ap": "counts a hit once that is the first of several groups",
  "group-ndcg": "searches for the best order where groups share documents",
  "hop-recall": "groups have no order",
  chain: "groups have no order",
  "subtopic-recall": "groups have no grades, and one without documents is no aspect",
  "p-ia": "looks at every hit of a group, not the first only",
  "ap-ia": "looks at every hit of a group, not the first only",
  "alpha-ndcg": "looks at every hit of a group, and builds a greedy ideal",
  "alpha-dcg": "looks at every hit of a group, not the first only",
  "nerr-ia": "looks at every hit of a group, and builds a greedy ideal",
  "err-ia": "looks at every hit of a group, not the first only",
  nnrbp: "looks at every hit of a group, and builds a greedy ideal",
  nrbp: "looks at every hit of a group, not the first only",
  "token-recall": "compares texts",
  "token-precision": "compares texts",
  "token-f": "compares texts",
  similarity: "compares texts",
  "span-recall": "compares spans",
  "span-precision": "compares spans",
  "span-iou": "compares spans",
  hole: "looks at the gold of other queries",
};

test("every computed metric is pushed down or says why not", () => {
  expect(computed.filter(({ pushDown }) => pushDown === undefined).map(({ id }) => id)).toEqual(
    Object.keys(NOT_PUSHED),
  );
});

test("parameters that keep a metric from being pushed down", () => {
  const table = pushed.flatMap((metric) => {
    const forms = paramCombinations(metric).map((params) => metric.pushDown!(params));
    const whys = new Set(forms.flatMap((form) => ("why" in form ? [form.why] : [])));
    return whys.size === 0 ? [] : [[metric.id, [...whys].sort()]];
  });
  expect(Object.fromEntries(table)).toEqual({
    ap: ["ties=group needs the runs of equal scores"],
    dcg: ["ties=expected needs the runs of equal scores"],
    f: ["over=groups asks of each query whether its gold has groups"],
    "iprec-mean": ["a recall level below 0 is not a share"],
    ndcg: ["ideal=retrieved sorts the hits by grade", "ties=expected needs the runs of equal scores"],
    precision: ["ties=expected needs the runs of equal scores"],
    "r-precision": ["total=retrieved cuts the list by a count of its own hits"],
    rbp: ["ties=averaged needs the runs of equal scores"],
    recall: ["ties=expected needs the runs of equal scores"],
  });
});

test("equal nodes have one key, others have another", () => {
  const forms = pushed.flatMap((metric) => formsOf(metric).map(({ form }) => form));
  const { hits, running, gold } = f.nodesIn(...forms);
  for (const nodes of [hits, running, gold]) {
    expect(nodes.size).toBeGreaterThan(1);
    const texts = new Set([...nodes.values()].map((node) => JSON.stringify(node)));
    expect(texts.size).toBe(nodes.size);
  }
  expect(gold.get(f.nodeKey(f.gold("listed", "count")))).toEqual(f.gold("listed", "count"));
  // Only what a hit reads: the ideal of ndcg is worked out on our side.
  expect([...gold.values()].filter(({ agg, first }) => agg === "sum" || first !== undefined)).toEqual([]);
});

// ---------------------------------------------------------------- broken forms are noticed

describe("the suite can fail", () => {
  type Made = NonNullable<ComputedMetric["pushDown"]>;
  const metricOf = (id: string): ComputedMetric => computed.find((metric) => metric.id === id)!;
  const withForm = (id: string, pushDown: Made): ComputedMetric => ({ ...metricOf(id), pushDown });
  /** The form of other parameters. */
  const given = (id: string, other: (params: Params) => Params): [string, Made] => [
    id,
    (params) => metricOf(id).pushDown!({ ...params, ...other(params) }),
  ];
  const made = (id: string, change: (form: f.Form) => f.Form): [string, Made] => [
    id,
    (params) => {
      const form = metricOf(id).pushDown!(params);
      return "why" in form ? form : change(form);
    },
  ];
  const later = ({ k }: Params): Params => ({ k: typeof k === "number" ? k + 1 : k });
  const nothingAbove: Made = () =>
    f.form(f.hits("sum", f.relevant, f.div(f.running("count", f.relevant, "above"), f.rank)));

  test.each<[string, Made]>([
    ...["recall", "precision", "ndcg", "ap", "err", "rbp", "judged", "leaks", "group-recall", "accuracy"].map(
      (id) => given(id, later),
    ),
    given("ndcg", ({ gain }) => ({ gain: gain === "exp" ? "linear" : gain })),
    given("ndcg", () => ({ negatives: "zero" })),
    given("ndcg", () => ({ discount: "log2" })),
    given("ndcg", ({ ideal }) => ({ ideal: ideal === "shorter" ? "gold" : ideal })),
    given("ndcg", ({ ideal }) => ({ ideal: ideal === "listed" ? "gold" : ideal })),
    given("ndcg", ({ cut }) => ({ cut: cut === "length" ? "k" : cut })),
    given("dcg", () => ({ min: undefined })),
    given("recall", () => ({ rel: undefined })),
    given("bpref", () => ({ negatives: "unjudged" })),
    given("bpref", () => ({ first: "special" })),
    given("iprec", () => ({ round: "up" })),
    // A state is lost, or comes where there is a value.
    made("precision", ({ value, none }) => f.form(value, ...none.slice(0, 1))),
    made("fallout", ({ value, none }) => f.form(value, ...[...none].reverse())),
    made("recall", ({ value }) => f.form(value, { when: f.eq(f.size(), 0), because: "no-relevant" })),
    made("judged", ({ none }) => f.form(f.constant(0.5), ...none)),
    ["ap", nothingAbove],
    // An engine never sees the hits that this counts.
    ["count", () => f.form(f.hits("count", f.not(f.judged)))],
  ])("%s", (id, pushDown) => {
    expect(firstDifference(withForm(id, pushDown), "first")).toMatch(new RegExp(`^(${id}|not\\()`));
  });

  test("a node that is where nothing could compute it", () => {
    const places = [
      f.form(f.rank as f.Expr<never>),
      f.form(f.hits("sum", f.judged, f.size() as f.Expr<never>)),
      f.form(f.hits("sum", f.judged, f.gold("pool", "sum"))),
      f.form(f.hits("sum", f.judged, f.gold("pool", "count", { first: f.size() }))),
      f.form(f.hits("sum", f.judged, f.gold("entries", "count"))),
      f.form(f.gold("pool", "sum", { of: f.judged as f.Expr<never> })),
      f.form(f.gold("pool", "count", { where: f.rank as f.Expr<never> })),
      f.form(
        f.hits(
          "sum",
          f.judged,
          f.running("count", f.running("count", f.judged, "here") as f.Expr<never>, "above"),
        ),
      ),
    ];
    expect(places.map((form) => misplaced(form).length)).toEqual(places.map(() => 1));
  });

  test("a form that can be changed", () => {
    expect(isFrozen(f.form(f.size(3)))).toBe(true);
    expect(isFrozen(f.form({ op: "size", k: 3 }))).toBe(false);
  });
});
