import * as zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import { type FramePart, zstdFrames } from "./_zstd-frames.ts";
import { memorySource } from "./source.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function framesOf(bytes: Uint8Array, size: number): Promise<[number, number[]][]> {
  const frames: [number, number[]][] = [];
  let open: FramePart[] = [];
  for await (const part of zstdFrames(inPieces(bytes, size))) {
    open.push(part);
    if (!part.last) continue;
    frames.push([part.window, open.flatMap((one) => [...one.bytes])]);
    open = [];
  }
  expect(open).toEqual([]);
  return frames;
}

const START = [0x28, 0xb5, 0x2f, 0xfd];
const SKIPPED = [0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 0x28, 0xb5, 0x2f];
const NOTHING_SKIPPED = [0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0];
// A window of 1 MB + 1/8, two stored blocks ("ab", "c"), no checksum.
const STORED = [...START, 0x00, 0x51, 0x10, 0, 0, 97, 98, 0x09, 0, 0, 99];
// One segment of 5 bytes: a run of five "x", then an empty last block and a checksum.
const RUN = [...START, 0x24, 5, 0x2a, 0, 0, 120, 0x01, 0, 0, 1, 2, 3, 4];
// One segment, its size in two bytes (from 256 on), a dictionary's number of one byte.
const TWO_BYTES = [...START, 0x61, 7, 0x10, 0x00, 0x01, 0, 0];
const FAR = [...START, 0x00, (26 - 10) << 3, 0x19, 0, 0, 97, 98, 99];

describe.each([1, 2, 3, 5, 100])("in pieces of %i", (size) => {
  test("every frame is cut out, and what is to be skipped is left out", async () => {
    const bytes = new Uint8Array([
      ...SKIPPED,
      ...STORED,
      ...NOTHING_SKIPPED,
      ...RUN,
      ...TWO_BYTES,
      ...SKIPPED,
    ]);
    expect(await framesOf(bytes, size)).toEqual([
      [2 ** 20 + 2 ** 17, STORED],
      [5, RUN],
      [256 + 16, TWO_BYTES],
    ]);
  });
  test("an end too early is reported", async () => {
    for (const frame of [STORED, RUN, TWO_BYTES, SKIPPED])
      for (let length = 1; length < frame.length; length++)
        await expect(framesOf(new Uint8Array(frame.slice(0, length)), size)).rejects.toThrow(
          "unexpected end",
        );
  });
  test("what is no frame is reported", async () => {
    await expect(framesOf(new Uint8Array([...STORED, 1, 2, 3, 4]), size)).rejects.toThrow(
      "something follows",
    );
    await expect(framesOf(new Uint8Array([...START, 0x20, 1, 0x07, 0, 0]), size)).rejects.toThrow(
      "unknown kind",
    );
  });
});

test("stored blocks of two frames are unpacked, with frames to skip between", async () => {
  const bytes = new Uint8Array([...SKIPPED, ...STORED, ...SKIPPED, ...STORED]);
  expect(new TextDecoder().decode(await memorySource("x", bytes).bytes())).toBe("abcabc");
});

const native = "createZstdDecompress" in zlib;
test.skipIf(native)(
  "a window that fzstd cannot look back is refused (skipped where Node unpacks zstd)",
  async () => {
    await expect(memorySource("x", new Uint8Array(FAR)).bytes()).rejects.toMatchObject({
      problem: { code: "far-zstd", at: { file: "x" } },
    });
  },
);
test.runIf(native)(
  "a large window is no trouble where Node unpacks zstd (skipped before 22.15)",
  async () => {
    expect(new TextDecoder().decode(await memorySource("x", new Uint8Array(FAR)).bytes())).toBe("abc");
  },
);
