/** What the tools say of small inputs, from their documentation, their tests and runs of their code: parity without the big tables. */
import { describe, expect, it } from "vitest";
import {
  type EvaluateOptions,
  evaluate,
  evaluateOne,
  type GoldFacets,
  type Judgement,
} from "../../src/index.ts";
import { gotState, type State, same, tally, total } from "./_cells.ts";
import { type SmallCase, smallCells } from "./_small-cases.ts";
import cases from "./small-cases.json" with { type: "json" };

type Wanted = Readonly<Record<string, State>>;
type Hits = NonNullable<Parameters<typeof evaluateOne>[0]["hits"]>;

/** The names whose values differ by more than 1e-12, with both. */
function differences(wanted: Wanted, got: (name: string) => State): string[] {
  return Object.entries(wanted).flatMap(([name, value]) =>
    same(value, got(name)) ? [] : [`${name} is ${value}, we say ${got(name)}`],
  );
}

interface Asked {
  readonly as: string;
  readonly k?: number | readonly number[];
  readonly options?: readonly string[];
  readonly metrics?: string;
}

function expectScores(
  asked: Asked,
  given: { gold?: GoldFacets; hits?: Hits; judgement?: Judgement },
  wanted: Wanted,
) {
  const scores = evaluateOne({ ...asked, ...given });
  const got = (name: string): State => {
    const score = scores[name];
    return score === undefined ? "not there" : gotState(score.status === "scored" ? score.value : score);
  };
  expect(differences(wanted, got)).toEqual([]);
}

function expectMeans(asked: EvaluateOptions, wanted: Wanted) {
  const summary = new Map(
    evaluate(asked)
      .summary()
      .map((s) => [s.metric, s.mean ?? s.because ?? "no mean"]),
  );
  expect(differences(wanted, (name) => summary.get(name) ?? "not there")).toEqual([]);
}

const named = (names: readonly string[], values: readonly State[]): Wanted =>
  Object.fromEntries(names.map((name, i) => [name, values[i]!]));

describe("LiveRAG", () => {
  const gold = { q1: ["A"], q2: ["C"], q3: ["D", "E"] };
  const chunk = (doc: string, n: number) => `doc-<urn:uuid:${doc}>::chunk-${n}`;
  const documents = Object.fromEntries(
    Object.entries(gold).map(([q, ids]) => [q, ids.map((id) => `<urn:uuid:${id}>`)]),
  );
  const run = { q1: [chunk("A", 0), chunk("B", 0), chunk("A", 1)], q2: [], q3: [chunk("X", 0)] };
  const NAMES = ["context_recall", "context_precision", "context_f1", "ndcg_10"];

  it.each([
    ["q1", [1, 0.5, 0.6666666666666666, 0.9197207891481876]],
    ["q2", [0, 0, 0, "tool-absent"]],
    ["q3", [0, 0, 0, 0]],
  ] as const)("worked example, %s", (q, values) => {
    expectScores(
      { as: "liverag" },
      { gold: { relevant: documents[q]! }, hits: run[q] },
      named(NAMES, values),
    );
  });

  it("worked example, over all", () => {
    expectMeans(
      { as: "liverag", gold: documents, run },
      {
        avg_context_recall: 0.3333333333333333,
        avg_context_precision: 0.16666666666666666,
        avg_context_f1: 0.2222222222222222,
        pct_records_with_at_least_one_ref: 33.33333333333333,
        pct_records_with_all_refs: 33.33333333333333,
        ndcg_10: 0.4598603945740938,
      },
    );
  });

  it("means are exact: 2/3, 1/2 and 1/3 make 1/2", () => {
    const result = evaluate({
      as: "liverag",
      gold: { a: ["1", "2", "3"], b: ["1", "2"], c: ["1", "2", "3"] },
      run: { a: ["1", "2"], b: ["1"], c: ["1"] },
    });
    expect(result.mean("avg_context_recall").mean).toBe(0.5);
  });

  it("one repeated chunk makes the mean nDCG 0, and the other rows keep theirs", () => {
    const result = evaluate({
      as: "liverag",
      gold: { a: ["1"], b: ["1"] },
      run: { a: ["1"], b: ["1", "1"] },
    });
    expect([result.score("a", "ndcg_10"), result.score("b", "ndcg_10")]).toEqual([
      { status: "scored", value: 1 },
      { status: "scored", value: 0 },
    ]);
    expect(result.mean("ndcg_10").mean).toBe(0);
  });

  it("a query without a result is no row", () => {
    const given = { as: "liverag", gold: { a: ["1"], b: ["1"] }, run: { a: ["1"] } };
    expectMeans(given, { avg_context_recall: 1, pct_records_with_all_refs: 100, ndcg_10: 1 });
    expect(evaluate(given).mean("avg_context_recall").counts).toMatchObject({ scored: 1, skipped: 1 });
  });

  it("rows without any hit have a mean nDCG of 0", () => {
    expectMeans({ as: "liverag", gold: { a: ["1"] }, run: { a: [] } }, { ndcg_10: 0, avg_context_recall: 0 });
  });
});

