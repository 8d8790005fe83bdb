import { describe, expect, test } from "vitest";
import type { JudgementRecord } from "../../core/judgement-record.ts";
import { type MissReason, missReasonWords } from "../../core/missed.ts";
import { randomFrom } from "../../core/random.ts";
import { compare } from "../../evaluate/compare/compare.ts";
import { type EvaluateOptions, evaluate } from "../../evaluate/evaluate.ts";
import { gate } from "../../evaluate/gate/gate.ts";
import { readResult, readResults } from "../../evaluate/score/read-result.ts";
import { selectionOf } from "../../evaluate/select/selection.ts";
import { cautions, testsIn, unjudgedSentences, verdictSentence } from "../compare/sentences.ts";
import { gateSentence, ruleSentence } from "../gate/sentences.ts";
import type { Report, RunReport } from "../model.ts";
import type { View } from "./model.ts";
import { queryViews } from "./query-view.ts";
import { viewOf } from "./view.ts";

const METRICS = ["recall@5", "ndcg@10", "rr", "hit@5", "group-recall@5"];
const scored = (options: Partial<EvaluateOptions> & Pick<EvaluateOptions, "gold">): RunReport => ({
  result: evaluate({ metrics: METRICS, run: {}, ...options }),
});
const roundTrip = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Gold of every shape, some of it hostile, and lists with all that can be wrong with them. */
function mixed(seed: number, queries = 40): { gold: Map<string, never>; runs: Map<string, never>[] } {
  const random = randomFrom(seed);
  const pick = (n: number): number => Math.floor(random() * n);
  const ids = [
    "__proto__",
    "</script>",
    "constructor",
    "1",
    "2",
    "é",
    "a b",
    '"',
    "toString",
    "🙂",
    "x",
    "y",
  ];
  const some = (n: number): string[] => [...new Set(Array.from({ length: n }, () => ids[pick(ids.length)]!))];
  const gold = new Map<string, unknown>();
  const names = [
    "__proto__",
    "</script><script>",
    "7",
    ...Array.from({ length: queries }, (_, i) => `q${i}`),
  ];
  names.forEach((query, i) => {
    const tags = {
      ["__proto__"]: "a",
      lang: ["de", "en", "__proto__"][i % 3]!,
      ...(i % 5 === 0 ? { rare: String(i) } : {}),
    };
    const own = Object.fromEntries(Object.entries({ ...tags }));
    const shapes = [
      { relevant: some(3) },
      { grades: new Map(some(5).map((id) => [id, pick(4)])) },
      { groups: [some(2), some(2)] },
      { hops: [some(1), some(2)], forbidden: some(2) },
      { relevant: some(2), forbidden: some(1) },
      { answerable: false },
    ];
    gold.set(query, { ...shapes[i % shapes.length], tags: own });
  });
  const runs = [0, 1, 2].map(
    (r) =>
      new Map(
        names.flatMap((query, i): [string, unknown][] => {
          if (i % 11 === r + 4) return [];
          if (i % 13 === r + 3) return [[query, new Error("connection refused")]];
          return [
            [
              query,
              Array.from({ length: pick(30) }, (_, at) => ({
                id: pick(3) === 0 ? `n${at}` : ids[pick(ids.length)]!,
                score: 30 - at,
              })),
            ],
          ];
        }),
      ),
  );
  return { gold: gold as Map<string, never>, runs: runs as Map<string, never>[] };
}
const mixedReport = (seed: number, runs: number): Report => {
  const { gold, runs: all } = mixed(seed);
  const prepared = all
    .slice(0, runs)
    .map((run, i) => evaluate({ gold, run, name: `run ${i}`, metrics: METRICS }));
  return { runs: prepared.map((result) => ({ result })) };
};

