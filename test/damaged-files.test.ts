/** Damaged packed files give an error, or the very text that was packed: never a number from something else. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { Xxh64 } from "../src/files/_xxh64.ts";
import { testEffects } from "./cli/_effects.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-damaged-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const GOLD = "q1 0 d1 1\nq2 0 d9 1\n";
/** The same run in three formats. */
const RUNS = {
  "trec-run": "q1 Q0 d1 1 0.75 t\nq1 Q0 d2 2 0.5 t\nq2 Q0 d8 1 0.5 t\nq2 Q0 d9 2 0.25 t\n",
  jsonl: '{"id":"q1","hits":["d1","d2"]}\n{"id":"q2","hits":["d8","d9"]}\n',
  csv: "query,doc,score\nq1,d1,0.75\nq1,d2,0.5\nq2,d8,0.5\nq2,d9,0.25\n",
} as const;

async function means(bytes: Uint8Array, flags: readonly string[]): Promise<string> {
  writeFileSync(join(cwd, "gold"), GOLD);
  writeFileSync(join(cwd, "run"), bytes);
  const effects = testEffects({ cwd });
  const code = await main(["eval", "gold", "run", "-m", "rr", "--json", "--per-query", ...flags], effects);
  if (code === 0) return JSON.stringify(JSON.parse(effects.stdout.text).runs[0].queries);
  expect({ code, stdout: effects.stdout.text }).toEqual({ code: 2, stdout: "" });
  expect(effects.stderr.text).toMatch(/^(\d+ )?errors?\n/);
  return "error";
}

/** A frame of one block that holds the text as it is, with its size and a checksum. */
function zstd(text: string): Uint8Array {
  const content = new TextEncoder().encode(text);
  const hash = new Xxh64();
  hash.update(content);
  const sum = hash.digest();
  const block = 1 | (content.length << 3);
  return new Uint8Array([
    ...[0x28, 0xb5, 0x2f, 0xfd, 0x24, content.length, block & 255, (block >> 8) & 255, block >> 16],
    ...content,
    ...[sum & 255, (sum >>> 8) & 255, (sum >>> 16) & 255, sum >>> 24],
  ]);
}

describe.each(Object.entries(RUNS))("%s", (format, text) => {
  const asked: [string, ...string[]][] = [["found out"], ["forced", "--run-format", format]];

  test.each(asked)("zstd, each bit of the first 16 bytes flipped (%s)", async (_, ...flags) => {
    const packed = zstd(text);
    const whole = await means(packed, flags);
    expect(whole).toBe('{"q1":{"rr":1},"q2":{"rr":0.5}}');
    let errors = 0;
    for (let bit = 0; bit < 128; bit++) {
      const damaged = packed.slice();
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      const found = await means(damaged, flags);
      if (found === "error") errors++;
      else expect({ bit, found }).toEqual({ bit, found: whole });
    }
    // One bit of a header means nothing; all others are noticed.
    expect(errors).toBeGreaterThanOrEqual(126);
  });

  test.each(asked)(
    "gzip of two members, the second one damaged, cut, or followed by something (%s)",
    async (_, ...flags) => {
      const half = text.indexOf("\n", text.length / 2) + 1;
      const [first, second] = [gzipSync(text.slice(0, half)), gzipSync(text.slice(half))];
      const both = Buffer.concat([first, second]);
      const whole = await means(both, flags);
      expect(whole).toBe('{"q1":{"rr":1},"q2":{"rr":0.5}}');
      for (let at = 0; at < second.length; at++) {
        const damaged = Buffer.from(both);
        damaged[first.length + at]! ^= 0x41;
        // Compression time and system are not part of the content.
        expect({ at, found: await means(damaged, flags) }).toEqual({
          at,
          found: at >= 4 && at < 10 ? whole : "error",
        });
      }
      for (let size = 1; size < second.length; size += 3)
        expect({ size, found: await means(both.subarray(0, first.length + size), flags) }).toEqual({
          size,
          found: "error",
        });
      for (const rest of ["x", "garbage", "\n", "\x1f", "\x1f\x8b", `\0\0${text}`])
        expect({
          rest,
          found: await means(Buffer.concat([both, Buffer.from(rest, "latin1")]), flags),
        }).toEqual({
          rest,
          found: "error",
        });
      // A tape fills its last block with zeros, and nothing follows them.
      expect(await means(Buffer.concat([both, Buffer.alloc(512)]), flags)).toBe(whole);
      expect(await means(Buffer.concat([first, Buffer.alloc(512), second]), flags)).toBe("error");
    },
  );
});
