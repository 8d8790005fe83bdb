import fc from "fast-check";
import { expect, test } from "vitest";
import { Xxh64 } from "./_xxh64.ts";

const hashOf = (...pieces: readonly Uint8Array[]): number => {
  const hash = new Xxh64();
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
};

// The lower halves of the hashes that its author's own program prints.
test.each([
  ["", 0x51d8e999],
  ["a", 0xa98c6e5b],
  ["abc", 0xad770999],
])("XXH64 of %j", (text, low) => {
  expect(hashOf(new TextEncoder().encode(text))).toBe(low);
});

/** As the definition has it, in BigInt. */
function reference(bytes: Uint8Array): number {
  const [p1, p2, p3, p4, p5] = [
    0x9e3779b185ebca87n,
    0xc2b2ae3d27d4eb4fn,
    0x165667b19e3779f9n,
    0x85ebca77c2b2ae63n,
    0x27d4eb2f165667c5n,
  ] as const;
  const cut = (x: bigint): bigint => BigInt.asUintN(64, x);
  const turn = (x: bigint, by: bigint): bigint => cut((x << by) | (x >> (64n - by)));
  const round = (lane: bigint, input: bigint): bigint => cut(turn(cut(lane + input * p2), 31n) * p1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let hash: bigint = p5;
  if (bytes.length >= 32) {
    const lanes = [cut(p1 + p2), p2, 0n, cut(-p1)];
    for (; at + 32 <= bytes.length; at += 32)
      for (let i = 0; i < 4; i++) lanes[i] = round(lanes[i]!, view.getBigUint64(at + 8 * i, true));
    hash = cut(turn(lanes[0]!, 1n) + turn(lanes[1]!, 7n) + turn(lanes[2]!, 12n) + turn(lanes[3]!, 18n));
    for (const lane of lanes) hash = cut((hash ^ round(0n, lane)) * p1 + p4);
  }
  hash = cut(hash + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8)
    hash = cut(turn(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * p1 + p4);
  if (at + 4 <= bytes.length) {
    hash = cut(turn(hash ^ cut(BigInt(view.getUint32(at, true)) * p1), 23n) * p2 + p3);
    at += 4;
  }
  for (; at < bytes.length; at++) hash = cut(turn(hash ^ cut(BigInt(bytes[at]!) * p5), 11n) * p1);
  hash = cut((hash ^ (hash >> 33n)) * p2);
  hash = cut((hash ^ (hash >> 29n)) * p3);
  return Number((hash ^ (hash >> 32n)) & 0xffffffffn);
}

test("whatever the bytes are, and in whatever pieces they come", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 5 }), (pieces) => {
      expect(hashOf(...pieces)).toBe(reference(new Uint8Array(Buffer.concat(pieces))));
    }),
    { seed: 12, numRuns: 300 },
  );
});