describe.each([1, 2, 3])("every number is that of the results and of compare (%d runs)", (count) => {
  const report = mixedReport(count, count);
  const results = report.runs.map(({ result }) => result);
  const view = viewOf(report);

  test("means, intervals and counts", () => {
    expect(view.metrics.map(({ name }) => name)).toEqual(METRICS);
    view.runs.forEach((run, r) => {
      results[r]!.summary().forEach(({ mean, interval, counts }, m) => {
        const { because: _, ...found } = run.means[m]!;
        expect(found).toEqual({ mean: mean ?? null, counts, ...(interval && { interval }) });
      });
    });
  });

  test("scores by query, and why there is none", () => {
    const { ids, scores, states } = view.queries;
    expect(ids).toEqual(results[0]!.queries);
    let unscored = 0;
    results.forEach((result, r) => {
      METRICS.forEach((metric, m) => {
        ids.forEach((query, q) => {
          const score = result.score(query, metric);
          expect(scores[r]![m]![q]).toBe(score.status === "scored" ? score.value : null);
          expect(states[r]![m]![q]?.status).toBe(score.status === "scored" ? undefined : score.status);
          if (score.status !== "scored") unscored++;
          if (score.status === "failed") expect(states[r]![m]![q]!.words).toContain("connection refused");
        });
      });
    });
    expect(unscored).toBeGreaterThan(20);
  });

  test("verdicts and sentences", () => {
    expect(view.pairs).toHaveLength(count - 1);
    if (count < 2) return;
    const comparison = compare(results, { metrics: METRICS });
    view.pairs.forEach((pair, p) => {
      const own = comparison.pairs[p]!;
      expect([pair.a, pair.b]).toEqual([0, p + 1]);
      expect(pair.verdicts).toEqual(own.verdicts);
      expect(pair.sentences).toEqual(
        own.verdicts.map((one) => verdictSentence(one, 0.95, testsIn(comparison))),
      );
      expect(pair.caveats).toEqual([...cautions(own), ...unjudgedSentences(own)]);
      expect(pair.moved).toEqual(own.moved);
      expect(pair.rbo).toEqual({ mean: own.lists!.rbo, n: own.lists!.n });
    });
  });

  test("slices by every tag, largest first", () => {
    expect(view.slices.map(({ tag }) => tag)).toEqual(results[0]!.tags());
    for (const { tag, values } of view.slices) {
      const own = results.map((result) => result.slices(tag));
      const compared = count < 2 ? undefined : compare(results, { metrics: METRICS, by: tag, hits: false });
      expect(values.map(({ queries }) => queries)).toEqual(
        [...values.map(({ queries }) => queries)].sort((a, b) => b - a),
      );
      for (const { value, queries, means, verdicts } of values) {
        expect([...results[0]!.tagged(tag).values()].filter((one) => one === value)).toHaveLength(queries);
        means.forEach((byMetric, r) => {
          expect(byMetric.map(({ mean }) => mean)).toEqual(
            own[r]!.get(value)!.map(({ mean }) => mean ?? null),
          );
        });
        verdicts.forEach((byMetric, p) => {
          const slice = compared!.pairs[p]!.slices!.find((one) => one.value === value)!;
          expect(byMetric).toEqual(slice.verdicts.map(({ flipP: _, ...one }) => one));
        });
      }
    }
  });

  test("the rank of the first relevant hit is the one that rr has", () => {
    results.forEach((result, r) => {
      view.queries.ids.forEach((query, q) => {
        const [score, first] = [result.score(query, "rr"), view.queries.firstRelevant[r]![q]];
        if (score.status === "scored") expect(first === 0 ? 0 : 1 / first!).toBe(score.value);
        else if (score.status === "failed") expect(first).toBeNull();
      });
    });
  });

  test("forbidden documents among the first ten", () => {
    results.forEach((result, r) => {
      view.queries.ids.forEach((query, q) => {
        const leaked = (result.forbidden.leaked.get(query) ?? []).filter(({ rank }) => rank <= 10).length;
        expect(view.queries.leaks[r]![q]).toBe(leaked);
      });
    });
    expect(view.queries.leaks.flat().some((n) => n > 0)).toBe(true);
  });

  test("what was missed, and the curves", () => {
    view.runs.forEach(({ missed }, r) => {
      const { k, wanted, counts } = results[r]!.missed();
      const total = Object.values(counts).reduce((a, b) => a + b, 0);
      const lists = results[r]!.lists();
      // What failed queries wanted is missed, too.
      const failed = results[r]!.queries.filter((query) => lists.status(query) === "failed").reduce(
        (sum, query) => sum + lists.items(query).length,
        0,
      );
      expect(failed).toBeGreaterThan(0);
      expect(missed).toMatchObject({ k, wanted: wanted + failed, found: wanted - total });
      for (const { reason, words, count: n } of missed!.reasons) {
        expect(n).toBe(reason === "failed" ? failed : counts[reason as MissReason]);
        expect(words).toBe(missReasonWords[reason as MissReason]);
      }
    });
    const at = view.recall!.x.indexOf(5);
    results.forEach((result, r) => {
      expect(view.recall!.lines[r]!.y[at]).toBe(result.mean("recall@5").mean);
      expect(view.recall!.lines[r]!.n).toBe(result.mean("recall@5").counts.scored);
      expect(view.groupRecall!.lines[r]!.y[at]).toBe(result.mean("group-recall@5").mean);
    });
    expect(view.precisionRecall!.x).toHaveLength(11);
  });

  test("the curve of recall ends with all that was found", () => {
    const longest = Math.max(
      ...results.flatMap((result) => {
        const lists = result.lists();
        return result.queries.map((query) => lists.length(query));
      }),
    );
    expect([10, 15, 20, 30]).not.toContain(longest);
    expect(view.recall!.x.at(-1)).toBe(longest);
    results.forEach((result, r) => {
      expect(view.recall!.lines[r]!.y.at(-1)).toBe(result.withMetrics(["recall"]).mean("recall").mean);
    });
  });

  test("hostile ids, names and tags survive JSON", () => {
    expect(roundTrip(view)).toEqual(view);
    expect(view.queries.ids).toContain("__proto__");
    expect(Object.keys(view.queries.tags)).toContain("__proto__");
    expect(Object.hasOwn(roundTrip(view).queries.tags, "__proto__")).toBe(true);
    const of = queryViews(report, view);
    for (const place of view.queries.ids.keys()) expect(roundTrip(of(place))).toEqual(of(place));
  });
});

