import { expect, it } from "vitest";
import { compareIds, idRules } from "./ids.ts";

it.each([
  ["doc-<urn:uuid:27c6-0a>::chunk-0", "<urn:uuid:27c6-0a>"],
  ["<urn:uuid:1><urn:uuid:2>", "<urn:uuid:1>"], // the first
  ["x<urn:uuid:a b\nc>", "<urn:uuid:a b\nc>"], // anything but ">"
  ["urn:uuid:27c6", "urn:uuid:27c6"], // no brackets
  ["<urn:uuid:>", "<urn:uuid:>"], // nothing inside: the id itself
  ["<URN:UUID:1>", "<URN:UUID:1>"],
  ["<urn:uuid:<1>", "<urn:uuid:<1>"],
  ["a<urn:uuid:1", "a<urn:uuid:1"],
  ["", ""],
])("urn-uuid: %j is matched as %j", (id, matched) => {
  expect(idRules["urn-uuid"]!(id)).toBe(matched);
});

it("exact leaves ids alone", () => {
  expect(idRules["exact"]!(" A::1 ")).toBe(" A::1 ");
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
