import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memorySource } from "../../files/source.ts";
import { headLines, LineWalker, walkLines } from "./lines.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The lines of a text that comes in pieces of the given sizes, each overwritten after it was given. */
function linesOf(text: string, size: number): [number, string][] {
  const lines: [number, string][] = [];
  const walker = new LineWalker((bytes, start, end, line) => {
    lines.push([line, decoder.decode(bytes.subarray(start, end))]);
  });
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.slice(at, at + size);
    walker.push(piece);
    piece.fill(10);
  }
  expect(walker.end()).toBe(lines.length);
  return lines;
}

describe.each([1, 2, 3, 7, 10_000])("in pieces of %i", (size) => {
  test.each<[string, string, string[]]>([
    ["LF", "a\nbc\n", ["a", "bc"]],
    ["CR LF", "a\r\nbc\r\n", ["a", "bc"]],
    ["both", "a\r\nbc\nd\r\n", ["a", "bc", "d"]],
    ["no last end", "a\nbc", ["a", "bc"]],
    ["a CR at the end of the file", "a\nbc\r", ["a", "bc"]],
    ["a CR inside a line", "a\rb\nc", ["a\rb", "c"]],
    ["empty lines", "\n\na\n\r\n", ["", "", "a", ""]],
    ["NUL bytes", "a\0b\n\0", ["a\0b", "\0"]],
    ["nothing", "", []],
    [
      "long lines",
      `${"x".repeat(20_000)}\ny\n${"z".repeat(9_000)}`,
      ["x".repeat(20_000), "y", "z".repeat(9_000)],
    ],
    ["letters of several bytes", "é\n민사😀\n", ["é", "민사😀"]],
  ])("%s", (_, text, expected) => {
    expect(linesOf(text, size)).toEqual(expected.map((line, i) => [i + 1, line]));
  });
});

test("any text gives the same lines in pieces of any size", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r", "é"), maxLength: 300 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 80 }), (whole, size) => {
      const expected = whole.split("\n").map((line) => line.replace(/\r$/, ""));
      if (whole === "" || whole.endsWith("\n")) expected.pop();
      expect(linesOf(whole, size).map(([, line]) => line)).toEqual(expected);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test("lines of a source are counted", async () => {
  const lines: string[] = [];
  const count = await walkLines(memorySource("x", "\ufeffa\nb"), (bytes, start, end) => {
    lines.push(decoder.decode(bytes.subarray(start, end)));
  });
  expect([count, lines]).toEqual([2, ["a", "b"]]);
});

test("the head's lines: as many as asked for, a cut one only where it is alone", () => {
  expect(headLines(encoder.encode("a\r\nb\nc"), 2)).toEqual(["a", "b"]);
  expect(headLines(encoder.encode("a\nb"), 9)).toEqual(["a", "b"]);
  const cut = encoder.encode(`a\n${"b".repeat(65_534)}`);
  expect(headLines(cut, 9)).toEqual(["a"]);
  expect(headLines(cut.fill(98), 9)).toHaveLength(1);
});
