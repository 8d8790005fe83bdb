/** The contract of the library: inputs, states, counts, rules, JSON. */
import { describe, expect, test } from "vitest";
import { evaluate, evaluateOne, gradesOfGroups, prepare, type Result } from "../src/index.ts";

const gold = {
  q1: { d1: 3, d2: 1 },
  q2: [["a", "b"], ["c"]],
  q3: ["x"],
  q4: { relevant: ["a"], grades: { a: 1, b: 5 } },
};
const run = { q1: ["d2", "d9"], q2: { a: 0.3, c: 0.9 }, q3: [{ id: "x", score: 1, text: "…" }] };

const value = (result: Result, query: string, metric: string) => {
  const score = result.score(query, metric);
  return score.status === "scored" ? score.value : score;
};

describe("the documented example", () => {
  const result = evaluate({ gold, run, metrics: ["ndcg@10", "recall@5", "group-recall@5"] });

  test("scores, by any spelling of the metric", () => {
    expect(value(result, "q1", "ndcg@10")).toBe(1 / (3 + 1 / Math.log2(3)));
    expect(value(result, "q1", "nDCG@10")).toBe(value(result, "q1", "ndcg@10"));
    expect(value(result, "q1", "R@5")).toBe(0.5);
    expect(value(result, "q2", "group-recall@5")).toBe(1);
  });

  test("the four states add up to the queries, missing is part of scored", () => {
    expect(result.mean("recall@5")).toEqual({
      metric: "recall@5",
      mean: 0.5,
      counts: { scored: 3, undefined: 0, skipped: 1, failed: 0, missing: 1, unknown: 0 },
      // Of 1, 0.5 and 0: 0.5 ± 1.242, cut where recall ends. Three queries say nothing.
      interval: [0, 1],
    });
    expect(result.score("q2", "recall@5")).toEqual({ status: "skipped", missing: ["grades"] });
    expect(result.score("q1", "group-recall@5")).toEqual({ status: "skipped", missing: ["groups"] });
  });

  test("JSON has the documented shape and the same bytes every time", () => {
    const json = result.toJSON();
    expect(Object.keys(json)).toEqual(["goldie", "schema", "rules", "runs"]);
    expect(json.rules).toMatchObject({
      as: "textbook",
      order: "input",
      ties: "id-desc",
      duplicates: "first",
      missing: "zero",
    });
    expect(json.runs[0]!.queries.q2).toEqual({
      "ndcg@10": { status: "skipped", missing: ["grades"] },
      "recall@5": { status: "skipped", missing: ["grades"] },
      "group-recall@5": 1,
    });
    const again = evaluate({ gold, run, metrics: ["ndcg@10", "recall@5", "group-recall@5"] });
    expect(JSON.stringify(again)).toBe(JSON.stringify(result));
    expect(JSON.parse(JSON.stringify(result))).toEqual(json);
  });

  test("no mean is null, with the reason", () => {
    const json = evaluate({ gold: { q: [] }, run: { q: ["a"] }, metrics: "rr" }).toJSON();
    expect(json.runs[0]!.summary.rr).toEqual({
      mean: null,
      because: "no-relevant",
      counts: { scored: 0, undefined: 1, skipped: 0, failed: 0, missing: 0, unknown: 0 },
    });
    expect(
      evaluate({ gold: { q: [] }, run: { q: [] }, as: "autorag" }).toJSON().runs[0]!.summary.retrieval_map,
    ).toMatchObject({ mean: null, because: "tool-nan" });
  });
});

