import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitClaims } from "./claims.ts";

const texts = (text: string) => splitClaims(text).map((claim) => claim.text);

describe("claims", () => {
  // With a try from every dot, this would not end within the hour.
  it("takes a row of a million dots apart", () => {
    expect(texts(`${".".repeat(1_000_000)}x`)).toHaveLength(1);
  });

  it("makes one of each item at the end of a sentence", () => {
    expect(splitClaims("The main exports of the island are salt, cod, wool, and timber.")).toEqual([
      { text: "The main exports of the island are salt.", focus: "salt" },
      { text: "The main exports of the island are cod.", focus: "cod" },
      { text: "The main exports of the island are wool.", focus: "wool" },
      { text: "The main exports of the island are timber.", focus: "timber" },
    ]);
  });

  it.each([
    [
      "Drought, pests and frost cause losses.",
      ["Drought causes losses.", "Pests cause losses.", "Frost causes losses."],
      ["Drought", "pests", "frost"],
    ],
    [
      "Ann Lee, Bo Chu and Cy Ray were the pilots.",
      ["Ann Lee was one of the pilots.", "Bo Chu was one of the pilots.", "Cy Ray was one of the pilots."],
      ["Ann Lee", "Bo Chu", "Cy Ray"],
    ],
    [
      "The set includes cups and plates.",
      ["The set includes cups.", "The set includes plates."],
      ["cups", "plates"],
    ],
    [
      "It has three layers: bark, wood and pith.",
      ["It has three layers: bark.", "It has three layers: wood.", "It has three layers: pith."],
      ["bark", "wood", "pith"],
    ],
  ])("%s", (text, expected, focus) => {
    expect(texts(text)).toEqual(expected);
    expect(splitClaims(text).map((claim) => claim.focus)).toEqual(focus);
  });

  it.each([
    [
      "The highest peak is Mount Orla, which rises to 3,200 metres.",
      ["The highest peak is Mount Orla.", "Mount Orla rises to 3,200 metres."],
    ],
    [
      "Port Vell, which was founded in 1802, is the oldest town.",
      ["Port Vell is the oldest town.", "Port Vell was founded in 1802."],
    ],
    [
      "The winner was Ida Holm, whose boat sank later.",
      ["The winner was Ida Holm.", "Ida Holm's boat sank later."],
    ],
    [
      "The seat of the bishop is Varn, built in 1120.",
      ["The seat of the bishop is Varn.", "Varn was built in 1120."],
    ],
    [
      "Ida Holm was born in Varn in 1950 and died in 2001.",
      ["Ida Holm was born in Varn in 1950.", "Ida Holm died in 2001."],
    ],
    ["The lake is deep; its water is cold.", ["The lake is deep.", "Its water is cold."]],
    ["The lake is deep, and the river is shallow.", ["The lake is deep.", "The river is shallow."]],
    ["- The lake is deep.\n- The river is long.", ["The lake is deep.", "The river is long."]],
  ])("%s", (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it.each([
    "Paris",
    "in 1960",
    "He said that Ann, Bo and Cy left.",
    "In 1990, Ann, Bo and Cy are in Varn.",
    "Ann, Bo and Cy are the three pilots.",
    "Tom and Ann are friends.",
    "It has both public and private parts.",
    "Drama had a cultural, political and military role.",
    "The cycle is divided into night, dawn, and day.",
    "It is the size and shape of a ball.",
    "When it is cold, and the wind is strong, they stay.",
    "He read the book, which he liked.",
    "She saw the judges of a show in Varn, which began late.",
    "Ida is the sister of Ann Lee, Bo Chu and Cy Ray.",
    "Holm was later jailed for fraud and released in 2010.",
    'She is "old, wise, and kind".',
    "Is it red, green, or blue?",
  ])("leaves whole: %s", (text) => {
    expect(splitClaims(text)).toEqual([{ text }]);
  });

  it("has none for a text without words", () => {
    expect(splitClaims(" \n ")).toEqual([]);
  });

  it("gives claims without line breaks and never loses a word", () => {
    const word = fc.constantFrom(
      "the",
      "is",
      "and",
      ",",
      ",",
      "which",
      "are",
      "salt",
      "Varn",
      "was",
      "in",
      "1960",
      ";",
      ".",
      "(",
      ")",
      '"',
      ":",
      "\n",
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 40 }).map((words) => words.join(" ")),
        (text) => {
          const all = texts(text).join(" ").toLowerCase();
          expect(all).not.toMatch(/\n/);
          for (const name of ["salt", "varn", "1960"])
            if (text.toLowerCase().includes(name)) expect(all).toContain(name);
        },
      ),
    );
  });
});

const examples = new URL("../../../../shared/data/judge/guide/examples.json", import.meta.url);

it.skipIf(!existsSync(examples))("has the claims of the worked examples [shared data]", () => {
  const cases = JSON.parse(readFileSync(examples, "utf8")) as {
    reference?: string;
    claims?: { about: string }[];
  }[];
  for (const { reference, claims } of cases)
    if (claims !== undefined)
      expect(splitClaims(reference!).map((claim) => claim.focus)).toEqual(claims.map(({ about }) => about));
  expect(cases.some(({ claims }) => claims?.length === 4)).toBe(true);
});
