import { describe, expect, test } from "vitest";
import type { Answer } from "../../core/answer.ts";
import { missWords } from "../../core/missed.ts";
import { evaluate } from "../evaluate.ts";
import { type AnswerLook, missesOfAnswers } from "./answer-misses.ts";
import { funnelOf } from "./funnel.ts";
import { whatIf } from "./what-if.ts";

const ids = (text: string) => [...text].map((id) => ({ id }));
/** Lists as letters, by stage; the last one is what was returned. */
function staged(stages: Readonly<Record<string, string>>, filtered?: string): Answer {
  const all = Object.entries(stages).map(([name, list]) => ({ name, hits: ids(list) }));
  const hits = all.at(-1)!.hits;
  return { status: "answered", hits, stages: all, attempts: 1, ...(filtered && { filtered: [...filtered] }) };
}

/**
 * k = 2. Relevant are letters a to c; others are not.
 * q1: a b c wanted. Candidates find all, fusion loses c, the reranker moves b out of the first two and x in.
 * q2: a wanted. Candidates have it third, fusion third, the reranker puts it first.
 */
const look: AnswerLook = {
  gold: new Map([
    ["q1", ["a", "b", "c"]],
    ["q2", ["a"]],
  ]),
  asked: { metrics: ["recall@2"] },
  k: 2,
  answers: new Map([
    ["q1", staged({ candidates: "abcxy", fused: "abxy", reranked: "axby" })],
    ["q2", staged({ candidates: "xyaz", fused: "xya", reranked: "axy" })],
  ]),
};

test("by stage: what it found, lost and gained, by hand", () => {
  expect(funnelOf(look)).toEqual({
    k: 2,
    queries: 2,
    wanted: 4,
    stages: [
      // q1 3 of 3, q2 1 of 1; within two: a b, nothing.
      {
        name: "candidates",
        source: true,
        queries: 2,
        hits: 4.5,
        found: 4,
        foundAtK: 2,
        recall: 1,
        recallAtK: 1 / 3,
        lost: 0,
        lostAtK: 0,
        gainedAtK: 0,
      },
      // q1 lost c.
      {
        name: "fused",
        source: false,
        queries: 2,
        hits: 3.5,
        found: 3,
        foundAtK: 2,
        recall: (2 / 3 + 1) / 2,
        recallAtK: 1 / 3,
        lost: 1,
        lostAtK: 0,
        gainedAtK: 0,
      },
      // q1 lost b from the first two, q2 gained a.
      {
        name: "reranked",
        source: false,
        queries: 2,
        hits: 3.5,
        found: 3,
        foundAtK: 2,
        recall: (2 / 3 + 1) / 2,
        recallAtK: (1 / 3 + 1) / 2,
        lost: 0,
        lostAtK: 1,
        gainedAtK: 1,
      },
    ],
    // Of the fused lists: a and b fit into two, and a.
    ceiling: { of: ["fused"], found: 3, recall: (2 / 3 + 1) / 2 },
  });
});

test("a stage that some answers skip is measured on the others, and says on how many", () => {
  const answers = new Map([
    ["q1", staged({ candidates: "abc", reranked: "abc" })],
    ["q2", staged({ candidates: "ax" })],
  ]);
  expect(funnelOf({ ...look, answers })!.stages).toMatchObject([
    { name: "candidates", queries: 2, recall: 1, recallAtK: (2 / 3 + 1) / 2 },
    { name: "reranked", queries: 1, recall: 1, recallAtK: 2 / 3, lost: 0 },
  ]);
});

test("two retrievers beside each other lose nothing; what fuses them does", () => {
  const funnel = funnelOf({
    gold: new Map([["q1", ["a", "b"]]]),
    asked: { metrics: ["recall@2"] },
    k: 2,
    answers: new Map([["q1", staged({ dense: "axy", sparse: "zbw", fused: "xaz" })]]),
  });
  expect(funnel!.stages).toMatchObject([
    { name: "dense", source: true, found: 1, lost: 0 },
    { name: "sparse", source: true, found: 1, lost: 0 },
    { name: "fused", source: false, found: 1, lost: 1, lostAtK: 1, gainedAtK: 0 },
  ]);
  expect(funnel!.ceiling).toEqual({ of: ["dense", "sparse"], found: 2, recall: 1 });
});

test("without stages, or with nothing to find, there is no funnel", () => {
  const answers = new Map<string, Answer>([["q1", { status: "answered", hits: ids("a"), attempts: 1 }]]);
  expect(funnelOf({ ...look, answers })).toBeUndefined();
  const nothing = {
    ...look,
    gold: new Map([
      ["q1", [] as string[]],
      ["q2", [] as string[]],
    ]),
  };
  expect(funnelOf(nothing)).toBeUndefined();
});

