/** What is read back answers as what was written. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { below, oneOf, type Random, randomFrom, shuffled } from "../src/core/random.ts";
import { lawCase, messy } from "../src/evaluate/laws/_law-cases.ts";
import {
  type Dialect,
  defineMetric,
  dialects,
  type EvaluateOptions,
  evaluate,
  type GoldFacets,
  GoldieError,
  type Judgement,
  metrics,
  type RankingInput,
  type Result,
  readResult,
  readResults,
} from "../src/index.ts";
import { reports } from "../src/reports/index.ts";

/** A metric of one's own, with a name and parameters that nothing else has. */
const lastIsRight = defineMetric({
  kind: "computed",
  id: "last-is-right",
  aliases: ["lir", "lir2=last-is-right(worth=1:2;2:5)"],
  title: "Last is right",
  definition: "The gain of the last hit.",
  formula: "gain(last)",
  steps: ["look at the last hit"],
  cite: "ours",
  params: {
    k: { kind: "integer", doc: "how many", min: 1, rule: "k" },
    worth: { kind: "gain", doc: "what a grade is worth", default: new Map([[1, 3]]) },
  },
  at: "k",
  needs: ["grades"],
  direction: "lower",
  range: [0, Number.POSITIVE_INFINITY],
  best: "it is not",
  worst: "it is",
  aggregate: "mean",
  laws: [],
  compute: (r) => ({ status: "scored", value: r.length === 0 ? 0 : r.grades[r.length - 1]! }),
  explain: (r) => ({ op: "value", what: "x", value: r.length === 0 ? 0 : r.grades[r.length - 1]! }),
});

/** Unusual ids, including some that objects reorder. */
const IDS = ["q1", "10", "2", "__proto__", "constructor", "ü\n", "q 7", "007"];
const NEEDS = [
  ["grades"],
  ["groups"],
  ["texts"],
  ["spans"],
  ["grades", "groups"],
  ["grades", "texts"],
] as const;
const VERDICTS = [true, false, 1, 0, "yes", "no", "maybe", 2];

const judgement = (random: Random): Judgement => {
  const list = <T>(make: () => T): T[] => Array.from({ length: below(random, 4) }, make);
  const verdict = () => oneOf(random, VERDICTS);
  const all: Judgement = {
    question: oneOf(random, ["", "why?"]),
    contexts: list(() => oneOf(random, ["", "a", "b c"])),
    reference: oneOf(random, ["", "a b"]),
    response: oneOf(random, ["", "b"]),
    verdicts: list(verdict),
    responseVerdicts: list(verdict),
    claims: list(verdict),
    statements: list(() => list(verdict)),
    entities: { reference: list(() => "a"), contexts: list(() => "a") },
    ratings: list(verdict),
    responseClaims: list(verdict),
    responseRelevant: list(verdict),
    questionVerdicts: list(verdict),
    ...(random() < 0.2
      ? { unjudged: { claims: { code: "no-reply", what: "nobody answered", fix: "ask again" } } }
      : {}),
  };
  return Object.fromEntries(Object.entries(all).filter(() => random() < 0.9));
};

/** A gold and a run in which every state can come up, and missing and unknown queries. */
function inputs(random: Random): Required<Pick<EvaluateOptions, "gold" | "run" | "judgements">> {
  const gold = new Map<string, GoldFacets>();
  const run = new Map<string, RankingInput>();
  const judgements = new Map<string, Judgement>();
  const broken = random() < 0.2;
  for (const id of shuffled(random, IDS).slice(0, below(random, IDS.length + 1))) {
    const one = lawCase(random, oneOf(random, NEEDS));
    const answerable = random() < 0.1 ? { answerable: false, relevant: [] } : {};
    const tags =
      random() < 0.6 ? { tags: { [oneOf(random, ["lang", "7", "x"])]: oneOf(random, ["a", "1"]) } } : {};
    gold.set(id, { ...one.gold, ...answerable, ...tags });
    if (random() < 0.8)
      run.set(id, broken || random() < 0.1 ? new Error(`no answer to ${id}`) : messy(random, one.hits));
    if (random() < 0.8) judgements.set(id, judgement(random));
  }
  if (random() < 0.3) run.set("stranger", ["d1", "d2"]);
  return { gold, run, judgements };
}