describe("REMem", () => {
  it("the documentation's example", () => {
    const gold = { one: ["doc1", "doc2"], two: ["doc3"] };
    const run = { one: ["doc1", "doc3", "doc2"], two: ["doc4", "doc3"] };
    expectMeans(
      { as: "remem", k: [1, 5, 10], gold, run },
      {
        "Recall@1": 0.25,
        "Recall@5": 1,
        "Recall@10": 1,
        "Recall_all@1": 0,
        "Recall_all@5": 1,
        "NDCG_any@1": 0.5,
        "NDCG_any@5": 0.9077,
      },
    );
    const one = evaluateOne({ as: "remem", metrics: "NDCG_any@5", gold: gold.one, hits: run.one });
    expect(one["NDCG_any@5"]).toEqual({ status: "scored", value: 0.8154648767857288 });
  });

  it.each([
    [["a", "b"], ["a"], { "Recall@1": 0.5, "Recall_all@1": 0, "NDCG_any@1": 1 }],
    [["a"], ["x", "a"], { "NDCG_any@2": 1, "NDCG_any@1": 0 }],
    [
      ["a", "b", "c"],
      ["a", "x", "b", "y", "c"],
      { "NDCG_any@5": 0.7836037084784354, "NDCG_any@3": 0.6199062332840657 },
    ],
    [["a"], ["a"], { "Recall@0": 0, "Recall_all@0": 0, "NDCG_any@0": 0 }],
  ])("gold %j, hits %j", (gold, hits, wanted) => {
    expectScores({ as: "remem", k: [0, 1, 2, 3, 5] }, { gold: { relevant: gold }, hits }, wanted);
  });

  it("ideal DCG of n hits at the top is the tool's, and so are its discounts", () => {
    const discounts = [
      1, 1, 0.6309297535714575, 0.5, 0.43067655807339306, 0.38685280723454163, 0.3562071871080222,
    ];
    for (const [i, discount] of discounts.entries()) {
      const hits = [...Array.from({ length: i }, (_, n) => `x${n}`), "a"];
      expectScores({ as: "remem", k: 20 }, { gold: { relevant: ["a"] }, hits }, { "NDCG_any@20": discount });
    }
  });

  it.each([
    [2469, 20000, 0.1235, 0.1234],
    [1, 160, 0.0063, 0.0062],
    [3, 160, 0.0187, 0.0188],
  ])("%d of %d found: Recall rounds as Python does, nDCG as numpy", (found, all, python, numpy) => {
    const queries = Array.from({ length: all }, (_, i) => String(i));
    const gold = new Map(queries.map((q) => [q, ["a"]]));
    const run = new Map(queries.map((q, i) => [q, [i < found ? "a" : "x"]]));
    expectMeans(
      { as: "remem", k: 1, gold, run },
      { "Recall@1": python, "Recall_all@1": python, "NDCG_any@1": numpy },
    );
  });

  it("a query without a list scores 0", () => {
    expectMeans({ as: "remem", k: 1, gold: { a: ["1"], b: ["1"] }, run: { a: ["1"] } }, { "Recall@1": 0.5 });
  });

  it("LoCoMo's recall is 1 as soon as one gold text stands in a hit, word by word", () => {
    const gold = { passages: ["the blue door", "a red roof"] };
    const hits = [
      { id: "1", text: "nothing here" },
      { id: "2", text: "Behind THE  BLUE door, twice." },
    ];
    expectScores(
      { as: "remem", metrics: "retrieval_recall_locomo", k: [1, 2] },
      { gold, hits },
      { "Recall@1": 0, "Recall@2": 1 },
    );
  });
});

