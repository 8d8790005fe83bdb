import { describe, expect, it } from "vitest";
import { compare } from "../../evaluate/compare/compare.ts";
import type { MovedItem } from "../../evaluate/compare/comparison.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { itemTexts, movedBy } from "./_moved.ts";
import { comparisonMarkdown } from "./markdown.ts";
import { comparisonText } from "./text.ts";

describe("what moved in a query", () => {
  const item = (id: string, more: Omit<MovedItem, "item">): MovedItem => ({ item: [id], ...more });

  const texts = (items: readonly MovedItem[] | undefined, difference = -0.5) =>
    itemTexts(
      { query: "q", metric: "rr", a: 0.5, b: 0.5 + difference, difference, ...(items && { items }) },
      { moved: [], verdicts: [] },
    );

  it("leaves out what stayed where it was", () => {
    expect(
      texts([item("gone", {}), item("same", { before: 3, after: 3 }), item("new", { after: 2 })]),
    ).toEqual(["new  not retrieved → rank 2"]);
    expect(texts(undefined)).toEqual([]);
  });

  const deep = Array.from({ length: 1000 }, (_, i) => item(`d${i}`, { before: 200 + i }));
  const lost = item("lost", { before: 9, after: 11, missed: { reason: "below-k", rank: 11, hit: "lost" } });
  const top = item("top", { before: 2, after: 1 });

  it("names five: of a query that got worse, what was lost, then what fell furthest near the top", () => {
    expect(texts([top, ...deep, item("fell", { before: 1, after: 2 }), lost, item("gone", {})])).toEqual([
      "lost  rank 9 → rank 11: below k (rank 11)",
      "fell  rank 1 → rank 2",
      "d0  rank 200 → not retrieved",
      "d1  rank 201 → not retrieved",
      "d2  rank 202 → not retrieved",
      "and 998 more that moved",
    ]);
    expect(texts(deep.slice(0, 5))).toHaveLength(5);
  });

  it("names what rose of a query that got better", () => {
    expect(texts([lost, item("up", { before: 80, after: 20 }), top], 0.5)).toEqual([
      "top  rank 2 → rank 1",
      "up  rank 80 → rank 20",
      "lost  rank 9 → rank 11: below k (rank 11)",
    ]);
  });
});

describe("queries that moved most", () => {
  const gold = { q: ["a", "b"], r: ["a", "gone"] };
  const [before, after] = [
    { q: ["a", "b"], r: ["a"] },
    { q: ["a", "x", "b"], r: ["x", "a"] },
  ].map((run, i) => evaluate({ gold, run, metrics: ["ndcg@2", "unjudged@2"], name: ["old", "new"][i]! }));
  const by = (metrics: string, results = [before!, after!]) =>
    movedBy(compare(results, { metrics }).pairs[0]!);

  it("says what comes first, by the direction of the metric", () => {
    expect(by("ndcg@2")).toBe("ndcg@2, largest drops first");
    expect(by("ndcg@2", [after!, before!])).toBe("ndcg@2, smallest rises first");
    expect(by("unjudged@2")).toBe("unjudged@2, largest rises first");
    expect(by("unjudged@2", [after!, before!])).toBe("unjudged@2, smallest drops first");
  });

  it("says nothing of an order where there is one query", () => {
    const pair = compare([before!, after!], { metrics: "ndcg@2", moved: 1 }).pairs[0]!;
    expect(movedBy(pair)).toBe("ndcg@2");
  });

  it("are in the text and the Markdown without what stayed; the comparison keeps all", () => {
    const comparison = compare([before!, after!], { metrics: "ndcg@2" });
    const text = comparisonText({ comparison });
    expect(text).toContain("moved most, old → new (ndcg@2, largest drops first):\n");
    expect(text).toContain("a  rank 1 → rank 2");
    expect(text).not.toContain("gone");
    const markdown = comparisonMarkdown({ comparison });
    expect(markdown).toContain("**Moved most** (ndcg&#64;2, largest drops first)");
    expect(markdown).not.toContain("gone");
    expect(JSON.stringify(comparison)).toContain("gone");
  });
});
