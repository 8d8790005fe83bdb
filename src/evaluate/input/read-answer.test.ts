import { describe, expect, expectTypeOf, test } from "vitest";
import { GoldieError, type Problem } from "../../core/problem.ts";
import type { RetrieveContext, Retrieved } from "../../core/retriever.ts";
import { AnswerReader, readAnswer } from "./read-answer.ts";

const hitsOf = (given: unknown) => readAnswer("q1", given).hits;
function problemOf(given: unknown): Problem {
  try {
    readAnswer("q1", given);
  } catch (error) {
    if (error instanceof GoldieError) return error.problem;
    throw error;
  }
  throw new Error("it was read");
}

describe("answers", () => {
  test.each<[string, unknown, unknown]>([
    ["nothing found", [], []],
    ["ids", ["a", "b"], [{ id: "a" }, { id: "b" }]],
    ["numbers as ids", [7, 2.5, 12n, -0], [{ id: "7" }, { id: "2.5" }, { id: "12" }, { id: "0" }]],
    [
      "hits, extra fields left out",
      [{ id: "a", score: -0.5, text: "", colour: "red" }],
      [{ id: "a", score: -0.5, text: "" }],
    ],
    ["hits with null for nothing", [{ id: "a", score: null, text: null, doc: null }], [{ id: "a" }]],
    [
      "an id that is null, with a text",
      [{ id: null, text: "Ferries run daily." }],
      [{ id: null, text: "Ferries run daily." }],
    ],
    ["ids and hits in one list", ["a", { id: 2 }], [{ id: "a" }, { id: "2" }]],
    ["duplicates stay", ["a", "a"], [{ id: "a" }, { id: "a" }]],
    [
      "spans",
      [
        { doc: 3, start: 0, end: 9 },
        { id: "c", lines: [1, 2] },
      ],
      [
        { id: null, doc: "3", start: 0, end: 9 },
        { id: "c", lines: [1, 2] },
      ],
    ],
    ["other things called start", [{ id: "a", start: "monday", lines: "three", doc: {} }], [{ id: "a" }]],
    ["hits in an object", { hits: ["a"], total: 1 }, [{ id: "a" }]],
    [
      "frozen, without prototype",
      Object.freeze([Object.freeze(Object.assign(Object.create(null), { id: "a" }))]),
      [{ id: "a" }],
    ],
  ])("%s", (_, given, hits) => {
    expect(hitsOf(given)).toEqual(hits);
  });

  test("LangChain documents, and which field is their id", () => {
    const documents = [
      { pageContent: "one", metadata: { source: "a.md", id: 1 } },
      { pageContent: "two", metadata: { source: "b.md" } },
    ];
    expect(readAnswer("q1", documents)).toEqual({
      hits: [
        { id: "a.md", text: "one", doc: "a.md" },
        { id: "b.md", text: "two", doc: "b.md" },
      ],
      idField: "metadata.source",
    });
    expect(readAnswer("q1", { hits: [[documents[0], 0.25]] })).toEqual({
      hits: [{ id: "1", text: "one", doc: "a.md", score: 0.25 }],
      idField: "metadata.id",
    });
  });

  test("of one retriever, the field of the first documents is that of all", () => {
    const reader = new AnswerReader();
    expect(reader.read("q0", ["a"])).toEqual({ hits: [{ id: "a" }] });
    expect(reader.taken).toBeUndefined();
    const first = [{ pageContent: "one", metadata: { docId: "d1", source: "a.md" }, id: "u1" }];
    expect(reader.read("q1", first).hits).toMatchObject([{ id: "d1" }]);
    expect(reader.taken).toEqual({ field: "metadata.docId", others: ["id", "metadata.source"] });
    const other = [...first, { pageContent: "two", metadata: { source: "b.md" }, id: "u2" }];
    expect(() => reader.read("q2", other)).toThrow(
      /document 2 has no metadata\.docId, which is the id of all/,
    );
    // In a stage too.
    expect(() => reader.read("q3", { hits: first, stages: { candidates: other } })).toThrow(GoldieError);
    // A later one that has more fields is read by the same.
    const more = [{ pageContent: "one", metadata: { id: "i1", docId: "d1" } }];
    expect(reader.read("q4", more).hits).toMatchObject([{ id: "d1" }]);
  });

  test("10,000 hits", () => {
    const given = Array.from({ length: 10_000 }, (_, i) => ({ id: i, score: -i }));
    expect(hitsOf(given)).toHaveLength(10_000);
  });

  test("hostile text stays as it is", () => {
    const text = `\u0000\u202e</script>${"\ud800"}\n\r${"x".repeat(1e6)}`;
    expect(hitsOf([{ id: "__proto__", text }])).toEqual([{ id: "__proto__", text }]);
  });

  test("stages in order; what is returned is the last one", () => {
    const given: Retrieved = {
      hits: ["b", "a"],
      stages: { candidates: ["a", "b", "c"], fused: ["b", "a", "c"] },
      timings: { search: 12.5, rerank: 0 },
      filtered: ["d"],
      cost: 0.01,
    };
    expect(readAnswer("q1", given)).toEqual({
      hits: [{ id: "b" }, { id: "a" }],
      stages: [
        { name: "candidates", hits: [{ id: "a" }, { id: "b" }, { id: "c" }] },
        { name: "fused", hits: [{ id: "b" }, { id: "a" }, { id: "c" }] },
        { name: "returned", hits: [{ id: "b" }, { id: "a" }] },
      ],
      timings: { search: 12.5, rerank: 0 },
      filtered: ["d"],
      cost: 0.01,
    });
    const whole = readAnswer("q1", {
      hits: ["b"],
      stages: { candidates: ["a", "b"], reranked: [{ id: "b", score: 1 }] },
    });
    expect(whole.stages?.map(({ name }) => name)).toEqual(["candidates", "reranked"]);
    const taken = readAnswer("q1", { hits: ["b"], stages: { returned: ["a"] } });
    expect(taken.stages?.map(({ name }) => name)).toEqual(["returned", "returned'"]);
  });
});

