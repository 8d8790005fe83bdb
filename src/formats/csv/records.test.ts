import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Problem } from "../../core/problem.ts";
import { COMMA, readRecords, TAB } from "./records.ts";

async function records(text: string, separator = COMMA, size = Number.POSITIVE_INFINITY) {
  const bytes = new TextEncoder().encode(text);
  const rows: [number, ...string[]][] = [];
  const problems: Problem[] = [];
  await readRecords(
    {
      // Pieces are overwritten, as those of a file are.
      async *pieces() {
        const piece = new Uint8Array(Math.min(size, bytes.length));
        for (let at = 0; at < bytes.length; at += size) {
          const part = bytes.subarray(at, at + size);
          piece.set(part);
          yield piece.subarray(0, part.length);
        }
      },
    },
    separator,
    (cells, line) => rows.push([line, ...Array.from({ length: cells.count }, (_, i) => cells.text(i))]),
    (problem) => problems.push(problem),
  );
  return { rows, lines: problems.map(({ at }) => at!.line) };
}

describe("records", () => {
  it.each<[string, string, [number, ...string[]][]]>([
    [
      "plain",
      "a,b\n1,2",
      [
        [1, "a", "b"],
        [2, "1", "2"],
      ],
    ],
    [
      "CR LF and LF, a last line without an end",
      "a,b\r\n1,2\n3,4\r\n5,",
      [
        [1, "a", "b"],
        [2, "1", "2"],
        [3, "3", "4"],
        [4, "5", ""],
      ],
    ],
    [
      "line breaks in quotes count",
      '"a\r\nb\n",c\n1,2',
      [
        [1, "a\r\nb\n", "c"],
        [4, "1", "2"],
      ],
    ],
    ["quotes in quotes", '"say ""x""",""\n', [[1, 'say "x"', ""]]],
    ["quotes inside a bare cell are letters", '5" disk,a"b"\n', [[1, '5" disk', 'a"b"']]],
    ["blanks around bare cells, not in quotes", ' a , "b" ," c "\n', [[1, "a", '"b"', " c "]]],
    ["blanks behind quotes", '"a" ,b\n', [[1, "a", "b"]]],
    [
      "empty lines are passed over, empty cells are not",
      '\n\na\n,\n""\n',
      [
        [3, "a"],
        [4, "", ""],
        [5, ""],
      ],
    ],
  ])("%s", async (_, text, rows) => {
    for (const size of [Number.POSITIVE_INFINITY, 1, 2, 3, 7])
      expect(await records(text, COMMA, size), String(size)).toEqual({ rows, lines: [] });
  });

  it("tells of quotes that are not closed, and reads on where it can", async () => {
    for (const size of [Number.POSITIVE_INFINITY, 1, 5]) {
      expect(await records('a\n"b"c,d\ne\n', COMMA, size)).toEqual({
        rows: [
          [1, "a"],
          [3, "e"],
        ],
        lines: [2],
      });
      expect(await records('a\n"b\nc\n', COMMA, size)).toEqual({
        rows: [
          [1, "a"],
          [3, "c"],
        ],
        lines: [2],
      });
    }
  });

  it("takes a quote in front of a text between tabs for a letter", async () => {
    for (const size of [Number.POSITIVE_INFINITY, 1, 5])
      expect(await records('a\t"Hi" she said\n"b\tc\n"x\ty"\t"z"\n', TAB, size)).toEqual({
        rows: [
          [1, "a", '"Hi" she said'],
          [2, '"b', "c"],
          [3, "x\ty", "z"],
        ],
        lines: [],
      });
  });

  it("does not take forever with one open quote", async () => {
    const text = `"${"abc,\n".repeat(200_000)}`;
    const { rows, lines } = await records(text, COMMA, 1000);
    expect(lines).toEqual([1]);
    expect(rows).toHaveLength(199_999);
  });

  it("reads whatever pieces it comes in", async () => {
    const part = fc.constantFrom(",", "\n", "\r\n", '"', '""', " ", "a", "é", "\t", '"b"', '"c\n"');
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(COMMA, TAB),
        async (parts, size, separator) => {
          const text = parts.join("");
          expect(await records(text, separator, size)).toEqual(await records(text, separator));
        },
      ),
      { seed: 5, numRuns: 3000 },
    );
  });

  it("reads what is written by the rules", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "b", ",", '"', "\n", "\r", " ", "\t", "é") });
    const quoted = (text: string) =>
      /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 }),
        fc.constantFrom("\n", "\r\n"),
        async (rows, newline) => {
          const text = rows.map((row) => row.map(quoted).join(",") + newline).join("");
          expect((await records(text, COMMA, 5)).rows.map(([, ...cells]) => cells)).toEqual(rows);
        },
      ),
      { seed: 5, numRuns: 1000 },
    );
  });
});