/** What a call gives, or what it refuses with. */
function told(ask: () => unknown): unknown {
  try {
    return { gives: ask() };
  } catch (error) {
    if (error instanceof GoldieError) return { refuses: error.problem };
    throw error;
  }
}

/** Everything that can be asked without hits. */
function answers(result: Result): unknown {
  // A few metrics are enough: all are looked up the same way.
  const some = result.metrics.filter((_, i) => i < 3 || i % 17 === 0);
  const spelled = some.flatMap((metric) => {
    const own = (result.rules["metrics"] as Record<string, string>)[metric]!;
    return [own, metric.toUpperCase(), metric.replace("@", "_at_"), metric.replaceAll("-", "_")];
  });
  const means = result.summary().map(({ metric }) => metric);
  const known = [...new Set([...result.metrics, ...means])];
  const asked = [...new Set([...known, ...spelled, "nothing", "lir2", "map"])];
  return {
    about: [result.name, result.queries, result.metrics, result.rowMetrics, result.missing],
    rest: [result.unanswerable, result.problems, result.rules, result.tags(), result.summary()],
    tags: [...result.tags(), "none"].map((tag) => [
      told(() => result.tagged(tag)),
      told(() => result.slices(tag)),
    ]),
    metrics: asked.map((metric) => [
      metric,
      told(() => result.mean(metric)),
      told(() => result.direction(metric)),
      told(() => result.column(metric)),
    ]),
    cells: [...result.queries, "no query"].map((query) =>
      known.map((metric) => [
        told(() => result.score(query, metric)),
        told(() => result.passed(query, metric)),
      ]),
    ),
    json: JSON.stringify(result),
  };
}

/** Where an option takes a number, with one. */
const optionsOf = ({ options = {} }: Dialect): string[] =>
  Object.keys(options).map((name) => name.replace(/\{\w+\}/, "2"));

const throughJson = (result: Result): Result => readResult(JSON.parse(JSON.stringify(result)));

function sameAnswers(options: EvaluateOptions): Result | undefined {
  let result: Result;
  try {
    result = evaluate(options);
  } catch (error) {
    // Some dialects refuse some inputs: there is nothing to read back.
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
  const again = throughJson(result);
  expect(answers(again)).toEqual(answers(result));
  expect(JSON.stringify(throughJson(again))).toBe(JSON.stringify(result));
  for (const query of result.queries.slice(0, 2))
    for (const ask of [
      () => again.explain(query, result.metrics[0]!),
      () => again.ranking(query, result.metrics[0]!),
      () => again.bounds(result.metrics[0]!),
    ])
      expect(told(ask)).toMatchObject({ refuses: { code: "not-kept", reason: "hits" } });
  return result;
}

const property = (make: (random: Random) => EvaluateOptions, runs: number): void => {
  let made = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      if (sameAnswers(make(randomFrom(seed))) !== undefined) made++;
    }),
    { numRuns: runs, seed: 11 },
  );
  expect(made).toBeGreaterThan(runs / 10);
};

