import { expect, it } from "vitest";
import { shapeOf } from "./shape.ts";

const many = (make: (i: number) => string): string[] => Array.from({ length: 30 }, (_, i) => make(i));

it.each<[string, (i: number) => string]>([
  ["doc-{number}", (i) => `doc-${i}`],
  ["doc-{number}::chunk-{number}", (i) => `doc-${i}::chunk-${i % 3}`],
  ["{word}-{number}", (i) => `${["a", "b"][i % 2]}-${i}`],
  ["D{number}", (i) => `D${i}`],
  ["{code}", (i) => `${i}b${i}j`],
  ["<urn:uuid:{uuid}>", (i) => `<urn:uuid:27c6a0ab-0000-4000-8000-${String(i).padStart(12, "0")}>`],
  ["{words}.pdf", (i) => `${["the old man", "a new car"][i % 2]}.pdf`],
  ["https://example.org/{word}/{number}", (i) => `https://example.org/${["en", "de"][i % 2]}/${i}`],
  ["Montalbán_{number}", (i) => `Montalbán_${i}`],
])("%s", (pattern, make) => {
  const { patterns, samples, texts } = shapeOf(many(make));
  expect(patterns[0]).toEqual({ pattern, share: 1, sample: make(0) });
  expect(samples).toContain(make(0));
  expect(texts).toBe(false);
});

it("tells how usual each pattern is, the most usual first", () => {
  const ids = [...many((i) => `doc-${i}`), ...many((i) => `doc-${i}#${i}`).slice(0, 10)];
  expect(shapeOf(ids).patterns.map(({ pattern, share }) => [pattern, share])).toEqual([
    ["doc-{number}", 0.75],
    ["doc-{number}#{number}", 0.25],
  ]);
});

it("notices texts", () => {
  expect(shapeOf(many((i) => `The desert number ${i} is very large.`)).texts).toBe(true);
});

it("of nothing, nothing", () => {
  expect(shapeOf([])).toEqual({ looked: 0, patterns: [], samples: [], texts: false });
});

it("looks at some of many", () => {
  expect(shapeOf(Array.from({ length: 100_000 }, (_, i) => `doc-${i}`)).looked).toBe(2000);
});