describe("input forms give the same numbers", () => {
  const metrics = ["ndcg@10", "recall@2", "rr", "ap"];
  const plain = evaluate({
    gold: { q1: { d1: 3, d2: 1 }, q2: ["x", "y"] },
    run: { q1: ["d9", "d1", "d2"], q2: ["x", "z"] },
    metrics,
  });
  const golds = {
    map: new Map([
      [
        "q1",
        new Map([
          ["d1", 3],
          ["d2", 1],
        ]),
      ],
      [
        "q2",
        new Map([
          ["x", 1],
          ["y", 1],
        ]),
      ],
    ]),
    entries: [
      ["q1", { d1: 3, d2: 1 }],
      ["q2", ["x", "y"]],
    ] as const,
    rows: [
      { id: "q1", query: "first?", relevant: { d1: 3, d2: 1 } },
      { id: "q2", relevant: ["x", "y"] },
    ],
    judgements: [
      { query: "q1", doc: "d1", grade: 3 },
      { query: "q2", doc: "x", grade: 1 },
      { query: "q1", doc: "d2", grade: 1 },
      { query: "q2", doc: "y", grade: 1 },
    ],
    facets: { q1: { grades: { d1: 3, d2: 1 } }, q2: { relevant: ["x", "y"] } },
  };
  const runs = {
    scores: { q1: { d9: 3, d1: 2, d2: 1 }, q2: { z: 0.1, x: 0.9 } },
    map: new Map([
      [
        "q1",
        new Map([
          ["d9", 3],
          ["d1", 2],
          ["d2", 1],
        ]),
      ],
      [
        "q2",
        new Map([
          ["x", 2],
          ["z", 1],
        ]),
      ],
    ]),
    hits: {
      q1: [{ id: "d9" }, { id: "d1" }, { id: "d2" }],
      q2: [
        { id: "x", score: 1 },
        { id: "z", score: 7 },
      ],
    },
    rows: [
      { id: "q1", hits: ["d9", "d1", "d2"] },
      { id: "q2", hits: ["x", "z"] },
    ],
    flat: [
      { query: "q1", doc: "d9", score: 3 },
      { query: "q2", doc: "x", score: 2 },
      { query: "q1", doc: "d1", score: 2 },
      { query: "q1", doc: "d2", score: 1 },
      { query: "q2", doc: "z", score: 1 },
    ],
    *generator() {
      yield { id: "q1", hits: ["d9", "d1", "d2"] };
      yield { id: "q2", hits: ["x", "z"] };
    },
  };
  for (const [g, goldForm] of Object.entries(golds))
    for (const [r, runForm] of Object.entries(runs))
      test(`gold as ${g}, run as ${r}`, () => {
        const result = evaluate({
          gold: goldForm,
          run: typeof runForm === "function" ? runForm() : runForm,
          metrics,
        });
        for (const query of ["q1", "q2"])
          for (const m of metrics) expect(value(result, query, m)).toBe(value(plain, query, m));
      });

  test("a prepared evaluator gives what a batch gives", () => {
    const prepared = prepare({ gold: golds.facets, metrics });
    expect(prepared.metrics).toEqual(metrics);
    for (const query of ["q1", "q2"] as const) {
      const list = query === "q1" ? ["d9", "d1", "d2"] : ["x", "z"];
      for (let again = 0; again < 2; again++)
        expect(prepared.scores(query, list)).toEqual(metrics.map((m) => plain.score(query, m)));
    }
    expect(() => prepared.scores("q7", [])).toThrow("no query q7");
  });
});

describe("order and ties", () => {
  const scored = (hits: Record<string, number>, rules = {}) =>
    evaluateOne({ gold: ["b"], hits, metrics: ["rr"], ...rules }).rr;

  test("lists keep their order, mappings are ordered by score", () => {
    expect(
      evaluateOne({
        gold: ["b"],
        hits: [
          { id: "a", score: 1 },
          { id: "b", score: 9 },
        ],
        metrics: ["rr"],
      }).rr,
    ).toEqual({ status: "scored", value: 0.5 });
    expect(scored({ a: 1, b: 9 })).toEqual({ status: "scored", value: 1 });
  });
  test.each([
    ["id-desc", 1 / 2],
    ["id-asc", 1 / 2],
    ["given", 1 / 3],
    ["given-reversed", 1],
  ] as const)("equal scores: %s", (ties, rr) => {
    expect(scored({ c: 1, a: 1, b: 1 }, { ties })).toEqual({ status: "scored", value: rr });
  });
  test("float32 makes ties that doubles do not have", () => {
    const hits = { a: 1 + 1e-9, b: 1 };
    expect(scored(hits)).toEqual({ status: "scored", value: 0.5 });
    expect(scored(hits, { float: 32 })).toEqual({ status: "scored", value: 1 });
  });
  test("ids are ordered by their bytes in UTF-8", () => {
    // U+FF5E sorts above U+1F600 in UTF-16, and below it in UTF-8.
    expect(evaluateOne({ gold: ["😀"], hits: { "～": 1, "😀": 1 }, metrics: ["rr"] }).rr).toEqual({
      status: "scored",
      value: 1,
    });
  });
  test("bounds: what ties leave open, and what unjudged hits could add", () => {
    const result = evaluate({
      gold: { q: { b: 1, z: 0 } },
      run: { q: { a: 1, b: 1, c: 1 } },
      metrics: ["rr", "precision@2"],
    });
    expect(result.bounds("rr").ties).toEqual({ least: 1 / 3, greatest: 1, queries: 1 });
    expect(result.bounds("precision@2")).toEqual({
      unjudged: { asZero: 0.5, asRelevant: 1, hits: 1 },
      ties: { least: 0, greatest: 0.5, queries: 1 },
    });
  });
});

