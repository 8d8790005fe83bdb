import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesToOffsets } from "../../match/spans.ts";
import { type ChunkRule, chunkText } from "./chunk.ts";
import { countWords } from "./words.ts";

const parts = (text: string, rule: ChunkRule): string[] =>
  chunkText(text, rule).map(({ start, end }) => text.slice(start, end));

describe("by size", () => {
  it("counts words, and blanks go with the word before them", () => {
    expect(parts(" one two\r\n three  four five", { by: "size", size: 2 })).toEqual([
      " one two\r\n ",
      "three  four ",
      "five",
    ]);
  });
  it("repeats the end of a chunk", () => {
    expect(parts("a b c d e f g", { by: "size", size: 3, overlap: 1 })).toEqual([
      "a b c ",
      "c d e ",
      "e f g",
    ]);
  });
  it("counts characters at word borders, and cuts only words that are too long", () => {
    expect(parts("one two abcdefghij x", { by: "size", size: 8, unit: "characters" })).toEqual([
      "one two ",
      "abcdefgh",
      "ij x",
    ]);
    expect(parts("😀😀😀", { by: "size", size: 1, unit: "characters" })).toEqual(["😀", "😀", "😀"]);
    expect(parts("😀😀😀", { by: "size", size: 3, unit: "characters" })).toEqual(["😀", "😀", "😀"]);
  });
  it("a character of a script without spaces counts as a word", () => {
    expect(parts("東京大学です。はい", { by: "size", size: 4 })).toEqual(["東京大学", "です。はい"]);
  });
});

describe("by sentence", () => {
  it("never cuts a sentence", () => {
    const text = "Dr. Smith left at 3 p.m. on Monday. He ran.\n\nIt rained all day and all night. Done.";
    expect(parts(text, { by: "sentence", size: 9 })).toEqual([
      "Dr. Smith left at 3 p.m. on Monday. ",
      "He ran.\n\nIt rained all day and all night. ",
      "Done.",
    ]);
  });
  it("headings, items and empty lines end a sentence", () => {
    expect(parts("# Title\nText\n- one\n- two\n\nMore", { by: "sentence", size: 1 })).toEqual([
      "# Title\n",
      "Text\n",
      "- one\n",
      "- two\n\n",
      "More",
    ]);
  });
  it("repeats whole sentences", () => {
    expect(parts("Ann ran. Ben swam. Cleo lay.", { by: "sentence", size: 4, overlap: 2 })).toEqual([
      "Ann ran. Ben swam. ",
      "Ben swam. Cleo lay.",
    ]);
  });
});

describe("by heading", () => {
  const text = [
    "---\r\ntitle: x\r\n---\r\nIntro\r\n",
    "# Guide\r\n\r\n## Install ##\r\nRun it.\r\n",
    "```sh\r\n# not a heading\r\n```\r\n",
    "Linux\r\n-----\r\nUse apt.\r\n",
    "### Notes\r\n    # code\r\n#hashtag\r\n",
    "# Other\r\nEnd",
  ];
  it("keeps the path of headings as the title", () => {
    const chunks = chunkText(text.join(""), { by: "heading" });
    expect(chunks.map(({ title, lines }) => [title, lines])).toEqual([
      [undefined, [1, 4]],
      ["Guide > Install", [5, 11]],
      ["Guide > Linux", [12, 14]],
      ["Guide > Linux > Notes", [15, 17]],
      ["Other", [18, 19]],
    ]);
    expect(parts(text.join(""), { by: "heading" })).toEqual([
      text[0],
      text[1]! + text[2]!,
      text[3],
      text[4],
      text[5],
    ]);
  });
  it("cuts long sections if a size is given", () => {
    const chunks = chunkText("# A\none two three four", { by: "heading", size: 4 });
    expect(chunks.map(({ start, end, title }) => [start, end, title])).toEqual([
      [0, 12, "A"],
      [12, 22, "A"],
    ]);
  });
  it("two headings of one level without text are two sections", () => {
    expect(parts("# A\n# B\n## C\nx", { by: "heading" })).toEqual(["# A\n", "# B\n## C\nx"]);
  });
  it("a fence that is never closed hides the rest; front matter that is never closed is text", () => {
    expect(parts("# A\n~~~\n# B\n", { by: "heading" })).toHaveLength(1);
    expect(parts("---\n# A\nx\n# B\n", { by: "heading" })).toHaveLength(3);
  });
});

const texts = fc
  .array(
    fc.constantFrom(
      ..."aB. \n\t#-=`~>!?1東。です",
      "\r\n",
      "😀",
      "# H\n",
      "```\n",
      "---\n",
      "word ",
      "é\u0301",
      "\ud83d",
      "\0",
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(""));
const rules = fc.record({
  by: fc.constantFrom("size", "sentence", "heading") as fc.Arbitrary<ChunkRule["by"]>,
  size: fc.integer({ min: 1, max: 12 }),
  unit: fc.constantFrom("words", "characters") as fc.Arbitrary<"words" | "characters">,
});

it("chunks without overlap put together are the text, and none is empty", () => {
  fc.assert(
    fc.property(texts, rules, (text, rule) => {
      expect(parts(text, rule).join("")).toBe(text);
      expect(parts(text, rule)).not.toContain("");
      expect(parts(text, { by: rule.by }).join("")).toBe(text);
    }),
    { numRuns: 2000, seed: 3 },
  );
});

it("chunks with overlap leave no gap, go forward, and begin where they say", () => {
  fc.assert(
    fc.property(texts, rules, fc.integer({ min: 0, max: 6 }), (text, rule, overlap) => {
      const chunks = chunkText(text, { ...rule, overlap: Math.min(overlap, rule.size >> 1) });
      let end = 0;
      for (const [i, chunk] of chunks.entries()) {
        if (i > 0) expect(chunk.start).toBeGreaterThan(chunks[i - 1]!.start);
        expect(chunk.start).toBeLessThanOrEqual(end);
        expect(chunk.end).toBeGreaterThan(end);
        end = chunk.end;
      }
      expect(end).toBe(text.length);
    }),
    { numRuns: 2000, seed: 4 },
  );
});

it("lines are those that linesToOffsets knows", () => {
  fc.assert(
    fc.property(texts, rules, (text, rule) => {
      for (const { start, end, lines } of chunkText(text, rule)) {
        const span = linesToOffsets(text, lines)!;
        expect(span.start).toBeLessThanOrEqual(start);
        // A line ends before its line break.
        expect(text.slice(span.end, end).replace(/\r?\n/, "")).toBe("");
      }
    }),
    { numRuns: 1000, seed: 5 },
  );
});

it("by size, a chunk of several words is not too large", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 8 }), (text, size) => {
      for (const { start, end } of chunkText(text, { by: "size", size }))
        expect(countWords(text, start, end)).toBeLessThanOrEqual(size);
    }),
    { numRuns: 1000, seed: 6 },
  );
});
