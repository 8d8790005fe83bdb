// What was damaged, or changed while it was read, is an error and never a quiet number.
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { Xxh64 } from "./_xxh64.ts";
import { memorySource, openPath } from "./source.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-damage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINES = "q1 Q0 d1 1 0.75 tag\nq1 Q0 d2 2 0.5 tag\nq2 Q0 d9 1 0.25 tag\n";

/** A frame with the content as it is, its size, and a checksum. */
function frame(text: string, checked = true): Uint8Array {
  const content = new TextEncoder().encode(text);
  const hash = new Xxh64();
  hash.update(content);
  const sum = hash.digest();
  const block = 1 | (content.length << 3);
  return new Uint8Array([
    ...[0x28, 0xb5, 0x2f, 0xfd, checked ? 0x24 : 0x20, content.length],
    ...[block & 255, (block >> 8) & 255, block >> 16, ...content],
    ...(checked ? [sum & 255, (sum >>> 8) & 255, (sum >>> 16) & 255, sum >>> 24] : []),
  ]);
}

describe("zstd", () => {
  test("every flipped bit of the content and of its checksum is noticed", async () => {
    const packed = frame(LINES);
    expect(new TextDecoder().decode(await memorySource("x", packed).bytes())).toBe(LINES);
    for (let bit = 8 * 9; bit < 8 * packed.length; bit++) {
      const damaged = packed.slice();
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      await expect(memorySource("x", damaged).bytes()).rejects.toMatchObject({
        problem: { code: "broken-zstd" },
      });
    }
  });

  test("a frame without a checksum must hold as many bytes as it says", async () => {
    for (const size of [LINES.length - 1, LINES.length + 1]) {
      const packed = frame(LINES, false);
      packed[5] = size;
      await expect(memorySource("x", packed).bytes()).rejects.toMatchObject({
        problem: { code: "broken-zstd" },
      });
    }
  });

  test("blocks are unpacked one at a time, however much they hold", async () => {
    const blocks = 2_000;
    const packed = new Uint8Array(6 + 4 * blocks);
    packed.set([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
    // A run of 128 KiB in four bytes.
    for (let i = 0; i < blocks; i++) {
      const header = (i === blocks - 1 ? 1 : 0) | 2 | ((1 << 17) << 3);
      packed.set([header & 255, (header >> 8) & 255, header >> 16, 10], 6 + 4 * i);
    }
    const before = process.memoryUsage().arrayBuffers;
    let largest = 0;
    let size = 0;
    for await (const piece of memorySource("x", packed).pieces()) {
      // At once, 256 MB would be there before the first piece is.
      if (size === 0) largest = process.memoryUsage().arrayBuffers - before;
      expect(piece.length).toBeLessThanOrEqual(1 << 21);
      size += piece.length;
    }
    expect(size).toBe(blocks * 2 ** 17);
    expect(largest).toBeLessThan(64 << 20);
  });
});

describe("a file that changes while it is read", () => {
  const large = LINES.repeat(60_000);
  const path = join(folder, "run.trec");

  test.each([
    ["shrinks", (): void => truncateSync(path, LINES.length * 20_000), undefined],
    ["is cut at a line end that was read already", (): void => truncateSync(path, LINES.length), undefined],
    ["grows", (): void => appendFileSync(path, LINES), large.length + LINES.length],
  ])("%s: an error", async (_, change, found) => {
    writeFileSync(path, large);
    const source = await openPath(path);
    const read = async (): Promise<void> => {
      let first = true;
      for await (const _piece of source.pieces()) {
        if (first) change();
        first = false;
      }
    };
    await expect(read()).rejects.toMatchObject({
      problem: {
        code: "changed-file",
        fields: { expected: large.length, ...(found === undefined ? {} : { found }) },
        at: { file: path },
      },
    });
  });

  test("between its opening and its reading: an error", async () => {
    writeFileSync(path, large);
    const source = await openPath(path);
    truncateSync(path, LINES.length * 1000);
    await expect(source.bytes()).rejects.toMatchObject({ problem: { code: "changed-file" } });
  });

  test("packed: an error too", async () => {
    const noise = Array.from({ length: 200_000 }, (_, i) => `${Math.imul(i, 2654435761) >>> 0}\n`).join("");
    const packed = gzipSync(noise, { level: 1 });
    writeFileSync(path, packed);
    const source = await openPath(path);
    appendFileSync(path, gzipSync("q1 Q0 d3 3 0.1 tag\n"));
    await expect(source.bytes()).rejects.toMatchObject({
      problem: { code: "changed-file", fields: { expected: packed.length } },
    });
  });
});
