import fc from "fast-check";
import { expect, test } from "vitest";
import { withCommas } from "./shown.ts";

test("groups digits as toLocaleString does, without its tables", () => {
  for (const n of [0, 7, 999, 1000, -1, -999, -1000, 12345, 1e6, 9007199254740991, 0.5, 1234.5678, 1e21])
    expect(withCommas(n)).toBe(n.toLocaleString("en-GB"));
  fc.assert(fc.property(fc.maxSafeInteger(), (n) => withCommas(n) === n.toLocaleString("en-GB")));
});