test("no query, no run, one query", () => {
  expect(viewOf({ runs: [] })).toMatchObject({
    title: "No runs",
    runs: [],
    metrics: [],
    pairs: [],
    slices: [],
    rules: [],
  });
  const none = viewOf({ runs: [scored({ gold: new Map() }), scored({ gold: new Map() })] });
  expect(none.queries).toMatchObject({ ids: [], words: [], tags: {} });
  expect(none.runs[0]!.means[0]).toMatchObject({ mean: null, because: "no query has a score" });
  const one = viewOf({
    runs: [
      scored({ gold: { q: ["a"] }, run: { q: ["x"] } }),
      scored({ gold: { q: ["a"] }, run: { q: ["a"] } }),
    ],
  });
  expect(one.pairs[0]!.verdicts[0]!.call).toBe("too-few");
  expect(one.queries.firstRelevant).toEqual([[0], [1]]);
});

test("scores that were read have no lists and no curves; nothing is made up for them", () => {
  const { gold, runs } = mixed(3);
  const result = evaluate({ gold, run: runs[0]!, metrics: METRICS });
  const view = viewOf({ runs: [{ result: readResult(roundTrip(result)) }] });
  expect(view.queries.scores).toEqual(viewOf({ runs: [{ result }] }).queries.scores);
  expect(view.queries.firstRelevant[0]!.every((one) => one === null)).toBe(true);
  expect(Object.keys(view)).not.toEqual(expect.arrayContaining(["recall"]));
  expect(view.runs[0]!.missed).toBeUndefined();
});

