import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import type { GoldieError } from "../core/problem.ts";
import { type SpoolLimits, spool } from "./_spool.ts";
import { fileTrouble } from "./read-trouble.ts";
import type { Source } from "./source.ts";
import { memorySource, openPath } from "./source.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
async function piecesOf(source: Source): Promise<string> {
  let text = "";
  for await (const piece of source.pieces()) text += textOf(piece);
  return text;
}
const problemOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: GoldieError) => error.problem,
  );
async function* inBytes(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  // One buffer for all pieces: whoever keeps a piece keeps the wrong one.
  const shared = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    shared.set(part);
    yield shared.subarray(0, part.length);
  }
}

const TEXT = "q1 0 d1 1\nq1 0 d2 0\n";
const LINES = "q1 0 d1 1\nq1 0 d1 1\nq1 0 d1 1\nq1 0 d2 0\nq1 0 d3 1\n";
// `zstd -19 --check` of LINES, and `zstd --no-check` of "hello\n".
const ZSTD = new Uint8Array(Buffer.from("KLUv/QRozQAAiHExIDAgZDEgMQoyIDAzIDEKAgAgG7ULEqGiUaE=", "base64"));
const ZSTD_HELLO = new Uint8Array(Buffer.from("KLUv/QBYMQAAaGVsbG8K", "base64"));

describe("what comes out is the same however it is stored", () => {
  test.each<[string, Uint8Array]>([
    ["plain", bytesOf(TEXT)],
    ["with a byte order mark", joined(new Uint8Array([0xef, 0xbb, 0xbf]), bytesOf(TEXT))],
    ["gzip", gzipSync(TEXT)],
    ["gzip of a byte order mark", gzipSync(`\ufeff${TEXT}`)],
    ["gzip in two members", joined(gzipSync(TEXT.slice(0, 7)), gzipSync(TEXT.slice(7)))],
    ["gzip padded with zeros", joined(gzipSync(TEXT), new Uint8Array(512))],
  ])("%s", async (name, bytes) => {
    const opened = await openPath(file(`${name}.txt`, bytes));
    const piped = await openPath("-", () => inBytes(bytes, 3));
    for (const source of [opened, piped, memorySource("x", bytes)]) {
      expect(await piecesOf(source)).toBe(TEXT);
      expect(textOf(await source.head())).toBe(TEXT);
      expect(textOf(await source.bytes())).toBe(TEXT);
      expect(await piecesOf(source), "again").toBe(TEXT);
    }
  });

  test.each([1, 2, 5, 17, 1000])("zstd, in pieces of %i bytes", async (size) => {
    const source = await openPath("-", () => inBytes(ZSTD, size));
    expect(await piecesOf(source)).toBe(LINES);
    expect(textOf(await source.bytes())).toBe(LINES);
  });

  test("zstd in two frames, with a frame to skip before them", async () => {
    const skip = new Uint8Array([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const source = memorySource("x", joined(skip, ZSTD, ZSTD_HELLO));
    expect(await piecesOf(source)).toBe(`${LINES}hello\n`);
  });

  test("a packed file called .txt is unpacked, a plain file called .gz is not", async () => {
    expect(await piecesOf(await openPath(file("packed.txt", gzipSync(TEXT))))).toBe(TEXT);
    expect(await piecesOf(await openPath(file("plain.gz", TEXT)))).toBe(TEXT);
  });
});

test("a large file comes in pieces, each byte once, and again for a second reader at the same time", async () => {
  const large = new Uint8Array(9_000_001).map((_, i) => i % 251);
  const source = await openPath(file("large", large));
  const collect = async (): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const piece of source.pieces()) parts.push(piece.slice());
    expect(parts.map((part) => part.length)).toEqual([...Array(8).fill(1 << 20), 9_000_001 - (8 << 20)]);
    return Buffer.concat(parts);
  };
  const [one, two] = await Promise.all([collect(), collect()]);
  expect(one.equals(large)).toBe(true);
  expect(two.equals(large)).toBe(true);
  expect((await source.head()).length).toBe(65_536);
  expect(Buffer.from(await source.bytes()).equals(large)).toBe(true);
});

test("a plain file can be read at any place, after its mark; a packed one cannot", async () => {
  const plain = file("plain", TEXT);
  expect((await openPath(plain)).file).toEqual({ path: plain, size: TEXT.length, start: 0 });
  expect((await openPath(file("mark", `\ufeff${TEXT}`))).file?.start).toBe(3);
  expect((await openPath(file("packed", gzipSync(TEXT)))).file).toBeUndefined();
  expect(memorySource("x", TEXT).file).toBeUndefined();
});

test("reading may stop early, and start again", async () => {
  const source = await openPath(file("early.gz", gzipSync("x".repeat(5_000_000))));
  for await (const piece of source.pieces()) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  expect((await source.bytes()).length).toBe(5_000_000);
});

