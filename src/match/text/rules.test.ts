import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textRules } from "./index.ts";

function similarity(name: string, hit: string, gold: string): number {
  const rule = textRules[name]!;
  return rule.similarity(rule.hit(hit), rule.gold(gold), rule.at);
}

describe("chunk-of-message", () => {
  it.each<[string, string, number, string]>([
    ["", "anything", 1, "empty substring"],
    ["", "", 1, "empty substring"],
    ["Date: 2023-01-01", "anything", 1, "becomes empty"],
    ["user: ", "anything", 1, "empty piece"],
    ["Date: d\nuser: hello", "hello", 1, "both prefixes go"],
    ["Date: d\nDate: e\nx", "x", 0, "only one date line goes"],
    ["Date: d\nDate: e\nx", "Date: e\nx", 1, "only one date line goes"],
    ["Date:2023", "anything", 0, "the prefix has a blank"],
    ["user: note: x", "note", 1, "only up to the next ': '"],
    ["user: abc: def", "abc", 1, "only up to the next ': '"],
    ["assistant: x", "the box", 1, "substring"],
    ["a\nb", String.raw`{"content": "a\nb"}`, 1, "JSON"],
    ['user: he said "hi"', String.raw`{"content": "he said \"hi\""}`, 1, "JSON"],
    ["café", String.raw`{"content": "caf\u00e9"}`, 1, "ASCII JSON"],
    ["\u{1f600}\u007f", String.raw`"\ud83d\ude00\u007f"`, 1, "ASCII JSON, surrogates and DEL"],
    ["doc1", "doc10", 1, "a prefix"],
    ["hello world", "hello", 0, "the other direction"],
    ["HELLO", "hello", 0, "case"],
    ["User: hello", "hello", 0, "the speaker is lower case"],
    ["user:hello", "hello", 0, "the speaker has a blank"],
    ['user: say "x" now', String.raw`{"content": "say \"x\" now then"}`, 0, "the JSON piece keeps its quote"],
    ["user: café more", String.raw`{"content": "caf\u00e9 more words"}`, 0, "the JSON piece keeps its quote"],
    ["a/b\n", String.raw`"a/b\n"`, 1, "a slash is not escaped"],
  ])("%j in %j: %d (%s)", (hit, gold, wanted) => {
    expect(similarity("chunk-of-message", hit, gold)).toBe(wanted);
  });

  const tables = new URL("../../../../shared/parity/rag/", import.meta.url);
  it.skipIf(!existsSync(tables))(
    "agrees with every cell of REMem's table (skipped without ../shared/parity)",
    () => {
      interface Case {
        readonly case: number;
        readonly queries: readonly {
          readonly texts: { readonly chunks: string[]; readonly gold: string[][] };
        }[];
      }
      const read = (name: string) => JSON.parse(readFileSync(new URL(name, tables), "utf8"));
      const inputs = new Map((read("inputs.json") as Case[]).map((c) => [c.case, c]));
      const wrong: string[] = [];
      let cells = 0;
      for (const row of read("remem.json") as { case: number; match: number[][][] }[])
        for (const [q, chunks] of row.match.entries()) {
          const { texts } = inputs.get(row.case)!.queries[q]!;
          const golds = texts.gold.flat();
          for (const [i, cell] of chunks.entries())
            for (const [j, wanted] of cell.entries()) {
              cells++;
              if (similarity("chunk-of-message", texts.chunks[i]!, golds[j]!) !== Number(wanted))
                wrong.push(`case ${row.case}: ${JSON.stringify([texts.chunks[i], golds[j]])} is ${wanted}`);
            }
        }
      expect(wrong).toEqual([]);
      expect(cells).toBeGreaterThan(3000);
    },
  );
});

describe("contains-tokens", () => {
  it.each<[string, string, number, string]>([
    ["We went to the Lake, twice.", "the lake", 1, "case"],
    ["the lake", "the lake house", 0, "the other direction"],
    ["the big lake", "the lake", 0, "not in a row"],
    ["the the lake", "the lake", 1, "a false start"],
    ["lakeside", "lake", 0, "whole tokens"],
    ["the-lake", "the lake", 0, "the dash is a token"],
    ["the-lake", "the - lake", 1, "the dash is a token"],
    ["Cafe\u0301!", "caf\u00e9", 1, "decomposed"],
    ["x\u200by", "x y", 1, "format characters only separate"],
    ["ΟΔΟΣ'Α", "οδος", 1, "each token is lowered by itself"],
    ["anything", "", 0, "no token"],
    ["anything", " \n", 0, "no token"],
    ["", "x", 0, "nothing to look in"],
  ])("%j contains %j: %d (%s)", (hit, gold, wanted) => {
    expect(similarity("contains-tokens", hit, gold)).toBe(wanted);
  });
});

describe("edit", () => {
  it.each<[string, string, number]>([
    ["ab", "ac", 0.5],
    ["kitten", "sitting", 1 - 3 / 7],
    ["\u{1f600}", "\u{1f601}", 0], // one code point each, though two units
    ["\u{1f600}a", "\u{1f600}b", 0.5],
    ["abc", "", 0],
    ["", "abc", 0],
    ["", "", 1],
    ["abc", "abc", 1],
  ])("%j and %j: %d", (hit, gold, wanted) => {
    expect(similarity("edit", hit, gold)).toBe(wanted);
  });
});

it("exact compares strings as they are", () => {
  expect([similarity("exact", "a", "a"), similarity("exact", "a", "A"), similarity("exact", "", "")]).toEqual(
    [1, 0, 1],
  );
});
