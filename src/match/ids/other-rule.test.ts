import { expect, it } from "vitest";
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
