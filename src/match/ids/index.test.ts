import { describe, expect, it } from "vitest";
import { compareIds, idNormalisers, idRules } from "./index.ts";

/** Ids as they stand in public data sets, and what each rule makes of them. */
const FORMS: Readonly<Record<string, readonly (readonly [found: string, matched: string])[]>> = {
  exact: [[" A::1 ", " A::1 "]],
  "urn-uuid": [
    ["doc-<urn:uuid:27c6-0a>::chunk-0", "<urn:uuid:27c6-0a>"],
    ["<urn:uuid:1><urn:uuid:2>", "<urn:uuid:1>"], // the first
    ["x<urn:uuid:a b\nc>", "<urn:uuid:a b\nc>"], // anything but ">"
    ["urn:uuid:27c6", "urn:uuid:27c6"], // no brackets
    ["<urn:uuid:>", "<urn:uuid:>"], // nothing inside: the id itself
    ["<URN:UUID:1>", "<URN:UUID:1>"],
    ["<urn:uuid:<1>", "<urn:uuid:<1>"],
    ["a<urn:uuid:1", "a<urn:uuid:1"],
  ],
  "chunk-suffix": [
    ["doc-17::chunk-3", "doc-17"],
    ["doc-<urn:uuid:27c6-0a>::chunk-0", "doc-<urn:uuid:27c6-0a>"],
    ["msmarco_v2.1_doc_50_2286987788#13_2286987788", "msmarco_v2.1_doc_50_2286987788"],
    ["clapnq_12<::>2", "clapnq_12"],
    ["clapnq_12::2", "clapnq_12"],
    ["822086267_7384-8758-0-1374", "822086267"],
    ["answer_a679a86a_5::round_0", "answer_a679a86a_5"],
    ["VOA#2578#3", "VOA#2578"],
    ["VOA#2578", "VOA"],
    ["x#chunk3", "x"],
    ["x_chunk_3", "x"],
    ["x-chunk-3", "x"],
    ["x.Chunk3", "x"],
    ["x/chunks/3", "x"],
    ["x_passage_12", "x"],
    ["x page 4", "x"],
    ["x#page=4", "x"],
    ["x::chunk-3fa9", "x"],
    ["handbook.md#L40-L52", "handbook.md"],
    ["handbook.md#L40", "handbook.md"],
    ["handbook.md:40-52", "handbook.md"],
    ["a||7", "a"],
    ["a[3]", "a"],
    ["a[100:200]", "a"],
    [`${"a long text ".repeat(100)}::chunk-3`, "a long text ".repeat(100)],
    ["law - 민사_미성년자인.pdf - 7", "law - 민사_미성년자인.pdf"],
    // names of documents
    ["doc-17", "doc-17"],
    ["doc_17", "doc_17"],
    ["34952194402811904", "34952194402811904"],
    ["4fb4627-2019-04-18T18:47:37Z-00003-000", "4fb4627-2019-04-18T18:47:37Z-00003-000"],
    ["report_2019-04-18", "report_2019-04-18"],
    ["Kill_Bill_part_2", "Kill_Bill_part_2"],
    ["Undeniable_(Raven-Symoné_album)", "Undeniable_(Raven-Symoné_album)"],
    ["enwiki:Aftertaste/Aftertaste%20processing", "enwiki:Aftertaste/Aftertaste%20processing"],
    ["example.com:8080", "example.com:8080"],
    ["homepage", "homepage"],
    // nothing would be left
    ["#3", "#3"],
    ["::chunk-3", "::chunk-3"],
  ],
  url: [
    ["https://www.Example.org/docs/Intro%20page/?ref=1#top", "example.org/docs/Intro page"],
    ["HTTP://example.org:80/a", "example.org/a"],
    ["http://example.org:8080/a", "example.org:8080/a"],
    ["https://user@example.org/a", "example.org/a"],
    ["https://example.org/", "example.org"],
    ["//example.org/a", "example.org/a"],
    ["www.example.org", "example.org"],
    ["example.org/A/", "example.org/A"],
    ["https://example.org/100%", "example.org/100%"],
    ["https://example.org/%E0%A4%A", "example.org/%E0%A4%A"],
    ["https://de.example.org/wiki/M%C3%A4dchen", "de.example.org/wiki/Mädchen"],
    ["s3://bucket/key", "bucket/key"],
    // no address
    ["README.md", "README.md"],
    ["VOA#2578#3", "VOA#2578#3"],
    ["what?", "what?"],
    ["<urn:uuid:27c6>", "<urn:uuid:27c6>"],
    ["docs/intro.md", "docs/intro.md"],
    ["://", "://"],
    ["//", "//"],
  ],
  "url-with-query": [
    ["https://www.example.org/watch/?v=17#t=5", "example.org/watch?v=17"],
    ["https://example.org/a", "example.org/a"],
    ["what?", "what?"],
  ],
  "url-path": [
    ["https://example.org/docs/intro.html?x=1#y", "docs/intro.html"],
    ["/docs/intro.html", "docs/intro.html"],
    ["docs/intro.html", "docs/intro.html"],
    ["https://example.org/a%20b", "a b"],
    ["https://example.org/", "https://example.org/"], // nothing would be left
    ["VOA#2578#3", "VOA#2578#3"],
  ],
  path: [
    ["./docs\\intro.md", "docs/intro.md"],
    ["/docs//guide/../intro.md", "docs/intro.md"],
    ["C:\\docs\\intro.md", "docs/intro.md"],
    ["file:///docs/intro.md", "docs/intro.md"],
    ["file:///C:/docs/intro.md", "docs/intro.md"],
    ["docs/", "docs"],
    ["../docs/a", "docs/a"],
    ["intro.md", "intro.md"],
    ["enwiki:Aftertaste/x", "enwiki:Aftertaste/x"],
    ["/", "/"],
    ["..", ".."],
  ],
  basename: [
    ["/data/docs/intro.md", "intro.md"],
    ["docs\\intro.md", "intro.md"],
    ["https://example.org/docs/intro.md", "intro.md"],
    ["docs/", "docs"],
    ["intro.md", "intro.md"],
  ],
  "no-extension": [
    ["docs/intro.md", "docs/intro"],
    ["L'Hôpital_rule1.json", "L'Hôpital_rule1"],
    ["a.tar.gz", "a.tar"],
    ["v1.5", "v1.5"],
    [".md", ".md"],
    ["docs/.env", "docs/.env"],
    ["M. Night Shyamalan", "M. Night Shyamalan"],
  ],
  lower: [
    ["Doc-17", "doc-17"],
    ["Mangú", "mangú"],
  ],
  nfc: [
    ["Montalba\u0301n", "Montalb\u00e1n"],
    ["a", "a"],
  ],
  percent: [
    ["Aftertaste%20processing", "Aftertaste processing"],
    ["100%", "100%"],
    ["%zz%41", "%zzA"],
    ["%C3%A4", "ä"],
    ["%C3", "%C3"],
  ],
  unwrap: [
    ["<dbpedia:Mangú>", "dbpedia:Mangú"],
    ["<urn:uuid:27c6>", "urn:uuid:27c6"],
    [' "17" ', "17"],
    ["[['a']]", "[['a']]"], // the first closing one is not the last character
    ["['a']", "a"],
    ["(a)-(b)", "(a)-(b)"],
    ["Undeniable_(Raven-Symoné_album)", "Undeniable_(Raven-Symoné_album)"],
    ["<>", "<>"],
    ["  ", "  "],
  ],
  number: [
    ["1.0", "1"],
    ["001", "1"],
    ["+007", "7"],
    ["-3403542892395107762", "-3403542892395107762"],
    ["34952194402811904.0", "34952194402811904"],
    ["-0", "0"],
    ["000", "0"],
    ["1.", "1"],
    ["1.5", "1.5"],
    ["1e3", "1e3"],
    ["doc-1.0", "doc-1.0"],
  ],
  zeros: [
    ["001", "1"],
    ["doc-007", "doc-7"],
    ["000", "0"],
    ["100", "100"],
    ["1.05", "1.05"],
    ["2019-04-18T08:00", "2019-4-18T8:0"],
    ["q01_p002", "q1_p2"],
  ],
};

describe.each(idNormalisers)("$id", ({ id: name, examples, about }) => {
  it("has real forms, and words", () => {
    expect(FORMS[name]!.length).toBeGreaterThan(0);
    expect(about).not.toBe("");
  });
  it.each([...examples, ...(FORMS[name] ?? [])])("%j is matched as %j", (found, matched) => {
    expect(idRules[name]!(found)).toBe(matched);
  });
  it("leaves the empty id empty, and empties none", () => {
    expect(idRules[name]!("")).toBe("");
    for (const id of [" ", "/", "//", "#1", "<>", "0", ".", "::1", "%", "-"])
      expect(idRules[name]!(id), id).not.toBe("");
  });
});

it("orders ids as their UTF-8 bytes", () => {
  const ids = [
    "",
    "1",
    "10",
    "2",
    "A",
    "a",
    "aa",
    "é",
    "\u{d7ff}",
    "\u{e000}",
    "\u{ff01}",
    "\u{10000}",
    "\u{1f600}",
    "\u{1f601}",
    "\u{1f601}a",
  ];
  for (const a of ids)
    for (const b of ids) {
      const bytes = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(Math.sign(compareIds(a, b)), `${a} ${b}`).toBe(bytes);
    }
});