describe("what if", () => {
  const meanOf = (settings: Parameters<typeof whatIf>[1], metric = "recall@2"): number | undefined =>
    evaluate({
      gold: look.gold as Map<string, string[]>,
      run: whatIf(look, settings),
      metrics: [metric],
    }).mean(metric).mean;

  test("as it is, without the reranker, perfect order, other k", () => {
    expect(meanOf({})).toBeCloseTo((1 / 3 + 1) / 2, 12);
    expect(meanOf({ stage: "fused" })).toBeCloseTo((2 / 3 + 0) / 2, 12);
    expect(meanOf({ stage: "fused", perfect: true })).toBeCloseTo((2 / 3 + 1) / 2, 12);
    expect(meanOf({ k: 3 }, "recall@3")).toBeCloseTo((2 / 3 + 1) / 2, 12);
    // Candidates have c too: three places hold all of q1.
    expect(meanOf({ perfect: true, k: 3 }, "recall@3")).toBe(1);
    expect(whatIf(look, { perfect: true, k: 9 }).get("q2")).toEqual(ids("axyz"));
  });

  test("better grades first; of groups, each one before a second document of one", () => {
    const answers = new Map([["q1", staged({ candidates: "xbac" })]]);
    const graded = { ...look, answers, gold: new Map([["q1", { grades: { a: 1, b: 1, c: 3 } }]]) };
    expect(whatIf(graded, { perfect: true, k: 9 }).get("q1")).toEqual(ids("cbax"));
    const groups = { ...look, answers, gold: new Map([["q1", [["a"], ["b", "c"]]]]) };
    expect(
      whatIf(
        { ...groups, answers: new Map([["q1", staged({ candidates: "xbca" })]]) },
        { perfect: true, k: 9 },
      ).get("q1"),
    ).toEqual(ids("baxc"));
  });

  test("the best order is never worse than the real one, whatever rule finds the documents", () => {
    const gold = new Map([["q1", { grades: { a: 1, b: 3 } }]]);
    const hits = [{ id: "b#1" }, { id: "a#1" }];
    const docs = hits.map(({ id }) => ({ id, doc: id[0]! }));
    const suffix = { match: { ids: "chunk-suffix", on: "hits" as const } };
    for (const [list, rule] of [
      [hits, suffix],
      [docs, { unit: "doc" as const }],
    ] as const) {
      const asked = { metrics: ["ndcg@2"], ...rule };
      const answers = new Map<string, Answer>([
        ["q1", { status: "answered", hits: list, stages: [{ name: "only", hits: list }], attempts: 1 }],
      ]);
      const run = whatIf({ gold, asked, answers, k: 2 }, { perfect: true });
      expect(run.get("q1")).toEqual(list);
      expect(evaluate({ gold, run, ...asked }).mean("ndcg@2").mean).toBe(1);
    }
    // A second chunk of the best document does not come before the next document.
    const chunks = [{ id: "b#1" }, { id: "b#2" }, { id: "a#1" }];
    const answers = new Map<string, Answer>([["q1", { status: "answered", hits: chunks, attempts: 1 }]]);
    const asked = { metrics: ["ndcg@2"], ...suffix };
    expect(whatIf({ gold, asked, answers, k: 2 }, { perfect: true }).get("q1")).toEqual(hits);
  });

  test("a failure stays one, and a stage that is not there is one", () => {
    const problem = { code: "x", what: "gone", fix: "-" };
    const answers = new Map<string, Answer>([
      ["q1", { status: "failed", problem, attempts: 1 }],
      ["q2", staged({ only: "a" })],
    ]);
    const run = whatIf({ ...look, answers }, { stage: "fused" });
    expect([...run.values()].every((one) => one instanceof Error)).toBe(true);
  });
});

