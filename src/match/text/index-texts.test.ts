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
            const shorter = (golds[0] ?? "").slice(1, -1);
            for (const text of [hit, longer, shorter]) {
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
  }, 30_000);

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

it("hits that are pieces of gold texts", () => {
  const letters = Array.from({ length: 3000 }, (_, i) => 'abcdé \n"'.charAt((i * i * 31 + i * 7) % 8)).join(
    "",
  );
  const golds = Array.from({ length: 60 }, (_, i) => {
    const text = letters.slice(i * 40, i * 40 + 200);
    return i % 2 === 0 ? text : JSON.stringify({ content: text }).replaceAll("é", "\\u00e9");
  });
  let found = 0;
  for (const rule of ["chunk-of-message", "contains-tokens"]) {
    const index = createTextIndex(golds, rule);
    for (let i = 0; i < 120; i++) {
      const hit = (i % 3 === 0 ? "user: " : "") + letters.slice(i * 20, i * 20 + 5 + (i % 40));
      const wanted = naive(golds, rule, hit);
      found += wanted.length;
      expect(index.find(hit), rule).toEqual(wanted);
    }
  }
  expect(found).toBeGreaterThan(300);
});

it("passages that lack as much as they may", () => {
  const edit = fc.constantFrom("keep", "keep", "keep", "near", "foreign", "leave out", "other");
  let [found, lost] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(edit, { minLength: 1, maxLength: 16 }),
      fc.constantFrom(0.4, 0.6, 0.8, 0.9),
      (edits, at) => {
        const gold = edits.map((_, i) => `word${"abcdefghijklmnop"[i]}x`);
        const hit = gold.flatMap((word, i) => {
          if (edits[i] === "leave out") return [];
          if (edits[i] === "foreign") return ["strange", word];
          return edits[i] === "near" ? `${word}y` : edits[i] === "other" ? "strange" : word;
        });
        // Other passages make some of its words common.
        const golds = [gold.join(" "), gold.slice(0, 3).join(" "), gold.slice(1, 4).reverse().join(" ")];
        const match = { text: "fuzzy", at };
        const wanted = naive(golds, match, hit.join(" "));
        if (wanted[0]?.gold === 0 && wanted[0].similarity < at + 0.05) found++;
        if (wanted[0]?.gold !== 0) lost++;
        expect(createTextIndex(golds, match).find(hit.join(" "))).toEqual(wanted);
      },
    ),
    { numRuns: 2000, seed: 41 },
  );
  expect(Math.min(found, lost)).toBeGreaterThan(100);
});