describe("AutoRAG", () => {
  const NAMES = ["precision", "recall", "f1", "mrr", "map", "ndcg"].map((name) => `retrieval_${name}`);
  const none = NAMES.map(() => "tool-none");

  it.each([
    [
      [["t1", "t2"], ["t3"]],
      ["t1", "x", "t2", "y"],
      [0.5, 0.5, 0.5, 0.5, 0.41666666666666663, 0.7039180890341347],
    ],
    [
      [["t4", "t5"], ["t6", "t7"], ["t8"]],
      ["t6", "x", "y", "z"],
      [0.25, 1 / 3, 0.28571428571428575, 1 / 3, 1 / 3, 0.3903800499921017],
    ],
    [[["t9", "t10"]], ["t9", "x", "y", "z"], [0.25, 1, 0.4, 1, 1, 0.6131471927654584]],
    [
      [["t11"], ["t12"], ["t13"]],
      ["t13", "t12", "x", "y"],
      [0.5, 2 / 3, 0.5714285714285715, 0.5, 0.5, 0.7653606369886217],
    ],
    [[["t14"]], ["t14", "x"], [0.5, 1, 2 / 3, 1, 1, 1]],
    [[[]], ["x"], none],
    [[[""]], ["x"], none],
    [[["t15"]], ["x", "y", "t15"], [1 / 3, 1, 0.5, 1 / 3, 1 / 3, 0.5]],
    [[["t1"]], ["t1", null, "x"] as unknown as string[], none],
  ])("gold %j, hits %j", (groups, hits, wanted) => {
    expectScores({ as: "autorag" }, { gold: { groups }, hits }, named(NAMES, wanted));
  });

  it("its test of the evaluation as a whole", () => {
    const names = ["retrieval_recall", "retrieval_precision", "retrieval_f1"];
    const groups = [["g0"], ["g1"]];
    const rows: [string[], number[]][] = [
      [
        ["g0", "g1", "x", "y"],
        [1, 0.5, 2 / 3],
      ],
      [
        ["x", "g0", "g1", "y"],
        [1, 0.5, 2 / 3],
      ],
      [
        ["x", "y", "z", "w"],
        [0, 0, 0],
      ],
      [
        ["g0", "x", "y", "z"],
        [0.5, 0.25, 1 / 3],
      ],
    ];
    for (const [hits, wanted] of rows)
      expectScores({ as: "autorag" }, { gold: { groups }, hits }, named(names, wanted));
  });

  it("a skipped query is not in the mean; one that the run lacks is skipped", () => {
    const gold = { a: [["1"]], b: [["1"]], c: [["1"], []], d: [["1"]] };
    expectMeans({ as: "autorag", gold, run: { a: ["1"], b: ["x"], c: ["1"] } }, { retrieval_recall: 0.5 });
    // Before 0.3 an empty list scored 0, and a group of nothing was a group that nothing satisfies.
    expectMeans(
      { as: "autorag02", gold, run: { a: ["1"], b: ["x"], c: ["1"], d: [] } },
      { retrieval_recall: 1.5 / 4 },
    );
  });

  it("knows no grades: 2^1 - 1 is 1, whatever the grade", () => {
    const hits = ["b", "x", "a"];
    const wanted = { retrieval_ndcg: 0.9197207891481876 };
    expectScores({ as: "autorag" }, { gold: { groups: [["a", "b"]] }, hits }, wanted);
    expectScores({ as: "autorag" }, { gold: { grades: { a: 3, b: 1, x: 0 } }, hits }, wanted);
    // The gain itself, where there are grades to take it of.
    const gain = evaluateOne({
      metrics: "ndcg(gain=exp,ideal=shorter)",
      gold: { a: 3, b: 1 },
      hits: ["b", "a"],
    });
    expect(Object.values(gain)).toEqual([
      { status: "scored", value: (1 + 7 / Math.log2(3)) / (7 + 1 / Math.log2(3)) },
    ]);
  });

  const TOKENS = ["precision", "recall", "f1"].map((name) => `retrieval_token_${name}`);
  const passages = (texts: string[]) => texts.map((text, i) => ({ id: String(i), text }));
  it.each([
    [
      [["Boats leave from harbour", "Every night leave a harbour light"]],
      ["Boats leave near harbour", "Six cats sat in a barn", "Every night was a rather cold"],
      [0.3833333333333333, 0.3833333333333333, 0.38333333333333336],
    ],
    [
      [["Did she row over that lake?"]],
      ["Did she row over that lake?", "We row over that lake", "We row over that lake twice"],
      [0.8222222222222223, 0.7777777777777777, 0.7979797979797979],
    ],
    [[[""]], ["x"], ["tool-none", "tool-none", "tool-none"]],
    [[[]], ["x"], ["tool-none", "tool-none", "tool-none"]],
    [[["x"]], ["x", " "], ["tool-none", "tool-none", "tool-none"]],
  ])("tokens: gold %j, hits %j", (gold, hits, wanted) => {
    expectScores(
      { as: "autorag", metrics: "tokens" },
      { gold: { passages: gold }, hits: passages(hits) },
      named(TOKENS, wanted),
    );
  });
});

