import { expect, it } from "vitest";
import { defaultMatch, defaultMetricsFor, type GoldKind, goldKinds } from "./default-match.ts";
import { evaluate } from "./evaluate.ts";
import type { GoldValue } from "./read-gold.ts";

const span = { doc: "h.md", lines: [1, 2] } as const;

it.each<[string, GoldValue, readonly GoldKind[]]>([
  ["ids", ["a"], ["ids"]],
  ["groups", [["a"], ["b"]], ["ids"]],
  ["grades", { a: 1 }, ["ids"]],
  ["a table of grades", new Map([["a", 1]]), ["ids"]],
  ["nothing", [], []],
  ["nothing in groups", [[]], []],
  ["nothing relevant", { relevant: [], answerable: false }, []],
  ["an answer alone", { answer: "Paris" }, []],
  ["named ids", { relevant: ["a"], answer: "Paris", tags: { lang: "de" } }, ["ids"]],
  ["named grades", { grades: { a: 1 } }, ["ids"]],
  ["aspects", { subtopics: { s1: { a: 1 } } }, ["ids"]],
  ["texts", { relevant: [{ text: "x" }] }, ["passages"]],
  ["texts in groups", { passages: [["x", "y"]] }, ["passages"]],
  ["spans", { relevant: [span] }, ["spans"]],
  ["named spans", { spans: [span] }, ["spans"]],
  ["spans in groups", { spans: [[span]] }, ["spans"]],
  ["spans with their texts", { relevant: [{ ...span, text: "x" }] }, ["spans", "passages"]],
  ["ids and texts", { relevant: ["a"], passages: ["x"] }, ["ids", "passages"]],
])("%s", (_, gold, kinds) => {
  expect(goldKinds(gold)).toEqual(kinds);
});

it("only gold without any id has a rule of its own", () => {
  expect(defaultMatch([])).toBe(undefined);
  expect(defaultMatch(["ids", "passages"])).toBe(undefined);
  expect(defaultMatch(["passages"])).toEqual({ text: "normalised" });
  expect(defaultMatch(["spans"], { spans: false })).toEqual({ spans: "overlap" });
  expect(defaultMatch(["spans", "passages"])).toEqual({ spans: "overlap" });
  expect(defaultMatch(["spans", "passages"], { spans: false })).toEqual({ text: "normalised" });
});

it("gives numbers", () => {
  const given: [GoldValue, object][] = [
    [{ relevant: [{ text: "14 million" }] }, { id: "c1", text: "It has **14 Million** km²." }],
    [{ relevant: [{ doc: "h.md", lines: [40, 52] }] }, { id: "c1", doc: "h.md", lines: [30, 60] }],
  ];
  for (const [gold, hit] of given) {
    const match = defaultMatch(goldKinds(gold))!;
    const metrics = defaultMetricsFor(match);
    const result = evaluate({ gold: { q1: gold }, run: { q1: [hit as { id: string }] }, match, metrics });
    for (const metric of metrics) expect(result.score("q1", metric).status, metric).toBe("scored");
    expect(result.mean("group-recall@5").mean).toBe(1);
  }
});
