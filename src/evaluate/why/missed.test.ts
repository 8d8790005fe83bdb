import { describe, expect, it } from "vitest";
import { MISS_REASONS, missWords } from "../../core/missed.ts";
import { countReasons, type MissCase, MissFinder, type MissRules, whyMissed } from "./missed.ts";

const ids = (...list: readonly string[]) => list.map((id) => ({ id }));
const miss = (given: Partial<MissCase> & { rules?: MissRules }) =>
  whyMissed({ query: "q1", gold: { relevant: ["a"] }, hits: [], k: 3, ...given });

describe("one document", () => {
  it("among the first k: nothing", () => {
    expect(miss({ hits: ids("x", "y", "a") })).toEqual([]);
  });
  it("never retrieved", () => {
    expect(miss({ hits: ids("x", "y") })).toEqual([{ item: ["a"], reason: "never-retrieved" }]);
    expect(miss({})).toEqual([{ item: ["a"], reason: "never-retrieved" }]);
  });
  it("below k, and at which rank", () => {
    expect(miss({ hits: ids("x", "y", "z", "a") })).toEqual([
      { item: ["a"], reason: "below-k", rank: 4, hit: "a" },
    ]);
  });
  it("crowded out by hits of one document", () => {
    const wanted = [{ item: ["a"], reason: "crowded-out", rank: 5, hit: "a", by: "x" }];
    expect(miss({ hits: ids("x::1", "x::2", "y::1", "x::3", "a") })).toEqual(wanted);
    const hits = [1, 2, 3, 4].map((n) => ({ id: `c${n}`, doc: n === 3 ? "y" : "x" }));
    expect(miss({ hits: [...hits, { id: "a", doc: "a" }] })).toEqual(wanted);
    // One place each would not be enough.
    expect(miss({ hits: ids("x::1", "x::2", "y", "z", "w", "a") })).toMatchObject([
      { reason: "below-k", rank: 6 },
    ]);
  });
  it("repeated ids take no place, as in the metrics, unless they are kept", () => {
    const hits = ids("x", "x", "y", "a");
    expect(miss({ hits })).toEqual([]);
    expect(miss({ hits, rules: { duplicates: "keep" } })).toMatchObject([
      { reason: "crowded-out", rank: 4, by: "x" },
    ]);
  });
  it("a chunk that other chunks of its document keep out", () => {
    const hits = ids("a#1", "a#2", "b#1", "a#7");
    expect(miss({ gold: { relevant: ["a#7"] }, hits })).toMatchObject([{ reason: "crowded-out", by: "a" }]);
  });
  it("under another spelling of its id", () => {
    expect(miss({ hits: ids("x", "A") })).toEqual([
      { item: ["a"], reason: "other-id", rank: 2, hit: "A", by: "lower" },
    ]);
    expect(miss({ gold: { relevant: ["doc-7"] }, hits: ids("doc-007::chunk-1", "doc-7::chunk-1") })).toEqual([
      { item: ["doc-7"], reason: "other-id", rank: 2, hit: "doc-7::chunk-1", by: "chunk-suffix" },
    ]);
    expect(miss({ gold: { relevant: ["http://x.org/a"] }, hits: ids("https://www.x.org/a/") })).toMatchObject(
      [{ reason: "other-id", by: "url-with-query" }],
    );
    expect(miss({ hits: [{ id: "c9", doc: "a" }] })).toMatchObject([
      { reason: "other-id", by: 'unit: "doc"' },
    ]);
  });
  it("another chunk of its document is no other spelling", () => {
    expect(miss({ gold: { relevant: ["a#7"] }, hits: ids("a#2") })).toEqual([
      { item: ["a#7"], reason: "never-retrieved" },
    ]);
  });
  it("its text under another id", () => {
    const corpus = {
      has: () => true,
      text: (id: string) =>
        ({
          a: "The largest desert is Antarctica.",
          b: "Deserts. The  LARGEST desert is Antarctica. So it is.",
        })[id],
    };
    expect(miss({ hits: ids("x", "b"), corpus })).toEqual([
      { item: ["a"], reason: "other-text", rank: 2, hit: "b" },
    ]);
    expect(miss({ hits: [{ id: "z", text: "the largest desert is antarctica." }], corpus })).toMatchObject([
      { reason: "other-text", hit: "z" },
    ]);
    expect(miss({ hits: [{ id: "z", text: "the largest lake is the Caspian" }], corpus })).toMatchObject([
      { reason: "never-retrieved" },
    ]);
  });
  it("a piece of its text under another id, unless the piece is short", () => {
    const long =
      "Antarctica is the largest desert of all, with fourteen million square kilometres of ice and rock.";
    const corpus = { has: () => true, text: (id: string) => (id === "a" ? long : undefined) };
    expect(miss({ hits: [{ id: "z", text: long.slice(0, 60) }], corpus })).toMatchObject([
      { reason: "other-text" },
    ]);
    expect(miss({ hits: [{ id: "z", text: "Antarctica is" }], corpus })).toMatchObject([
      { reason: "never-retrieved" },
    ]);
  });
  it("not in the corpus", () => {
    expect(miss({ hits: ids("x"), corpus: new Set(["x"]) })).toEqual([
      { item: ["a"], reason: "not-in-corpus" },
    ]);
    expect(miss({ hits: ids("x"), corpus: new Set(["a"]) })).toMatchObject([{ reason: "never-retrieved" }]);
  });
  it("hits without an id", () => {
    expect(miss({ hits: [{ id: null }, { id: null }, { id: null }, { id: "a" }] })).toMatchObject([
      { reason: "below-k", rank: 4 },
    ]);
  });
});

