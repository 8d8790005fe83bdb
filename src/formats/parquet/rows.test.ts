/** Our page reader against the library's own, over every encoding that the library writes; and files that are damaged. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { parquetReadObjects } from "hyparquet";
import { type BasicType, ByteWriter, parquetWriteBuffer } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { describe, expect, it } from "vitest";
import { GoldieError } from "../../core/problem.ts";
import { memorySource } from "../../files/source.ts";
import type { Mode } from "./_values.ts";
import { openParquet } from "./file.ts";
import { type ParquetCell, readCells, readRuns } from "./rows.ts";

async function cellsOf(
  bytes: ArrayBuffer | Uint8Array,
  modes: Record<string, Mode>,
): Promise<ParquetCell[][]> {
  const file = await openParquet(memorySource("t.parquet", new Uint8Array(bytes as ArrayBuffer)));
  const rows: ParquetCell[][] = [];
  const wanted = Object.entries(modes).map(([name, mode]) => ({
    column: file.columns.find((c) => c.name === name)!,
    mode,
  }));
  const numbers: number[] = [];
  await readCells(file, wanted, (cells, row) => {
    numbers.push(row);
    rows.push([...cells]);
  });
  expect(numbers).toEqual(rows.map((_, i) => i + 1));
  return rows;
}

const N = 1000;
const numbers = Array.from({ length: N }, (_, i) => (i * 7919) % 1013);
const words = numbers.map((n) => `document-${n}-é`.slice(0, 4 + (n % 12)));

describe("columns of one value per row", () => {
  const write = (data: unknown[], type: BasicType, encoding?: string, codec?: "GZIP" | "UNCOMPRESSED") =>
    parquetWriteBuffer({
      columnData: [
        { name: "x", data, type, ...(encoding === undefined ? {} : { encoding: encoding as "PLAIN" }) },
      ],
      pageSize: 1000,
      rowGroupSize: [100, 450],
      ...(codec === undefined ? {} : { codec, compressors: { GZIP: (bytes) => gzipSync(bytes) } }),
    });

  it.each([
    ["PLAIN", undefined],
    ["PLAIN", "GZIP"],
    ["PLAIN", "UNCOMPRESSED"],
    ["RLE_DICTIONARY", undefined],
    ["DELTA_LENGTH_BYTE_ARRAY", undefined],
    ["DELTA_BYTE_ARRAY", undefined],
  ] as const)("text in %s, %s", async (encoding, codec) => {
    const rows = await cellsOf(write(words, "STRING", encoding, codec), { x: "text" });
    expect(rows.flat()).toEqual(words);
  });

  it.each([
    ["INT32", "PLAIN"],
    ["INT32", "RLE_DICTIONARY"],
    ["INT32", "DELTA_BINARY_PACKED"],
    ["INT32", "BYTE_STREAM_SPLIT"],
  ] as const)("%s in %s, as numbers and as text", async (type, encoding) => {
    const signed = numbers.map((n) => (n - 500) * 4_000_000);
    const bytes = write(signed, type, encoding);
    expect((await cellsOf(bytes, { x: "number" })).flat()).toEqual(signed);
    expect((await cellsOf(bytes, { x: "text" })).flat()).toEqual(signed.map(String));
  });

  it.each(["PLAIN", "RLE_DICTIONARY", "DELTA_BINARY_PACKED"])(
    "whole numbers of 64 bits in %s keep every digit as text",
    async (encoding) => {
      const wide = [
        0n,
        1n,
        -1n,
        9n,
        10n,
        34952194402811904n,
        -3403542892395107762n,
        2n ** 53n,
        2n ** 53n + 1n,
      ];
      // The library that writes cannot do differences of more than 63 bits.
      const extremes = encoding.startsWith("DELTA") ? [] : [-(2n ** 63n), 2n ** 63n - 1n];
      const all = [...wide, ...extremes];
      const data = Array.from({ length: 500 }, (_, i) => all[i % all.length]!);
      const bytes = write(data, "INT64", encoding);
      expect((await cellsOf(bytes, { x: "text" })).flat()).toEqual(data.map(String));
      expect((await cellsOf(bytes, { x: "number" })).flat()).toEqual(data.map(Number));
    },
  );

  it.each(["DOUBLE", "FLOAT", "FLOAT16"] as const)("%s", async (type) => {
    const fractions = numbers.map((n) => (n - 300) / 64);
    for (const encoding of ["PLAIN", "BYTE_STREAM_SPLIT"]) {
      const rows = await cellsOf(write(fractions, type, encoding), { x: "number" });
      expect(rows.flat()).toEqual(fractions.map((x) => (type === "FLOAT16" ? half(x) : Math.fround(x))));
    }
  });

  it("fractions as text, whole ones without a point", async () => {
    const rows = await cellsOf(write([1, 2.5, -3], "DOUBLE"), { x: "text" });
    expect(rows.flat()).toEqual(["1", "2.5", "-3"]);
  });

  it("numbers that are written as text; what is none is NaN", async () => {
    const rows = await cellsOf(write(["0.5", " -2e3", "nan", "1,5", "0x10"], "STRING"), { x: "number" });
    expect(rows.flat()).toEqual([0.5, -2000, Number.NaN, Number.NaN, Number.NaN]);
  });

  it("true and false as numbers, UUIDs as text", async () => {
    const flags = numbers.map((n) => n % 3 === 0);
    expect((await cellsOf(write(flags, "BOOLEAN"), { x: "number" })).flat()).toEqual(flags.map(Number));
    const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
    expect((await cellsOf(write([id], "UUID"), { x: "text" })).flat()).toEqual([id]);
  });

  it.each(["PLAIN", "RLE_DICTIONARY"])("rows without a value, in %s", async (encoding) => {
    const holes = words.map((word, i) => (i % 7 === 0 || (i > 400 && i < 700) ? null : word));
    expect((await cellsOf(write(holes, "STRING", encoding), { x: "text" })).flat()).toEqual(holes);
    const scores = numbers.map((n, i) => (i % 5 === 0 ? null : n / 8));
    expect((await cellsOf(write(scores, "DOUBLE", encoding), { x: "number" })).flat()).toEqual(scores);
    expect((await cellsOf(write([null, null], "STRING", encoding), { x: "text" })).flat()).toEqual([
      null,
      null,
    ]);
  });

  it("bytes that are no UTF-8 are undefined, their neighbours are not", async () => {
    const data = [Uint8Array.of(0x61, 0xff), new TextEncoder().encode("é"), Uint8Array.of(0x61)];
    expect((await cellsOf(write(data, "BYTE_ARRAY"), { x: "text" })).flat()).toEqual([undefined, "é", "a"]);
  });
});

/** 11 bits of fraction, as 16 bits hold it; the values here are no smaller than 1/64. */
const half = (x: number): number => {
  if (x === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(x))) - 10);
  return Math.round(x / unit) * unit;
};

