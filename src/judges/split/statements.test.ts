import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitStatements } from "./statements.ts";

const texts = (text: string) => splitStatements(text).map((one) => one.text);

describe("statements", () => {
  it.each([
    [
      "titles and initials",
      "Dr. Vance met J. R. Holt at St. Mary. She left.",
      ["Dr. Vance met J. R. Holt at St. Mary.", "She left."],
    ],
    ["decimals", "It costs 3.50 euros. No. 5 costs 4.", ["It costs 3.50 euros.", "No. 5 costs 4."]],
    [
      "addresses",
      "See https://a.example/b.c?d=1.5 for it. Fine.",
      ["See https://a.example/b.c?d=1.5 for it.", "Fine."],
    ],
    [
      "months",
      "It opened on Jan. 5 in town. The shop closed.",
      ["It opened on Jan. 5 in town.", "The shop closed."],
    ],
    [
      "abbreviations that may end one",
      "They moved to the U.S. The move was easy, e.g. by ship.",
      ["They moved to the U.S.", "The move was easy, e.g. by ship."],
    ],
    ["ellipses", "Well... it works. And so… on.", ["Well... it works.", "And so… on."]],
    [
      "quotes",
      '"Why?" he asked. “It is so.” They agreed.',
      ['"Why?" he asked.', "“It is so.”", "They agreed."],
    ],
    ["notes", "The tower fell.[12] It was old.[a]", ["The tower fell.[12]", "It was old.[a]"]],
    ["dots apart", "The tower fell . It was old .", ["The tower fell .", "It was old ."]],
    [
      "quotes apart",
      "He said `` it fell . '' Then ( it was late . ) he left .",
      ["He said `` it fell . ''", "Then ( it was late . ) he left ."],
    ],
    ["no capitals at all", "it rained. then it stopped.", ["it rained.", "then it stopped."]],
    [
      "small letters after a dot",
      "The firm (est. in Rome) sells approx. ten.",
      ["The firm (est. in Rome) sells approx. ten."],
    ],
    ["names that start small", "It failed. iPhones sold well.", ["It failed.", "iPhones sold well."]],
    [
      "Japanese",
      "雨が降った。「はい。」と言った。終わり",
      ["雨が降った。", "「はい。」と言った。", "終わり"],
    ],
    ["Hindi", "बारिश हुई। फिर रुक गई।", ["बारिश हुई।", "फिर रुक गई।"]],
  ])("%s", (_, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it("takes headings, items and rows of Markdown one by one", () => {
    const text =
      "# Tides\nWater comes and\ngoes. Twice a day.\n\n- high\n- low. Then high.\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |";
    expect(texts(text)).toEqual([
      "# Tides",
      "Water comes and\ngoes.",
      "Twice a day.",
      "- high",
      "- low.",
      "Then high.",
      "1. one",
      "2. two",
      "| a | b |\n|---|---|",
      "| 1 | 2 |",
    ]);
  });

  it("takes a short line without a full stop as a title", () => {
    expect(texts("Opening hours\nThe museum opens at ten.")).toEqual([
      "Opening hours",
      "The museum opens at ten.",
    ]);
  });

  it("leaves marks without words at their neighbour", () => {
    expect(texts("---\nOne.\n***\nTwo.")).toEqual(["---\nOne.\n***", "Two."]);
    expect(texts("...")).toEqual(["..."]);
    expect(texts(" \n\t ")).toEqual([]);
    expect(texts("")).toEqual([]);
  });

  it("cuts what is too long at a pause, else at a space, else anywhere", () => {
    const clause = "the harbour was full of boats ";
    const long = `${clause.repeat(15)}; ${clause.repeat(15)}`.trim();
    expect(texts(long).map((text) => text.length)).toEqual([451, 449]);
    for (const text of texts("word ".repeat(1000))) expect(text).toMatch(/^word( word)*$/);
    expect(texts("x".repeat(1300)).map((text) => text.length)).toEqual([600, 600, 100]);
    // 😀 is two code units: none is cut in half.
    for (const text of texts(`a${"😀".repeat(900)}`))
      expect(text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
    for (const text of texts("กรุงเทพมหานครเป็นเมืองหลวง".repeat(60)))
      expect(text.length).toBeLessThanOrEqual(600);
  });
});

describe("whatever the text", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ". ",
      "! ",
      "? ",
      "...",
      "\n",
      "\n\n",
      "- ",
      "# ",
      "|",
      "。",
      "」",
      '"',
      "(",
      ")",
      "[1]",
      "Mr.",
      "e.g. ",
      "\ud800",
      "\u3000",
      "\ufeff",
      "😀",
      "1. ",
      "```\n",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.lorem({ maxCount: 3 }),
  );
  const text = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(""));

  it("loses nothing but white space, keeps the order, and says where each one is", () => {
    fc.assert(
      fc.property(text, (given) => {
        let at = 0;
        for (const one of splitStatements(given)) {
          expect(one.start).toBeGreaterThanOrEqual(at);
          expect(given.slice(at, one.start).trim()).toBe("");
          expect(one.text).toBe(given.slice(one.start, one.end));
          expect(one.text.trim()).toBe(one.text);
          expect(one.text).not.toBe("");
          at = one.end;
        }
        expect(given.slice(at).trim()).toBe("");
      }),
    );
  });

  it("gives the same for the same, and no more statements than letters", () => {
    fc.assert(
      fc.property(text, (given) => {
        const first = splitStatements(given);
        expect(splitStatements(given)).toEqual(first);
        expect(first.length).toBeLessThanOrEqual(given.length);
      }),
    );
  });

  it.each([
    ["no punctuation", "a".repeat(1_000_000), 1667],
    ["only dots", ".".repeat(1_000_000), 1],
    ["dots and spaces", ". ".repeat(500_000), 1],
    ["lone surrogates", "\ud800".repeat(100_000), 1],
    ["rows of dashes", `x${"\n---".repeat(100_000)}`, 1],
    ["open brackets", ".[1".repeat(100_000), 500],
    ["only lines", "\n".repeat(500_000), 0],
  ])("a long text of %s", (_, given, count) => {
    expect(splitStatements(given)).toHaveLength(count);
  });
});
