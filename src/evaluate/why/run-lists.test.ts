import { expect, test } from "vitest";
import { type EvaluateOptions, evaluate } from "../evaluate.ts";
import { readResult } from "../score/read-result.ts";

const listsOf = (options: Partial<EvaluateOptions> & Pick<EvaluateOptions, "gold" | "run">) =>
  evaluate({ metrics: ["recall@2"], ...options }).lists();
const shown = (lists: ReturnType<typeof listsOf>, query = "q", most = 10) =>
  lists
    .hits(query, most)
    .map(({ id, rank, state, grade }) => [id, rank, state, ...(grade === undefined ? [] : [grade])]);

test("grades, judged and unjudged, in the order of the scores", () => {
  const lists = listsOf({ gold: { q: { a: 3, b: 0, c: 1 } }, run: { q: { x: 3, b: 2, a: 1 } } });
  expect(shown(lists)).toEqual([
    ["x", 1, "unjudged"],
    ["b", 2, "not-relevant", 0],
    ["a", 3, "relevant", 3],
  ]);
  expect(lists.items("q")).toEqual([
    { item: ["a"], rank: 3, hit: "a", missed: { reason: "below-k", rank: 3, hit: "a" } },
    { item: ["c"], missed: { reason: "never-retrieved" } },
  ]);
  expect(lists.facts("q", 10)).toEqual({ firstRelevant: 3, leaks: 0 });
});

test("a hit that repeats an id does not count, and ranks below it move up", () => {
  const lists = listsOf({ gold: { q: ["a"] }, run: { q: ["x", "x", "a", "x"] } });
  expect(shown(lists)).toEqual([
    ["x", 1, "unjudged"],
    ["x", undefined, "repeated"],
    ["a", 2, "relevant"],
    ["x", undefined, "repeated"],
  ]);
  expect(lists.facts("q", 10).firstRelevant).toBe(2);
  expect(lists.length("q")).toBe(4);
});

test("under unit doc, further chunks of a document do not count", () => {
  const hits = [
    { id: "c1", doc: "d1" },
    { id: "c2", doc: "d1" },
    { id: "c3", doc: "d2" },
  ];
  expect(shown(listsOf({ gold: { q: ["d2"] }, run: { q: hits }, unit: "doc" }))).toEqual([
    ["c1", 1, "unjudged"],
    ["c2", undefined, "repeated"],
    ["c3", 2, "relevant"],
  ]);
});

test("a hit carries the key that the rules match it by, where that is not its id", () => {
  const same = (options: Parameters<typeof listsOf>[0]) =>
    listsOf(options)
      .hits("q", 10)
      .map((hit) => [hit.id, hit.same, hit.state]);
  const gold = { q: ["a"] };
  const match = { ids: "no-extension", on: "hits" } as const;
  expect(same({ gold, run: { q: ["a.md", "b"] }, match })).toEqual([
    ["a.md", "a", "relevant"],
    ["b", undefined, "unjudged"],
  ]);
  const hits = [{ id: "a#1", doc: "a" }, { id: "b" }];
  expect(same({ gold, run: { q: hits } }).map((one) => one[1])).toEqual([undefined, undefined]);
  expect(same({ gold, run: { q: hits }, unit: "doc" }).map((one) => one[1])).toEqual(["a", undefined]);
  // Without documents, chunks are of one document where the id rule says so.
  const chunks = { match: { ids: "chunk-suffix", on: "hits" }, unit: "doc" } as const;
  expect(same({ gold, run: { q: ["a#1", "a#2"] }, ...chunks })).toEqual([
    ["a#1", "a", "relevant"],
    ["a#2", "a", "repeated"],
  ]);
});

test("rules that keep repeated hits count them, those that blank them do not", () => {
  const given = { gold: { q: ["a"] }, run: { q: ["a", "a", "b", "b"] } };
  expect(shown(listsOf({ ...given, duplicates: "keep" })).map((one) => one[2])).toEqual([
    "relevant",
    "relevant",
    "unjudged",
    "unjudged",
  ]);
  expect(shown(listsOf({ ...given, duplicates: "blank" }))).toEqual([
    ["a", 1, "relevant"],
    ["a", 2, "repeated"],
    ["b", 3, "unjudged"],
    ["b", 4, "repeated"],
  ]);
});

