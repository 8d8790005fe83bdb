import { expect, it } from "vitest";
import { prepare } from "../../evaluate/evaluate.ts";
import { Planner } from "../../evaluate/plan/plan.ts";
import type { Loaded, NamedRun } from "./load.ts";
import { textsOf } from "./texts.ts";

const asked: string[] = [];
/** A Map that tells what was asked of it. */
const watched = <V>(entries: readonly (readonly [string, V])[]): Map<string, V> => {
  const map = new Map(entries);
  const get = map.get.bind(map);
  map.get = (key) => {
    asked.push(key);
    return get(key);
  };
  return map;
};

const loaded = {
  gold: { words: watched([["q1", "why?"]]) },
  corpus: { docs: watched([["a", { text: "text of a" }]]) },
} as unknown as Loaded;
const run = {
  run: watched<unknown>([
    ["q1", { x: 1, a: 2 }],
    ["q2", [{ id: "c1", doc: "a", text: "its own" }, { id: null }]],
    ["q3", new Error("no answer")],
  ]),
} as unknown as NamedRun;
const { join } = new Planner({}).plans()[0]!;

it("gives the texts of one query at a time, and reads nothing before", () => {
  const texts = textsOf(loaded, run, join);
  expect(asked).toEqual([]);
  expect([texts.query("q1"), texts.query("q9")]).toEqual(["why?", undefined]);
  // As they are ranked: a mapping goes by its scores.
  expect(texts.hits("q1")).toEqual([{ id: "a", text: "text of a" }, { id: "x" }]);
  expect(asked).toEqual(["q1", "q9", "q1", "a", "x"]);
  expect(texts.hits("q2")).toEqual([{ id: "c1", doc: "a", text: "its own" }, { id: null }]);
  expect([texts.hits("q3"), texts.hits("q9")]).toEqual([[], []]);
  expect([texts.document("a"), texts.document("b")]).toEqual(["text of a", undefined]);
});

it("the order is the one that metrics read", () => {
  const given = { q1: { x: 1, a: 2 } };
  const result = prepare({ gold: { q1: ["a"] }, metrics: ["rr"] }).evaluate(given);
  expect(result.score("q1", "rr")).toEqual({ status: "scored", value: 1 });
  expect(textsOf(loaded, run, join).hits("q1")[0]!.id).toBe("a");
});