describe("duplicates, units, depth", () => {
  const recall = (rules: object, hits = ["a", "a", "b"]) =>
    evaluateOne({ gold: ["a", "b"], hits, metrics: ["precision@2"], ...rules })["precision@2"];
  test("the first of a repeated hit counts, and the ranks close up", () => {
    expect(recall({})).toEqual({ status: "scored", value: 1 });
    expect(evaluate({ gold: { q: ["a"] }, run: { q: ["a", "a"] }, metrics: "rr" }).problems[0]).toMatchObject(
      {
        code: "duplicate-hit",
        at: { query: "q" },
      },
    );
  });
  test("blank keeps the rank, keep counts again, error refuses", () => {
    expect(recall({ duplicates: "blank" })).toEqual({ status: "scored", value: 0.5 });
    expect(recall({ duplicates: "keep" })).toEqual({ status: "scored", value: 1 });
    expect(() => recall({ duplicates: "error" })).toThrow("is ranked twice for query");
  });
  test("depth cuts the list", () => {
    expect(recall({ depth: 1 }, ["x", "a", "b"])).toEqual({ status: "scored", value: 0 });
  });
  test("unit doc: the duplicate rule works on hits first, then hits collapse, and k counts documents", () => {
    const hits = [
      { id: "1", doc: "x" },
      { id: "2", doc: "x" },
      { id: "3", doc: "a" },
      { id: "3", doc: "b" },
    ];
    const one = (metric: string, unit: "doc" | "chunk") =>
      evaluateOne({ gold: ["a", "b"], hits, unit, metrics: [metric] })[metric];
    expect(one("recall@2", "doc")).toEqual({ status: "scored", value: 0.5 });
    expect(one("recall", "doc")).toEqual({ status: "scored", value: 0.5 });
    expect(one("recall", "chunk")).toEqual({ status: "scored", value: 0 });
  });
  test("an id rule may match two chunks to one document: it earns once", () => {
    const given = {
      gold: ["<urn:uuid:1>"],
      hits: ["<urn:uuid:1>::0", "<urn:uuid:1>::1"],
      metrics: ["recall", "ndcg", "ap"],
    };
    const scores = evaluateOne({ ...given, match: { ids: "urn-uuid", on: "hits" } });
    for (const score of Object.values(scores)) expect(score).toEqual({ status: "scored", value: 1 });
    expect(
      evaluateOne({ ...given, match: { ids: "urn-uuid", on: "hits" }, duplicates: "keep" }).recall,
    ).toEqual({ status: "scored", value: 2 });
  });
});

describe("missing, undefined, unknown, failed", () => {
  const data = {
    gold: { q1: ["a"], q2: ["b"], q3: [], q4: ["c"] },
    run: { q1: ["a"], q3: ["z"], q4: new Error("timed out"), q9: ["a"] },
  };
  test("by default: missing is 0, nothing relevant is undefined, an error is failed, all are counted", () => {
    const result = evaluate({ ...data, metrics: ["recall@5"] });
    expect(result.mean("recall@5")).toEqual({
      metric: "recall@5",
      mean: 0.5,
      counts: { scored: 2, undefined: 1, skipped: 0, failed: 1, missing: 1, unknown: 1 },
      // Of 1 and 0: 0.5 ± 6.353, cut where recall ends.
      interval: [0, 1],
    });
    expect(result.score("q4", "recall@5")).toMatchObject({
      status: "failed",
      problem: { code: "retriever-failed", what: "query q4: timed out" },
    });
    expect(result.problems.map((p) => p.code)).toContain("unknown-query");
  });
  test("both rules can be changed, and are shown", () => {
    const left = evaluate({ ...data, metrics: ["recall@5"], missing: "leave-out" });
    expect(left.mean("recall@5")).toMatchObject({ mean: 1, counts: { scored: 1, skipped: 1, missing: 0 } });
    expect(left.rules.missing).toBe("leave-out");
    const zero = evaluate({ ...data, metrics: ["recall@5"], undefined: "zero" });
    expect(zero.mean("recall@5")).toMatchObject({ mean: 1 / 3, counts: { scored: 2, undefined: 1 } });
    expect(zero.rules.undefined).toBe("zero");
  });
  test("precision without k of a missing query is 0 too, not undefined", () => {
    expect(evaluate({ gold: { q: ["a"] }, run: {}, metrics: "precision" }).mean("precision")).toMatchObject({
      mean: 0,
      counts: { scored: 1, missing: 1 },
    });
  });
  test("unanswerable queries are undefined, and what the run did with them is reported", () => {
    const result = evaluate({
      gold: { q1: ["a"], q2: { relevant: [], answerable: false }, q3: { answerable: false } },
      run: { q1: ["a"], q2: ["z"], q3: [] },
      metrics: ["recall@5", "group-recall@5"],
    });
    expect(result.unanswerable).toEqual({ queries: 2, withHits: 1 });
    expect(result.mean("recall@5").counts).toMatchObject({ scored: 1, undefined: 2 });
    expect(result.score("q3", "group-recall@5")).toEqual({ status: "undefined", because: "no-relevant" });
  });
});

