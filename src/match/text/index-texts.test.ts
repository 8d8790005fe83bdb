/** The index against the rule itself, gold by gold: on repetition, Unicode, overlaps and nothing at all. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findText, type TextMatch } from "./find-text.ts";
import { textRules } from "./index.ts";
import { createTextIndex } from "./index-texts.ts";
import { TextMatcher } from "./matcher.ts";

const naive = (golds: readonly string[], match: string | TextMatch, hit: string) =>
  golds.flatMap((text, gold) => {
    const found = findText(match, hit, text);
    return found === undefined ? [] : { gold, ...found };
  });

// Few letters, so that texts overlap, repeat and contain one another.
const repetitive = fc
  .array(fc.constantFrom("a", "b", "aa", "ab", "aaaaaaaa", "abababab"), { maxLength: 12 })
  .map((x) => x.join(""));
const typeset = fc
  .array(
    fc.constantFrom(
      "red ",
      "fox ",
      "Fox\n",
      "**red** ",
      "é ",
      "e\u0301 ",
      "— ",
      "“",
      "\u00ad",
      "1984 ",
      "\u{1f600}",
      "漢字",
      "jumps ",
      "jumsp ",
      "ﬁ",
      "",
    ),
    { maxLength: 14 },
  )
  .map((x) => x.join(""));
const texts = fc.oneof(repetitive, typeset, fc.string({ unit: "binary", maxLength: 6 }));
const matches = fc.constantFrom<string | TextMatch>(
  ...Object.keys(textRules),
  { text: "fuzzy", at: 0.3 },
  { text: "fuzzy", at: 0.6 },
  { text: "fuzzy", at: 0.6, above: true },
  { text: "fuzzy", at: 1 },
  { text: "edit", at: 0.5 },
);

describe("what the index finds is what the rule finds", () => {
  it("on random texts, each hit with the same index", () => {
    let places = 0;
    fc.assert(
      fc.property(
        matches,
        fc.array(texts, { maxLength: 12 }),
        fc.array(texts, { maxLength: 4 }),
        (match, golds, hits) => {
          const index = createTextIndex(golds, match);
          for (const hit of hits) {
            // Pieces of the gold stand in most hits.
            const longer = `${golds[0] ?? ""}${hit}${golds[1] ?? ""}`;
            for (const text of [hit, longer]) {
              const wanted = naive(golds, match, text);
              places += wanted.length;
              expect(index.find(text)).toEqual(wanted);
            }
          }
        },
      ),
      { numRuns: 1000, seed: 20_260_105 },
    );
    expect(places).toBeGreaterThan(1500);
  });

  it("also where a join asks it", () => {
    fc.assert(
      fc.property(matches, fc.array(texts, { minLength: 1, maxLength: 6 }), (match, golds) => {
        const rule = typeof match === "string" ? { text: match } : match;
        // Enough pairs for an index, and too few.
        const hits = Array.from({ length: 4096 / golds.length + 1 }, (_, i) =>
          golds[i % golds.length]!.slice(i % 3),
        );
        const many = new TextMatcher(golds, rule).similarities(hits);
        const few = new TextMatcher(golds, rule);
        const least = rule.at ?? textRules[rule.text]!.at;
        for (const i of [0, 1, 2, 7]) {
          const row = few.similarities([hits[i]!]);
          // What is too little may be told or not.
          for (const [j, one] of row.entries())
            expect(one < least ? 0 : one).toBe(
              many[i * golds.length + j]! < least ? 0 : many[i * golds.length + j],
            );
        }
      }),
      { numRuns: 30, seed: 3 },
    );
  });
});

it("long texts, many golds", () => {
  const words = Array.from({ length: 400 }, (_, i) => `w${(i * 7919) % 101}x`);
  const text = words.join(" ");
  const golds = Array.from({ length: 300 }, (_, i) => words.slice(i, i + 1 + (i % 40)).join(" "));
  for (const rule of ["contains", "normalised", "fuzzy"])
    expect(createTextIndex(golds, rule).find(text), rule).toEqual(naive(golds, rule, text));
});

it("the same text many times, as gold and in the hit", () => {
  const golds = Array.from({ length: 50 }, (_, i) => "ab".repeat((i % 10) + 1));
  for (const rule of ["contains", "normalised", "fuzzy", "exact"])
    expect(createTextIndex(golds, rule).find("ab".repeat(8)), rule).toEqual(
      naive(golds, rule, "ab".repeat(8)),
    );
});