describe("lists", () => {
  const list = (depth: number): object[] =>
    depth === 0
      ? [{ name: "element", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" }]
      : [
          {
            name: depth === 9 ? "x" : "element",
            converted_type: "LIST",
            repetition_type: "OPTIONAL",
            num_children: 1,
          },
          { name: "list", repetition_type: "REPEATED", num_children: 1 },
          ...list(depth - 1),
        ];
  const schema = (depth: number) =>
    [{ name: "root", num_children: 1 }, { ...list(depth)[0], name: "x" }, ...list(depth).slice(1)] as never;

  const word = fc.option(fc.string({ maxLength: 5 }), { freq: 8 });
  const one = fc.option(fc.array(word, { maxLength: 5 }), { freq: 8 });
  it.each<[number, fc.Arbitrary<unknown>]>([
    [1, one],
    [2, fc.option(fc.array(one, { maxLength: 4 }), { freq: 8 })],
  ])("of depth %i come back as they were, nulls and empty ones too", async (depth, cell) => {
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 40 }), async (data) => {
        const bytes = parquetWriteBuffer({
          columnData: [{ name: "x", data }],
          schema: schema(depth),
          pageSize: 40,
          rowGroupSize: 15,
        });
        const rows = await cellsOf(bytes, { x: "text" });
        expect(rows.map(([x]) => x)).toEqual(data);
      }),
      { seed: 5, numRuns: 100 },
    );
  });
});

