/** Gold as stretches of source documents, through the public API. */
import { describe, expect, it, test } from "vitest";
import { type EvaluateOptions, evaluate } from "../src/index.ts";

const gold = {
  q1: {
    relevant: [
      { doc: "h.md", lines: [40, 52] as const },
      { doc: "h.md", lines: [90, 91] as const },
    ],
  },
};
const hit = (id: string, first: number, last: number, doc = "h.md") => ({
  id,
  doc,
  lines: [first, last] as const,
});

const score = (options: Partial<EvaluateOptions>, metric: string) =>
  evaluate({ gold, run: { q1: [] }, metrics: [metric], ...options } as EvaluateOptions).score("q1", metric);
const value = (options: Partial<EvaluateOptions>, metric: string) => {
  const one = score(options, metric);
  return one.status === "scored" ? one.value : one;
};

describe("a match rule over spans", () => {
  const run = { q1: [hit("c0", 1, 30), hit("c1", 31, 45), hit("c2", 46, 60), hit("c9", 80, 95)] };
  const match = { spans: "overlap" } as const;

  test("a span is a group of its own, and any of it will do", () => {
    expect(value({ run, match }, "group-recall@2")).toBe(0.5);
    expect(value({ run, match }, "group-recall")).toBe(1);
    expect(value({ run, match }, "group-rr")).toBe(0.5);
  });
  test("or as much as the rule says, in one hit", () => {
    // 6 of 13 lines, 7 of 13, and all of the other span.
    const at = (share: number) => value({ run, match: { ...match, at: share } }, "group-recall@3");
    expect([0, 6 / 13, 0.5, 7 / 13, 0.6].map(at)).toEqual([0.5, 0.5, 0.5, 0.5, 0]);
    expect(value({ run, match: { ...match, at: 1 } }, "group-recall")).toBe(0.5);
  });
  test("alternatives are a group", () => {
    const either = {
      q1: {
        spans: [
          [
            { doc: "a", start: 0, end: 5 },
            { doc: "b", start: 0, end: 5 },
          ],
        ],
      },
    };
    const found = { q1: [{ id: "x", doc: "b", start: 4, end: 9 }] };
    expect(value({ gold: either, run: found, match }, "group-recall")).toBe(1);
    expect(value({ gold: either, run: found }, "span-recall")).toBe(0.1);
  });
  test("metrics over documents have a list where a shape makes one", () => {
    expect(score({ run, match }, "recall@5")).toEqual({ status: "skipped", missing: ["grades"] });
    expect(value({ run, match, shape: "each-distinct" }, "hit@2")).toBe(1);
    expect(value({ run, match, shape: "each-distinct" }, "rr")).toBe(0.5);
  });
  test("the order may come from scores", () => {
    const scored = {
      q1: [
        { ...hit("c0", 1, 30), score: 1 },
        { ...hit("c1", 31, 45), score: 2 },
      ],
    };
    expect(value({ run: scored, match, order: "score" }, "group-rr")).toBe(1);
    expect(value({ run: scored, order: "score" }, "span-recall@1")).toBe(6 / 15);
    expect(value({ run: scored, order: "given" }, "span-recall@1")).toBe(0);
  });
});

describe("what a hit stands for", () => {
  it("a hit may name its document alone", () => {
    expect(value({ run: { q1: [{ doc: "h.md", lines: [90, 91] } as never] } }, "span-recall")).toBe(2 / 15);
  });
  it("rows of hits carry spans too", () => {
    const rows = [{ query: "q1", doc: "h.md", lines: [90, 91] as const }];
    expect(value({ run: rows }, "span-recall")).toBe(2 / 15);
  });
  it("where both have lines and characters, characters count", () => {
    const both = { q1: { spans: [{ doc: "d", start: 0, end: 10, lines: [1, 1] as const }] } };
    const run = { q1: [{ id: "d", start: 5, end: 10, lines: [1, 1] as const }] };
    expect(value({ gold: both, run }, "span-recall")).toBe(0.5);
    expect(
      value({ gold: { q1: { spans: [{ doc: "d", lines: [1, 2] as const }] } }, run }, "span-recall"),
    ).toBe(0.5);
  });
  it("a score of a floor or less covers nothing", () => {
    const run = {
      q1: [
        { ...hit("c1", 40, 52), score: 0 },
        { ...hit("c2", 90, 91), score: 1 },
      ],
    };
    expect(value({ run, floor: 0 }, "span-recall")).toBe(2 / 15);
  });
});

describe("what cannot be told is not a number", () => {
  it("ids are not matched with spans", () => {
    expect(score({ run: { q1: ["h.md"] } }, "recall@5")).toEqual({ status: "skipped", missing: ["grades"] });
    expect(score({ run: { q1: ["h.md"] } }, "span-recall")).toEqual({
      status: "skipped",
      missing: ["spans"],
    });
  });
  it("spans and their texts are two ways to ask", () => {
    const both = { q1: { relevant: [{ doc: "d", start: 0, end: 9, text: "red foxes" }] } };
    const run = { q1: [{ id: "c1", doc: "d", start: 0, end: 9, text: "Red  foxes" }] };
    expect(value({ gold: both, run, match: { text: "normalised" } }, "group-recall")).toBe(1);
    expect(value({ gold: both, run, match: { spans: "overlap" } }, "group-recall")).toBe(1);
    expect(score({ gold: { q1: { passages: ["x"] } }, run }, "span-recall").status).toBe("skipped");
  });
  it("hits without a span are reported, and cover nothing", () => {
    const result = evaluate({
      gold,
      run: { q1: [hit("c1", 40, 52), { id: "c2" }] },
      metrics: ["span-precision"],
    });
    expect(result.score("q1", "span-precision")).toEqual({ status: "scored", value: 1 });
    expect(result.problems).toEqual([expect.objectContaining({ code: "no-span" })]);
  });
  it("what is no span is reported, also where nothing looks at it", () => {
    const run = { q1: [{ id: "a", start: 1.5, end: 3 }] };
    const result = evaluate({ gold: { q1: ["a"] }, run, metrics: ["recall"] });
    expect(result.mean("recall").mean).toBe(1);
    expect(result.problems).toEqual([expect.objectContaining({ code: "bad-span" })]);
  });
  it("the same span twice is one hit", () => {
    const run = { q1: [hit("c1", 40, 52), hit("c2", 40, 52), hit("c3", 90, 91)] };
    const result = evaluate({ gold, run, metrics: ["span-recall@2"] });
    expect(result.mean("span-recall@2").mean).toBe(1);
    expect(result.problems).toEqual([expect.objectContaining({ code: "duplicate-hit" })]);
  });
  it.each([{ spans: "touch" }, { spans: "overlap", at: 2 }, { text: "fuzzy", at: "80 %" }])(
    "%j is refused",
    (match) => {
      expect(() => score({ match: match as never }, "group-recall")).toThrow("cannot be");
    },
  );
});

it("explains itself", () => {
  const result = evaluate({
    gold,
    run: { q1: [hit("c1", 31, 45), hit("c2", 41, 60)] },
    metrics: ["span-iou"],
  });
  // 13 of 15 gold lines among 30.
  expect(result.score("q1", "span-iou")).toEqual({ status: "scored", value: 13 / 32 });
  expect(result.explain("q1", "span-iou")).toMatchObject({
    op: "ratio",
    top: {
      of: [
        { value: 6, rank: 1 },
        { value: 7, rank: 2 },
      ],
    },
    bottom: {
      of: [
        {
          of: [
            { value: 15, rank: 1 },
            { value: 15, rank: 2 },
          ],
        },
        { value: 2 },
      ],
    },
  });
});