test.skipIf(process.platform === "win32")(
  "a pipe of the shell is kept, since it can be read only once (skipped on Windows)",
  async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const writing = writeFile(pipe, gzipSync(TEXT));
    const source = await openPath(pipe);
    expect(await piecesOf(source)).toBe(TEXT);
    await writing;
    expect(await piecesOf(source)).toBe(TEXT);
    expect(source.file).toBeUndefined();
  },
);

test("nothing is read of standard input before somebody asks for it, and then in any order", async () => {
  let asked = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    asked++;
    yield gzipSync(TEXT);
  };
  const source = await openPath("-", counted);
  expect(asked).toBe(0);
  expect(await piecesOf(source)).toBe(TEXT);
  expect(textOf(await source.head())).toBe(TEXT);
  expect(asked).toBe(1);
  const unread = await openPath("-", counted);
  await unread.close!();
  expect(asked).toBe(1);
});

describe("endless standard input is refused, with nothing left behind", () => {
  /** As many pieces as are asked for, and whether anybody closed it. */
  const endless = (piece: string) => {
    const state = { given: 0, isClosed: false };
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          state.given += piece.length;
          yield bytesOf(piece);
        }
      } finally {
        state.isClosed = true;
      }
    };
    return { state, bytes };
  };
  const refused = async (piece: string, limits: Partial<SpoolLimits>) => {
    const { state, bytes } = endless(piece);
    const raw = spool(bytes(), (error) => fileTrouble("standard input", error), limits);
    const { problem } = await raw
      .pieces()
      .next()
      .then(
        () => Promise.reject(new Error("was read")),
        (error: GoldieError) => error,
      );
    expect(state.isClosed).toBe(true);
    await raw.close!();
    return { what: problem.what, file: problem.at?.file, given: state.given };
  };
  const file = "standard input";

  test("valid rows", async () => {
    const rows = { inMemory: 100, total: 1000, line: 500 };
    expect(await refused("q1 Q0 d1 1 2 t\n", rows)).toMatchObject({
      what: "more than 1000 bytes of piped input",
      file,
      given: 1005,
    });
  });

  test("one line without an end", async () => {
    expect(await refused("x".repeat(100), { inMemory: 150, total: 10_000, line: 500 })).toMatchObject({
      what: "a line of the piped input is longer than 500 bytes",
      file,
      given: 600,
    });
  });

  test("a disk without enough space", async () => {
    const { what, given } = await refused("q1 Q0 d1 1 2 t\n", { inMemory: 100, reserve: 2 ** 60 });
    expect(what).toMatch(/^the disk for temporary files is almost full/);
    expect(given).toBe(105);
  });

  test("but not many lines that end, of any length up to the limit", async () => {
    const raw = spool(inBytes(bytesOf(LINES), 3), async (error) => error as Error, {
      inMemory: 10,
      line: Math.max(...LINES.split("\n").map((line) => line.length)),
      total: LINES.length,
    });
    let text = "";
    for await (const piece of raw.pieces()) text += textOf(piece);
    await raw.close!();
    expect(text).toBe(LINES);
  });
});

test("standard input beyond the limit goes to a temporary file that has no name left", async () => {
  const before = readdirSync(tmpdir()).filter((name) => /^goldie-.{6}$/.test(name));
  const raw = spool(inBytes(bytesOf(LINES), 7), async (error) => error as Error, { inMemory: 20 });
  const collect = async (keep: boolean): Promise<string> => {
    let text = "";
    for await (const piece of raw.pieces(keep)) text += textOf(piece);
    return text;
  };
  expect(await collect(false)).toBe(LINES);
  expect(await collect(true)).toBe(LINES);
  await raw.close!();
  await raw.close!();
  const after = readdirSync(tmpdir()).filter((name) => /^goldie-.{6}$/.test(name));
  expect(after.filter((name) => !before.includes(name))).toEqual([]);
  await expect(collect(false)).rejects.toThrow();
});