describe("pages of the first version, as pandas writes them", () => {
  /** A list column whose first row goes on in the second page, which only this version allows. */
  function oldFile(): Uint8Array {
    const out = new ByteWriter();
    out.appendUint32(0x31524150);
    const start = out.offset;
    const page = (repetitions: number[], definitions: number[], values: string[]): void => {
      const body = new ByteWriter();
      for (const [levels, bits] of [
        [repetitions, 1],
        [definitions, 2],
      ] as const) {
        const packed = new ByteWriter();
        writeRleBitPackedHybrid(packed, levels, bits);
        body.appendUint32(packed.offset);
        body.appendBytes(packed.getBytes());
      }
      for (const value of values) {
        body.appendUint32(value.length);
        body.appendBytes(new TextEncoder().encode(value));
      }
      writePageHeader(out, {
        type: "DATA_PAGE",
        uncompressed_page_size: body.offset,
        compressed_page_size: body.offset,
        data_page_header: {
          num_values: repetitions.length,
          encoding: "PLAIN",
          definition_level_encoding: "RLE",
          repetition_level_encoding: "RLE",
        },
      });
      out.appendBytes(body.getBytes());
    };
    page([0, 1], [3, 2], ["a"]);
    page([1, 0, 0, 0], [3, 1, 0, 3], ["b", "c"]);
    writeMetadata(out, {
      version: 1,
      schema: [
        { name: "root", num_children: 1 },
        { name: "ids", converted_type: "LIST", repetition_type: "OPTIONAL", num_children: 1 },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        { name: "element", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
      ],
      num_rows: 4n,
      row_groups: [
        {
          columns: [
            {
              file_offset: BigInt(start),
              meta_data: {
                type: "BYTE_ARRAY",
                encodings: ["PLAIN"],
                path_in_schema: ["ids", "list", "element"],
                codec: "UNCOMPRESSED",
                num_values: 6n,
                total_uncompressed_size: BigInt(out.offset - start),
                total_compressed_size: BigInt(out.offset - start),
                data_page_offset: BigInt(start),
              },
            },
          ],
          total_byte_size: BigInt(out.offset - start),
          num_rows: 4n,
        },
      ],
      metadata_length: 0,
    } as never);
    out.appendUint32(0x31524150);
    return out.getBytes().slice();
  }

  it("a list that goes on in the next page is one list", async () => {
    expect(await cellsOf(oldFile(), { ids: "text" })).toEqual([[["a", null, "b"]], [[]], [null], [["c"]]]);
  });
  it("and the library agrees", async () => {
    const rows = await parquetReadObjects({ file: oldFile().buffer as ArrayBuffer });
    expect(rows.map((row) => row["ids"] ?? null)).toEqual([["a", null, "b"], [], null, ["c"]]);
  });
});

describe("runs of rows", () => {
  it("are as long as the shortest page, and in order", async () => {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: "q", data: words.map((_, i) => `q${Math.floor(i / 100)}`), type: "STRING" },
        { name: "d", data: words, type: "STRING", encoding: "PLAIN" },
        { name: "s", data: numbers.map((n) => n / 4), type: "DOUBLE", encoding: "PLAIN" },
      ],
      pageSize: 700,
      rowGroupSize: 400,
    });
    const file = await openParquet(memorySource("t", new Uint8Array(bytes)));
    const decoder = new TextDecoder();
    const seen: [string, number][] = [];
    let runs = 0;
    await readRuns(
      file,
      file.columns.map((column) => ({ column, mode: column.name === "s" ? "number" : "text" })),
      ([, d, s], length, row) => {
        runs++;
        expect(row).toBe(seen.length + 1);
        for (let i = 0; i < length; i++) {
          const { buffer, starts, ends } = d!.values;
          const at = d!.at + i;
          seen.push([decoder.decode(buffer.subarray(starts[at], ends[at])), s!.values.numbers[s!.at + i]!]);
        }
      },
    );
    expect(seen).toEqual(words.map((word, i) => [word, numbers[i]! / 4]));
    expect(runs).toBeGreaterThan(10);
  });
});

describe("damaged files", () => {
  const whole = new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "x", data: words.slice(0, 100), type: "STRING" },
        { name: "y", data: numbers.slice(0, 100), type: "INT32" },
      ],
      pageSize: 200,
      rowGroupSize: 30,
    }),
  );
  const trouble = async (bytes: Uint8Array): Promise<unknown> =>
    cellsOf(bytes, { x: "text", y: "number" }).then(
      () => undefined,
      (error: unknown) => error,
    );

  it.each<[string, Uint8Array, string]>([
    ["nothing", new Uint8Array(0), "the file has no bytes"],
    ["text", new TextEncoder().encode("q1 Q0 d1 1 0.5 x\n"), "this is not a Parquet file"],
    ["a file that was cut", whole.subarray(0, whole.length - 100), "is truncated"],
    ["a footer that points outside", patched(whole, whole.length - 6, 0xff), "is damaged"],
  ])("%s is refused in words", async (_, bytes, words) => {
    const error = await trouble(bytes);
    expect(error).toBeInstanceOf(GoldieError);
    expect((error as GoldieError).message).toContain(words);
    expect((error as GoldieError).problem.at?.file).toBe("t.parquet");
  });

  it("a byte that changed gives other values or a Problem, never anything else", async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const error = await trouble(patched(whole, at, whole[at]! ^ flip)).catch((thrown: unknown) => thrown);
        if (error instanceof GoldieError) refused++;
        // The columns themselves may be gone by another name.
        else if (error !== undefined) expect(String(error)).toContain("undefined");
      }),
      { seed: 7, numRuns: 400 },
    );
    expect(refused).toBeGreaterThan(20);
  });
});

function patched(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = value;
  return copy;
}
