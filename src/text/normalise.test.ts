import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Normaliser } from "./normalise.ts";

const plain = (text: string): string => new Normaliser().normalise(text).text;

describe("what becomes of a text", () => {
  it.each<[string, string, string]>([
    ["  Hello\t\n World\u00a0! ", "hello world !", "case and white space"],
    ["“Quoted” ‘text’ «x» „y‟", '"quoted" \'text\' "x" "y"', "quotes"],
    ["a–b—c−d --- e -- f x--y", "a-b-c-d e f x-y", "dashes; alone they are rules or bullets"],
    ["soft\u00adhyphen zero\u200bwidth \ufeffbom a\u2060b", "softhyphen zerowidth bom ab", "invisible"],
    ["ﬁne ① ２ ½ …", "fine 1 2 1⁄2 ...", "compatibility forms"],
    ["cafe\u0301 = caf\u00e9", "café café", "composed; a lone = underlines a heading"],
    ["STRASSE Straße", "strasse strasse", "folded, not only lowered"],
    ["ΟΔΟΣ οδος", "οδοσ οδοσ", "final sigma"],
    ["\u1100\u1161 \u3131\u314f 가", "가 가 가", "Hangul"],
    ["ｶﾞ ガ", "ガ ガ", "half-width kana"],
    ["# Title\n\nBody", "title body", "heading"],
    ["Title\n=====\nBody\n---\nmore", "title body more", "underlined heading, rule"],
    ["- one\n* two\n+ three\n> four", "one two three four", "bullets and quotations"],
    ["**bold** _it_ __b__ `code` ~~gone~~ *a*b", "bold it b code gone a*b", "emphasis"],
    ["snake_case 2*3 2 * 3 un__b__x", "snake_case 2*3 2 3 unbx", "between letters it stays"],
    ['see [the guide](http://x.y/a_(b) "t") and ![img](p.png).', "see the guide and img.", "links"],
    ["[not a link] (x) ](", "[not a link] (x) ](", "no links"],
    ["| a | b |\n|---|:-:|\n|1|2|", "a b 1 2", "tables"],
    ["1\\. not a list \\*", "1. not a list", "escapes"],
    ["C# is > 5 #tag", "c# is 5 #tag", "only words of marks alone go"],
    ["\u{1d400}\u{1f600}\ufe0f", "a\u{1f600}", "beyond the first plane"],
    ["\ud800x", "\ud800x", "half a character"],
    ["", "", "nothing"],
    [" *** \n", "", "nothing but marks"],
  ])("%j is %j (%s)", (text, wanted) => {
    expect(plain(text)).toBe(wanted);
  });
});

it("says where every character comes from", () => {
  const text = "It’s **14 million** square kilome\u00adtres, cafe\u0301.";
  const { text: normal, starts, ends } = new Normaliser().normalise(text);
  const place = (part: string) => {
    const at = normal.indexOf(part);
    return text.slice(starts[at], ends[at + part.length - 1]);
  };
  expect(place("14 million")).toBe("14 million");
  expect(place("kilometres")).toBe("kilome\u00adtres");
  expect(place("café")).toBe("cafe\u0301");
  expect(place("it's 14")).toBe("It’s **14");
});

const pieces = fc.constantFrom(
  ..."aB é\u0301\u00adß’“—-*_#>|`~\\ \n\tſ１ﬁ가ᄀ\u1161\u11a8ｶﾞΣς.,=:+İı",
  "\u{1f600}",
  "\ud83d",
  "](",
  "[",
  ")",
);
const texts = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(""));

it("no blanks at the ends or in a row, and offsets never go back", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const normaliser = new Normaliser();
      const { text: once, starts, ends } = normaliser.normalise(text);
      expect(starts.length).toBe(once.length);
      expect(/^ | $| {2}/.test(once)).toBe(false);
      for (let i = 0; i < once.length; i++) {
        expect(ends[i]).toBeGreaterThan(starts[i]!);
        expect(starts[i]).toBeGreaterThanOrEqual(starts[i - 1] ?? 0);
        expect(ends[i]).toBeLessThanOrEqual(text.length);
      }
      // A normaliser that has seen other texts says the same.
      expect(normaliser.normalise(text).text).toBe(once);
    }),
    { numRuns: 500, seed: 11 },
  );
});

it("letters are those of NFKC, folded", () => {
  const letters = fc
    .array(fc.constantFrom(..."aZée\u0301\u0327ßſ１ﬁ가ᄀ\u1161\u11a8\u3131\u314fｶﾞΣςÅİ漢あ", "\u{1d400}"), {
      maxLength: 12,
    })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(letters, (text) => {
      const wanted = text.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("ς", "σ");
      expect(plain(text).normalize("NFC")).toBe(wanted.normalize("NFC"));
    }),
    { numRuns: 2000, seed: 12 },
  );
});

it("a text that was wrapped anew is the same", () => {
  const words = fc.array(fc.constantFrom("-", "a", "#", ">", "*b*", "|", "c_d", "1984.", "“x”"), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(
      words,
      fc.array(fc.constantFrom(" ", "\n", "\n\n", "\t"), { minLength: 12, maxLength: 12 }),
      (list, gaps) => {
        const wrapped = list.map((word, i) => word + gaps[i]!).join("");
        expect(plain(wrapped)).toBe(plain(list.join(" ")));
      },
    ),
    { numRuns: 1000, seed: 13 },
  );
});
