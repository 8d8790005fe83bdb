/** Bad input gets a clear Problem: thrown where the question has no meaning, listed where the answer can still be given. */
import { describe, expect, test } from "vitest";
import { type EvaluateOptions, evaluate, evaluateOne, GoldieError, prepare } from "../src/index.ts";

const problemOf = (options: unknown) => {
  try {
    evaluate({ metrics: ["rr"], ...(options as EvaluateOptions) });
  } catch (error) {
    if (error instanceof GoldieError) return error.problem;
    throw error;
  }
  return undefined;
};
const gold = { q1: ["a"] };
const run = { q1: ["a"] };

describe("thrown", () => {
  test.each<[string, object, string, string]>([
    ["a NaN score", { gold, run: { q1: { a: Number.NaN } } }, "bad-score", 'score of "a" is NaN'],
    ["an infinite score", { gold, run: { q1: { a: Number.NEGATIVE_INFINITY } } }, "bad-score", "-Infinity"],
    ["a NaN score of a hit", { gold, run: { q1: [{ id: "a", score: Number.NaN }] } }, "bad-score", "NaN"],
    ["a NaN score in a Map", { gold, run: { q1: new Map([["a", Number.NaN]]) } }, "bad-score", "NaN"],
    ["a score as text", { gold, run: { q1: { a: "0.9" } } }, "bad-score", 'the string "0.9"'],
    [
      "a score of a hit as text",
      { gold, run: { q1: [{ id: "a", score: "1" }] } },
      "bad-score",
      'the string "1"',
    ],
    ["a NaN grade", { gold: { q1: { a: Number.NaN } }, run }, "bad-grade", 'grade of "a" is NaN'],
    ["an infinite grade", { gold: { q1: { a: Number.POSITIVE_INFINITY } }, run }, "bad-grade", "Infinity"],
    ["a grade as text", { gold: { q1: { a: "3" } }, run }, "bad-grade", 'the string "3"'],
    ["a grade as text among numbers", { gold: { q1: { a: 1, b: "3" } }, run }, "bad-grade", '"b"'],
    [
      "a duplicate query in gold",
      {
        gold: [
          { id: "q1", relevant: ["a"] },
          { id: "q1", relevant: ["b"] },
        ],
        run,
      },
      "duplicate-query",
      "query q1 is in the gold twice",
    ],
    [
      "a duplicate query in the run",
      {
        gold,
        run: [
          { id: "q1", hits: ["a"] },
          { id: "q1", hits: ["b"] },
        ],
      },
      "duplicate-query",
      "query q1 is in the run twice",
    ],
    ["an empty id among the hits", { gold, run: { q1: ["a", ""] } }, "empty-id", "hit 2 has an empty id"],
    ["an empty id in gold", { gold: { q1: ["a", ""] }, run }, "empty-id", "an id is empty"],
    ["an empty id in grades", { gold: { q1: { "": 1 } }, run }, "empty-id", "an id is empty"],
    ["an empty id in groups", { gold: { q1: [["a"], [""]] }, run }, "empty-id", "an id is empty"],
    ["an empty query id", { gold: { "": ["a"] }, run }, "empty-id", "a query id is empty"],
    ["a hit without an id", { gold, run: { q1: ["a", null] } }, "null-id", "hit 2 has no id"],
    ["a hit that is something else", { gold, run: { q1: [{ name: "a" }] } }, "bad-hit", '{"name":"a"}'],
    ["an id that is an object", { gold: { q1: ["a", { x: 1 }] }, run }, "id-type", '{"x":1}'],
    ["gold that is a number", { gold: { q1: 3 }, run }, "bad-gold", "3 is not gold"],
    ["no gold", { gold: null, run }, "bad-gold", "gold is null"],
    ["no run", { gold, run: undefined }, "bad-run", "the run is undefined"],
    ["a run that is text", { gold, run: { q1: "a" } }, "bad-ranking", '"a" is not a ranking'],
    ["ids and groups mixed", { gold: { q1: [["a"], "b"] }, run }, "bad-gold", "mixed"],
    ["an unknown facet", { gold: { q1: { relevent: ["a"] } }, run }, "unknown-facet", '"relevent"'],
    [
      "a passage without text",
      { gold: { q1: { passages: [{ txt: "a" }] } }, run },
      "bad-passage",
      '{"txt":"a"}',
    ],
    [
      "a source span that ends before it starts",
      { gold: { q1: { relevant: [{ doc: "h.md", start: 7, end: 7 }] } }, run },
      "bad-span",
      "start is 7 and end is 7",
    ],
    [
      "a source span without its end",
      { gold: { q1: { spans: [{ doc: "h.md", start: 7 }] } }, run },
      "bad-span",
      "end is absent",
    ],
    [
      "lines that start with 0",
      { gold: { q1: { relevant: [{ doc: "h.md", lines: [0, 2] }] } }, run },
      "bad-span",
      "counted from 1",
    ],
    [
      "a source span of no document",
      { gold: { q1: { spans: [{ lines: [1, 2] }] } }, run },
      "bad-span",
      "has no document id",
    ],
    [
      "a source span that is null",
      { gold: { q1: { spans: [null] } }, run },
      "bad-span",
      "null has no document id",
    ],
    [
      "a source span that is nowhere",
      { gold: { q1: { spans: [{ doc: "h.md" }] } }, run },
      "bad-span",
      "it has neither lines nor start and end",
    ],
    [
      "texts and source spans in one list",
      { gold: { q1: { relevant: [{ doc: "h.md", lines: [1, 2] }, { text: "x" }] } }, run },
      "bad-gold",
      "mixed",
    ],
    [
      "lines against characters",
      {
        gold: { q1: { relevant: [{ doc: "h.md", lines: [1, 2] }] } },
        run: { q1: [{ id: "h.md", start: 0, end: 9 }] },
        metrics: ["span-recall"],
      },
      "span-units",
      "in lines, others in characters",
    ],
    ["no score where scores order", { gold, run, order: "score" }, "no-score", "hit 1 (a) has no score"],
    [
      "one hit without a score where scores order",
      { gold, run: { q1: [{ id: "b", score: 1 }, { id: "a" }] }, order: "score" },
      "no-score",
      "hit 2 (a) has no score",
    ],
    ["an unknown rule value", { gold, run, duplicates: "last" }, "bad-rule", 'duplicates cannot be "last"'],
    ["a depth of 0", { gold, run, depth: 0 }, "bad-rule", "depth cannot be 0"],
    ["an unknown match rule", { gold, run, match: { ids: "urn" } }, "unknown-name", "urn"],
    ["an unknown dialect", { gold, run, as: "autorog" }, "unknown-dialect", "autorog"],
    ["an unknown option", { gold, run, as: "autorag", options: ["xor"] }, "unknown-option", "xor"],
    ["a run that nobody awaited", { gold, run: Promise.resolve(run) }, "promise", "the run is a promise"],
    [
      "a ranking that nobody awaited",
      { gold, run: { q1: Promise.resolve(["a"]) } },
      "promise",
      "ranking of query q1 is a promise",
    ],
    [
      "lists without query ids",
      { gold: [["a"], ["b"]], run: [["a"], ["b"]] },
      "bad-row",
      'row 1 of the gold has no query id: ["a"]',
    ],
    ["ids and then groups", { gold: { q1: ["a", ["b"]] }, run }, "bad-gold", "mixed"],
    ["metrics that are no names", { gold, run, metrics: [undefined] }, "bad-option", "metrics"],
    ["metrics as an object", { gold, run, metrics: { rr: true } }, "bad-option", "metrics"],
    ["options as an object", { gold, run, as: "autorag", options: { and: true } }, "bad-option", "options"],
    [
      "a metric without its fields",
      { gold, run, metrics: [{ id: "x", compute: () => 1 }] },
      "bad-metric",
      "title is empty",
    ],
    [
      "k for a dialect without cut-offs",
      { gold, run, as: "autorag", k: 5 },
      "bad-cutoff",
      "no metric of autorag takes a cut-off",
    ],
    [
      "a mistyped part of a judgement",
      { gold, judgements: { q1: { verdict: [1] } }, metrics: ["context-precision"] },
      "unknown-part",
      '"verdict"',
    ],
    ["a mistyped option", { gold, run, duplicate: "keep" }, "unknown-rule", '"duplicate"'],
    [
      "a number among the facets",
      { gold: { q1: { relevant: ["a"], weight: 2 } }, run },
      "unknown-facet",
      '"weight"',
    ],
    [
      "k without a dialect",
      { gold, run, metrics: ["rr"], k: 3 },
      "no-dialect",
      "k only applies to a dialect",
    ],
    [
      "options without a dialect",
      { gold, run, options: ["and"], metrics: ["autorag:retrieval_map"] },
      "no-dialect",
      "options only applies to a dialect",
    ],
    ["no metric", { gold, run, metrics: [] }, "no-metric", "no metric"],
  ])("%s", (_, options, code, what) => {
    const problem = problemOf(options);
    expect(problem?.code).toBe(code);
    expect(problem?.what).toContain(what);
    expect(problem?.fix).not.toBe("");
  });

  test.each([
    ["ndgc@10", "unknown-metric", "did you mean ndcg"],
    ["ndcg10", "unknown-metric", "did you mean ndcg@10"],
    ["ndcg_at_10", "unknown-metric", "did you mean ndcg@10"],
    ["mrr_10", "unknown-metric", "did you mean mrr@10"],
    ["recall@5 ndcg@10", "bad-cutoff", "separate metrics with commas"],
    ["latency", "unknown-metric", "docs/metrics/README.md"],
    ["recal@5", "unknown-metric", "did you mean recall"],
    ["recall@0", "bad-cutoff", "whole number of 1 or more"],
    ["recall@-1", "bad-cutoff", "whole number of 1 or more"],
    ["recall@2.5", "bad-cutoff", "whole number of 1 or more"],
    ["recall@", "bad-cutoff", "whole number of 1 or more"],
    ["recall@ten", "bad-cutoff", "whole number of 1 or more"],
    ["recall@5@10", "bad-cutoff", "whole number of 1 or more"],
    ["recall(rel=high)", "bad-parameter", "give a number"],
    ["recall(level=2)", "unknown-parameter", "recall takes k, rel"],
    ["recall(k=5)@3", "bad-parameter", "give it once"],
    [
      "ndcg(gain=expo)",
      "bad-parameter",
      "use linear, exp, binary, or a table of non-negative gains such as 1:3;2:9",
    ],
    ["ndcg(gain=1:-3)", "bad-parameter", "non-negative gains"],
    ["ndcg(ideal=golden)", "bad-parameter", "did you mean gold"],
    ["ndcg(__proto__=1)", "unknown-parameter", "ndcg takes "],
    ["f(beta=0)", "bad-parameter", "above 0"],
    ["r-precision@5", "bad-cutoff", "write r-precision"],
    ["recall(rel=1", "unknown-metric", "name(param=value)@k"],
    ["autorag:retrieval_nDCG", "unknown-metric", "did you mean retrieval_ndcg"],
  ])("metric %s", (metric, code, fix) => {
    const problem = problemOf({ gold, run, metrics: [metric] });
    expect(problem?.code).toBe(code);
    expect(problem?.fix).toContain(fix);
  });

  test("an iterator that was read before", () => {
    const rows = [{ id: "q1", hits: ["a"] }][Symbol.iterator]();
    expect(problemOf({ gold, run: rows })).toBeUndefined();
    expect(problemOf({ gold, run: rows })).toMatchObject({
      code: "spent-iterator",
      what: "the run is an iterator that yielded no rows",
    });
    expect(problemOf({ gold: [][Symbol.iterator](), run })).toMatchObject({ code: "spent-iterator" });
    // An empty array is just empty.
    expect(problemOf({ gold, run: [] })).toBeUndefined();
  });

  test("the message reads what, why, fix", () => {
    expect(() => evaluateOne({ gold: ["a"], hits: { a: Number.NaN }, metrics: ["rr"] })).toThrow(
      'ranking of query q: score of "a" is NaN\n  why  it cannot be ranked\n  fix  pass a finite number',
    );
  });
});