describe("readResult answers as the result did", () => {
  const computed = metrics.filter(({ kind }) => kind === "computed").map(({ id }) => id);
  const judged = metrics.filter(({ kind }) => kind === "judged").map(({ id }) => id);

  it("any computed metrics, with metrics of one's own", () => {
    property((random) => {
      const asked = shuffled(random, computed).slice(0, 4);
      const own = random() < 0.5 ? [lastIsRight, "lir2@3"] : [];
      const define = random() < 0.5 ? { define: [lastIsRight] } : {};
      return {
        ...inputs(random),
        metrics: [...asked, "ndcg@3", ...own.slice(define.define ? 1 : 0)],
        ...define,
      };
    }, 60);
  });

  it("judged metrics, beside a computed one", () => {
    property((random) => {
      const asked = shuffled(random, judged).slice(0, 5);
      return { ...inputs(random), metrics: random() < 0.5 ? asked : [...asked, "recall@5"] };
    }, 60);
  });

  it.each(dialects.map(({ id }) => id))("as %s, every metric of its own", (as) => {
    property((random) => {
      const dialect = dialects.find(({ id }) => id === as)!;
      const sets = Object.keys(dialect.metrics);
      const options = optionsOf(dialect);
      return {
        ...inputs(random),
        as,
        ...(sets.length > 0 && random() < 0.7 ? { metrics: [oneOf(random, sets)] } : {}),
        ...(options.length > 0 && random() < 0.4 ? { options: [oneOf(random, options)] } : {}),
        ...(random() < 0.2 ? { k: 3 } : {}),
        ...(random() < 0.2 ? { missing: "leave-out" as const } : {}),
      };
    }, 8);
  });
});

describe("what JSON has beside the scores is needed", () => {
  type Json = Record<string, unknown> & { runs: [Record<string, unknown>] };
  const without = (object: unknown, name: string): void => {
    if (typeof object === "object" && object !== null) Reflect.deleteProperty(object, name);
  };
  const PARTS: Readonly<Record<string, (json: Json) => void>> = {
    order: ({ runs: [run] }) => without(run, "order"),
    tags: ({ runs: [run] }) => without(run, "tags"),
    missing: ({ runs: [run] }) => without(run, "missing"),
    averaging: ({ reading }) => without(reading, "averaging"),
    metrics: ({ reading }) => without(reading, "metrics"),
    k: ({ reading }) => without(reading, "k"),
    define: ({ reading }) => without(reading, "define"),
    unknown: ({ runs: [run] }) => without(run["reading"], "unknown"),
    cells: ({ runs: [run] }) => without(run["reading"], "cells"),
    means: ({ runs: [run] }) => without(run["reading"], "means"),
    extra: ({ runs: [run] }) => without(run["reading"], "extra"),
    poisoned: ({ runs: [run] }) => without(run["reading"], "poisoned"),
    "poisoned queries": ({ runs: [run] }) => {
      const { poisoned } = (run["reading"] ?? {}) as { poisoned?: { queries?: unknown }[] };
      if (poisoned !== undefined)
        Object.assign(run["reading"]!, { poisoned: poisoned.filter(({ queries }) => queries === undefined) });
    },
    ...Object.fromEntries(
      ["summary", "direction", "judged", "in", "pass", "zero", "average"].map((name) => [
        `${name} of a metric`,
        ({ reading }: Json) => {
          const { metrics: own = {} } = (reading ?? {}) as { metrics?: Record<string, object> };
          for (const one of Object.values(own)) without(one, name);
        },
      ]),
    ),
  };

  /** Results of every dialect, made once. */
  const results: Result[] = [];
  for (let seed = 0; results.length < 260; seed++) {
    const random = randomFrom(seed);
    const dialect = dialects[seed % dialects.length]!;
    const { id: as } = dialect;
    const option = optionsOf(dialect)[below(random, 12)];
    const own = as === "textbook" && { metrics: [lastIsRight, "context-recall", "gm-ap", "rr"] };
    const k = random() < 0.3 && as !== "textbook" ? { k: 3 } : {};
    try {
      results.push(evaluate({ ...inputs(random), as, ...own, ...k, ...(option && { options: [option] }) }));
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
    }
  }

  it.each(Object.entries(PARTS))("%s", (_, drop) => {
    const noticed = results.some((result) => {
      const text = JSON.stringify(result);
      const json = JSON.parse(text) as Json;
      drop(json);
      if (JSON.stringify(json) === text) return false;
      try {
        expect(answers(readResult(json))).toEqual(answers(result));
        return false;
      } catch {
        return true;
      }
    });
    expect(noticed).toBe(true);
  });
});