test("means alone: no queries, no comparison, and why", () => {
  const json = evaluate({ gold: { q: ["a"] }, run: { q: ["a"] }, metrics: ["rr"] }).toJSON();
  const { queries: _, ...run } = json.runs[0]!;
  const [first, second] = readResults(roundTrip({ ...json, runs: [run, { ...run, name: "b" }] }));
  const view = viewOf({ runs: [{ result: first! }, { result: second! }] });
  expect(view.runs.map(({ means }) => means[0]!.mean)).toEqual([1, 1]);
  expect(view.queries.ids).toEqual([]);
  expect(view.pairs[0]!.verdicts).toEqual([null]);
  expect(view.pairs[0]!.caveats).toHaveLength(1);
});

test("runs of different gold and metrics stand beside each other", () => {
  const a = evaluate({
    gold: { q: ["a"], r: ["b"] },
    run: { q: ["a"], r: ["x"] },
    metrics: ["rr", "hit@1"],
    name: "a",
  });
  const b = evaluate({
    gold: { r: ["b"], s: ["c"] },
    run: { r: ["b"], s: ["c"] },
    metrics: ["rr"],
    name: "b",
  });
  const view = viewOf({ runs: [{ result: a }, { result: b }] });
  expect(view.queries.ids).toEqual(["q", "r", "s"]);
  expect(view.queries.scores).toEqual([
    [
      [1, 0, null],
      [1, 0, null],
    ],
    [
      [null, 1, 1],
      [null, null, null],
    ],
  ]);
  expect(view.queries.states[1]![0]![0]!.words).toBe("the query is not in this result");
  expect(view.runs[1]!.means[1]).toMatchObject({ mean: null, because: "this run was not scored by it" });
  expect(view.pairs[0]!.verdicts.map((one) => one?.n)).toEqual([1, undefined]);
});

test("the headline metric comes first, and the baseline of a comparison", () => {
  const report = mixedReport(5, 2);
  const comparison = compare(
    report.runs.map(({ result }) => result),
    { baseline: "run 1" },
  );
  const view = viewOf({ ...report, comparison }, { headline: "rr", title: "A title" });
  expect(view.title).toBe("A title");
  expect(view.runs.map(({ name }) => name)).toEqual(["run 1", "run 0"]);
  expect(view.metrics[0]!.name).toBe("rr");
  expect(view.pairs[0]!.verdicts[0]).toEqual(
    comparison.pairs[0]!.verdicts.find(({ metric }) => metric === "rr"),
  );
});

test("counts of a tool do not come first", () => {
  const run = scored({
    gold: { q: { a: 1 } },
    run: { q: { a: 1 } },
    as: "trec_eval",
    metrics: ["num_ret", "map", "P_5"],
  });
  expect(viewOf({ runs: [run] }).metrics.map(({ name }) => name)).toEqual(["map", "num_ret", "P_5"]);
});

test("a metric says what it is", () => {
  const view = viewOf({
    runs: [scored({ gold: { q: { a: 1 } }, run: { q: { a: 1 } }, as: "trec_eval", metrics: ["P_5", "map"] })],
  });
  expect(view.metrics[0]).toMatchObject({
    name: "P_5",
    direction: "higher",
    yesNo: false,
    range: [0, 1],
    k: 5,
  });
  expect(view.metrics[1]!.about).toMatch(/precision/i);
  expect(view.rules).toContainEqual(["as", "trec_eval"]);
});

