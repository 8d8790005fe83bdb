import { expect, expectTypeOf, test } from "vitest";
import { checkConfig } from "../../src/config/check.ts";
import { GoldieError } from "../../src/core/problem.ts";
import { sweep } from "../../src/retrievers/index.ts";

const signal = new AbortController().signal;

test("a grid: every combination, in order, with its parameters", async () => {
  const closed: number[] = [];
  const made = sweep({ k1: [0.9, 1.2], chunk: [200, 400] }, (params) => {
    expectTypeOf(params).toEqualTypeOf<{ readonly k1: 0.9 | 1.2; readonly chunk: 200 | 400 }>();
    return {
      about: `k1 ${params.k1}`,
      params: { b: 0.75 },
      retrieve: () => [`${params.k1}-${params.chunk}`],
      close: () => void closed.push(params.chunk),
      documents: () => ({ has: () => true, text: () => `${params.chunk}` }),
    };
  });
  expect(Object.keys(made)).toEqual([
    "k1=0.9 chunk=200",
    "k1=0.9 chunk=400",
    "k1=1.2 chunk=200",
    "k1=1.2 chunk=400",
  ]);
  const { retrieve, params, about, close, documents } = made["k1=1.2 chunk=400"]!;
  expect(params).toEqual({ b: 0.75, k1: 1.2, chunk: 400 });
  expect(about).toBe("k1 1.2");
  expect(await retrieve("q", { k: 1, queryId: "q", signal })).toEqual(["1.2-400"]);
  expect(documents!()!.text("a")).toBe("400");
  await close?.();
  expect(closed).toEqual([400]);
});

test("a list, functions, and names that need quotes", () => {
  const made = sweep(
    [
      { mode: "a b", on: true },
      { mode: "c=d", on: false },
      { mode: "7", on: false },
      { mode: "", on: false },
    ],
    () => () => [],
  );
  expect(Object.keys(made)).toEqual([
    'mode="a b" on=true',
    'mode="c=d" on=false',
    "mode=7 on=false",
    'mode="" on=false',
  ]);
  expect(Object.keys(sweep({ "my k": [1] }, () => () => []))).toEqual(['"my k"=1']);
});

test("names hold no slash, which a name of a config and of a file may not", () => {
  const made = sweep({ model: ["BAAI/bge-small", "a\\b"] }, () => () => []);
  expect(Object.keys(made)).toEqual(["model=BAAI-bge-small", "model=a-b"]);
  expect(made["model=BAAI-bge-small"]!.params).toEqual({ model: "BAAI/bge-small" });
  expect(() => checkConfig({ gold: "gold.jsonl", retrievers: made }, "goldie.config.ts")).not.toThrow();
});

test("methods keep their this", async () => {
  class Own {
    hits = ["a"];
    retrieve() {
      return this.hits;
    }
  }
  const [made] = Object.values(sweep({ k: [1] }, () => new Own()));
  expect(await made!.retrieve("q", { k: 1, queryId: "q", signal })).toEqual(["a"]);
});

const fine = () => () => [];
test.each<[string, unknown, unknown, RegExp]>([
  ["nothing", {}, fine, /no settings/],
  ["an empty list", [], fine, /no settings/],
  ["undefined", undefined, fine, /no settings/],
  ["a value that is not a list", { k1: 0.9 }, fine, /k1 is the number 0.9, not a list/],
  ["no values", { k1: [] }, fine, /k1 is an empty list/],
  ["a function as a value", { k1: [() => 1] }, fine, /k1 cannot be a function/],
  ["an object as a value", [{ k1: { a: 1 } }], fine, /k1 cannot be an object/],
  ["NaN", { k1: [Number.NaN] }, fine, /k1 cannot be NaN/],
  ["the same twice", { k1: [1, 1] }, fine, /k1=1 twice/],
  [
    "a typo in a list",
    [{ k1: 1 }, { kl: 2 }],
    fine,
    /"kl" is not a parameter of the first setting, which has k1/,
  ],
  ["a setting that is none", [null], fine, /setting 1 cannot be null/],
  ["too many", { a: [...Array(40).keys()], b: [...Array(40).keys()] }, fine, /1600 settings, more than 1000/],
  ["nothing made", { k1: [1] }, () => undefined, /returned undefined for k1=1/],
  ["a promise made", { k1: [1] }, async () => fine(), /returned an object for k1=1/],
  ["no function", { k1: [1] }, undefined, /undefined/],
])("%s is refused", (_, settings, make, words) => {
  const made = () => sweep(settings as { k: [1] }, make as () => () => []);
  expect(made).toThrow(GoldieError);
  expect(made).toThrow(words);
});
