// Whatever a file holds, or says that it holds: what is read, kept and written of it is bounded.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { memorySource } from "../src/files/source.ts";
import { detectFormat } from "../src/formats/detect.ts";
import { openSource } from "../src/formats/open-source.ts";
import { parquet } from "../src/formats/parquet.ts";
import { readFormat } from "./_read-format.ts";
import { testEffects } from "./cli/_effects.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-bounded-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe("detection looks before anything is kept", () => {
  test("an input without an end is refused after its first bytes", async () => {
    let read = 0;
    let ended = false;
    async function* zeros(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          read += 1 << 16;
          yield new Uint8Array(1 << 16);
        }
      } finally {
        ended = true;
      }
    }
    const source = await openSource("-", zeros);
    await expect(detectFormat(source, "gold")).rejects.toMatchObject({ problem: { code: "unknown-format" } });
    await source.close!();
    expect(read).toBeLessThanOrEqual(4 << 16);
    expect(ended).toBe(true);
  });

  test.each([
    ["zeros", "trec-run", new Uint8Array(1 << 16)],
    ["zeros", "jsonl", new Uint8Array(1 << 16)],
    ["zeros", "csv", new Uint8Array(1 << 16)],
    ["y on every line", "trec-run", Buffer.from("y\n".repeat(1 << 15))],
    ["y on every line", "jsonl", Buffer.from("y\n".repeat(1 << 15))],
  ])("%s without an end are refused also as %s", async (_, format, piece) => {
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      // Beyond what is kept in memory, this would be a file on the disk.
      for (; read < 64 << 20; read += piece.length) yield piece;
      throw new Error("it was read to its end");
    }
    const source = await openSource("-", endless);
    await expect(detectFormat(source, "run", format)).rejects.toMatchObject({
      problem: { code: "not-this-format" },
    });
    await source.close!();
    expect(read).toBeLessThanOrEqual(1 << 20);
  });

  test.each([
    ["trec-run", "run", "q1 Q0 d1 1 2 t\n"],
    ["csv", "run", "a,b,c\nq1,d1,2\n"],
    ["jsonl", "gold", '{"id":"q1","relevant":["d1"]}\n'],
    ["trec-run", "run", "# a comment\n"],
  ] as const)("what may be %s as %s is read", async (format, kind, text) => {
    const source = await openSource("-", async function* () {
      yield Buffer.from(text);
    });
    await expect(detectFormat(source, kind, format)).resolves.toMatchObject({ format: { id: format } });
    await source.close!();
  });

  test.skipIf(process.platform === "win32")("goldie eval /dev/zero ends (skipped on Windows)", async () => {
    writeFileSync(join(cwd, "run.trec"), "q1 Q0 d1 1 2 t\n");
    const effects = testEffects({ cwd });
    expect(await main(["eval", "/dev/zero", "run.trec"], effects)).toBe(2);
    expect(effects.stderr.text).toContain("/dev/zero");
    for (const format of ["trec-qrels", "jsonl", "csv"])
      expect(await main(["eval", "/dev/zero", "run.trec", "--gold-format", format], effects)).toBe(2);
  });

  const long = "x".repeat(300_000);
  test.each([
    [
      "jsonl",
      "run",
      `${JSON.stringify({ id: "q1", query: long, hits: ["d1"] })}\n{"id":"q2","hits":["d2"]}\n`,
    ],
    [
      "jsonl",
      "gold",
      `${JSON.stringify({ query: long, id: "q1", relevant: ["d1"] })}\n{"id":"q2","relevant":["d2"]}\n`,
    ],
    ["trec-run", "run", `q1 Q0 ${long} 1 2 t\nq1 Q0 d1 2 1 t\n`],
    ["trec-qrels", "gold", `q1 0 ${long} 1\nq1 0 d1 1\n`],
    ["csv", "run", `query,doc,score,${long}\nq1,d1,2,\n`],
  ] as const)("a first row of 300 kB is seen whole: %s as %s", async (id, kind, text) => {
    const { format } = await detectFormat(memorySource("long", text), kind);
    expect(format.id).toBe(id);
    const { problems } = await readFormat(format, text, kind);
    expect(problems.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("reads at most 1 MiB of a line that never ends", async () => {
    const source = memorySource("long", "x".repeat(6 << 20));
    expect((await source.head()).length).toBe(1 << 20);
    expect((await memorySource("wide", "x\n".repeat(1 << 20)).head()).length).toBe(1 << 16);
  });
});

test("Parquet stops after 10,000 rows that cannot be read", async () => {
  const nulls = new Array<null>(200_000).fill(null);
  const columnData = ["q_id", "doc_id"].map((name) => ({
    name,
    data: nulls,
    type: "STRING" as const,
    nullable: true,
  }));
  const score = { name: "score", data: nulls, type: "DOUBLE" as const, nullable: true };
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [...columnData, score] }));
  for (const kind of ["run", "gold"] as const) {
    const { problems } = await readFormat(parquet, bytes, kind);
    const errors = problems.filter(({ level }) => level === "error");
    expect(errors.length).toBe(10_001);
    expect(errors.at(-1)).toMatchObject({ code: "too-many-errors", fields: { count: 10_000 } });
  }
});

test("a document that must be read in one piece is at most 1 GiB", async () => {
  const path = join(cwd, "large.json");
  writeFileSync(path, "[");
  truncateSync(path, 2 ** 30 + 1);
  const source = await openSource(path);
  await expect(source.bytes()).rejects.toMatchObject({
    problem: { code: "too-large", fields: { limit: 2 ** 30 }, at: { file: path } },
  });
});