describe("readResult", () => {
  const gold = { q1: ["a"], q2: { relevant: ["b"], tags: { lang: "de" } } };
  const one = evaluate({ gold, run: { q1: ["a"], q2: ["x"] }, metrics: ["rr", "recall@5"], name: "one" });
  const other = evaluate({ gold, run: { q1: ["x", "a"] }, metrics: ["rr"], as: "ranx", name: "other" });
  const json = reports.find(({ id }) => id === "json")!;
  const written = (perQuery: boolean): unknown =>
    JSON.parse(json.write([one, other], { perQuery, by: "lang" }));

  it("reads each of the runs that a report has, by name, by place, or all", () => {
    const file = written(true);
    expect(answers(readResult(file, "one"))).toEqual(answers(one));
    expect(answers(readResult(file, 1))).toEqual(answers(other));
    expect(readResults(file).map(answers)).toEqual([one, other].map(answers));
  });

  it("says which runs there are", () => {
    expect(() => readResult(written(true))).toThrow(/name one of one, other/);
    expect(() => readResult(written(true), "third")).toThrow(/no run "third"[\s\S]*one, other/);
    expect(() => readResult(written(true), 2)).toThrow(/no run 2/);
  });

  it("has means and counts where the scores of single queries were not written", () => {
    const [first, second] = readResults(written(false));
    for (const [read, result] of [
      [first!, one],
      [second!, other],
    ] as const) {
      expect(read.summary()).toEqual(result.summary());
      expect(told(() => read.mean("mrr"))).toEqual(told(() => result.mean("mrr")));
      expect(read.direction("rr")).toBe("higher");
      expect(read.rules).toEqual(result.rules);
      expect([read.metrics, read.rowMetrics, read.missing]).toEqual([
        result.metrics,
        result.rowMetrics,
        result.missing,
      ]);
      for (const ask of [
        () => read.queries,
        () => read.score("q1", "rr"),
        () => read.column("rr"),
        () => read.slices("lang"),
        () => read.explain("q1", "rr"),
        () => read.toJSON(),
      ])
        expect(told(ask)).toMatchObject({ refuses: { code: "not-kept", reason: "rows" } });
    }
  });

  it("means of a tool are found by the names of its rows", () => {
    const result = evaluate({ gold, run: { q1: ["a"] }, as: "liverag" });
    const file = JSON.parse(json.write([result], { perQuery: false }));
    const read = readResult(file);
    for (const metric of result.metrics)
      expect(told(() => read.mean(metric))).toEqual(
        result.rowMetrics.includes(metric) &&
          !result.summary().some((s) => s.metric === result.mean(metric).metric)
          ? expect.objectContaining({ refuses: expect.objectContaining({ code: "not-kept" }) })
          : told(() => result.mean(metric)),
      );
    const own = evaluate({ gold, run: {}, metrics: [lastIsRight] });
    const means = readResult(JSON.parse(json.write([own], { perQuery: false })));
    expect(means.mean("last-is-right")).toEqual(own.mean("last-is-right"));
    expect(told(() => means.direction("last-is-right"))).toMatchObject({ refuses: { code: "not-kept" } });
  });

  it.each([
    ["eval-json-per-query", "rr"],
    ["judge-json", "context-recall"],
  ])("reads what the command line wrote: %s", (name, metric) => {
    const file = readFileSync(new URL(`cli/cases/${name}/stdout`, import.meta.url), "utf8");
    const json = JSON.parse(file);
    const result = readResult(json, 0);
    const asked = result.metrics.includes(metric) ? metric : result.metrics[0]!;
    expect(result.mean(asked).mean).toBe(json.runs[0].summary[asked].mean);
    expect(JSON.stringify(result.toJSON().runs[0]!.queries)).toBe(JSON.stringify(json.runs[0].queries));
    expect(result.tags()).toEqual(name === "judge-json" ? ["kind"] : ["lang"]);
  });

  const plain = JSON.parse(JSON.stringify(one));

  it.each([[undefined], [0], [2], ["1"], [null], [1.5]])("refuses schema %j", (schema) => {
    const { schema: _, ...rest } = plain;
    const file = schema === undefined ? rest : { ...rest, schema };
    expect(told(() => readResult(file))).toMatchObject({ refuses: { code: "unknown-schema" } });
  });

  it.each<[string, (file: typeof plain) => void]>([
    ["runs", (file) => delete file.runs],
    ["rules", (file) => delete file.rules],
    ["rules.metrics", (file) => delete file.rules.metrics],
    ["goldie", (file) => delete file.goldie],
    ["runs[0].name", (file) => delete file.runs[0].name],
    ["runs[0].summary", (file) => delete file.runs[0].summary],
    ['runs[0].summary["rr"].mean', (file) => (file.runs[0].summary.rr.mean = "0.5")],
    ['runs[0].summary["rr"].counts.failed', (file) => (file.runs[0].summary.rr.counts.failed = -1)],
    ['runs[0].summary["rr"].because', (file) => (file.runs[0].summary.rr.because = "no idea")],
    ["runs[0].problems", (file) => delete file.runs[0].problems],
    ["runs[0].problems[0].fix", (file) => (file.runs[0].problems = [{ code: "a", what: "b" }])],
    ["runs[0].queries", (file) => (file.runs[0].queries = [])],
    ['runs[0].queries["q1"]["rr"]', (file) => delete file.runs[0].queries.q1.rr],
    ['runs[0].queries["q1"]["rr"]', (file) => (file.runs[0].queries.q1.rr = null)],
    ['runs[0].queries["q1"]["rr"].status', (file) => (file.runs[0].queries.q1.rr = { status: "lost" })],
    [
      'runs[0].queries["q1"]["rr"].because',
      (file) => (file.runs[0].queries.q1.rr = { status: "undefined", because: "so" }),
    ],
    [
      'runs[0].queries["q1"]["rr"].missing',
      (file) => (file.runs[0].queries.q1.rr = { status: "skipped", missing: "grades" }),
    ],
    ['runs[0].queries["q1"]["rr"].problem', (file) => (file.runs[0].queries.q1.rr = { status: "failed" })],
    ["runs[0].order", (file) => (file.runs[0].order = ["q1", "q1"])],
    ["runs[0].order", (file) => (file.runs[0].order = ["q1", "q3"])],
    ["runs[0].missing", (file) => (file.runs[0].missing = ["q3"])],
    ['runs[0].tags["q3"]', (file) => (file.runs[0].tags = { q3: {} })],
    ['runs[0].reading.means["rr"]', (file) => (file.runs[0].reading = { means: { rr: [1] } })],
    ['runs[0].reading.cells["ap"]', (file) => (file.runs[0].reading = { cells: { ap: [1, 1] } })],
    ['runs[0].reading.cells["rr"]', (file) => (file.reading = { metrics: { rr: { in: "summary" } } })],
    ['reading.metrics["rr"].direction', (file) => (file.reading = { metrics: { rr: { direction: "up" } } })],
    ["reading.averaging.as", (file) => (file.reading = { averaging: { undefined: "skip", as: "median" } })],
    ["reading.averaging.undefined", (file) => (file.reading = { averaging: { as: "mean" } })],
    ["runs[0].reading.poisoned[0].then", (file) => (file.runs[0].reading = { poisoned: [{}] })],
  ])("refuses what is no result, and says where: %s", (place, spoil) => {
    const file = structuredClone(plain);
    spoil(file);
    expect(told(() => readResult(file))).toMatchObject({
      refuses: { code: "bad-result", fields: { place } },
    });
  });

  it.each([[JSON.stringify(plain)], [null], [[plain]], [7]])("refuses what is no object", (file) => {
    expect(told(() => readResult(file))).toMatchObject({ refuses: { code: "bad-result" } });
  });
});