describe("the first reason that holds is reported", () => {
  const corpus = { has: () => false, text: () => "The largest desert is Antarctica." };
  it("another spelling before another text, and both before the corpus", () => {
    expect(miss({ hits: ids("x", "A"), corpus })).toMatchObject([{ reason: "other-id", hit: "A" }]);
    expect(miss({ hits: ids("x"), corpus })).toMatchObject([{ reason: "other-text", hit: "x" }]);
    expect(miss({ hits: [], corpus })).toMatchObject([{ reason: "not-in-corpus" }]);
  });
  it("its own id before another spelling", () => {
    expect(miss({ hits: ids("A", "y", "z", "a") })).toMatchObject([{ reason: "below-k", rank: 4 }]);
  });
});

describe("groups", () => {
  const gold = { groups: [["a", "b"], ["c"]] };
  it("one of its documents among the first k is enough", () => {
    expect(miss({ gold, hits: ids("b", "x", "c") })).toEqual([]);
    expect(miss({ gold, hits: ids("b", "x", "y", "c") })).toMatchObject([
      { item: ["c"], reason: "below-k", rank: 4 },
    ]);
  });
  it("the document that came closest speaks for its group", () => {
    expect(miss({ gold, hits: ids("c", "y", "z", "w", "a", "b") })).toMatchObject([
      { item: ["a", "b"], rank: 5 },
    ]);
    expect(miss({ gold: { groups: [["q", "b"]] }, hits: ids("B") })).toMatchObject([
      { reason: "other-id", hit: "B" },
    ]);
    const corpus = new Set(["b"]);
    expect(miss({ gold: { groups: [["a", "b"]] }, hits: [], corpus })).toMatchObject([
      { reason: "never-retrieved" },
    ]);
    expect(miss({ gold: { groups: [["a", "d"]] }, hits: [], corpus })).toMatchObject([
      { reason: "not-in-corpus" },
    ]);
  });
  it("an empty group is nothing to find", () => {
    expect(miss({ gold: { groups: [[]] } })).toEqual([]);
  });
});

it("grades: what is above 0; a list twice is one", () => {
  expect(miss({ gold: { graded: { ids: ["a", "b"], grades: [0, 2] } } })).toMatchObject([{ item: ["b"] }]);
  expect(miss({ gold: { relevant: ["a", "a"] } })).toHaveLength(1);
});