describe("ragprod", () => {
  const NAMES = ["precision_at_k", "recall_at_k", "f1_at_k", "mrr", "map", "ndcg_at_k"];
  const docs = (...n: (number | null)[]) => n.map((one) => (one === null ? null : `doc${one}`)) as string[];
  const third = 2 / 3;

  it.each([
    [docs(1, 2, 3), docs(1, 2, 3), 3, [1, 1, 1, 1, 1, 1]],
    [docs(1, 2, 3), docs(1, 3, 4), 3, [third, third, third, 1, 0.8333333333333333, 0.7039180890341347]],
    [docs(1, 2), docs(1, 2), 5, [1, 1, 1, 1, 1, 1]],
    [docs(1, 2), docs(1, 3, 4, 5), 5, [0.5, 0.25, 0.3333333333333333, 1, 1, 0.3903800499921017]],
    [docs(1, 2, 3), docs(1, 2, 4), 3, [third, third, third, 1, 1, 0.7653606369886217]],
    [docs(1, 2, 3), docs(2, 3), 3, [third, 1, 0.8, 0.5, 0.5833333333333333, 0.6934264036172708]],
    [
      docs(1, 2, 3, 4, 5),
      docs(1, 3, 5),
      5,
      [0.6, 1, 0.7499999999999999, 1, 0.7555555555555555, 0.8854598815714874],
    ],
    [docs(1, 2, 3, 4, 5), docs(1, 3, 5), 3, [third, third, third, 1, 0.8333333333333333, 0.7039180890341347]],
    [
      docs(1, 2, 3, 4, 5),
      docs(1, 3, 5, 6),
      5,
      [0.6, 0.75, 0.6666666666666665, 1, 0.7555555555555555, 0.7365896932159578],
    ],
    [docs(1, null, 3), docs(1, 3), 3, [1, 1, 1, 1, 1, 1]],
    [docs(1), docs(1, 4), 5, [1, 0.5, third, 1, 1, 0.6131471927654584]],
    // The cut comes first, then what has no id goes.
    [docs(1, null, 3), docs(1, 3), 2, [1, 0.5, third, 1, 1, 0.6131471927654584]],
    [docs(null, 1), docs(1), 1, [0, 0, 0, 0, 0, 0]],
    [docs(null, 1), docs(1), 2, [1, 1, 1, 1, 1, 1]],
    [docs(1), docs(1), 0, [0, 0, 0, 0, 0, 0]],
  ])("hits %j, relevant %j, k %d", (hits, relevant, k, wanted) => {
    expectScores(
      { as: "ragprod", k },
      { gold: { relevant }, hits },
      { ...named(NAMES, wanted), num_retrieved: hits.length },
    );
  });

  it.each([
    [docs(1, 2, 3), docs(1, 3, 4), 3, [0.9, 0.1, 0.8, 0.7], 0.7768045529710298],
    [docs(1, 2, 3, 4, 5), docs(1, 3, 5), 5, [1, 0.3, 0.8, 0, 0.9], 0.9845564805128989],
    [docs(2, 1), docs(1), 2, [1, 5], 5.630929753571458],
    [docs(1), docs(1), 2, [], 1],
    [docs(1), docs(1), 2, [0], 0],
  ])("graded: hits %j, relevant %j, k %d, grades %j", (hits, relevant, k, grades, ndcg) => {
    const table = Object.fromEntries(grades.map((grade, i) => [`doc${i + 1}`, grade]));
    expectScores({ as: "ragprod", k }, { gold: { relevant, grades: table }, hits }, { ndcg_at_k: ndcg });
  });

  it("the documentation's batch, with the last bit of Python's sum since 3.12", () => {
    const given = {
      as: "ragprod",
      gold: { a: ["1", "2", "3"], b: ["1", "2"], c: ["1", "2", "3"] },
      run: { a: ["1", "2"], b: ["1", "x"], c: ["1", "x"] },
    };
    expectMeans(given, {
      mean_precision_at_k: 0.6666666666666666,
      mean_recall_at_k: 0.5,
      mean_f1_at_k: 0.5666666666666668,
      mean_mrr: 1,
      mean_map: 1,
      mean_ndcg_at_k: 0.6159288519256122,
      mean_hit_rate: 1,
    });
    expect(evaluate(given).mean("mean_recall_at_k").mean).toBe(0.5);
  });

  it("counts of an empty list, and of empty gold", () => {
    const counts = ["num_retrieved", "num_relevant", "num_relevant_retrieved"];
    expectScores({ as: "ragprod" }, { gold: { relevant: ["a", "a"] }, hits: [] }, named(counts, [0, 2, 0]));
    expectScores(
      { as: "ragprod" },
      { gold: { relevant: ["a", "a"] }, hits: ["a", "a"] },
      named(counts, [2, 1, 2]),
    );
    expectScores({ as: "ragprod" }, { gold: { relevant: [] }, hits: ["a"] }, named(counts, [1, 0, 0]));
  });
});

