import { describe, expect, it, test } from "vitest";
import { canonicalJson, contentKey, NoJson } from "./canonical-json.ts";

describe("canonicalJson", () => {
  it("sorts names at every depth, and leaves out what is undefined", () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: undefined, A: "ü" })).toBe(
      '{"A":"ü","b":[{"c":null,"d":1}]}',
    );
  });
  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1])("refuses %s", (value) => {
    expect(() => canonicalJson({ value })).toThrow(NoJson);
  });
});

test("contentKey is the same for the same data in another order", () => {
  expect(contentKey({ a: 1, b: 2 })).toBe(contentKey({ b: 2, a: 1 }));
  expect(contentKey({ a: 1, b: 2 })).not.toBe(contentKey({ a: 2, b: 1 }));
  expect(contentKey({})).toMatch(/^[0-9a-f]{64}$/u);
});
