/** What every engine must do: the same scores, states and counts as in memory, and a Problem for what cannot be used. */
import { describe, expect, test } from "vitest";
import type { ComputedMetric } from "../../src/core/metric.ts";
import { printMetric } from "../../src/core/metric-grammar.ts";
import { oneOf, randomFrom } from "../../src/core/random.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import type { Rules } from "../../src/evaluate/plan/rules.ts";
import type { Result } from "../../src/evaluate/score/result.ts";
import { metrics } from "../../src/metrics/index.ts";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { evaluateTables } from "../../src/sql/evaluate-tables.ts";
import type { GoldTable, HitTable } from "../../src/sql/lower.ts";
import { paramCombinations } from "../contracts/_param-combinations.ts";
import { runOf, type TableCase, type TableRow, tableCase } from "./_cases.ts";
import { abortedBefore, emptyRun, emptyTable, REFUSED, refusalBy, warningsOf } from "./_refusals.ts";

const pushed = metrics.filter(
  (metric): metric is ComputedMetric => metric.kind === "computed" && metric.pushDown !== undefined,
);

/** Every metric with a form: with its defaults and with some of the other values of its parameters. */
export function metricNames(
  seed: number,
  each: number,
  needs: (metric: ComputedMetric) => boolean,
): string[] {
  const random = randomFrom(seed);
  const names = pushed.filter(needs).flatMap((metric) => {
    const all = paramCombinations(metric).filter((params) => "value" in metric.pushDown!(params));
    const some = Array.from({ length: each }, () => oneOf(random, all));
    return [metric.id, ...some.map((params) => printMetric({ metric, params }))];
  });
  return [...new Set(names)];
}

/** Hits as a table of the engine. */
export async function giveHits(
  engine: SqlEngine,
  rows: readonly Partial<TableRow>[],
  by: "score" | "rank" | "both",
): Promise<HitTable> {
  const source = await engine.give({
    columns: [
      { name: "system", type: "text" },
      { name: "qid", type: "text" },
      { name: "the doc", type: "text" },
      { name: "sim", type: "double" },
      { name: "rank", type: "integer" },
    ],
    rows: rows.map(({ run = null, query = null, doc = null, score = null, rank = null }) => [
      run,
      query,
      doc,
      score,
      rank,
    ]),
  });
  return {
    source,
    run: { column: "system" },
    query: "qid",
    doc: "the doc",
    ...(by === "rank" ? {} : { score: "sim" }),
    ...(by === "score" ? {} : { rank: "rank" }),
  };
}

export async function giveGrades(
  engine: SqlEngine,
  { gold }: TableCase,
): Promise<Extract<GoldTable, { kind: "grades" }>> {
  const source = await engine.give({
    columns: [
      { name: "topic", type: "text" },
      { name: "docno", type: "text" },
      { name: "rel", type: "double" },
    ],
    rows: [...gold].flatMap(([query, { grades }]) =>
      [...(grades as ReadonlyMap<string, number>)].map(([doc, grade]) => [query, doc, grade]),
    ),
  });
  return { kind: "grades", source, query: "topic", doc: "docno", grade: "rel" };
}

/** Where two results differ; nothing where they do not. */
export function differences(ours: Result, theirs: Result): string[] {
  const found: string[] = [];
  const say = (where: string, a: unknown, b: unknown) => {
    if (JSON.stringify(a) !== JSON.stringify(b))
      found.push(`${where}: ${JSON.stringify(a)} here, ${JSON.stringify(b)} there`);
  };
  for (const metric of ours.metrics) {
    for (const query of ours.queries) {
      const [a, b] = [ours.score(query, metric), theirs.score(query, metric)];
      if (a.status === "scored" && b.status === "scored") {
        if (!(Math.abs(a.value - b.value) <= 1e-12 * Math.max(1, Math.abs(a.value))))
          say(`${metric} of ${query}`, a, b);
      } else say(`${metric} of ${query}`, a, b);
    }
    const [a, b] = [ours.mean(metric), theirs.mean(metric)];
    say(`counts of ${metric}`, a.counts, b.counts);
    if (!(Math.abs((a.mean ?? 0) - (b.mean ?? 0)) <= 1e-12 * Math.max(1, Math.abs(a.mean ?? 0))))
      say(`mean of ${metric}`, a, b);
    say(`because of ${metric}`, a.because, b.because);
  }
  const leaks = ({ forbidden }: Result) => [forbidden.queries, forbidden.k, [...forbidden.leaked]];
  say("leaks", leaks(ours), leaks(theirs));
  return found;
}