describe("Ragas", () => {
  const PRECISION = "llm_context_precision_with_reference";
  const COLLECTIONS = "collections.context_precision_with_reference";
  const whole = { question: "q", reference: "r", response: "s", contexts: ["c"] };

  it.each([
    [[1, 0, 0], 0.9999999999],
    [[0, 0, 1], 0.3333333333],
    [[1, 0, 1], 0.8333333332916666],
    [[1, 1, 0, 1], 0.9166666666361111],
    [[0, 1], 0.49999999995],
    [[1, 1], 0.99999999995],
    [[0, 0], 0],
    [[], 0],
    [[-1, 1], 0.99999999995],
  ])("context precision of verdicts %j", (verdicts, value) => {
    for (const as of ["ragas", "ragas02"])
      expectScores({ as }, { judgement: { ...whole, verdicts } }, { [PRECISION]: value });
    // The response has verdicts of its own.
    const without = { ...whole, verdicts: [0], responseVerdicts: verdicts };
    expectScores(
      { as: "ragas" },
      { judgement: without },
      { llm_context_precision_without_reference: value, [PRECISION]: 0 },
    );
  });

  it("the newer interface does not clamp verdicts", () => {
    expectScores(
      { as: "ragas" },
      { judgement: { ...whole, verdicts: [-1, 1] } },
      { [COLLECTIONS]: 10000000000 },
    );
  });

  it.each([
    [[1, 1, 1, 0], 0.75],
    [[1], 1],
    [[], "tool-nan"],
  ])("context recall of claims %j", (claims, value) => {
    const wanted = { context_recall: value, "collections.context_recall": value };
    expectScores({ as: "ragas" }, { judgement: { ...whole, claims } }, wanted);
  });

  it.each([
    [["a", "b", "c"], ["b", "a"], 0.6666666644444444, 0.6666666644444444],
    [["a", "b"], ["a"], 0.4999999975, 0.4999999975],
    [["a", "b", "c", "d", "e", "f"], ["a", "b", "c", "d"], 0.6666666655555555, 0.6666666655555555],
    [["a", "b", "c", "d", "e", "f"], ["a"], 0.16666666638888888, 0.16666666638888888],
    [["a", "a"], ["a", "a"], 0.4999999975, 0.9999999900000001],
    [[], ["a"], 0, 0],
  ])("entities %j against %j", (reference, contexts, legacy, newer) => {
    const wanted = { context_entity_recall: legacy, "collections.context_entity_recall": newer };
    expectScores({ as: "ragas" }, { judgement: { ...whole, entities: { reference, contexts } } }, wanted);
  });

  it.each([
    [["2", "2"], 1, 1],
    [["0", "1"], 0.25, 0.25],
    [["?", "2"], "tool-nan", 1],
    [["2", "?"], 1, 1],
    [["?", "?"], "tool-nan", "tool-nan"],
    [["10", "0 or 2"], 0.75, "tool-nan"],
  ])("ratings %j", (ratings, classic, newer) => {
    const wanted = { nv_context_relevance: classic, "collections.context_relevance": newer };
    expectScores({ as: "ragas" }, { judgement: { ...whole, ratings } }, wanted);
  });

  describe("incomplete samples", () => {
    const full: Judgement = {
      ...whole,
      verdicts: [1],
      responseVerdicts: [1],
      claims: [1],
      entities: { reference: ["a"], contexts: ["a"] },
      ratings: ["2", "2"],
    };
    const CLASSIC = {
      [PRECISION]: 0.9999999999,
      llm_context_precision_without_reference: 0.9999999999,
      context_recall: 1,
    };
    const NEWER = [
      COLLECTIONS,
      "collections.context_precision_without_reference",
      "collections.context_recall",
      "collections.context_relevance",
    ];
    const raises = "tool-raises";

    it.each<[string, Partial<Judgement>, State, readonly State[]]>([
      ["complete", {}, 1, [0.9999999999, 0.9999999999, 1, 1]],
      ["no question", { question: "" }, 1, [raises, raises, raises, raises]],
      ["no reference", { reference: "" }, 1, [raises, 0.9999999999, raises, 1]],
      ["no response", { response: "" }, 1, [0.9999999999, raises, 1, 1]],
      ["no contexts", { contexts: [] }, 0, [raises, raises, raises, raises]],
      ["blank contexts", { contexts: [" ", "\n"] }, 0, [0.9999999999, 0.9999999999, 1, 0]],
      [
        "contexts that are the question",
        { question: " q ", contexts: ["q"] },
        0,
        [0.9999999999, 0.9999999999, 1, 0],
      ],
    ])("%s", (_, change, relevance, newer) => {
      const wanted = { ...CLASSIC, nv_context_relevance: relevance, ...named(NEWER, newer) };
      expectScores({ as: "ragas" }, { judgement: { ...full, ...change } }, wanted);
    });
  });

  const PRECISION_BY_TEXT = "non_llm_context_precision_with_reference";
  const RECALL_BY_TEXT = "non_llm_context_recall";
  it.each([
    [["ab"], ["ac"], 0.9999999999, 0],
    [["abc"], ["abd"], 0.9999999999, 1],
    [["xyz", "abc"], ["abc"], 0.49999999995, 1],
    [["abc"], ["abc", "abc", "xyz"], 0.9999999999, 2 / 3],
    [[], ["a"], 0, "tool-raises"],
    [["a"], [], "tool-raises", "tool-nan"],
    [[], [], 0, "tool-nan"],
  ])("likeness: hits %j, references %j", (texts, references, precision, recall) => {
    const hits = texts.map((text, i) => ({ id: String(i), text }));
    for (const as of ["ragas", "ragas02"])
      expectScores(
        { as },
        { gold: { passages: references }, hits },
        { [PRECISION_BY_TEXT]: precision, [RECALL_BY_TEXT]: recall },
      );
  });

  it.each([
    [["1", "2", "3"], ["1", "4", "5", "6"], 1 / 3, 0.25],
    [["1", "1", "2"], ["1", "1"], 0.5, 1],
    [[], ["1"], "tool-nan", 0],
    [["1"], [], 0, "tool-nan"],
    [[], [], "tool-nan", "tool-nan"],
  ])("ids: hits %j, references %j", (hits, relevant, precision, recall) => {
    expectScores(
      { as: "ragas" },
      { gold: { relevant }, hits },
      { id_based_context_precision: precision, id_based_context_recall: recall },
    );
  });

  it("a query without a sample is not in the mean", () => {
    const passages = ["abc"];
    const gold = { a: { relevant: ["1"], passages }, b: { relevant: ["1"], passages } };
    const given = { gold, run: { a: [{ id: "1", text: "abc" }] } };
    for (const as of ["ragas", "ragas02"]) expectMeans({ as, ...given }, { [RECALL_BY_TEXT]: 1 });
    expectMeans({ as: "ragas", ...given }, { id_based_context_recall: 1 });
  });

  it("the mean leaves out what is NaN or raised", () => {
    const judgements = {
      a: { ...whole, claims: [1, 0] },
      b: { ...whole, claims: [] },
      c: { ...whole, reference: "", claims: [1] },
    };
    expectMeans(
      {
        as: "ragas",
        metrics: ["context_recall", "collections.context_recall"],
        gold: { a: {}, b: {}, c: {} },
        run: {},
        judgements,
      },
      {
        context_recall: 0.75,
        "collections.context_recall": 0.5,
      },
    );
  });
});