describe("gold with several facets", () => {
  test("the list decides binary metrics unless rel is given, the grades decide gains", () => {
    const scores = evaluateOne({
      gold: { relevant: ["a"], grades: { a: 1, b: 5 } },
      hits: ["b", "a"],
      metrics: ["precision@1", "precision(rel=1)@1", "ndcg@2", "dcg@1"],
    });
    expect(Object.values(scores)).toEqual([0, 1, 1, 5].map((v) => ({ status: "scored", value: v })));
  });
  test("negative grades are kept, and earn nothing", () => {
    const scores = evaluateOne({
      gold: { a: -1, b: 2 },
      hits: ["a", "b"],
      metrics: ["ndcg", "precision@1", "judged@1", "precision(rel=-1)@1"],
    });
    expect(scores.ndcg).toEqual({ status: "scored", value: 1 / Math.log2(3) });
    expect(scores["precision@1"]).toEqual({ status: "scored", value: 0 });
    expect(scores["judged@1"]).toEqual({ status: "scored", value: 1 });
    expect(scores["precision(rel=-1)@1"]).toEqual({ status: "scored", value: 1 });
  });
  test("groups, grades, answer and tags together", () => {
    const result = evaluate({
      gold: { q: { grades: { a: 2 }, groups: [["a", "b"], ["c"]], answer: "yes", tags: { lang: "de" } } },
      run: { q: ["b", "a"] },
      metrics: ["recall", "group-recall", "dcg"],
    });
    expect([
      value(result, "q", "recall"),
      value(result, "q", "group-recall"),
      value(result, "q", "dcg"),
    ]).toEqual([1, 0.5, 2 / Math.log2(3)]);
  });
  test("groups become grades only when told to", () => {
    const groups = [["a", "b"], ["c"]];
    expect(evaluateOne({ gold: groups, hits: ["a", "c"], metrics: ["recall"] }).recall).toEqual({
      status: "skipped",
      missing: ["grades"],
    });
    const both = { groups, grades: gradesOfGroups(groups) };
    expect(evaluateOne({ gold: both, hits: ["a", "c"], metrics: ["recall", "group-recall"] })).toEqual({
      recall: { status: "scored", value: 2 / 3 },
      "group-recall": { status: "scored", value: 1 },
    });
  });
  test("text gold", () => {
    const texts = {
      gold: { passages: ["the cat", "a dog"] },
      hits: [
        { id: "1", text: "the cat" },
        { id: "2", text: "sat" },
      ],
    };
    expect(evaluateOne({ ...texts, metrics: ["token-recall", "similarity"] })).toMatchObject({
      "token-recall": { value: 0.5 },
    });
    expect(evaluateOne({ ...texts, match: { text: "exact" }, metrics: ["group-recall"] })).toEqual({
      "group-recall": { status: "scored", value: 0.5 },
    });
    expect(evaluateOne({ ...texts, metrics: ["recall"] })).toEqual({
      recall: { status: "skipped", missing: ["grades"] },
    });
  });
});

