import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldWord } from "./fold.ts";
import { foldTokens, impliedKeys } from "./tokens.ts";

const keys = (text: string) =>
  foldTokens(text)
    .map((token) => token.key)
    .join(" ");

describe("words in one form", () => {
  it.each([
    ["Ångström", "angstrom"],
    ["STRASSE", "strasse"],
    ["Straße", "strasse"],
    ["ﬁlm", "film"],
    ["Łódź", "lodz"],
    ["Ｔｏｋｙｏ", "tokyo"],
    ["naïve", "naive"],
    ["Ærø", "aero"],
    ["हिन्दी", "हिन्दी"],
    ["한국", "한국"],
  ])("%s is %s", (word, folded) => {
    expect(foldWord(word)).toBe(folded);
    expect(foldWord(word.normalize("NFD"))).toBe(folded);
    expect(foldWord(folded)).toBe(folded);
  });

  it.each([
    ["They don't, can't and won't; it isn't.", "they do not can not and will not it is not"],
    ["They do n't. Ida 's boat, Ida’s boat, O'Brien", "they do not ida boat ida boat obrien"],
    ["l’eau d'Arc", "eau arc"],
    ["the U.S. and the US, not us; the U.K., e.g. J.K. Low", "the u.s and the u.s not us the uk eg jk low"],
    ["well-known café—bar H2O COVID-19", "well known cafe bar h2o covid #19"],
    ["東京は首都です", "東京 は 首都 です"],
    ["12 km² 3D 1.2.3", "#12 km2 3d #v1.2.3"],
  ])("%s", (text, expected) => {
    expect(keys(text)).toBe(expected);
  });
});

describe("numbers in one form", () => {
  it.each([
    ["14 million, 14,000,000, 14\u202f000\u202f000, fourteen million, 14-million", "#14000000"],
    ["1.5, 1.50, 01.5", "#1.5 #1.50 #01.5"],
    ["1.1 million, $1.1bn", "#1100000 #1100000000$"],
    ["50%, 50 %, 50 percent, fifty per cent", "#50%"],
    ["21st, twenty-first, twenty first", "#21th"],
    ["two hundred and five thousand", "#205000"],
    ["one hundred twenty", "#120"],
    ["nineteen sixty", "#19 #60"],
    ["two and three", "#2 and #3"],
    ["in 1960, the 1960s", "in #1960 the #1960s"],
    ["1,2,3 and 1,234", "#1 #2 #3 and #1234"],
    ["at -5 or −7, pages 3-5", "at #-5 or #-7 pages #3 #5"],
    ["٣٤ and １２", "#34 and #12"],
    ["10k, 5km", "#10000 #5 km"],
    ["$4, US$4, USD 4, 4 USD, 4 US dollars, $ 4, 4 $", "#4$"],
    ["4 dollars, £4.50, 3 pounds, 10 €5", "#4$ dollars #4.5£ #3£ pounds #10 #5€"],
    ["5M, 5 m, $5m, 5B, €5bn", "#5000000 #5 m #5000000$ #5000000000 #5000000000€"],
    ["5 pm, 5:00 p.m., 5PM", "#5:00pm"],
    ["17:00, 5:00, 09:00, 0:15, 1:02:03, 16:9, 13 pm", "#17:00 #5:00 #9:00am #0:15 #1 #02 #03 #16 #9 #13 pm"],
    ["20 °C, 20°F, 20 C", "#20 celsius #20 fahrenheit #20 c"],
    [
      "Python 3.10, version 3.1, v3.10, The 3.10, 2.4.1, Rome 3.10%",
      "python #v3.10 version #v3.1 #v3.10 the #3.10 #v2.4.1 rome #3.1%",
    ],
  ])("%s", (text, expected) => {
    const all = keys(text);
    if (expected.includes(" ")) expect(all).toBe(expected);
    else expect(new Set(all.split(" "))).toEqual(new Set([expected]));
  });

  it("says which are counted and which are mere words", () => {
    expect(foldTokens("one of the first three").map((token) => token.kind)).toEqual([
      "word",
      "word",
      "word",
      "word",
      "number",
    ]);
    expect(foldTokens("one million")[0]).toEqual({ key: "#1000000", kind: "number", start: 0, end: 11 });
  });
});

describe("dates in one form", () => {
  it.each([
    "April 21, 1960",
    "Apr. 21, 1960",
    "April 21st , 1960",
    "21 April 1960",
    "the 21st of April, 1960",
    "1960-04-21",
    "1960/4/21",
    "4/21/1960",
    "21/4/1960",
    "21.04.1960",
    "1960年4月21日",
  ])("%s", (text) => {
    expect(foldTokens(text).at(-1)).toMatchObject({ key: "@1960-04-21", kind: "date", end: text.length });
  });

  it.each([
    ["May 2010", "@2010-05"],
    ["on 5 May, 20 ships", "on @--05-05 #20 ships"],
    ["they may 5 times", "they may #5 times"],
    ["march 5 miles", "march #5 miles"],
    ["2/3/1960", "#2 #3 #1960"],
    ["in April", "in april"],
    ["13/13/1960", "#13 #13 #1960"],
  ])("%s", (text, expected) => {
    expect(keys(text)).toBe(expected);
  });

  it("knows what a date says besides", () => {
    expect(new Set(impliedKeys("@1960-04-21"))).toEqual(
      new Set(["april", "#1960", "#21", "@1960-04", "@--04-21"]),
    );
    expect(impliedKeys("@1960-04")).toEqual(["april", "#1960"]);
    expect(impliedKeys("#50%")).toEqual(["#50", "half"]);
    expect(impliedKeys("#4$")).toEqual(["#4", "dollar"]);
    expect(impliedKeys("#5:30pm")).toEqual(["#5", "#30", "#5:30", "#5:30pm", "#17:30"]);
    expect(impliedKeys("#v3.10")).toEqual(["#3.1"]);
    expect(impliedKeys("#3.10")).toContain("#v3.10");
    expect(impliedKeys("#3.10")).not.toContain("#v3.1");
    expect(impliedKeys("boat")).toEqual([]);
  });
});

it("gives tokens in order, inside the text, whatever it is", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.constantFrom(
      "1",
      ",000",
      ".",
      "%",
      " million ",
      "May ",
      "1960",
      "-",
      "'s",
      "n't",
      "東京",
      "\ud800",
      "U.",
      "two ",
      "hundred ",
      "and ",
      "/",
      "年",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }).map((parts) => parts.join("")),
      (text) => {
        let at = 0;
        for (const { key, start, end } of foldTokens(text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          expect(key).not.toBe("");
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      },
    ),
  );
});
