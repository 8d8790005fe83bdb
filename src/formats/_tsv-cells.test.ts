import { describe, expect, it } from "vitest";
import { memorySource } from "./_source.ts";
import { parseCells, readCellRows } from "./_tsv-cells.ts";

const rows = (text: string, separator = "\t"): unknown[] =>
  parseCells(text, separator).map(({ cells, line }) => [line, ...cells]);

describe("cells", () => {
  it.each<[string, unknown[]]>([
    [
      "a\tb\nc\td\n",
      [
        [1, "a", "b"],
        [2, "c", "d"],
      ],
    ],
    [
      "a\tb\r\n\r\nc\td",
      [
        [1, "a", "b"],
        [3, "c", "d"],
      ],
    ],
    ["\t\n", [[1, "", ""]]],
    ['""\n', [[1, ""]]],
    [
      '"a\tb\nc"\td\ne\tf',
      [
        [1, "a\tb\nc", "d"],
        [3, "e", "f"],
      ],
    ],
    ['"say ""so""."\tx', [[1, 'say "so".', "x"]]],
    [
      '"a\r"\r\nb',
      [
        [1, "a\r"],
        [2, "b"],
      ],
    ],
    ['say "so"\t"x"y', [[1, 'say "so"', "xy"]]],
    ["a\rb\tc", [[1, "a\rb", "c"]]],
    ["", []],
    ["\n\n", []],
  ])("of %j", (text, wanted) => {
    expect(rows(text)).toEqual(wanted);
  });

  it("come out the same however the bytes are cut", async () => {
    const text = 'qid\t"an\r\ns""wer"\té\r\n1\t"x"\t"ü\n"\n';
    const bytes = new TextEncoder().encode(text);
    const whole = rows(text);
    expect(whole).toHaveLength(2);
    for (let size = 1; size <= bytes.length; size++) {
      const cut: unknown[] = [];
      const source = {
        ...memorySource("t", bytes),
        async *pieces() {
          for (let i = 0; i < bytes.length; i += size) yield bytes.slice(i, i + size);
        },
      };
      await readCellRows(source, "\t", (cells, line) => void cut.push([line, ...cells]));
      expect(cut).toEqual(whole);
    }
  });

  it("that are never closed, or are not UTF-8, are refused with their line", async () => {
    const read = (bytes: string | Uint8Array) => readCellRows(memorySource("t.tsv", bytes), "\t", () => {});
    await expect(read('a\tb\nc\t"d\ne\tf\n')).rejects.toMatchObject({
      problem: { code: "open-quote", at: { file: "t.tsv", line: 2 } },
    });
    await expect(read(Uint8Array.of(0x61, 10, 0xff, 10))).rejects.toMatchObject({
      problem: { code: "not-utf8" },
    });
  });
});
