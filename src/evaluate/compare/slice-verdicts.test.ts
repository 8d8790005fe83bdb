import { expect, test } from "vitest";
import { evaluate } from "../evaluate.ts";
import { compare } from "./compare.ts";
import { sliceVerdicts } from "./slice-verdicts.ts";

const names = Array.from({ length: 60 }, (_, i) => `q${i}`);
const gold = new Map(
  names.map((query, i) => [
    query,
    { relevant: ["a"], tags: { lang: i % 3 === 0 ? "de" : "en", half: i < 20 ? "1" : "2" } },
  ]),
);
const lists = (better: (i: number) => boolean) =>
  new Map(names.map((query, i) => [query, better(i) ? ["a", "x"] : ["x", "y", "a"]]));
const metrics = ["rr", "hit@1"];
const results = [lists((i) => i % 2 === 0), lists((i) => i % 3 !== 0), lists(() => true)].map((run, i) =>
  evaluate({ gold, run, metrics, name: `run${i}` }),
);

test.each(["lang", "half"])("slices by %s are those of compare, but for the sign flips", (tag) => {
  const tags = new Map(["lang", "half"].map((one) => [one, results[0]!.tagged(one)]));
  const own = sliceVerdicts(results, { metrics, tags }).get(tag)!;
  const { pairs } = compare(results, { by: tag, metrics });
  expect(own).toHaveLength(2);
  expect(own).toEqual(
    pairs.map(({ slices }) =>
      slices!.map(({ value, verdicts }) => ({
        value,
        verdicts: verdicts.map(({ flipP: _, ...one }) => one),
      })),
    ),
  );
  expect(own.flat().some(({ verdicts }) => verdicts.some(({ call }) => call === "better"))).toBe(true);
});

test("nothing to compare gives nothing", () => {
  expect(sliceVerdicts([], { metrics, tags: new Map() }).size).toBe(0);
});
