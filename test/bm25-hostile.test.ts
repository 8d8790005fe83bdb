/** Texts that would make a careless index slow or large. Nothing here is timed: what is not linear does not end. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { Hit } from "../src/core/ranking.ts";
import { IndexBuilder } from "../src/retrievers/bm25/builder.ts";
import { type Bm25Options, bm25 } from "../src/retrievers/bm25.ts";
import { analyzers } from "../src/text/analyzer.ts";

const context = { k: 3, queryId: "q", signal: new AbortController().signal };
const MB = 1 << 20;

const texts: Readonly<Record<string, string>> = {
  "one word": "x".repeat(10 * MB),
  "one run of Han": "漢".repeat(MB / 4),
  NULs: "\0".repeat(2 * MB),
  "half characters": "\ud800".repeat(2 * MB),
  "loose accents": "a\u0301\u0301\u0301".repeat(MB / 4),
  "half-width kana": "ｶﾞ".repeat(MB / 4),
  apostrophes: "'s".repeat(MB),
  headings: "# a\n".repeat(MB / 4),
  underlines: "a\n-\n".repeat(MB / 4),
  fences: "```\n".repeat(MB / 4),
  "one long heading": `# ${"#".repeat(2 * MB)}`,
  "full stops": "a. ".repeat(MB / 4),
  blanks: " ".repeat(4 * MB),
};
const rules: readonly Bm25Options["chunk"][] = ["none", 100, { by: "heading", size: 50 }, "sentence"];

describe.each(Object.entries(texts))("%s", (_, text) => {
  it.each(rules)("chunk %j", async (chunk) => {
    const corpus = [
      { id: "hostile", text },
      { id: "fine", text: "the harbour" },
    ];
    const hits = (await bm25({ corpus, chunk }).retrieve("harbour", context)) as Hit[];
    expect(hits.map(({ id }) => id)).toEqual([chunk === "none" ? "fine" : "fine#1"]);
  });
});

it("a million different words", async () => {
  const text = Array.from({ length: 1_000_000 }, (_, i) => `w${i.toString(36)}`).join(" ");
  const search = bm25({
    corpus: [
      { id: "a", text },
      { id: "b", text: "wzz" },
    ],
  });
  expect(((await search.retrieve("wzz", context)) as Hit[]).map(({ id }) => id)).toEqual(["b", "a"]);
});

it("a long query", async () => {
  const search = bm25({ corpus: [{ id: "a", text: "harbour town" }] });
  expect(await search.retrieve("harbour town ".repeat(200_000), context)).toHaveLength(1);
});

it("words of the dictionary do not keep their texts alive", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const builder = new IndexBuilder(analyzers.unicode!);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 100; i++) builder.add(`Averyveryverylongword${i} ${"The Harbour ".repeat(MB / 24)}`);
  collect();
  expect(builder.terms).toBe(102);
  // The texts are 50 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10 * MB);
});
