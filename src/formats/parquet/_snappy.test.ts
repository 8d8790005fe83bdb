import fc from "fast-check";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { describe, expect, it } from "vitest";
import { snappyLength, unsnappy } from "./_snappy.ts";

function unpacked(bytes: Uint8Array): Uint8Array {
  const size = snappyLength(bytes);
  // Room that was used before.
  const out = new Uint8Array(size + 7).fill(0xaa);
  unsnappy(bytes, out, size);
  expect(out.subarray(size)).toEqual(new Uint8Array(7).fill(0xaa));
  return out.subarray(0, size);
}
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe("unsnappy", () => {
  it("gives back what was packed", () => {
    const some = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      // Patterns that repeat, near and far.
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 90 }), fc.integer({ min: 2, max: 900 }))
        .map(([part, times]) => {
          const whole = new Uint8Array(part.length * times);
          for (let i = 0; i < times; i++) whole.set(part, i * part.length);
          return whole;
        }),
    );
    fc.assert(
      fc.property(some, (data) => {
        expect(unpacked(snappyCompress(data))).toEqual(data);
      }),
      { seed: 3, numRuns: 150 },
    );
  });
  it.each<[string, Uint8Array, number[]]>([
    ["nothing", bytes(0), []],
    ["a literal", bytes(3, 8, 1, 2, 3), [1, 2, 3]],
    ["a literal whose length has a byte of its own", bytes(2, 60 << 2, 1, 5, 6), [5, 6]],
    ["a copy that repeats what it writes", bytes(6, 0, 7, 1 | (1 << 2), 1), [7, 7, 7, 7, 7, 7]],
    ["a copy with two bytes", bytes(4, 4, 1, 2, 2 | (1 << 2), 2, 0), [1, 2, 1, 2]],
    ["a copy with four bytes", bytes(3, 0, 9, 3 | (1 << 2), 1, 0, 0, 0), [9, 9, 9]],
  ])("reads %s", (_, packed, data) => {
    expect([...unpacked(packed)]).toEqual(data);
  });
  it.each<[string, Uint8Array]>([
    ["a literal that ends too early", bytes(3, 8, 1)],
    ["a literal that is longer than all of it", bytes(1, 4, 1, 2)],
    ["a copy from before the beginning", bytes(4, 0, 7, 1, 9)],
    ["a copy from nowhere", bytes(5, 0, 7, 1, 0)],
    ["a copy that is longer than all of it", bytes(2, 0, 7, 1, 1)],
    ["less than it says", bytes(9, 0, 7)],
    ["a copy that is cut off", bytes(5, 0, 7, 3, 1)],
  ])("refuses %s", (_, packed) => {
    expect(() => unpacked(packed)).toThrow(/Snappy|too early/);
  });
  it("knows no length where there is none", () => {
    expect(snappyLength(bytes(0xff, 0xff, 0xff, 0xff, 0xff, 1))).toBe(-1);
    expect(snappyLength(bytes(0x80, 1))).toBe(128);
  });
});