describe("DeepEval", () => {
  it.each([
    ["contextual_precision", { verdicts: ["yes", "no", "no"] }, 1, 1],
    ["contextual_precision", { verdicts: ["no", "no", "yes"] }, 0.3333333333333333, 0.3333333333333333],
    ["contextual_precision", { verdicts: ["idk", "yes"] }, 1, 0.5],
    ["contextual_precision", { verdicts: ["yes."] }, 1, 0],
    ["contextual_precision", { verdicts: [" Yes "] }, 1, 1],
    ["contextual_precision", { verdicts: ["no"] }, 0, 0],
    ["contextual_precision", { verdicts: [] }, 0, 0],
    ["contextual_recall", { claims: ["yes", "yes", "yes", "no"] }, 0.75, 0.75],
    ["contextual_recall", { claims: ["Yes ", "no"] }, 0.5, 0],
    ["contextual_recall", { claims: ["No, off topic", "YES"] }, 0.5, 0.5],
    ["contextual_recall", { claims: ["maybe", "true", "", "borderline"] }, 0, 0],
    [
      "contextual_relevancy",
      { statements: [["yes"], ["no"], ["yes"]] },
      0.6666666666666666,
      0.6666666666666666,
    ],
    ["contextual_relevancy", { statements: [["yes", "idk"], [], ["no", "no"]] }, 1 / 3, 0.25],
    ["contextual_relevancy", { statements: [] }, 0, 0],
  ])("%s of %j", (metric, judgement, newer, older) => {
    expectScores({ as: "deepeval", metrics: metric }, { judgement }, { [metric]: newer });
    expectScores({ as: "deepeval2", metrics: metric }, { judgement }, { [metric]: older });
  });
});

describe("what a tool says of no query at all", () => {
  it.each<[string, State]>([
    ["autorag", "tool-nan"],
    ["autorag02", "tool-nan"],
    ["liverag", "tool-absent"],
    ["remem", "tool-raises"],
    ["ragprod", 0],
    ["ragas", "tool-nan"],
    ["ragas02", "tool-nan"],
  ])("%s: %s", (as, wanted) => {
    const summary = evaluate({ as, gold: {}, run: {} }).summary();
    expect(summary.length).toBeGreaterThan(0);
    expect(new Set(summary.map((s) => s.mean ?? s.because))).toEqual(new Set([wanted]));
  });

  it("DeepEval has no mean of its own; ours has nothing to judge", () => {
    for (const as of ["deepeval", "deepeval2"]) {
      const result = evaluate({ as, gold: {}, run: {} });
      expect(result.summary()).toEqual([]);
      expect(result.mean("contextual_recall").because).toBe("nothing-to-judge");
    }
  });
});

it("twenty small inputs on which the tools disagree", () => {
  const counts = total(tally(smallCells(cases as readonly SmallCase[])));
  expect(counts.wrongCells).toEqual([]);
  expect(cases).toHaveLength(20);
  expect(counts.cells).toBeGreaterThan(800);
});
