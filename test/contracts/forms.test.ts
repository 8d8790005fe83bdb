/** A push-down form says what `compute` says. No engine is needed for this: its aggregates are computed in memory. */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type * as f from "../../src/core/form.ts";
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

/** The smallest case that tells form and compute apart. */
function firstDifference(metric: ComputedMetric): string | undefined {
  const forms = formsOf(metric);
  const result = fc.check(
    fc.property(cases, (given) => {
      const [first] = differences(metric, forms, given);
      if (first !== undefined) throw new Error(first);
    }),
    { seed: SEED, numRuns: CASES },
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