describe("the rules in force", () => {
  it("an id rule", () => {
    const hits = ids("x", "y", "z", "a::chunk-1");
    expect(miss({ hits, rules: { match: { ids: "chunk-suffix", on: "hits" } } })).toMatchObject([
      { reason: "below-k", rank: 4, hit: "a::chunk-1" },
    ]);
    expect(
      miss({
        gold: { relevant: ["A"] },
        hits: ids("a"),
        rules: { match: { ids: (id) => id.toLowerCase(), on: "both" } },
      }),
    ).toEqual([]);
  });
  it("unit document: ranks count documents", () => {
    const hits = ids("x::1", "x::2", "y::1", "x::3", "a::1");
    const rules = { match: { ids: "chunk-suffix", on: "hits" }, unit: "doc" } as const;
    expect(miss({ hits, rules })).toEqual([]);
    expect(miss({ hits, rules, k: 2 })).toMatchObject([{ reason: "below-k", rank: 3 }]);
    expect(
      miss({
        hits: [
          { id: "c1", doc: "x" },
          { id: "c2", doc: "a" },
        ],
        rules,
        k: 1,
      }),
    ).toMatchObject([{ reason: "below-k", rank: 2, hit: "c2" }]);
  });
});

describe("text gold", () => {
  const gold = { passages: [["14 million km", "fourteen million"], ["ice"]] };
  const hits = [
    { id: "x::1", text: "sand" },
    { id: "x::2", text: "Ice." },
    { id: "x::3", text: "rock" },
    { id: "b", text: "about Fourteen   Million of them" },
  ];
  it("where each text stands", () => {
    expect(miss({ gold, hits })).toEqual([
      { item: ["14 million km", "fourteen million"], reason: "crowded-out", rank: 4, hit: "b", by: "x" },
    ]);
    expect(miss({ gold, hits: hits.slice(0, 2), k: 1 })).toMatchObject([
      { reason: "never-retrieved" },
      { item: ["ice"], reason: "crowded-out", rank: 2 },
    ]);
  });
  it("by the rule in force", () => {
    expect(miss({ gold, hits, rules: { match: { text: "contains" } } })).toMatchObject([
      { reason: "never-retrieved" },
      { reason: "never-retrieved" },
    ]);
  });
  it("under a rule for ids, ids count; under one for texts, texts", () => {
    const both = { relevant: ["a"], passages: [["ice"]] };
    expect(miss({ gold: both, hits })).toMatchObject([{ item: ["a"] }]);
    expect(miss({ gold: both, hits, rules: { match: { text: "normalised" } } })).toEqual([]);
  });
  it("hits without texts cannot tell", () => {
    expect(miss({ gold, hits: ids("x") })).toEqual([]);
    expect(miss({ gold, hits: [] })).toHaveLength(2);
    expect(
      miss({ gold, hits: ids("x"), corpus: { has: () => true, text: () => "ice, 14 million km" } }),
    ).toEqual([]);
  });
});

describe("span gold", () => {
  const lines = (from: number, to: number) => ({ lines: [from - 1, to] as const });
  const gold = {
    spans: [
      [{ doc: "h.md", ...lines(40, 52) }],
      [
        { doc: "k.md", ...lines(1, 4) },
        { doc: "h.md", ...lines(9, 9) },
      ],
    ],
  };
  const chunk = (doc: string, from: number, to: number, id = `${doc}-${from}`) => ({
    id,
    doc,
    span: lines(from, to),
  });
  it("where each span stands", () => {
    const hits = [chunk("h.md", 50, 60), chunk("x.md", 1, 9), chunk("y.md", 1, 9), chunk("k.md", 1, 10)];
    expect(miss({ gold, hits })).toEqual([
      { item: ["k.md:L1-4", "h.md:L9-9"], reason: "below-k", rank: 4, hit: "k.md-1" },
    ]);
    expect(miss({ gold, hits: [] })).toMatchObject([
      { reason: "never-retrieved" },
      { reason: "never-retrieved" },
    ]);
  });
  it("crowded out by chunks of one document", () => {
    const hits = [1, 11, 21].map((from) => chunk("x.md", from, from + 9));
    expect(miss({ gold, hits: [...hits, chunk("k.md", 1, 9)] })[1]).toMatchObject({
      reason: "crowded-out",
      by: "x.md",
      rank: 4,
    });
  });
  it("by the rule in force: so much of the span in one hit", () => {
    const hits = [chunk("h.md", 50, 60)];
    const match = { spans: "overlap", at: 0.5 } as const;
    expect(miss({ gold: { spans: [gold.spans[0]!] }, hits })).toEqual([]);
    expect(miss({ gold: { spans: [gold.spans[0]!] }, hits, rules: { match } })).toMatchObject([
      { reason: "never-retrieved" },
    ]);
  });
  it("chunks under one id are hits of their own, and a repeated one takes no place", () => {
    const one = (from: number) => chunk("h.md", from, from, "h.md");
    const hits = [one(1), one(1), one(2), one(9)];
    expect(miss({ gold: { spans: [gold.spans[1]!] }, hits })).toEqual([]);
    expect(miss({ gold: { spans: [gold.spans[1]!] }, hits, k: 2 })).toMatchObject([{ rank: 3 }]);
  });
  it("hits without spans, or in another unit, cannot tell", () => {
    expect(miss({ gold, hits: ids("x") })).toEqual([]);
    expect(miss({ gold, hits: [{ id: "c", doc: "h.md", span: { characters: [0, 9] } }] })).toEqual([]);
    expect(new MissFinder().items({ gold, hits: ids("x") })).toEqual([]);
    expect(new MissFinder().items({ gold, hits: [] })).toHaveLength(2);
  });
  it("ids beside them count under a rule for ids, and not under one for spans", () => {
    const both = { relevant: ["a"], spans: gold.spans };
    expect(miss({ gold: both, hits: ids("a") })).toEqual([]);
    const match = { spans: "overlap" } as const;
    expect(miss({ gold: { relevant: ["a"] }, hits: [chunk("h.md", 1, 2)], rules: { match } })).toEqual([]);
    expect(miss({ gold: both, hits: [chunk("h.md", 1, 2, "a")], rules: { match } })).toHaveLength(2);
  });
});

