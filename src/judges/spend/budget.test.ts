import { expect, test } from "vitest";
import { createBudget } from "./budget.ts";

const tokens = () => ({ input: 80, output: 20 });
const next = { calls: 1, tokens: () => 100 };

test("what a case will ask next is held back for it, in tokens too", () => {
  // 100 for a first call, 200 for the one after it.
  const budget = createBudget({ tokens: 650 }, undefined);
  const [a, b] = ["a", "b"].map((item) => budget.reserve(tokens, { item, next }));
  expect(() => budget.reserve(tokens, { item: "c", next })).toThrow(
    /does not reach this case: \d+ \w+ with what is set aside$/,
  );
  expect(budget.holds).toBe(true);
  for (const one of [a!, b!]) one.settle(tokens());
  for (const item of ["a", "b"]) budget.reserve(() => ({ input: 180, output: 20 }), { item });
  expect(budget.holds).toBe(false);
  expect(() => budget.reserve(tokens)).toThrow();
});

test("a first call that failed, or a second one that is known, gives back what was held", () => {
  const budget = createBudget({ calls: 4 }, undefined);
  budget.reserve(tokens, { item: "a", next }).settle();
  budget.reserve(tokens, { item: "b", next }).settle(tokens());
  budget.spare("b");
  expect(budget.holds).toBe(false);
  budget.reserve(tokens, { item: "c", next });
  expect(() => budget.reserve(tokens, { item: "d", next })).toThrow();
  budget.reserve(tokens, { item: "c" });
});

test("a case that asks its first question again holds no more than before", () => {
  const budget = createBudget({ calls: 3 }, undefined);
  budget.reserve(tokens, { item: "a", next }).settle(tokens());
  budget.reserve(tokens, { item: "a", next }).settle(tokens());
  budget.reserve(tokens, { item: "a" });
  expect(() => budget.reserve(tokens, { item: "a" })).toThrow(
    "the budget of 3 calls is used up (3 calls so far)",
  );
});
