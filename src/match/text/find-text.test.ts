import { describe, expect, it } from "vitest";
import { findText } from "./find-text.ts";
import { textRules } from "./index.ts";

/** What was found, in the hit's own words, and how much of the gold text it is. */
function found(
  rule: Parameters<typeof findText>[0],
  hit: string,
  gold: string,
): [string, number] | undefined {
  const place = findText(rule, hit, gold);
  return place && [hit.slice(place.start, place.end), place.similarity];
}

describe("the stretch of the hit that was found", () => {
  it.each<[string, string, string, string | undefined]>([
    ["exact", "a b", "a b", "a b"],
    ["exact", "a b", "a", undefined],
    ["exact", "", "", ""],
    ["contains", "x a b a b", "a b", "a b"],
    ["contains", "A b", "a b", undefined],
    ["contains", "anything", "", undefined],
    [
      "normalised",
      "He said:\n> “It’s  **14\u00a0Million** km²”",
      "it's 14 million KM2",
      "It’s  **14\u00a0Million** km²",
    ],
    ["normalised", "see [the guide](http://x.y) now", "See the guide now", "see [the guide](http://x.y) now"],
    ["normalised", "14 million", "14 millions", undefined],
    ["normalised", "anything", "** **", undefined],
    ["normalised", "cafe\u0301s", "café", "cafe\u0301"],
    ["chunk-of-message", "Date: d\nuser: hello", "hello you", "hello"],
    ["chunk-of-message", "Date: 2023-01-01", "anything", ""],
    ["chunk-of-message", "user: note: x", "a note", "note"],
    ["chunk-of-message", "café", String.raw`"caf\u00e9"`, "café"],
    ["contains-tokens", "x\u00e9 The  Café, y", "the café", "The  Café"],
    ["contains-tokens", "\u1e69\u1e69 b c", "B", "b"],
    ["contains-tokens", "the lake", "", undefined],
    ["edit", "abc", "abc", "abc"],
    ["edit", "abc", "abd", undefined],
  ])("%s: %j and %j: %j", (rule, hit, gold, wanted) => {
    expect(found(rule, hit, gold)?.[0]).toBe(wanted);
  });

  it("by a least similarity, or by more than that", () => {
    expect(found({ text: "edit", at: 0.5 }, "ab", "ac")).toEqual(["ab", 0.5]);
    expect(found({ text: "edit", at: 0.5, above: true }, "ab", "ac")).toBe(undefined);
  });

  it("a rule that is not there is named", () => {
    expect(() => findText("normalized", "a", "a")).toThrow("did you mean normalised?");
  });
});

describe("fuzzy", () => {
  const gold = "The Sahara covers fourteen million square kilometers of northern Africa";

  it.each<[string, string, string | undefined, number]>([
    ["as it is", `So: ${gold}.`, gold, 1],
    [
      "another typography",
      gold.toUpperCase().replaceAll(" ", "\n* "),
      gold.toUpperCase().replaceAll(" ", "\n* "),
      1,
    ],
    ["one word of ten is absent", gold.replace(" million", ""), gold.replace(" million", ""), 0.9],
    ["one word is another", gold.replace("million", "odd"), gold.replace("million", "odd"), 0.9],
    [
      "one letter is another",
      gold.replace("million", "milliom"),
      gold.replace("million", "milliom"),
      14 / 15,
    ],
    ["one letter is absent", gold.replace("million", "milion"), gold.replace("million", "milion"), 14 / 15],
    [
      "two letters changed places",
      gold.replace("million", "imllion"),
      gold.replace("million", "imllion"),
      14 / 15,
    ],
    [
      "two foreign words in between",
      gold.replace("of", "[1] [2] of"),
      gold.replace("of", "[1] [2] of"),
      14 / 15,
    ],
    ["the last words are in the next chunk", gold.slice(0, -16), gold.slice(0, -16), 0.8],
    [
      "the first words are in the chunk before",
      gold.slice(11),
      "covers fourteen million square kilometers of northern Africa",
      0.8,
    ],
    ["too little is left", gold.slice(0, -20), undefined, 0],
    ["in another order", gold.split(" ").reverse().join(" "), undefined, 0],
    ["scattered", gold.replaceAll(" ", " x x x x x x "), undefined, 0],
  ])("%s", (_, hit, text, similarity) => {
    expect(found("fuzzy", hit, gold)).toEqual(text === undefined ? undefined : [text, similarity]);
  });

  it.each<[string, string, string, number | undefined]>([
    ["a number is right or wrong", "it was in 1984", "in 1985", undefined],
    ["short words are right or wrong", "the cat sat on it", "the car sat on it", 0.8],
    ["no word, no match", "!!! ???", "!!!", undefined],
    ["nothing to look in", "", "word", undefined],
    [
      "characters are words where writing parts none",
      "撒哈拉沙漠面积约九百万平方公里",
      "面积约为九百万",
      6 / 7,
    ],
    ["the first of several best places", "red fox, red fox", "red fox", 1],
  ])("%s", (_, hit, wanted, similarity) => {
    expect(findText("fuzzy", hit, wanted)?.similarity).toBe(similarity);
  });

  it("a least share of one's own", () => {
    expect(findText({ text: "fuzzy", at: 0.5 }, "red fox", "red fox jumps over")?.similarity).toBe(0.5);
    expect(findText({ text: "fuzzy", at: 0.51 }, "red fox", "red fox jumps over")).toBe(undefined);
    expect(findText({ text: "fuzzy", at: 0 }, "red", "fox")).toBe(undefined);
  });

  it("the first of several best places", () => {
    expect(findText("fuzzy", "red fox, red fox", "red fox")).toEqual({ similarity: 1, start: 0, end: 7 });
  });

  it("text before and after changes nothing", () => {
    const hit = gold.replace("million", "milion");
    const alone = findText("fuzzy", hit, gold)!;
    const inside = findText("fuzzy", `Sahara million of ${hit} covers the of Africa`, gold)!;
    expect(inside).toEqual({ ...alone, start: alone.start + 18, end: alone.end + 18 });
  });
});

it("every rule says what it asks", () => {
  for (const [name, { about, at }] of Object.entries(textRules)) {
    expect(about, name).toMatch(/^[A-Z].*\.$/);
    expect(at).toBeGreaterThan(0);
  }
});