test("the gate, the judge, notes and problems in words", () => {
  const { result } = scored({ gold: { q: ["a"], r: ["b"] }, run: { q: ["a"], r: ["x"], s: ["y"] } });
  const found = {
    report: gate(result as never, { rules: [{ metric: "rr", min: 0.9 }] }),
    allowUndecided: false,
  };
  const view = viewOf({
    runs: [{ result }],
    gate: found,
    judging: { by: [{ name: "lexical", version: "1" }], limits: ["words only"], cost: { calls: 0 } },
    notes: ["a note"],
    problems: [{ code: "bad-row", what: "a bad row", fix: "correct it", at: { file: "x.run", line: 3 } }],
  });
  expect(view.gate).toEqual({
    outcome: "fail",
    headline: gateSentence(found),
    rules: [{ rule: "min rr=0.9", outcome: "fail", words: ruleSentence(found.report.rules[0]!, found) }],
  });
  expect(view.judging).toEqual({ by: ["lexical@1"], limits: ["words only"] });
  const paid = viewOf({ runs: [{ result }], judging: { by: [], limits: [], cost: { calls: 2 } } });
  expect(paid.judging!.cost).toBe("2 calls");
  expect(view.notes).toContain("a note");
  expect(view.problems[0]).toEqual({
    level: "warning",
    code: "bad-row",
    what: "a bad row",
    fix: "correct it",
    at: "x.run:3",
  });
  expect(view.problems.map(({ code }) => code)).toContain("unknown-query");
});

test("live runs: latency, cost, stages, what if, and the frontier", () => {
  const timing = { n: 2, mean: 20, p50: 18, p95: 30, p99: 31, throughput: 50 };
  const stage = {
    name: "bm25",
    source: true,
    queries: 2,
    hits: 10,
    found: 2,
    foundAtK: 1,
    recall: 1,
    recallAtK: 0.5,
    lost: 0,
    lostAtK: 0,
    gainedAtK: 0,
  };
  const live = {
    about: "BM25 and a reranker",
    timing,
    answered: 2,
    empty: 0,
    failed: 0,
    unasked: 0,
    cached: 0,
    retried: 0,
    cost: { total: 3, queries: 2 },
    unjudged: 0.25,
    funnel: { k: 5, queries: 2, wanted: 2, stages: [stage], ceiling: { of: ["bm25"], found: 2, recall: 1 } },
    whatIf: [{ kind: "without" as const, stage: "reranked", means: { rr: 0.5 } }],
  };
  const runs = ["a", "b"].map((name, i) =>
    evaluate({
      gold: { q: ["a"], r: ["b"] },
      run: { q: ["a"], r: i === 0 ? ["b"] : ["x"] },
      metrics: ["rr"],
      name,
    }),
  );
  const selection = selectionOf(runs.map((result) => ({ result, timing })))!;
  const view = viewOf({ runs: runs.map((result) => ({ result, live })), selection });
  const { found: _, foundAtK: __, ...shown } = stage;
  expect(view.runs[0]).toMatchObject({
    about: "BM25 and a reranker",
    latency: { ...timing, answered: 2, empty: 0, failed: 0, cost: 1.5 },
    funnel: {
      k: 5,
      queries: 2,
      wanted: 2,
      stages: [shown],
      ceiling: 1,
      whatIf: [{ words: "without reranked", means: { rr: 0.5 } }],
    },
    unjudged: 0.25,
  });
  expect(view.frontier).toMatchObject({ metric: "rr", best: "a" });
  expect(view.frontier!.places).toEqual([
    { name: "a", quality: 1, latency: 18, onFrontier: true },
    { name: "b", quality: 0.5, latency: 18, onFrontier: false },
  ]);
});

test("many tags and values: the largest, and a note of the rest", () => {
  const names = Array.from({ length: 150 }, (_, i) => `q${i}`);
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`tag${i}`, "x"]));
  const gold = new Map(
    names.map((query, i) => [query, { relevant: ["a"], tags: { id: i < 3 ? "same" : query, ...many } }]),
  );
  const view = viewOf({ runs: [scored({ gold, run: new Map(names.map((query) => [query, ["a"]])) })] });
  expect(view.slices).toHaveLength(20);
  expect(view.slices[0]!.values).toHaveLength(100);
  expect(view.slices[0]!.values[0]).toMatchObject({ value: "same", queries: 3 });
  expect(view.notes).toContain("Slices show the first 20 of 26 tags.");
  expect(view.notes).toContain("Slices by id show the 100 values with the most queries, of 148 values.");
});