describe("why something was missed", () => {
  const missed = (
    answer: Answer | undefined,
    more: Partial<AnswerLook> & { depth?: number } = {},
    corpus?: ReadonlySet<string>,
  ) =>
    missesOfAnswers({
      name: "main",
      depth: 50,
      ...look,
      gold: new Map([["q1", ["a"]]]),
      answers: new Map(answer === undefined ? [] : [["q1", answer]]),
      ...more,
      ...(corpus && { corpus: { has: (id) => corpus.has(id), text: () => undefined } }),
    });
  const one = (...given: Parameters<typeof missed>) =>
    missed(...given)
      .queries.get("q1")
      ?.map((miss) => [miss.reason, missWords(miss)]);
  const plain = (list: string, filtered?: string): Answer => ({
    status: "answered",
    hits: ids(list),
    attempts: 1,
    ...(filtered && { filtered: [...filtered] }),
  });
  const failed: Answer = { status: "failed", problem: { code: "x", what: "gone", fix: "-" }, attempts: 1 };

  test.each<[string, Answer, string, string]>([
    ["the query failed", failed, "failed", "the query failed"],
    ["filtered, before empty", plain("", "a"), "filtered", "filtered out"],
    ["filtered, before lost", staged({ candidates: "xa", reranked: "x" }, "a"), "filtered", "filtered out"],
    [
      "lost",
      staged({ candidates: "xya", fused: "yax", reranked: "y" }),
      "lost-in-stage",
      "lost in reranked (rank 2 in fused)",
    ],
    [
      "lost where two lists were fused",
      staged({ dense: "xa", sparse: "yz", fused: "yx" }),
      "lost-in-stage",
      "lost in fused (rank 2 in dense)",
    ],
    [
      "pushed down",
      staged({ candidates: "axy", reranked: "xya" }),
      "below-k",
      "below k (rank 3; rank 1 in candidates)",
    ],
    ["low in every stage", staged({ candidates: "xya", reranked: "yxa" }), "below-k", "below k (rank 3)"],
    ["an empty list", plain(""), "empty", "the retriever returned an empty list"],
    ["not there", plain("xyz"), "never-retrieved", "never retrieved"],
  ])("%s", (_, answer, reason, words) => {
    expect(one(answer)).toEqual([[reason, words]]);
    expect(missed(answer).counts[reason as "empty"]).toBe(1);
  });

  test("of a full list nobody knows how it goes on; a shorter one is all there is", () => {
    const words = "not among the first 3 hits asked for";
    expect(one(plain("xyz"), { depth: 3 })).toEqual([["beyond-depth", words]]);
    expect(one(plain("wxyz"), { depth: 3 })).toEqual([["beyond-depth", words]]);
    expect(one(plain("xy"), { depth: 3 })).toEqual([["never-retrieved", "never retrieved"]]);
    expect(missed(plain("xyz"), { depth: 3 }).counts).toMatchObject({
      "beyond-depth": 1,
      "never-retrieved": 0,
    });
    // What is known comes first.
    expect(one(plain("xya"), { depth: 3 })).toEqual([["below-k", "below k (rank 3)"]]);
    expect(one(plain("xyz", "a"), { depth: 3 })).toEqual([["filtered", "filtered out"]]);
    expect(one(plain("xyA"), { depth: 3 })?.[0]?.[0]).toBe("other-id");
    expect(one(plain("xyz"), { depth: 3 }, new Set("xyz"))?.[0]?.[0]).toBe("not-in-corpus");
    // A group with one document in the corpus may be further down.
    const gold = new Map([["q1", [["a", "b"]]]]);
    const asked = { metrics: ["group-recall@2"] };
    expect(one(plain("xyz"), { depth: 3, gold, asked }, new Set("bxyz"))?.[0]?.[0]).toBe("beyond-depth");
  });

  test("what is not in the corpus cannot be in a list, empty or not", () => {
    expect(one(plain(""), {}, new Set("x"))).toEqual([["not-in-corpus", "not in the corpus"]]);
    expect(one(plain("x"), {}, new Set("x"))).toEqual([["not-in-corpus", "not in the corpus"]]);
  });

  test("of a query that was not asked nothing is known", () => {
    expect(missed(undefined)).toMatchObject({ wanted: 0, queries: new Map() });
  });

  test("under the id rule in force", () => {
    const gold = new Map([["q1", ["doc-1"]]]);
    const hits = [{ id: "doc-2::chunk-1" }];
    const stages = [
      { name: "candidates", hits: [{ id: "doc-1::chunk-3" }, ...hits] },
      { name: "reranked", hits },
    ];
    const answer: Answer = { status: "answered", hits, stages, attempts: 1 };
    const asked = { metrics: ["recall@2"], match: { ids: "chunk-suffix", on: "hits" as const } };
    expect(one(answer, { gold, asked })).toEqual([
      ["lost-in-stage", "lost in reranked (rank 1 in candidates)"],
    ]);
  });

  test("by text too, where stages are only ids", () => {
    const gold = new Map([["q1", { passages: ["the harbour is closed"] }]]);
    const hits = [{ id: "x", text: "something else" }];
    const stages = [
      { name: "candidates", hits: [{ id: "h", text: "In winter the harbour is closed." }, { id: "x" }] },
      { name: "reranked", hits },
    ];
    const asked = { metrics: ["group-recall@2"], match: { text: "normalised" } };
    expect(one({ status: "answered", hits, stages, attempts: 1 }, { gold, asked })).toEqual([
      ["lost-in-stage", "lost in reranked (rank 1 in candidates)"],
    ]);
  });
});