describe("listed", () => {
  const problems = (options: object) =>
    evaluate({ gold, run, metrics: ["rr"], ...options } as EvaluateOptions).problems;
  test("a clean input has none", () => {
    expect(problems({})).toEqual([]);
  });
  test.each<[string, object, string, string]>([
    [
      "a duplicate hit",
      { run: { q1: ["x", "a", "x"] } },
      "duplicate-hit",
      "document x is ranked twice for query q1 (ranks 1 and 3)",
    ],
    [
      "a number as id",
      { gold: { q1: ["1"] }, run: { q1: [1, 2] } },
      "id-type",
      'id 1 is a number; reading it as the string "1"',
    ],
    ["a number as id of a hit", { run: { q1: [{ id: 1 }, { id: "a" }] } }, "id-type", "id 1 is a number"],
    [
      "a number as query id",
      {
        run: [
          { id: 1, hits: ["a"] },
          { id: "q1", hits: ["a"] },
        ],
      },
      "id-type",
      "query id 1 is a number",
    ],
    [
      "a judgement given twice",
      {
        gold: [
          { query: "q1", doc: "a", grade: 1 },
          { query: "q1", doc: "a", grade: 0 },
        ],
      },
      "duplicate-judgement",
      "document a is judged twice",
    ],
    [
      "a query that the run lacks",
      { gold: { q1: ["a"], q2: ["b"] } },
      "missing-query",
      "1 of 2 gold queries is missing from the run (q2)",
    ],
    [
      "a number as id in a gold list",
      { gold: { q1: [7] }, run: { q1: ["7"] } },
      "id-type",
      'id 7 is a number; reading it as the string "7"',
    ],
    [
      "passages without a match rule",
      { gold: { q1: { passages: ["text"] } } },
      "no-grades",
      "no relevant list",
    ],
    [
      "a judgement for an unknown query",
      { judgements: { q7: {} } },
      "unknown-judgement",
      "not in the gold: q7",
    ],
    [
      "a retriever that failed",
      { run: { q1: new Error("timed out") } },
      "retriever-failed",
      "query q1: timed out",
    ],
    [
      "queries that the gold lacks",
      { run: { q1: ["a"], q7: ["b"] } },
      "unknown-query",
      "not in the gold: q7",
    ],
    ["an empty group", { gold: { q1: [["a"], []] } }, "empty-group", "no hit can match"],
    [
      "a passage without words",
      { gold: { q1: { passages: ["..."] } }, match: { text: "normalised" } },
      "passage-without-words",
      'ignored passage "..."',
    ],
    [
      "groups for a metric that cannot read them",
      { gold: { q1: [["a"]] } },
      "no-grades",
      "1 query has no relevant list",
    ],
    [
      "no overlap",
      { run: { q1: ["doc-a"] } },
      "nothing-matches",
      "Gold looks like `a`; results look like `doc-a`",
    ],
    [
      "a lost order",
      { run: { q1: { 10: 1, 9: 1, a: 1 } }, ties: "given" },
      "lost-order",
      "the ids are whole numbers",
    ],
    [
      "a lost order of a mapping",
      { run: { q1: { 10: 2, 9: 1 } }, order: "given" },
      "lost-order",
      "the ids are whole numbers",
    ],
  ])("%s", (_, options, code, what) => {
    const problem = problems(options).find((p) => p.code === code);
    expect(problem?.what).toContain(what);
    expect(problem?.fix).not.toBe("");
  });
  test("an order that does not matter is not lost", () => {
    expect(problems({ gold: { q1: ["9"] }, run: { q1: { 10: 2, 9: 1 } } })).toEqual([]);
    expect(
      problems({
        gold: { q1: ["9"] },
        run: {
          q1: new Map([
            ["10", 2],
            ["9", 1],
          ]),
        },
        order: "given",
      }),
    ).toEqual([]);
  });
  test("of many alike the first twenty are shown and all are counted", () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`q${i}`, ["a", "a"]]));
    const list = evaluate({ gold: many, run: many, metrics: ["rr"] }).problems;
    expect(list).toHaveLength(21);
    expect(list[20]).toMatchObject({ code: "duplicate-hit", what: "30 more like this", count: 30 });
  });
  test("a metric that throws or returns no score fails with its name", () => {
    const own = (compute: () => unknown) => ({
      kind: "computed",
      id: "own",
      title: "t",
      definition: "d",
      formula: "f",
      steps: ["s"],
      cite: "c",
      params: {},
      needs: ["grades"],
      direction: "higher",
      range: [0, 1],
      best: "b",
      worst: "w",
      aggregate: "mean",
      laws: [],
      compute,
      explain: () => ({ op: "value", what: "", value: 0 }),
    });
    const thrown = evaluate({
      gold,
      run,
      metrics: [
        own(() => {
          throw new Error("oops");
        }) as never,
      ],
    });
    expect(thrown.score("q1", "own")).toMatchObject({
      status: "failed",
      problem: { code: "metric-threw", what: "query q1: own threw Error: oops" },
    });
    expect(thrown.problems.map((p) => p.code)).toEqual(["metric-threw"]);
    const number = evaluate({ gold, run, metrics: [own(() => 3) as never] });
    expect(number.score("q1", "own")).toMatchObject({
      status: "failed",
      problem: { code: "not-finite", what: "query q1: own returned 3" },
    });
  });
  test("hits and gold may be any iterable", () => {
    const set = evaluate({
      gold: { q1: new Set(["a", "b"]) as never },
      run: { q1: new Set(["a"]) },
      metrics: ["recall"],
    });
    expect(set.mean("recall").mean).toBe(0.5);
  });
  test("a tag that no query has", () => {
    expect(() => evaluate({ gold, run, metrics: ["rr"] }).slices("lang")).toThrow(
      'no query has the tag "lang"',
    );
  });
  test("a prepared evaluator lists them too", () => {
    const prepared = prepare({ gold, metrics: ["rr"] });
    prepared.scores("q1", ["a", "a"]);
    expect(prepared.problems.map((p) => p.code)).toEqual(["duplicate-hit"]);
  });
});