test("queries with edited gold are known, as compare leaves them out", () => {
  const run = { q: ["a"], r: ["x", "b"], s: ["c"] };
  const gold = { q: ["a"], r: ["b"], s: ["c"] };
  const named = (name: string, own: EvaluateOptions["gold"]) =>
    evaluate({ gold: own, run, metrics: ["rr"], name });
  const results = [
    named("a", gold),
    named("b", { ...gold, r: ["x"] }),
    named("c", { ...gold, r: ["b", "x"] }),
  ];
  const versions = (all: readonly (typeof results)[number][]) =>
    viewOf({ runs: all.map((result) => ({ result })) }).queries.goldVersions;
  expect(versions(results)).toEqual([
    [0, 0, 0],
    [0, 1, 0],
    [0, 2, 0],
  ]);
  expect(compare(results).pairs[0]!.gold!.edited).toEqual(["r"]);
  expect(versions([results[0]!, named("again", { ...gold })])).toBeUndefined();
});

test("slices of the comparison are as compare made them; others say how they were corrected", () => {
  const { runs } = mixedReport(7, 3);
  const results = runs.map(({ result }) => result);
  const comparison = compare(results, { metrics: METRICS, by: "lang", correction: "max-t", confidence: 0.9 });
  const view = viewOf({ runs, comparison });
  const shown = view.slices.find(({ tag }) => tag === "lang")!;
  shown.values.forEach(({ value, verdicts }) => {
    verdicts.forEach((byMetric, p) => {
      expect(byMetric).toEqual(comparison.pairs[p]!.slices!.find((slice) => slice.value === value)!.verdicts);
    });
  });
  expect(view.pairs.map(({ confidence }) => confidence)).toEqual([0.9, 0.9]);
  expect(view.notes).toContain(
    "Slices by __proto__, rare are corrected by Holm's method. For joint sign flips (max-T), compare by one of these tags.",
  );
});

test("values that are not shown count in the correction", () => {
  const ids = Array.from({ length: 480 }, (_, i) => `q${i}`);
  const gold = Object.fromEntries(
    ids.map((query, i) => [query, { relevant: ["a"], tags: { part: `p${i % 120}` } }]),
  );
  const random = randomFrom(3);
  const results = ["before", "after"].map((name) =>
    evaluate({
      gold,
      name,
      metrics: ["rr"],
      run: Object.fromEntries(
        ids.map((query, i) => [
          query,
          i % 120 === 0 && name === "after" ? ["a"] : random() < 0.5 ? ["x", "a"] : ["x", "y", "a"],
        ]),
      ),
    }),
  );
  const [pair] = compare(results, { by: "part" }).pairs;
  const [slices] = viewOf({ runs: results.map((result) => ({ result })) }).slices;
  expect(slices!.values).toHaveLength(100);
  expect(slices!.values[0]!.verdicts[0]![0]!.adjustedP).toBeLessThan(0.5);
  for (const { value, verdicts } of slices!.values)
    expect(verdicts[0]![0]!.adjustedP).toBe(
      pair!.slices!.find((slice) => slice.value === value)!.verdicts[0]!.adjustedP,
    );
});

test("rules are in words, and problems in those of the caller", () => {
  const result = evaluate({
    gold: { q: { passages: [["a text"]] } },
    run: { q: [{ id: "x", text: "a text" }] },
    metrics: ["recall@5"],
    match: { text: "exact" },
  });
  const view = viewOf({ runs: [{ result }] });
  expect(view.rules).toContainEqual(["match", "text: exact"]);
  expect(JSON.stringify(view.rules.map(([, value]) => value))).not.toMatch(/[{}]/);
  const missing = evaluate({ gold: { q: ["a"], r: ["b"] }, run: { q: ["a"] }, metrics: ["rr"] });
  const said = viewOf(
    { runs: [{ result: missing }] },
    { reword: (problem) => ({ ...problem, what: `(${problem.code})`, fix: "as the command line says" }) },
  );
  expect(said.problems.length).toBeGreaterThan(0);
  for (const { code, what, fix } of said.problems)
    expect([what, fix]).toEqual([`(${code})`, "as the command line says"]);
});

