import { expect, test } from "vitest";
import { firstHits } from "./run-of.ts";

const hits = (...ids: (string | null)[]) => ids.map((id) => ({ id }));

test("repeated hits take no place among the first k", () => {
  expect(firstHits(hits("a", "a", "a", "z", "y"), { k: 2 })).toEqual(hits("a", "a", "a", "z"));
  expect(firstHits(hits("a", "a", "a", "z"), { k: 3, duplicates: "keep" })).toEqual(hits("a", "a", "a"));
  expect(firstHits(hits(null, null, "z"), { k: 2 })).toEqual(hits(null, null));
});

test("under unit doc, documents are counted, by the doc of a hit or by its id as the rule writes it", () => {
  const chunks = hits("a#1", "a#2", "b#1", "c#1");
  const match = { ids: "chunk-suffix", on: "hits" } as const;
  expect(firstHits(chunks, { k: 2, unit: "doc", match })).toEqual(chunks.slice(0, 3));
  expect(firstHits(chunks, { k: 2, unit: "doc" })).toEqual(chunks.slice(0, 2));
  const named = ["a", "a", "b", "c"].map((doc, i) => ({ id: `${i}`, doc }));
  expect(firstHits(named, { k: 2, unit: "doc" })).toEqual(named.slice(0, 3));
});
