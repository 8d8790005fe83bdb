/** What the types promise to callers. */
import { expectTypeOf, test } from "vitest";
import {
  defineMetric,
  evaluate,
  evaluateOne,
  type Gain,
  type Result,
  type Score,
  type Summary,
  whyDifferent,
} from "../src/index.ts";

test("results always have the same type", () => {
  expectTypeOf(evaluate({ gold: { q: ["a"] }, run: { q: ["a"] } })).toEqualTypeOf<Result>();
  expectTypeOf(evaluate({ gold: new Map(), run: [] }).mean("rr")).toEqualTypeOf<Summary>();
  expectTypeOf(evaluateOne({ gold: { a: 1 }, hits: { a: 0.5 } })).toEqualTypeOf<Record<string, Score>>();
  expectTypeOf(whyDifferent({ gold: {}, run: {} }, "rr", "ap").difference).toEqualTypeOf<
    number | undefined
  >();
});

test("a score has a value only where it is scored", () => {
  const score = evaluateOne({ gold: ["a"], hits: ["a"], metrics: ["rr"] }).rr!;
  // @ts-expect-error: look at the status first
  score.value;
  if (score.status === "scored") expectTypeOf(score.value).toEqualTypeOf<number>();
  if (score.status === "undefined") expectTypeOf(score.because).toBeString();
});

test("parameters are typed by their specs", () => {
  defineMetric({
    kind: "computed",
    id: "typed",
    title: "t",
    definition: "d",
    formula: "f",
    steps: ["s"],
    cite: "c",
    params: {
      k: { kind: "integer", min: 1, doc: "cut-off" },
      beta: { kind: "number", default: 1, doc: "weight" },
      of: { kind: "choice", choices: { a: "takes a", b: "takes b" }, default: "a", doc: "which" },
      gain: { kind: "gain", default: "linear", doc: "gain" },
    },
    at: "k",
    needs: ["grades"],
    direction: "higher",
    range: [0, 1],
    best: "b",
    worst: "w",
    aggregate: "mean",
    laws: [],
    compute(_, { k, beta, of, gain }) {
      expectTypeOf(k).toEqualTypeOf<number | undefined>();
      expectTypeOf(beta).toEqualTypeOf<number>();
      expectTypeOf(of).toEqualTypeOf<"a" | "b">();
      expectTypeOf(gain).toEqualTypeOf<Gain>();
      return { status: "scored", value: 0 };
    },
    explain: () => ({ op: "value", what: "x", value: 0 }),
  });
});

test("wrong input is a type error", () => {
  const wrong = () => {
    // @ts-expect-error: a rule has a closed list of values
    evaluate({ gold: {}, run: {}, duplicates: "last" });
    // @ts-expect-error: scores are numbers
    evaluate({ gold: {}, run: { q: { a: "1" } } });
    // @ts-expect-error: `@` must set one of the parameters
    defineMetric({ kind: "computed", params: {}, at: "k" });
  };
  expectTypeOf(wrong).toBeFunction();
});
