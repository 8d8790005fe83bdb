import { describe, expect, test } from "vitest";
import { GoldieError } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { evaluate } from "../evaluate.ts";
import { readGold } from "./read-gold.ts";

describe("values that lead back to themselves", () => {
  const list: unknown[] = [];
  list.push(list);
  const object: Record<string, unknown> = {};
  object["relevant"] = object;
  let deep: unknown[] = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];

  const read = (gold: unknown): unknown => readGold("q1", gold as string[], new ProblemLog());

  test.each<[string, unknown]>([
    ["a list", list],
    ["groups", [list]],
    ["a hundred thousand lists in one another", deep],
    ["facets", object],
    ["grades", { grades: object }],
    ["aspects", { subtopics: object }],
    ["passages", { passages: list }],
    ["spans", { spans: list }],
    ["tags", { relevant: ["d1"], tags: object }],
  ])("%s are a Problem of the query", (_, gold) => {
    let thrown: unknown;
    try {
      read(gold);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(GoldieError);
    expect((thrown as GoldieError).problem.at).toEqual({ side: "gold", query: "q1" });
  });

  test("in rankings too", () => {
    expect(() => evaluate({ gold: { q1: ["d1"] }, run: { q1: list as string[] }, metrics: ["rr"] })).toThrow(
      GoldieError,
    );
  });
});
