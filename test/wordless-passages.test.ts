// A gold passage without words is left out of the gold, with a Problem: never a document that was missed.
import { describe, expect, test } from "vitest";
import { evaluate } from "../src/evaluate/evaluate.ts";
import { whyMissed } from "../src/evaluate/why/missed.ts";
import { textRules } from "../src/match/text/index.ts";
import { withoutWordless, wordlessTexts } from "../src/match/text/wordless.ts";

const hits = [
  { id: "a", text: "We know the mill was built in 1840." },
  { id: "b", text: "Hm ... what" },
];
const METRICS = ["group-recall@5", "group-ndcg@10", "group-rr", "all-groups@5"];

const scored = (passages: readonly (string | readonly string[])[], text: string) =>
  evaluate({
    gold: { q1: { passages: passages as readonly string[] } },
    run: { q1: hits },
    metrics: METRICS,
    match: { text },
  });

describe.each(["contains", "normalised", "fuzzy"])("under %s", (rule) => {
  test.each(["...", "—", " ?! ", ""])("%j alone leaves nothing to find", (passage) => {
    const result = scored([passage], rule);
    for (const metric of METRICS) expect(result.score("q1", metric)).toMatchObject({ status: "undefined" });
    expect(result.problems.map(({ code, at }) => ({ code, at }))).toContainEqual({
      code: "passage-without-words",
      at: { side: "gold", query: "q1" },
    });
  });
  test("beside another, it does not lower the score", () => {
    const result = scored(["...", "the mill was built in 1840"], rule);
    for (const metric of METRICS)
      expect(result.score("q1", metric)).toMatchObject({ status: "scored", value: 1 });
  });
  test("in a group, the others stand for it", () => {
    const result = scored([["...", "the mill was built in 1840"], ["no such text"]], rule);
    expect(result.score("q1", "group-recall@5")).toMatchObject({ status: "scored", value: 0.5 });
  });
  test("is not among the misses", () => {
    const gold = { passages: [["..."], ["never there"]] };
    expect(whyMissed({ query: "q1", gold, hits, k: 5, rules: { match: { text: rule } } })).toEqual([
      { item: ["never there"], reason: "never-retrieved" },
    ]);
  });
});

test("signs are looked for where a rule reads them", () => {
  expect(wordlessTexts([["=="], ["€"]], { text: "contains" })).toEqual([]);
  expect(wordlessTexts([["=="], ["€"]], { text: "fuzzy" })).toEqual(["==", "€"]);
});

test("rules of other tools, ids and spans leave nothing out", () => {
  const groups = [["..."], [""]];
  const others = Object.keys(textRules).filter((name) => textRules[name]!.sees === undefined);
  expect(others).toEqual(["exact", "chunk-of-message", "contains-tokens", "edit"]);
  for (const text of others) expect(withoutWordless(groups, { text })).toBe(groups);
  expect(withoutWordless(groups, { ids: "exact", on: "hits" })).toBe(groups);
  expect(withoutWordless(groups, { spans: "overlap" })).toBe(groups);
});
