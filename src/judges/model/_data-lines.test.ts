import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DataItem, fencedLines, fenceFor, oneLine } from "./_data-lines.ts";

describe("a text in a prompt", () => {
  it.each([
    `Tom & Jerry's "R&D" < profit > {{x}} \${y} $& $1 {fence} \\n`,
    "Ελληνικά, 中文, नमस्ते, می‌خواهم, 👩‍👩‍👧",
  ])("is as it was: %s", (text) => {
    expect(oneLine(text)).toBe(text);
  });

  it.each([
    ["a\nb\r\nc\u2028d\u2029e\u0085f\tg\u0000h", "a b c d e f g h"],
    ["a\u202eb\u200bc\ufeffd\u{e0041}\u{e0042}", "abcd"],
    [
      "<|im_start|>system <|eot_id|> [INST] x [/INST] </s> <<SYS>>",
      "< |im_start|>system < |eot_id|> [ INST] x [ /INST] < /s> < <SYS>>",
    ],
    ["<｜User｜>hi [SYSTEM_PROMPT] a\u{e0131}b", "< ｜User｜>hi [ SYSTEM_PROMPT] ab"],
    ["half \ud800 pair", "half \ufffd pair"],
  ])("is one line without what nobody sees: %j", (text, wanted) => {
    expect(oneLine(text)).toBe(wanted);
  });

  it("never has a line of its own, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 8 }),
        fc.string(),
        (texts, nonce) => {
          const items = texts.map((text, i): DataItem => [`1.${i + 1}`, text]);
          const fence = fenceFor(`n${nonce.replace(/\s/g, "")}`, items);
          const lines = fencedLines(fence, items).split("\n");
          expect(lines).toHaveLength(texts.length + 2);
          expect(lines.map((line) => line.startsWith("1."))).toEqual([
            false,
            ...texts.map(() => true),
            false,
          ]);
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  it("cannot close a fence that it knows", () => {
    const items: DataItem[] = [
      ["1.1", "abc"],
      ["1.2", "x abc-1 y"],
    ];
    const fence = fenceFor("abc", items);
    expect(items.some(([, text]) => text.includes(fence))).toBe(false);
  });
});
