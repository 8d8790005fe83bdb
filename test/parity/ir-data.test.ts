/** Values that the IR tools publish in their own tests and documentation, where those are there. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluate, type GoldInput, type Result, type RunInput, type Score } from "../../src/index.ts";

const data = new URL("../../../shared/data/", import.meta.url);
const there = (path: string): boolean => existsSync(new URL(path, data));
const text = (path: string): string => readFileSync(new URL(path, data), "utf8");
const vectors = <T>(tool: string): T => JSON.parse(text(`${tool}/vectors.json`)) as T;

type Table = Readonly<Record<string, Readonly<Record<string, number>>>>;
const goldOf = (qrels: Table) =>
  new Map(Object.entries(qrels).map(([query, docs]) => [query, { grades: new Map(Object.entries(docs)) }]));
/** Rows, not a mapping: an object would reorder number-like ids. */
const runOf = (run: Table) =>
  new Map(
    Object.entries(run).map(([query, docs]) => [
      query,
      Object.entries(docs).map(([id, score]) => ({ id, score })),
    ]),
  );

const numberIn = (score: Score): number | undefined => (score.status === "scored" ? score.value : undefined);

/** Within a tolerance; 0 stands for the last bits. */
function near(got: number | undefined, wanted: number, tolerance: number, where: string): void {
  expect(got, where).toBeDefined();
  expect(Math.abs(got! - wanted), `${where}: ${got} is not ${wanted}`).toBeLessThanOrEqual(
    Math.max(tolerance, 1e-12),
  );
}

describe("scikit-learn's docstrings", () => {
  interface Case {
    readonly y_true: readonly number[];
    readonly y_score: readonly number[];
    readonly ignore_ties?: boolean;
    readonly tol?: number;
  }
  it.skipIf(!there("sklearn/"))("dcg_score and ndcg_score (skipped without ../shared/data/sklearn)", () => {
    let compared = 0;
    for (const { y_true, y_score, ignore_ties, tol, ...wanted } of vectors<{ cases: Case[] }>("sklearn")
      .cases)
      for (const [name, value] of Object.entries(wanted as Record<string, number>)) {
        const [metric, k] = name.split("@");
        const args = [...(k === undefined ? [] : [`k=${k}`]), ...(ignore_ties ? ["ignore_ties=True"] : [])];
        const asked = `${metric}_score${args.length > 0 ? `(${args.join(",")})` : ""}`;
        const result = evaluate({
          as: "sklearn",
          metrics: asked,
          gold: { q: { grades: Object.fromEntries(y_true.map((grade, i) => [`d${i}`, grade])) } },
          run: { q: y_score.map((score, i) => ({ id: `d${i}`, score })) },
        });
        const got = numberIn(result.score("q", asked));
        // A docstring may cut digits off: 9.4994… is printed as 9.49…
        if (tol === undefined || !String(got).startsWith(String(value)))
          near(got, value, tol ?? 0, `${asked} of ${y_score}`);
        compared++;
      }
    expect(compared).toBe(12);
  });
});

describe("MTEB's tests of its evaluators", () => {
  interface Case {
    readonly name: string;
    readonly qrels: Table;
    readonly run: Table;
    readonly ignore_identical_ids?: boolean;
    readonly mean?: Readonly<Record<string, number>>;
    readonly expect?: Readonly<Record<string, number | null>>;
  }
  const cases = () => vectors<{ cases: Case[] }>("mteb").cases;
  const skip = !there("mteb/");

  it.skipIf(skip)("the four families that it takes from BEIR (skipped without ../shared/data/mteb)", () => {
    const withMeans = cases().filter((c) => c.mean !== undefined);
    expect(withMeans).toHaveLength(2);
    for (const c of withMeans) {
      const result = evaluate({
        as: "beir",
        options: c.ignore_identical_ids ? [] : ["ignore_identical_ids=False"],
        metrics: Object.keys(c.mean!),
        gold: goldOf(c.qrels),
        run: runOf(c.run),
      });
      for (const [name, value] of Object.entries(c.mean!))
        near(result.mean(name).mean, value, 0, `${c.name} ${name}`);
    }
  });

  it.skipIf(skip)(
    "MRR by id among equal scores, and capped recall (skipped without ../shared/data/mteb)",
    () => {
      // nAUC and p-MRR compare several runs or confidences of one: no metrics of a ranking.
      const NAMES: Readonly<Record<string, string>> = { "MRR@10": "rr@10", R_cap_at_10: "recall-capped@10" };
      let compared = 0;
      for (const c of cases())
        for (const [name, value] of Object.entries(c.expect ?? {})) {
          const metric = NAMES[name];
          if (metric === undefined) continue;
          const result = evaluate({
            metrics: metric,
            order: "score",
            gold: goldOf(c.qrels),
            run: runOf(c.run),
          });
          const score = result.score("q1", metric);
          if (value === null) expect(score).toEqual({ status: "undefined", because: "no-relevant" });
          else near(numberIn(score), value, 0, c.name);
          compared++;
        }
      expect(compared).toBe(3);
    },
  );
});

