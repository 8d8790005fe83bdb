/** The rule against its definition, from the other end and without any short cut. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { isNear } from "./_words.ts";
import { findText } from "./find-text.ts";

/** Thirds of a word that gold[i…] is worth from hit[j] on: a word found, nearly found, left out, another one, or foreign. */
function worth(gold: string[], hit: string[], i: number, j: number, known: Map<string, number>): number {
  if (i === gold.length || j === hit.length) return 0;
  const key = `${i} ${j}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const here = gold[i] === hit[j] ? 3 : isNear(gold[i]!, hit[j]!) ? 1 : 0;
  const rest = (a: number, b: number) => worth(gold, hit, a, b, known);
  const best = Math.max(0, here + rest(i + 1, j + 1), rest(i + 1, j), rest(i, j + 1) - 1);
  known.set(key, best);
  return best;
}

const WORDS = ["the", "red", "fox", "jumps", "jumsp", "jump", "over", "1984", "lazy", "dogs"];
const texts = fc.array(fc.constantFrom(...WORDS), { maxLength: 14 });

it("similarity is the best that any alignment gives", () => {
  let found = 0;
  fc.assert(
    fc.property(texts, texts, texts, fc.constantFrom(0.3, 0.5, 0.8, 1), (before, gold, after, at) => {
      // The passage itself, with something left out and something added.
      const hit = [...before, ...gold.slice(0, 5), ...after.slice(0, 2), ...gold.slice(6)];
      const known = new Map<string, number>();
      const best = Math.max(0, ...hit.map((_, j) => worth(gold, hit, 0, j, known)));
      const wanted = best / (3 * gold.length);
      const got = findText({ text: "fuzzy", at }, hit.join(" "), gold.join(" "));
      expect(got?.similarity).toBe(gold.length > 0 && best > 0 && wanted >= at ? wanted : undefined);
      if (got !== undefined) found++;
    }),
    { numRuns: 1000, seed: 21 },
  );
  expect(found).toBeGreaterThan(200);
});

it("the evidence alone is as similar", () => {
  fc.assert(
    fc.property(texts, texts, (gold, before) => {
      const hit = [...before, ...gold.filter((_, i) => i % 6 !== 4)].join(" ");
      const found = findText("fuzzy", hit, gold.join(" "));
      if (found === undefined) return;
      expect(findText("fuzzy", hit.slice(found.start, found.end), gold.join(" "))?.similarity).toBe(
        found.similarity,
      );
    }),
    { numRuns: 500, seed: 22 },
  );
});

it.each<[string, string, boolean]>([
  ["million", "milion", true],
  ["milion", "million", true],
  ["million", "billion", true],
  ["million", "millions", true],
  ["million", "imllion", true],
  ["abcd", "abdc", true],
  ["abcd", "bacd", true],
  ["abcd", "abxx", false],
  ["abcd", "cabd", false],
  ["abcd", "abcdef", false],
  ["abc", "abd", false],
  ["a1984", "a1985", false],
  ["kilometre", "kilometer", true],
])("%s and %s: %s", (a, b, near) => {
  expect(isNear(a, b)).toBe(near);
});
