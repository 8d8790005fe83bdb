import fc from "fast-check";
import { expect, it } from "vitest";
import { BYTE_LOOKS, isPlain, isSimple, mayBeChunk, mayHaveChunks } from "./byte-looks.ts";
import { chunkSuffix } from "./chunk-suffix.ts";
import { idNormalisers } from "./index.ts";
import { OtherRules } from "./other-rule.ts";

it.each<[gold: string, hit: string, rule: string | undefined]>([
  ["Doc-17", "doc-17", "lower"],
  ["Montalb\u00e1n", "Montalba\u0301n", "nfc"],
  ["a b", "a%20b", "percent"],
  ["dbpedia:Berlin", "<dbpedia:Berlin>", "unwrap"],
  ["7", "7.0", "number"],
  ["q7", "q007", "zeros"],
  ["docs/a", ".\\docs\\a", "path"],
  ["http://x.org/a", "https://www.x.org/a/", "url-with-query"],
  ["x.org/a", "https://x.org/a?s=1", "url"],
  ["https://a-long-host-name.org/docs/b", "docs/b", "url-path"],
  ["docs/b", "https://a-long-host-name.org/docs/b", "url-path"],
  ["<urn:uuid:1>", "doc-<urn:uuid:1>::chunk-3", "urn-uuid"],
  ["doc-17", "doc-17::chunk-3", "chunk-suffix"],
  ["doc-17::chunk-3abc", "doc-17", "chunk-suffix"],
  ["intro.md", "docs/intro.md", "basename"],
  ["intro", "intro.md", "no-extension"],
  ["---", "(---)", "unwrap"],
  // another document, or another chunk of one
  ["doc-17", "doc-18", undefined],
  ["doc-1", "doc-17", undefined],
  ["doc-17#1", "doc-17#2", undefined],
  ["a/readme.md", "b/readme.md", undefined],
  ["a.md", "a.pdf", undefined],
  ["http://x.org/w?v=1", "http://x.org/w?v=2", undefined],
  ["doc-17", "", undefined],
])("%j and %j: %s", (gold, hit, rule) => {
  expect(new OtherRules().find(gold, [null, "zzz", hit])).toEqual(
    rule === undefined ? undefined : { rule, at: 2 },
  );
});

it("does not name the rule that is in force", () => {
  expect(new OtherRules("lower").find("A", ["a"])).toBeUndefined();
});

// Pieces of which ids are made, and what rules add to them or take off.
const piece = fc.constantFrom(
  ..."a A b 1 2 01 12 007 7 7.0 doc Doc www. .md .pdf .v2 / \\ ./ ../ - _ . : :: # ## | || [ ] < > ( ) %20 %41 é e\u0301 K".split(
    " ",
  ),
  ..." |chunk|-chunk|_chunk_|passage|Page|pages |segment|split|::chunk-|#L10|:40-52|[3]|[1:2]| - 7|_1-2-3-4|http://x.org/|https://|?v=1|<urn:uuid:1>".split(
    "|",
  ),
);
const id = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
const written = fc
  .tuple(id, fc.constantFrom(...idNormalisers), id)
  .map(([one, { apply }, other]): [string, string] => [one, apply(one) || other]);
const looksOf = (bytes: Uint8Array): number => bytes.reduce((all, byte) => all | BYTE_LOOKS[byte]!, 0);

it("what is another spelling of an id holds one of its parts", () => {
  const rules = new OtherRules();
  let found = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        fc.tuple(id, id),
        written,
        written.map(([a, b]): [string, string] => [b, a]),
      ),
      ([gold, hit]) => {
        if (gold === hit || rules.find(gold, [hit]) === undefined) return;
        const held = rules.heldBy(gold);
        if (held === undefined || !isPlain(looksOf(new TextEncoder().encode(hit)))) return;
        found++;
        const { parts } = held;
        expect(parts.some((part) => hit.toLowerCase().includes(part.toLowerCase()))).toBe(true);
        if (held.isSimple && isSimple(looksOf(new TextEncoder().encode(hit))))
          expect(hit.endsWith(parts[0]!)).toBe(true);
      },
    ),
    { numRuns: 20_000, seed: 3 },
  );
  expect(found).toBeGreaterThan(200);
});

it("what has the suffix of a chunk looks like it", () => {
  let found = 0;
  fc.assert(
    fc.property(id, (one) => {
      if (chunkSuffix.apply(one) === one) return;
      const bytes = new TextEncoder().encode(`x${one}`);
      found++;
      expect(mayBeChunk(bytes, 1, bytes.length)).toBe(true);
      expect(mayHaveChunks(looksOf(bytes))).toBe(true);
    }),
    { numRuns: 20_000, seed: 3 },
  );
  expect(found).toBeGreaterThan(200);
});

it("most ids of documents do not look like chunks", () => {
  const bytes = (one: string): Uint8Array => new TextEncoder().encode(one);
  for (const one of [
    "D123",
    "8841823",
    "MARCO_D59235",
    "msmarco_passage_01_1234",
    "clueweb09-en0000-00-00000",
    "a3f0-99",
  ])
    expect(mayBeChunk(bytes(one), 0, bytes(one).length)).toBe(false);
});