it("one finder serves many queries", () => {
  const finder = new MissFinder();
  const find = (id: string, ...hits: string[]) =>
    finder.find({ query: "q", gold: { relevant: [id] }, hits: ids(...hits), k: 1 })[0]?.reason;
  expect([find("a", "A"), find("b", "A"), find("a", "A"), find("a", "a"), find("a", "x", "a")]).toEqual([
    "other-id",
    "never-retrieved",
    "other-id",
    undefined,
    "below-k",
  ]);
});

it("counts, and words for every reason", () => {
  expect(countReasons([...miss({ hits: ids("A") }), ...miss({}), ...miss({})])).toEqual({
    failed: 0,
    "crowded-out": 0,
    "below-k": 0,
    filtered: 0,
    "lost-in-stage": 0,
    "other-id": 1,
    "other-text": 0,
    "not-in-corpus": 0,
    empty: 0,
    "beyond-depth": 0,
    "never-retrieved": 2,
  });
  expect(missWords({ item: ["a"], reason: "below-k", rank: 14, hit: "a" })).toBe("below k (rank 14)");
  expect(missWords({ item: ["a"], reason: "other-id", rank: 2, hit: "a::1", by: "chunk-suffix" })).toBe(
    "retrieved as a::1 (rank 2); it would match with --ids chunk-suffix",
  );
  expect(missWords({ item: ["a"], reason: "other-id", rank: 2, hit: "c", by: 'unit: "doc"' })).toContain(
    "--unit doc",
  );
  expect(missWords({ item: ["a"], reason: "crowded-out", rank: 5, by: "x" })).toBe(
    "crowded out by hits of x (rank 5)",
  );
  expect(missWords({ item: ["a"], reason: "other-text", rank: 2, hit: "b" })).toBe(
    "its text is in b (rank 2)",
  );
  for (const reason of MISS_REASONS) expect(missWords({ item: ["a"], reason })).not.toBe("");
});

it("says what had to be found as it looks for it", () => {
  const gold = { groups: [["a", "b"], []], relevant: ["a"], passages: [["x", "y"], ["z"], []] };
  const texts = new MissFinder({ match: { text: "normalised" } });
  expect(new MissFinder().items({ gold, hits: [] })).toEqual([["a", "b"]]);
  expect(texts.items({ gold, hits: [] })).toEqual([["x", "y"], ["z"]]);
  expect(texts.items({ gold, hits: [{ id: "c", text: "x" }] })).toEqual([["x", "y"], ["z"]]);
  expect(texts.items({ gold, hits: [{ id: "c" }] })).toEqual([]);
  expect(new MissFinder().items({ gold: { passages: [["x"]] }, hits: [] })).toEqual([["x"]]);
});
