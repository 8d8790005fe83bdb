import { expect, it } from "vitest";
import {
  defaultMatch,
  defaultMetricsFor,
  type GoldKind,
  goldKinds,
  withDefaultMatch,
} from "./default-match.ts";
import { evaluate } from "./evaluate.ts";
import type { GoldValue } from "./input/read-gold.ts";
import type { AskedMetrics } from "./plan/plan.ts";
import type { Rules } from "./plan/rules.ts";

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

const settled = (asked: AskedMetrics & Rules, gold: readonly GoldValue[]) => withDefaultMatch(asked, gold);
const groups = ["group-recall@5", "group-ndcg@10", "group-rr", "all-groups@5"];
const mixed = ["recall@5", "ndcg@10", "rr", "hit@5", "group-recall@5", "all-groups@5"];
it.each<[string, readonly GoldValue[], readonly string[] | undefined]>([
  ["groups", [[["a", "b"], ["c"]], []], groups],
  ["named groups", [{ groups: [["a"]] }, { relevant: [["b"]] }], groups],
  ["groups here, lists there", [[["a"]], ["b"]], mixed],
  ["groups and grades of one query", [{ groups: [["a"]], grades: { a: 2 } }], mixed],
  ["lists", [["a"], { relevant: ["b"] }], undefined],
  ["grades", [{ a: 1 }, new Map([["a", 1]])], undefined],
  ["a document called groups", [{ groups: 1 }], undefined],
  ["a document called relevant", [{ relevant: 1 }], undefined],
  ["aspects", [{ subtopics: { s1: { a: 1 } } }], undefined],
  ["nothing", [[]], undefined],
])("metrics for %s", (_, gold, metrics) => {
  expect(settled({}, gold).metrics).toEqual(metrics);
  expect(settled({}, gold).match).toBe(undefined);
  expect(settled({ match: { ids: "exact", on: "both" } }, gold).metrics).toEqual(metrics);
  expect(settled({ metrics: ["rr"] }, gold)).toEqual({ metrics: ["rr"] });
  expect(settled({ as: "ranx" }, gold)).toEqual({ as: "ranx" });
});

it("cut-offs without metrics are those of the metrics that the gold wants", () => {
  expect(settled({ k: [1, 3] }, [[["a"]]])).toEqual({
    metrics: ["group-recall@1,3", "group-ndcg@1,3", "group-rr@1,3", "all-groups@1,3"],
  });
  expect(settled({ k: 3 }, [["a"]])).toEqual({ k: 3 });
  const { metrics } = evaluate({ gold: { q1: ["a"] }, run: { q1: ["a"] }, k: 3 });
  expect(metrics).toEqual(["recall@3", "ndcg@3", "rr@3", "hit@3"]);
});

it("metrics for texts and spans, whoever says how they are matched", () => {
  const texts = [{ relevant: [{ text: "x" }] }];
  const spans = [{ spans: [span] }];
  expect(settled({}, texts)).toEqual({ match: { text: "normalised" }, metrics: groups });
  expect(settled({ match: { text: "exact" } }, texts).metrics).toEqual(groups);
  expect(settled({ match: { spans: "overlap", at: 0.5 } }, spans).metrics).toContain("span-iou@5");
  expect(settled({ metrics: ["rr"] }, texts)).toEqual({
    metrics: ["rr"],
    match: { text: "normalised" },
  });
});
