/** An engine and memory on the same rows. */
import { existsSync, readFileSync } from "node:fs";
import type { Gold } from "../../src/core/gold.ts";
import type { ComputedMetric } from "../../src/core/metric.ts";
import { nameTable, parseMetric, printMetric } from "../../src/core/metric-grammar.ts";
import { oneOf, randomFrom } from "../../src/core/random.ts";
import type { Hit } from "../../src/core/ranking.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import { Planner } from "../../src/evaluate/plan/plan.ts";
import type { Rules } from "../../src/evaluate/plan/rules.ts";
import type { Result } from "../../src/evaluate/score/result.ts";
import { metrics } from "../../src/metrics/index.ts";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { evaluateTables } from "../../src/sql/evaluate-tables.ts";
import { fetchQuery } from "../../src/sql/fetch-query.ts";
import type { GoldRelation, HitTable } from "../../src/sql/lower.ts";
import { goldQueries, readGrades } from "../../src/sql/read-grades.ts";
import { paramCombinations } from "../contracts/_param-combinations.ts";
import { runOf, type TableCase, type TableRow } from "./_cases.ts";

const table = nameTable(metrics);
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
): Promise<Extract<GoldRelation, { kind: "grades" }>> {
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

interface MetricVector {
  readonly metric: string;
  readonly gold: unknown;
  readonly hits: readonly unknown[] | Readonly<Record<string, number>>;
  readonly rules?: unknown;
}

/** The vectors of all metrics with a form as one case: lists without scores become ranks. Empty lists are no rows. */
export function vectorCase(): { readonly given: TableCase; readonly names: readonly string[] } {
  const gold = new Map<string, Gold>();
  const rows: TableRow[] = [];
  const names = new Set<string>();
  for (const { id, pushDown } of pushed) {
    const file = new URL(`../../src/metrics/${id}.vectors.json`, import.meta.url);
    const vectors = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MetricVector[]) : [];
    vectors.forEach(({ metric, gold: wanted, hits, rules }, i) => {
      const call = parseMetric(metric, table);
      const list = Array.isArray(hits)
        ? hits.map((hit) => (typeof hit === "string" ? hit : (hit as Hit).id))
        : undefined;
      if (
        rules !== undefined ||
        list === undefined ||
        list.some((doc) => typeof doc !== "string" || doc === "")
      )
        return;
      if (!("value" in pushDown!(call.params as never))) return;
      const query = `${id} ${i}`;
      gold.set(query, wanted as Gold);
      names.add(metric);
      list.forEach((doc, at) => {
        rows.push({ run: "vectors", query, doc: doc!, score: 0, rank: at + 1 });
      });
    });
  }
  return { given: { gold, rows }, names: [...names] };
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
    only,
  }: {
    rules: Rules;
    by: "score" | "rank" | "both";
    names: readonly string[];
    inPlace?: boolean;
    pull?: boolean;
    only?: readonly string[];
  },
): Promise<string[]> {
  const hits = [{ ...(await giveHits(engine, given.rows, by)), ...(only === undefined ? {} : { only }) }];
  const { results, statements } = await evaluateTables({
    engine,
    hits,
    gold: given.gold,
    metrics: names,
    ...rules,
    ...(inPlace ? { goldTable: await giveGrades(engine, given) } : {}),
    ...(pull ? { pull } : {}),
  });
  const all = [...new Set(given.rows.map(({ run }) => run))];
  const runs = all
    .filter((run) => only === undefined || only.includes(run))
    .sort()
    .join(", ");
  const found = results.map(({ name }) => name).join(", ");
  if (found !== runs) return [`runs ${runs} here, ${found} there`];
  if (inPlace && !statements.every(({ sql }) => sql.includes("goldie__judgment")))
    return ["the gold was sent along"];
  return results.flatMap((result) => {
    const run = runOf(given.rows, result.name, by === "rank" ? "rank" : "score");
    return differences(
      evaluate({ gold: given.gold, run, name: result.name, metrics: names, ...rules }),
      result,
    );
  });
}

/** Some queries of a case with the hits and the gold that were fetched for them alone, and in memory. */
export async function explainedCase(
  engine: SqlEngine,
  given: TableCase,
  by: "score" | "rank",
): Promise<string[]> {
  const metrics = ["ndcg@3", "ap", "recall@5"];
  const hits = [await giveHits(engine, given.rows, by)];
  const grades = { ...(await giveGrades(engine, given)), tags: new Map<string, string>() };
  const plans = new Planner({ metrics }).plans();
  const found: string[] = [];
  for (const query of [...given.gold.keys()].slice(0, 4)) {
    const fetched = await fetchQuery({ engine, hits, query, plans });
    const { gold } = await readGrades(engine, grades, { query });
    if ([...gold.keys()].join() !== query) found.push(`gold of ${[...gold.keys()].join()}`);
    for (const name of new Set(given.rows.map(({ run }) => run))) {
      const list = fetched.get(name);
      const all = runOf(given.rows, name, by);
      const [here, there] = [
        evaluate({ gold: given.gold, run: all, name, metrics }),
        evaluate({ gold, run: new Map(list === undefined ? [] : [[query, list]]), name, metrics }),
      ];
      for (const metric of metrics) {
        const [a, b] = [here, there].map((result) => JSON.stringify(result.explain(query, metric)));
        if (a !== b) found.push(`${metric} of ${query} in ${name}: ${a} here, ${b} there`);
      }
    }
  }
  if ((await readGrades(engine, grades, { query: "nobody's" })).gold.size > 0) found.push("gold of nobody");
  const queries = await goldQueries(engine, grades);
  if ([...queries].sort().join() !== [...given.gold.keys()].sort().join()) found.push("queries of the gold");
  return found;
}

export const RULES: readonly { readonly rules: Rules; readonly by: "score" | "rank" | "both" }[] = [
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
