/** The index against BM25 computed the long way. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IndexBuilder } from "../src/retrievers/bm25/builder.ts";
import { analyzers } from "../src/text/analyzer.ts";

const unicode = analyzers.unicode!;

function indexOf(texts: readonly string[], k1 = 1.2, b = 0.75, analyzer = unicode) {
  const builder = new IndexBuilder(analyzer);
  for (const text of texts) builder.add(text);
  return builder.finish({ k1, b });
}

/** Robertson's formula with the never-negative idf, document by document. */
function naive(texts: readonly string[], query: string, k1: number, b: number): Map<number, number> {
  const docs = texts.map((text) => text.split(" ").filter((word) => word !== ""));
  const average = docs.reduce((sum, { length }) => sum + length, 0) / docs.length;
  const scores = new Map<number, number>();
  for (const [at, doc] of docs.entries()) {
    let score = 0;
    for (const word of query.split(" ")) {
      const count = doc.filter((one) => one === word).length;
      if (count === 0) continue;
      const having = docs.filter((one) => one.includes(word)).length;
      const idf = Math.log(1 + (docs.length - having + 0.5) / (having + 0.5));
      score += (idf * count) / (count + k1 * (1 - b + (b * doc.length) / average));
    }
    if (score > 0) scores.set(at, score);
  }
  return scores;
}

// Few words, some of them frequent: many ties, and lists of all lengths.
const words = fc.constantFrom(..."aaaaaaaabbbbccdefghij");
const text = fc.array(words, { maxLength: 12 }).map((list) => list.join(" "));
const corpora = fc.array(text, { minLength: 1, maxLength: 40 });
const query = fc.array(fc.constantFrom(..."abcdefghijx"), { maxLength: 6 }).map((list) => list.join(" "));
const k = fc.constantFrom(1, 2, 3, 10, 100);
const settings = fc.constantFrom<[number, number]>([1.2, 0.75], [0, 0], [2, 1], [0.9, 0.4]);

describe("scores", () => {
  it("are those of the formula, best first, equal ones in document order", () => {
    fc.assert(
      fc.property(corpora, query, k, settings, (texts, asked, most, [k1, b]) => {
        fc.pre(texts.some((one) => one !== ""));
        const wanted = naive(texts, asked, k1, b);
        const { docs, scores } = indexOf(texts, k1, b).search(asked, most);
        expect(docs.length).toBe(Math.min(most, wanted.size));
        for (const [i, doc] of docs.entries()) {
          expect(scores[i]).toBeCloseTo(wanted.get(doc)!, 12);
          if (i > 0) expect(scores[i]! < scores[i - 1]! || doc > docs[i - 1]!).toBe(true);
        }
        // Nothing that was left out is better.
        const worst = docs.length < most ? 0 : scores.at(-1)!;
        for (const [doc, score] of wanted)
          if (!docs.includes(doc)) expect(score).toBeLessThanOrEqual(worst + 1e-12);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it("are the same with and without pruning, bit by bit", () => {
    fc.assert(
      fc.property(
        corpora,
        fc.array(query, { minLength: 1, maxLength: 4 }),
        k,
        settings,
        (texts, asked, most, [k1, b]) => {
          const index = indexOf(texts, k1, b);
          for (const one of asked)
            expect(index.search(one, most)).toEqual(index.search(one, most, { prune: false }));
        },
      ),
      { numRuns: 2000, seed: 2 },
    );
  });

  it("are the same with pruning on a corpus in which it drops most candidates", () => {
    const next = seeded(5);
    const texts = Array.from({ length: 3000 }, () =>
      Array.from({ length: 5 + Math.floor(next() * 30) }, () => `w${Math.floor(2000 ** next())}`).join(" "),
    );
    const index = indexOf(texts);
    for (let i = 0; i < 300; i++) {
      const from = texts[Math.floor(next() * texts.length)]!.split(" ");
      const asked = from.slice(0, 8).join(" ");
      for (const most of [1, 10, 100])
        expect(index.search(asked, most)).toEqual(index.search(asked, most, { prune: false }));
    }
  });

  it("one document by hand", () => {
    // idf = ln(1 + 1.5 / 1.5) = ln 2; tf = 2 / (2 + 1.2 × (0.25 + 0.75 × 3 / 2.5)).
    const { docs, scores } = indexOf(["sea sea port", "town hall"]).search("sea", 10);
    expect(docs).toEqual([0]);
    expect(scores[0]).toBeCloseTo(Math.log(2) * (2 / (2 + 1.2 * (0.25 + 0.75 * 1.2))), 15);
  });
});

/** mulberry32 */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

describe("counts", () => {
  it.each([254, 255, 256, 65_535, 65_536, 100_000])(
    "a word that is there %i times counts as often",
    (times) => {
      const texts = [`${"sea ".repeat(times)}port`, "sea port", "port"];
      const { docs, scores } = indexOf(texts).search("sea", 3);
      const average = (times + 1 + 2 + 1) / 3;
      const tf = (count: number, length: number): number =>
        count / (count + 1.2 * (0.25 + (0.75 * length) / average));
      const idf = Math.log(1 + 1.5 / 2.5);
      const wanted = [idf * tf(times, times + 1), idf * tf(1, 2)];
      for (const [i, doc] of docs.entries()) expect(scores[i]).toBeCloseTo(wanted[doc]!, 12);
      expect(docs).toHaveLength(2);
    },
  );

  it("words of a title count as often as they should", () => {
    const builder = new IndexBuilder(unicode);
    builder.add("port", "sea", 3);
    builder.add("port sea sea sea");
    builder.add("port", "sea", 0);
    const { docs, scores } = builder.finish({ k1: 1.2, b: 0.75 }).search("sea", 3);
    expect(docs).toEqual([0, 1]);
    expect(scores[0]).toBe(scores[1]);
  });
});

describe("limits", () => {
  it.each([0, -1, 0.5])("k %d finds nothing", (most) => {
    expect(indexOf(["a"]).search("a", most).docs).toEqual([]);
  });
  it("k beyond the corpus finds all that match", () => {
    expect(indexOf(["a", "b", "a"]).search("a", 1e9).docs).toEqual([0, 2]);
    expect(indexOf(["a", "b", "a"]).search("a", Number.POSITIVE_INFINITY).docs).toEqual([0, 2]);
  });
  it("a query without words, or with unknown ones, finds nothing", () => {
    for (const asked of ["", " … ", "zebra"]) expect(indexOf(["a"]).search(asked, 5).docs).toEqual([]);
  });
  it("documents without words are never found", () => {
    expect(indexOf(["", "a", "…"]).search("a", 5).docs).toEqual([1]);
    expect(indexOf(["", ""]).search("a", 5).docs).toEqual([]);
  });
  it("words that are names of methods are words", () => {
    const index = indexOf(["constructor __proto__", "toString hasOwnProperty"]);
    expect(index.search("__proto__", 5).docs).toEqual([0]);
    expect(index.search("hasownproperty", 5).docs).toEqual([1]);
  });
});