describe("what is not an answer", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  test.each<[string, unknown, string, string]>([
    ["undefined", undefined, "not-a-list", "answer to query q1 is undefined"],
    ["null", null, "not-a-list", "answer to query q1 is null"],
    ["a text", "d1", "not-a-list", 'answer to query q1 is the string "d1"'],
    [
      "another object",
      { results: ["a"], total: { value: 1 } },
      "not-a-list",
      "answer to query q1 is an object; its fields are results, total.value",
    ],
    [
      "hits that are an object",
      { hits: { total: 3, hits: [] } },
      "not-a-list",
      "answer to query q1: hits is an object; its fields are total, hits",
    ],
    ["an Error", new Error("no index"), "not-a-list", "answer to query q1 is an Error: no index"],
    [
      "a Set",
      new Set(["a"]),
      "not-a-list",
      "answer to query q1 is an iterable, which must be made an array first",
    ],
    ["a cycle", cyclic, "not-a-list", "answer to query q1 is an object; its fields are self.self"],
    [
      "a cyclic hit",
      [cyclic],
      "no-id",
      "answer to query q1: hit 1 has neither an id nor a text; its fields are self.self",
    ],
    ["a promise inside", ["a", Promise.resolve("b")], "promise", "answer to query q1: hit 2 is a promise"],
    ["null inside", ["a", null], "not-a-hit", "answer to query q1: hit 2 is null"],
    ["a hole", new Array(1), "not-a-hit", "answer to query q1: hit 1 is undefined"],
    ["a pair", [["a", 0.5]], "not-a-hit", "answer to query q1: hit 1 is a list of 2"],
    ["an empty id", [""], "id", "answer to query q1: the id of hit 1 is an empty string"],
    [
      "no id",
      [{ node: { id_: "n1" }, score: 1 }],
      "no-id",
      "answer to query q1: hit 1 has neither an id nor a text; its fields are node.id_, score",
    ],
    [
      "a null id",
      [{ id: null, score: 1 }],
      "no-id",
      "answer to query q1: hit 1 has neither an id nor a text; its fields are id, score",
    ],
    ["an object as id", [{ id: { $oid: "5" } }], "id", "answer to query q1: the id of hit 1 is an object"],
    [
      "an inexact id",
      [2 ** 60],
      "id",
      "answer to query q1: the id of hit 1 is the number 1152921504606847000",
    ],
    ["NaN as id", [Number.NaN], "id", "answer to query q1: the id of hit 1 is NaN, which is not finite"],
    [
      "a NaN score",
      [{ id: "a", score: Number.NaN }],
      "score",
      "answer to query q1: the score of hit 1 is NaN, which is not finite",
    ],
    [
      "a NaN score of a document",
      [[{ pageContent: "x", id: "a" }, Number.NaN]],
      "score",
      "answer to query q1: the score of hit 1 is NaN, which is not finite",
    ],
    [
      "a score as text",
      [{ id: "a", score: "0.5" }],
      "score",
      'answer to query q1: the score of hit 1 is the string "0.5"',
    ],
    [
      "a text that is none",
      [{ id: "a", text: ["x"] }],
      "text",
      "answer to query q1: the text of hit 1 is a list of 1",
    ],
    [
      "a stage that is none",
      { hits: [], stages: { candidates: null } },
      "part",
      "answer to query q1: stages.candidates is null",
    ],
    [
      "a bad hit of a stage",
      { hits: [], stages: { candidates: [{}] } },
      "no-id",
      'answer to query q1: hit 1 of stage "candidates" has neither an id nor a text',
    ],
    ["stages as a list", { hits: [], stages: [] }, "part", "answer to query q1: stages is a list of 0"],
    [
      "timings",
      { hits: [], timings: { search: Number.NaN } },
      "part",
      "answer to query q1: timings.search is NaN, which is not finite",
    ],
    ["cost", { hits: [], cost: -1 }, "part", "answer to query q1: cost is the number -1"],
    [
      "filtered",
      { hits: [], filtered: [{ id: "a" }] },
      "part",
      "answer to query q1: filtered[0] is an object",
    ],
  ])("%s", (_, given, reason, what) => {
    expect(problemOf(given)).toMatchObject({
      code: "bad-answer",
      reason,
      what,
      at: { side: "run", query: "q1" },
    });
  });

  test("a promise that was not awaited", () => {
    expect(problemOf(Promise.resolve([]))).toMatchObject({ code: "promise" });
    expect(problemOf({ hits: Promise.resolve([]) })).toMatchObject({ code: "promise" });
  });

  test("the way out names the field that looks like the id", () => {
    expect(problemOf([{ score: 1, payload: { docId: "a" } }]).fix).toContain('id: "payload.docId"');
  });

  test("documents without a common id: the fields that were there", () => {
    const { fields, fix } = problemOf([{ pageContent: "x", metadata: { file: "a.md", page: 3 } }]);
    expect(fields).toMatchObject({ fields: ["pageContent", "metadata.file", "metadata.page"] });
    expect(fix).toContain("id: ");
  });

  test("getters that throw, and megabytes in the wrong place, give short messages", () => {
    const trap = Object.defineProperty({}, "id", {
      enumerable: true,
      get: () => {
        throw new Error("boom");
      },
    });
    expect(problemOf([trap])).toMatchObject({ reason: "unreadable", fields: { cause: "boom" } });
    expect(problemOf("x".repeat(1e6)).what.length).toBeLessThan(200);
    expect(
      problemOf([Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => [`f${i}`, i]))]).what.length,
    ).toBeLessThan(400);
  });
});

test("the signal of a retriever is an AbortSignal", () => {
  expectTypeOf<RetrieveContext["signal"]>().toEqualTypeOf<AbortSignal>();
});

test("the types take what the reader takes", () => {
  const given = {
    hits: [
      { id: 7 as string | number, score: undefined, text: null },
      { id: 8n, score: 0.5, text: "b", doc: 1 },
    ],
    filtered: [1],
    stages: undefined,
    cost: null,
  };
  expectTypeOf(given).toExtend<Retrieved>();
  expectTypeOf<{ score: number }[]>().not.toExtend<Retrieved>();
  expect(readAnswer("q1", given)).toEqual({
    hits: [{ id: "7" }, { id: "8", score: 0.5, text: "b", doc: "1" }],
    filtered: ["1"],
  });
});