/** Lines of words. */
const lines = (path: string): string[][] =>
  text(path)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.trim().split(/\s+/));

describe("pytrec_eval's README and tests", () => {
  interface Case {
    readonly name: string;
    readonly qrels?: Table;
    readonly run?: Table;
    readonly expect?: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly qrels_file?: string;
    readonly relevance_level?: number;
    readonly expect_file?: string;
  }
  const skip = !there("pytrec_eval/");

  it.skipIf(skip)("values by query (skipped without ../shared/data/pytrec_eval)", () => {
    let compared = 0;
    for (const c of vectors<{ cases: Case[] }>("pytrec_eval").cases)
      for (const [query, wanted] of Object.entries(c.expect ?? {})) {
        const metrics = Object.keys(wanted);
        const result = evaluate({ as: "pytrec_eval", metrics, gold: goldOf(c.qrels!), run: runOf(c.run!) });
        for (const [name, value] of Object.entries(wanted)) {
          near(numberIn(result.score(query, name)), value, 0, `${c.name} ${name}`);
          compared++;
        }
      }
    expect(compared).toBe(11);
  });

  it.skipIf(skip || !there("trec_eval/"))(
    "means over trec_eval's own test files, to three places as it asks (skipped without ../shared/data/trec_eval)",
    () => {
      for (const c of vectors<{ cases: Case[] }>("pytrec_eval").cases) {
        if (c.qrels_file === undefined) continue;
        const result: Result = evaluate({
          as: "pytrec_eval",
          metrics: "official",
          options: c.relevance_level === undefined ? [] : [`relevance_level=${c.relevance_level}`],
          gold: lines(`trec_eval/v10.0/${c.qrels_file.split(" ")[1]}`).map(([query, , doc, grade]) => ({
            query: query!,
            doc: doc!,
            grade: Number(grade),
          })),
          run: lines("trec_eval/v10.0/results.test").map(([query, , doc, , score]) => ({
            query: query!,
            doc: doc!,
            score: Number(score),
          })),
        });
        const printed = new Map(
          lines(`trec_eval/v9.0.8/${c.expect_file!.split(" ")[0]}`)
            .filter(([, query]) => query === "all")
            .map(([name, , value]) => [name!, Number(value)]),
        );
        for (const { metric, mean } of result.summary()) near(mean, printed.get(metric)!, 5e-4, metric);
        expect(result.summary().length).toBeGreaterThan(25);
      }
    },
  );
});

describe("ranx's tests", () => {
  type Rows = readonly (readonly (readonly [string | number, number])[])[];
  interface Case {
    readonly test: string;
    readonly kind: "metric" | "evaluate" | "fusion" | "norm";
    readonly fn: string;
    readonly args: readonly [Rows | Table, Rows | Table, (number | string)?, number?];
    readonly expect: readonly {
      readonly path: readonly ("mean" | number)[];
      readonly value: number;
      readonly tol: number;
    }[];
  }
  /** Its functions → the names that evaluate takes. */
  const NAMES: Readonly<Record<string, string>> = {
    reciprocal_rank: "mrr",
    average_precision: "map",
    r_precision: "r-precision",
    rank_biased_precision: "rbp",
  };
  function nameOf({ kind, fn, args: [, , third, level] }: Case): string {
    if (kind === "evaluate") return String(third);
    const name = NAMES[fn] ?? fn;
    if (name === "rbp") return `rbp${String(third).slice(1)}`;
    return `${name}${third ? `@${third}` : ""}${level === undefined ? "" : `-l${level}`}`;
  }
  /** Rows are in rank order already, with scores that say nothing. */
  const entriesOf = (given: Rows | Table, value: (pairs: [string, number][]) => unknown) =>
    Array.isArray(given)
      ? new Map(
          (given as Rows).map((pairs, i) => [String(i), value(pairs.map(([id, x]) => [String(id), x]))]),
        )
      : new Map(Object.entries(given as Table).map(([query, docs]) => [query, value(Object.entries(docs))]));

  it.skipIf(!there("ranx/"))("its metrics and evaluate (skipped without ../shared/data/ranx)", () => {
    const cases = vectors<{ cases: Case[] }>("ranx").cases.filter(
      ({ kind }) => kind === "metric" || kind === "evaluate",
    );
    expect(cases).toHaveLength(54);
    for (const c of cases) {
      const name = nameOf(c);
      const [qrels, run] = c.args;
      const result = evaluate({
        as: "ranx",
        metrics: name,
        order: Array.isArray(run) ? "given" : "score",
        gold: entriesOf(qrels, (pairs) => ({ grades: new Map(pairs) })) as GoldInput,
        run: entriesOf(run, (pairs) => pairs.map(([id, score]) => ({ id, score }))) as RunInput,
      });
      for (const { path, value, tol } of c.expect) {
        const [at] = path;
        const got =
          typeof at === "number"
            ? numberIn(result.score(result.queries.toSorted()[at]!, name))
            : result.mean(name).mean;
        near(got, value, tol, `${c.test} ${name}`);
      }
    }
  });
});

