import { expect, it } from "vitest";
import { ruleKeys } from "./rule-key.ts";

it("rules that are equal have equal keys; functions are equal to themselves only", () => {
  const keyOf = ruleKeys();
  const a = (id: string) => id;
  const b = (id: string) => id;
  expect(keyOf({ match: { ids: "x" } })).toBe(keyOf({ match: { ids: "x" } }));
  expect(keyOf({ match: { ids: "x" } })).not.toBe(keyOf({ match: { ids: "y" } }));
  expect(keyOf({ match: { ids: a } })).toBe(keyOf({ match: { ids: a } }));
  expect(keyOf({ match: { ids: a } })).not.toBe(keyOf({ match: { ids: b } }));
  expect(keyOf({ gain: new Map([[1, 2]]) })).not.toBe(keyOf({ gain: new Map([[1, 3]]) }));
});