describe("what cannot be read is refused with its name", () => {
  test.each<[string, Uint8Array, string, RegExp]>([
    ["a cut gzip", gzipSync(TEXT.repeat(100)).subarray(0, -5), "broken-gzip", /is truncated/],
    ["a cut gzip head", gzipSync(TEXT).subarray(0, 5), "broken-gzip", /is truncated/],
    [
      "a damaged gzip",
      gzipSync(TEXT).map((byte, i) => (i === 14 ? byte ^ 255 : byte)),
      "broken-gzip",
      /damaged/,
    ],
    ["text after gzip", joined(gzipSync(TEXT), bytesOf("q9 0 d9 1\n")), "broken-gzip", /damaged/],
    ["a cut zstd", ZSTD.subarray(0, -6), "broken-zstd", /is truncated/],
    ["a zstd without its checksum", ZSTD.subarray(0, -4), "broken-zstd", /is truncated/],
    [
      "a damaged zstd",
      joined(ZSTD.subarray(0, 6), new Uint8Array(30).fill(255)),
      "broken-zstd",
      /damaged|too early/,
    ],
  ])("%s", async (name, bytes, code, words) => {
    const path = file(name, bytes);
    const source = await openPath(path);
    for (const read of [() => piecesOf(source), () => source.head(), () => source.bytes()]) {
      const problem = await problemOf(read());
      expect(problem).toMatchObject({ code, what: expect.stringMatching(words), at: { file: path } });
    }
  });

  test.each<[string, Uint8Array]>([
    ["UTF-16 LE with a mark", new Uint8Array(Buffer.from("\ufeffq1 0", "utf16le"))],
    ["UTF-16 BE with a mark", new Uint8Array([0xfe, 0xff, 0, 0x71])],
    ["UTF-16 without a mark", new Uint8Array(Buffer.from("q1 0", "utf16le"))],
  ])("%s", async (name, bytes) => {
    expect(await problemOf(openPath(file(name, bytes)))).toMatchObject({ code: "utf-16" });
    const packed = await openPath(file(`${name}.gz`, gzipSync(bytes)));
    expect(await problemOf(packed.head())).toMatchObject({ code: "utf-16", at: { file: packed.name } });
  });

  test("a file that is not there, with the one that was meant", async () => {
    const path = file("qrels.test", TEXT);
    expect(await problemOf(openPath(join(folder, "qrel.test")))).toEqual({
      code: "no-file",
      what: "file not found",
      fix: `did you mean ${path}?`,
      fields: { path: join(folder, "qrel.test"), nearest: [path] },
      at: { file: join(folder, "qrel.test") },
    });
    expect(await problemOf(openPath(join(folder, "no", "qrel.test")))).toMatchObject({
      code: "no-file",
      why: `the folder ${join(folder, "no")} does not exist either`,
    });
    expect(await problemOf(openPath(join(path, "inside")))).toMatchObject({ code: "no-file" });
    const named = openPath(join(folder, "qrel.test"), undefined, { name: "data/qrel.test" });
    expect(await problemOf(named)).toMatchObject({
      fix: `did you mean ${join("data", "qrels.test")}?`,
      at: { file: "data/qrel.test" },
    });
    expect(await problemOf(openPath("a\0b"))).toMatchObject({ code: "no-file" });
    expect(await problemOf(openPath(""))).toMatchObject({ code: "no-file" });
  });

  // Root may read everything.
  test.skipIf(process.getuid?.() === 0)("a file that may not be read (skipped for root)", async () => {
    const path = file("secret", TEXT);
    chmodSync(path, 0);
    expect(await problemOf(openPath(path))).toMatchObject({ code: "unreadable", at: { file: path } });
  });

  test("a folder that is no data set", async () => {
    mkdirSync(join(folder, "plain-folder"));
    file("plain-folder/run.txt", TEXT);
    expect(await problemOf(openPath(join(folder, "plain-folder")))).toMatchObject({
      code: "is-folder",
      fix: `pass a file in it, such as ${join(folder, "plain-folder", "run.txt")}`,
    });
  });

  test("standard input where there is none", async () => {
    expect(await problemOf(openPath("-"))).toMatchObject({ code: "no-stdin" });
  });
});

test("a folder that is read as a whole has a list of files as its head, and no bytes", async () => {
  mkdirSync(join(folder, "scifact", "qrels"), { recursive: true });
  file("scifact/corpus.jsonl", "{}\n");
  file("scifact/qrels/test.tsv", TEXT);
  const path = join(folder, "scifact");
  const folders = {
    isWhole: (files: readonly string[]) => files.includes("corpus.jsonl"),
    example: (files: readonly string[]) => files.at(-1),
  };
  const refused = { code: "is-folder", fields: { example: join(path, "qrels", "test.tsv") } };
  expect(
    await problemOf(openPath(path, undefined, { folders: { ...folders, isWhole: () => false } })),
  ).toMatchObject(refused);
  expect(await problemOf(openPath(path))).toMatchObject({ fields: { example: join(path, "corpus.jsonl") } });
  const source = await openPath(path, undefined, { folders });
  expect(source.name).toBe(join(folder, "scifact/"));
  expect(source.folder).toBe(join(folder, "scifact"));
  expect(textOf(await source.head())).toBe("corpus.jsonl\nqrels/test.tsv\n");
  const inner = await source.inside!(join(path, "qrels", "test.tsv"), "a name");
  expect([inner.name, await piecesOf(inner)]).toEqual(["a name", TEXT]);
  expect(await problemOf(piecesOf(source))).toMatchObject(refused);
  expect(await problemOf(source.bytes())).toMatchObject({ code: "is-folder" });
});

test("an empty file is empty", async () => {
  for (const source of [await openPath(file("empty", "")), memorySource("empty", "")]) {
    expect((await source.head()).length).toBe(0);
    expect((await source.bytes()).length).toBe(0);
    expect(await piecesOf(source)).toBe("");
  }
  expect(await piecesOf(await openPath(file("only-mark", "\ufeff")))).toBe("");
});