/** One case with one set of rules, in the engine and in memory. */
export async function compareCase(
  engine: SqlEngine,
  given: TableCase,
  {
    rules,
    by,
    names,
    inPlace,
    pull,
  }: {
    rules: Rules;
    by: "score" | "rank" | "both";
    names: readonly string[];
    inPlace?: boolean;
    pull?: boolean;
  },
): Promise<string[]> {
  const hits = [await giveHits(engine, given.rows, by)];
  const { results } = await evaluateTables({
    engine,
    hits,
    gold: given.gold,
    metrics: names,
    ...rules,
    ...(inPlace ? { goldTable: await giveGrades(engine, given) } : {}),
    ...(pull ? { pull } : {}),
  });
  const runs = [...new Set(given.rows.map(({ run }) => run))].sort();
  expect(results.map(({ name }) => name)).toEqual(runs);
  return results.flatMap((result) => {
    const run = runOf(given.rows, result.name, by === "rank" ? "rank" : "score");
    return differences(
      evaluate({ gold: given.gold, run, name: result.name, metrics: names, ...rules }),
      result,
    );
  });
}

const RULES: readonly { readonly rules: Rules; readonly by: "score" | "rank" | "both" }[] = [
  { rules: {}, by: "score" },
  { rules: { float: 32 }, by: "score" },
  { rules: { ties: "id-asc" }, by: "score" },
  { rules: { depth: 5 }, by: "score" },
  { rules: { depth: 5, float: 32, ties: "id-asc" }, by: "score" },
  { rules: { missing: "leave-out" }, by: "score" },
  { rules: { missing: "compute", undefined: "zero" }, by: "score" },
  { rules: { missing: "plain-zero", blank: "keep" }, by: "score" },
  { rules: {}, by: "rank" },
  { rules: { depth: 3 }, by: "rank" },
  { rules: { ties: "given" }, by: "both" },
  { rules: { ties: "given-reversed" }, by: "both" },
  { rules: { order: "given" }, by: "both" },
  { rules: { order: "score-if-any" }, by: "both" },
  { rules: { grades: "ignore" }, by: "score" },
  { rules: { grades: "listed" }, by: "score" },
  { rules: { shape: "groups" }, by: "score" },
  { rules: { shape: "one-group" }, by: "score" },
  { rules: { shape: "each-own-group" }, by: "score" },
  { rules: { shape: "each-distinct" }, by: "score" },
];

/** `cases`: how many generated ones, in batches of 25 queries; slow engines take fewer statements of more queries. */
export function engineContract(
  name: string,
  open: () => Promise<SqlEngine>,
  { single = true, queries = 25 }: { readonly single?: boolean; readonly queries?: number } = {},
): void {
  describe(`${name} keeps the contract of engines`, () => {
    let engine: SqlEngine | undefined;
    const opened = async () => (engine ??= await open());
    const rules = RULES.filter(({ rules }) => single || rules.float !== 32);

    test.each(rules)("500 cases with $rules, by $by", async ({ rules, by }) => {
      const at = RULES.findIndex((one) => one.rules === rules);
      const given = tableCase(1000 + at, queries, "any");
      const found = await compareCase(await opened(), given, {
        rules,
        by,
        names: metricNames(at, 2, () => true),
      });
      expect(found).toEqual([]);
    });
    test.each(rules.filter(({ rules }) => rules.shape === undefined && rules.grades === undefined))(
      "gold read where it is, with $rules, by $by",
      async ({ rules, by }) => {
        const at = RULES.findIndex((one) => one.rules === rules);
        const given = tableCase(2000 + at, queries, "grades");
        const names = metricNames(at + 50, 2, ({ needs }) => needs.every((facet) => facet === "grades"));
        expect(await compareCase(await opened(), given, { rules, by, names, inPlace: true })).toEqual([]);
      },
    );
    test("hits that are pulled", async () => {
      const names = ["ndcg@10", "ndcg(ties=expected)@5", "alpha-ndcg@5", "recall@5", "leak@5", "ap"];
      for (const by of ["score", "rank"] as const)
        expect(
          await compareCase(await opened(), tableCase(3000, queries, "any"), {
            rules: {},
            by,
            names: by === "rank" ? names.filter((n) => !n.includes("ties")) : names,
            pull: true,
          }),
        ).toEqual([]);
    });
    test.each(REFUSED.filter(({ rules }) => single || rules?.float !== 32))("refuses $name", async (one) => {
      expect(await refusalBy(await opened(), one)).toBe(one.want);
    });
    test("warns of a document that is there twice", async () => {
      expect(await warningsOf(await opened())).toEqual(["duplicate-hit of q1: d2"]);
    });
    test("a table without rows", async () => {
      expect(await emptyTable(await opened())).toBe("empty-run");
      expect(await emptyRun(await opened())).toBe("it's: 2 missing");
    });
    test("what is cancelled before it starts is not run", async () => {
      expect(await abortedBefore(await opened())).toBe("enough");
    });
    test("it closes", async () => {
      await (await opened()).close();
    });
  });
}
