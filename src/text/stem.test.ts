import { describe, expect, it } from "vitest";
import { related, stem } from "./stem.ts";

describe("stems", () => {
  it.each([
    "city cities",
    "run runs running",
    "organise organised organises organize organizing",
    "study studied studies studying",
    "fall falls falling",
    "colour colours color colors coloured",
    "make makes making",
    "agree agrees agreed agreeing",
    "box boxes",
    "house houses housed",
    "quick quickly",
    "goes go",
    "glass glasses",
    "raise raised raising",
  ])("one for %s", (words) => {
    expect(new Set(words.split(" ").map(stem)).size).toBe(1);
  });

  it.each(["news new", "need ned", "bus bu", "analysis analyse", "bed be", "ring r", "universe university"])(
    "two for %s",
    (words) => {
      expect(new Set(words.split(" ").map(stem)).size).toBe(2);
    },
  );

  it("leaves words of other scripts and words with digits", () => {
    for (const word of ["города", "東京", "h2os", "#50", "@1960-04-21", "as"]) expect(stem(word)).toBe(word);
  });
});

it.each([
  ["urban", "urbanization", true],
  ["canada", "canadian", true],
  ["produce", "production", true],
  ["history", "historical", true],
  ["establish", "establishment", true],
  ["policy", "police", false],
  ["even", "event", false],
  ["car", "cart", false],
  ["forest", "deforestation", false],
])("%s and %s are related: %s", (a, b, expected) => {
  expect(related(a, b)).toBe(expected);
  expect(related(b, a)).toBe(expected);
});
