import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isStopWord } from "../../text/stop-words.ts";
import { symbols, unpack } from "./_word-table.ts";
import { table } from "./_words.generated.ts";
import { isNegation, usuallyLower, wordWeight } from "./words.ts";

describe("the table of words", () => {
  it("is small, and as large as its first lines say", () => {
    expect(gzipSync(table).length).toBeLessThan(150_000);
    expect(unpack(table).size).toBe(56_024);
  });

  it("is packed with what each word shares with the one before", () => {
    expect([...unpack(`Acar${symbols[4]}Ds${symbols[6]}Bat${symbols[3]}`)]).toEqual([
      ["car", 4],
      ["cars", 6],
      ["cat", 3],
    ]);
  });
});

describe("words", () => {
  it("weigh more the rarer they are", () => {
    const weights = ["the", "house", "harbour", "photosynthesis", "qwertzuiop"].map(wordWeight);
    expect(weights).toEqual([...weights].sort((a, b) => a - b));
    expect(weights[0]).toBeLessThan(0.15);
    expect(weights.at(-1)).toBe(1);
    for (const key of ["#14", "@1960-04-21", "東京"]) expect(wordWeight(key)).toBe(1);
  });

  it("are usually written with a small letter, or with a capital, or are not known", () => {
    expect(["house", "quickly", "brazil", "japanese", "qwertzuiop"].map(usuallyLower)).toEqual([
      true,
      true,
      false,
      false,
      undefined,
    ]);
  });

  it("carry content, or none, or deny", () => {
    expect(["the", "of", "harbour", "not"].map(isStopWord)).toEqual([true, true, false, false]);
    expect(["never", "without", "the"].map(isNegation)).toEqual([true, true, false]);
  });
});