test("hits below the depth of the rules are not shown", () => {
  expect(shown(listsOf({ gold: { q: ["a"] }, run: { q: ["x", "y", "a"] }, depth: 2 }))).toEqual([
    ["x", 1, "unjudged"],
    ["y", 2, "unjudged"],
  ]);
});

test("groups, hops and forbidden documents", () => {
  const lists = listsOf({
    gold: { q: { groups: [["a", "b"], ["c"]], forbidden: ["secret", "other"] }, r: { hops: [["a"], ["b"]] } },
    run: { q: ["x", "b", "secret"], r: ["b"] },
    metrics: ["group-recall@5"],
  });
  expect(shown(lists)).toEqual([
    ["x", 1, "unjudged"],
    ["b", 2, "relevant"],
    ["secret", 3, "forbidden"],
  ]);
  expect(lists.items("q").map(({ item, rank, hit }) => [item, rank, hit])).toEqual([
    [["a", "b"], 2, "b"],
    [["c"], undefined, undefined],
  ]);
  expect(lists.facts("q", 10)).toEqual({ firstRelevant: 2, leaks: 1 });
  expect(lists.facts("q", 2).leaks).toBe(0);
  expect([...lists.forbidden("q")]).toEqual([["secret", 3]]);
  expect(lists.items("r").map(({ item, rank }) => [item, rank])).toEqual([
    [["a"], undefined],
    [["b"], 1],
  ]);
});

test("texts and spans", () => {
  const texts = listsOf({
    gold: { q: { passages: ["red fox"] } },
    run: {
      q: [
        { id: "1", text: "a lazy dog" },
        { id: "2", text: "the red  fox runs" },
      ],
    },
    match: { text: "normalised" },
    metrics: ["group-recall@5"],
  });
  expect(shown(texts).map((one) => one[2])).toEqual(["unjudged", "relevant"]);
  expect(texts.wants("q")).toBe("passages");
  const spans = listsOf({
    gold: { q: { spans: [{ doc: "d", start: 10, end: 20 }] } },
    run: {
      q: [
        { id: "c1", doc: "d", start: 0, end: 5 },
        { id: "c2", doc: "d", start: 15, end: 30 },
      ],
    },
    match: { spans: "overlap" },
    metrics: ["group-recall@5"],
  });
  expect(shown(spans).map((one) => one[2])).toEqual(["unjudged", "relevant"]);
  expect(spans.wants("q")).toBe("spans");
});

test("a query that the run lacks, one that failed, and one with nothing to find", () => {
  const lists = listsOf({
    gold: { q: ["a"], r: ["a"], s: { answerable: false } },
    run: { r: new Error("timeout"), s: ["x"] },
  });
  expect(["q", "r", "s"].map((query) => lists.status(query))).toEqual(["missing", "failed", "listed"]);
  expect(lists.facts("q", 10).firstRelevant).toBe(0);
  expect(lists.facts("s", 10).firstRelevant).toBeUndefined();
});

test("rules that drop, add or floor hits keep each hit beside its rank", () => {
  // scikit-learn appends gold that was not retrieved.
  const result = evaluate({ gold: { q: { a: 1, z: 1 } }, run: { q: { x: 0.5, a: 0.2 } }, as: "sklearn" });
  expect(shown(result.lists())).toEqual([
    ["x", 1, "unjudged"],
    ["a", 2, "relevant", 1],
  ]);
});

test("scores that were read have no lists", () => {
  const read = readResult(
    JSON.parse(JSON.stringify(evaluate({ gold: { q: ["a"] }, run: { q: ["a"] }, metrics: ["rr"] }))),
  );
  expect(() => read.lists()).toThrow(/hits/);
  expect(() => read.withMetrics(["rr"])).toThrow(/hits/);
});