describe("slices and judgements", () => {
  test("means by tag", () => {
    const result = evaluate({
      gold: {
        q1: { relevant: ["a"], tags: { lang: "de" } },
        q2: { relevant: ["a"], tags: { lang: "en" } },
        q3: { relevant: ["b"], tags: { lang: "en" } },
      },
      run: { q1: ["a"], q2: ["x"], q3: ["b"] },
      metrics: ["hit@1"],
    });
    expect(result.tags()).toEqual(["lang"]);
    expect(
      [...result.slices("lang")].map(([tag, [summary]]) => [tag, summary!.mean, summary!.counts.scored]),
    ).toEqual([
      ["de", 1, 1],
      ["en", 0.5, 2],
    ]);
  });
  test("judged metrics read given verdicts; a query without any is skipped, an unreadable word fails", () => {
    const result = evaluate({
      gold: { q1: { answer: "x" }, q2: { answer: "y" }, q3: { answer: "z" } },
      run: {},
      metrics: ["context-precision", "context-recall"],
      judgements: {
        q1: { verdicts: ["no", "Yes "], claims: [true, { text: "c", verdict: 0 }] },
        q3: { verdicts: ["maybe"], claims: [] },
      },
    });
    expect(value(result, "q1", "context-precision")).toBe(0.5);
    expect(value(result, "q1", "context-recall")).toBe(0.5);
    expect(result.score("q2", "context-recall")).toEqual({ status: "skipped", missing: ["claims"] });
    expect(result.score("q3", "context-precision")).toMatchObject({
      status: "failed",
      problem: { code: "unreadable-verdict" },
    });
    expect(result.score("q3", "context-recall")).toEqual({
      status: "undefined",
      because: "nothing-to-judge",
    });
  });
  test("a judge that failed is no judge that had nothing to judge", () => {
    const problem = { code: "judge-network", what: "the model did not answer", fix: "ask again" };
    const record = {
      format: "goldie-judgement@1",
      id: "q1",
      question: "who?",
      reference: "She.",
      judge: { name: "m", version: "1" },
      chunks: [{ text: "She did.", statements: [] }],
      unjudged: [{ part: "claims", problem }],
    } as never;
    const result = evaluate({ gold: { q1: {} }, judgements: { q1: record }, metrics: ["context-recall"] });
    expect(result.score("q1", "context-recall").status).toBe("failed");
    expect(result.mean("context-recall")).toMatchObject({ mean: undefined, because: "failed" });
    expect(result.problems).toEqual([{ ...problem, at: { query: "q1" } }]);
    const empty = evaluate({
      gold: { q1: {} },
      judgements: { q1: { claims: [] } },
      metrics: ["context-recall"],
    });
    expect(empty.mean("context-recall").because).toBe("nothing-to-judge");
  });
  test("a run is not needed where only judgements are read", () => {
    const judged = { gold: { q: { answer: "x" } }, judgements: { q: { claims: [1, 0] } } };
    expect(evaluate({ ...judged, metrics: ["context-recall"] }).mean("context-recall").mean).toBe(0.5);
    expect(() => evaluate({ ...judged, metrics: ["context-recall", "rr"] })).toThrow("the run is undefined");
    expect(evaluateOne({ metrics: ["rr", "context-precision(against=response)"] })).toEqual({
      rr: { status: "skipped", missing: ["grades"] },
      "context-precision(against=response)": { status: "skipped", missing: ["responseVerdicts"] },
    });
  });
  test("explanations come with the result", () => {
    const result = evaluate({ gold: { q: ["a", "b"] }, run: { q: ["x", "a"] }, metrics: ["recall@5"] });
    expect(result.explain("q", "recall@5")).toMatchObject({
      op: "ratio",
      top: { op: "sum", of: [{ rank: 2 }] },
      bottom: { value: 2 },
    });
  });
});

describe("metrics of one's own", () => {
  const second = {
    kind: "computed" as const,
    id: "second",
    title: "Second",
    definition: "1 if the second hit is relevant.",
    formula: "rel(2)",
    steps: ["look"],
    cite: "ours",
    params: {},
    needs: ["grades" as const],
    direction: "higher" as const,
    range: [0, 1] as const,
    best: "it is",
    worst: "it is not",
    aggregate: "mean" as const,
    laws: [],
    compute: (r: { relevant: Uint8Array; length: number }) => ({
      status: "scored" as const,
      value: r.length > 1 ? r.relevant[1]! : Number.NaN,
    }),
    explain: () => ({ op: "value" as const, what: "x", value: 0 }),
  };
  test("are passed in, by name or as they are; a number that is none is a failure", () => {
    expect(evaluateOne({ gold: ["a"], hits: ["x", "a"], metrics: [second] })).toEqual({
      second: { status: "scored", value: 1 },
    });
    expect(evaluateOne({ gold: ["a"], hits: ["a"], define: [second], metrics: "second,rr" })).toMatchObject({
      second: { status: "failed", problem: { code: "not-finite" } },
      rr: { value: 1 },
    });
  });
});

describe("bounds and groups", () => {
  test("hits that change places take their groups along", () => {
    const tied = {
      gold: { q: { relevant: ["a", "b"], groups: [["a"], ["b"]] } },
      run: { q: { a: 1, b: 1, x: 1 } },
    };
    const result = evaluate({ ...tied, metrics: ["f(over=groups)@1"] });
    expect(result.bounds("f(over=groups)@1").ties).toEqual({ least: 0, greatest: 2 / 3, queries: 1 });
  });
});