describe("ir_measures' tests", () => {
  interface Wanted {
    readonly value: number;
    readonly tol: number;
  }
  interface Case {
    readonly test: string;
    readonly provider: string;
    readonly measures: readonly string[];
    readonly per_query: Readonly<Record<string, Wanted>>;
    readonly aggregate: Readonly<Record<string, Wanted>>;
    readonly input: string;
  }
  interface Vectors {
    readonly inputs: Readonly<
      Record<
        string,
        {
          readonly qrels: readonly (readonly [string, string, number, string])[];
          readonly run: readonly (readonly [string, string, number])[];
        }
      >
    >;
    readonly cases: readonly Case[];
  }
  /** Providers that ir_measures asks only when no other knows a measure are tools of their own here. */
  const RANX: Readonly<Record<string, string>> = {
    P: "precision",
    SetP: "precision",
    R: "recall",
    SetR: "recall",
    RR: "mrr",
    AP: "map",
    Success: "hit_rate",
    NumRet: "hits",
    nDCG: "ndcg",
    Rprec: "r-precision",
  };
  function inRanx(measure: string): string {
    const [, name, args = "", at = ""] = /^(\w+)(?:\((.*)\))?(@\d+)?$/.exec(measure)!;
    const level = /rel=([2-9])/.exec(args);
    return `${RANX[name!]}${args.includes("exp-log2") ? "_burges" : ""}${at}${level === null ? "" : `-l${level[1]}`}`;
  }
  function asked({ provider }: Case, measure: string): { as: string; metrics: string } {
    if (provider === "ranx") return { as: "ranx", metrics: inRanx(measure) };
    // gdeval knows only exponential gains and does not say so.
    const spelled = provider === "gdeval" ? measure.replace("nDCG@", "nDCG(dcg='exp-log2')@") : measure;
    // C/W/L has no number of relevant documents: its AP is over those that were retrieved.
    if (provider === "cwl_eval" && measure === "AP") return { as: "ir_measures", metrics: "ap(of=hits)" };
    return { as: "ir_measures", metrics: spelled };
  }

  it.skipIf(!there("ir_measures/"))("all its providers (skipped without ../shared/data/ir_measures)", () => {
    const { inputs, cases } = vectors<Vectors>("ir_measures");
    expect(cases).toHaveLength(111);
    for (const c of cases) {
      const { qrels, run } = inputs[c.input]!;
      const queries = [...new Set(qrels.map(([query]) => query))];
      const rows = (query: string) => qrels.filter(([q]) => q === query);
      const gold = new Map(
        queries.map((query) => [
          query,
          c.provider === "pyndeval"
            ? { subtopics: aspects(rows(query)) }
            : { grades: new Map(rows(query).map(([, doc, grade]) => [doc, grade])) },
        ]),
      );
      const hits = run.map(([query, doc, score]) => ({ query, doc, score }));
      for (const measure of c.measures) {
        const { as, metrics } = asked(c, measure);
        const result = evaluate({ as, metrics, gold, run: hits });
        for (const [query, { value, tol }] of Object.entries(c.per_query))
          near(numberIn(result.score(query, metrics)), value, tol, `${c.test} ${measure} ${query}`);
        const mean = c.aggregate[measure];
        if (mean !== undefined) near(result.mean(metrics).mean, mean.value, mean.tol, `${c.test} ${measure}`);
      }
    }
  });

  /** The iteration column holds the aspect. */
  function aspects(rows: Vectors["inputs"][string]["qrels"]): Record<string, Record<string, number>> {
    const byAspect: Record<string, Record<string, number>> = {};
    for (const [, doc, grade, aspect] of rows) {
      byAspect[aspect] ??= {};
      byAspect[aspect][doc] = grade;
    }
    return byAspect;
  }
});