test("of very many problems the first are shown, and how many more there are", () => {
  const problems = Array.from({ length: 260 }, (_, i) => ({
    code: "odd",
    what: `odd row ${i % 250}`,
    fix: "mend it",
  }));
  const view = viewOf({ runs: [], problems });
  expect(view.problems).toHaveLength(200);
  expect(view.notes).toEqual(["50 more problems are not shown."]);
});

test("a slice without a mean says why its own queries have none", () => {
  const gold = {
    q: { groups: [["a"]], tags: { kind: "groups" } },
    r: { relevant: ["a"], tags: { kind: "list" } },
    s: { relevant: [], answerable: false, tags: { kind: "none" } },
  };
  const view = viewOf({ runs: [scored({ gold, run: { q: ["a"], r: ["a"], s: ["a"] } })] });
  expect(
    view.slices[0]!.values.map(({ value, means }) => [value, means[0]![0]!.mean ?? means[0]![0]!.because]),
  ).toEqual([
    ["groups", "the gold has no single documents or grades"],
    ["list", 1],
    ["none", "no relevant documents in the gold"],
  ]);
});

test("unjudged hits are counted only where gold says what is not relevant", () => {
  const run = { q: ["a", "x", "b"] };
  const shareOf = (gold: EvaluateOptions["gold"]): number | undefined =>
    viewOf({ runs: [scored({ gold, run })] }).runs[0]!.unjudged;
  expect(shareOf({ q: { a: 1, b: 0 } })).toBeCloseTo(1 / 3);
  expect(shareOf({ q: { a: 1, b: 1 } })).toBeUndefined();
  expect(shareOf({ q: ["a"] })).toBeUndefined();
});

test("means that people corrected", () => {
  const run = scored({ gold: { q: ["a"] }, run: { q: ["a"] }, metrics: ["rr"] });
  const known = {
    status: "known",
    value: 0.8,
    low: 0.7,
    high: 0.9,
    judge: 1,
    weight: 1,
    labelled: 5,
    judged: 9,
  } as never;
  const view: View = viewOf({
    runs: [{ ...run, corrected: { confidence: 0.95, metrics: new Map([["rr", known]]) } }],
  });
  expect(view.runs[0]!.means[0]!.corrected).toEqual({ mean: 0.8, interval: [0.7, 0.9] });
});

const record: JudgementRecord = {
  format: "goldie-judgement@1",
  id: "q",
  question: "How long?",
  chunks: [
    {
      id: "c1",
      text: "It takes 35 minutes. It is red.",
      statements: [
        { id: "1.1", text: "It takes 35 minutes." },
        { id: "1.2", text: "It is red." },
      ],
    },
  ],
  claims: [
    { id: "c1", text: "It takes 35 minutes.", support: [{ chunk: 0, level: "full", by: ["1.1"] }] },
    { id: "c2", text: "It is late.", support: [] },
  ],
  responseClaims: [{ id: "r1", text: "It is red.", support: [], relevant: false }],
  judge: { name: "lexical", version: "1" },
  flags: [{ code: "negation", what: "a negation differs", ids: ["c2"] }],
};

test("judged claims with their evidence", () => {
  const run = scored({
    gold: { q: { answer: "35 minutes" } },
    run: { q: ["c1"] },
    judgements: { q: record },
    metrics: ["context-recall"],
  });
  const report: Report = {
    runs: [{ ...run, judged: { records: [record], limits: [], sides: ["reference"] } }],
  };
  const view = viewOf(report);
  expect(queryViews(report, view)(0).judged).toEqual([
    {
      judge: "lexical@1",
      chunks: [{ id: "c1", text: "It takes 35 minutes. It is red." }],
      reference: [
        {
          id: "c1",
          text: "It takes 35 minutes.",
          support: [{ chunk: 0, level: "full", evidence: ["It takes 35 minutes."] }],
        },
        { id: "c2", text: "It is late.", support: [] },
      ],
      flags: ["c2: a negation differs"],
    },
  ]);
});
