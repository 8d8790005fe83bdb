import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isText,
  isUtf8,
  parseCount,
  parseNumber,
  sameBytes,
  splitFields,
  splitTabs,
  textOf,
} from "./bytes.ts";

const encoder = new TextEncoder();
const encode = (text: string): Uint8Array => encoder.encode(text);
/** As one field among others, so that a reader which looks beyond its end is caught. */
const parse = (text: string): number => {
  const bytes = encode(`9${text}9`);
  return parseNumber(bytes, 1, bytes.length - 1);
};
const fields = (line: string, split: typeof splitFields, room = 8): [number, string[]] => {
  const bytes = encode(line);
  const at = new Uint32Array(room);
  const n = split(bytes, 0, bytes.length, at);
  return [
    n,
    Array.from({ length: Math.min(n, room / 2) }, (_, i) => textOf(bytes, at[2 * i]!, at[2 * i + 1]!)),
  ];
};

test.each([
  ["a b", ["a", "b"]],
  ["  a \t b\t", ["a", "b"]],
  ["", []],
  [" \t ", []],
  ["a\vb\fc\r", ["a", "b", "c"]],
  ["a\u00a0b", ["a\u00a0b"]],
  ["\u0001a\u0008 b\u000e\u001f c\u007f", ["\u0001a\u0008", "b\u000e\u001f", "c\u007f"]],
])("fields of %j", (line, expected) => {
  expect(fields(line, splitFields)).toEqual([expected.length, expected]);
});
test("fields beyond the room are counted, not kept", () => {
  expect(fields("a b c d", splitFields, 4)).toEqual([4, ["a", "b"]]);
  expect(fields("a\tb\tc\td", splitTabs, 4)).toEqual([4, ["a", "b"]]);
});
test("tabs keep empty fields and blanks", () => {
  expect(fields("a\t\tb c\t", splitTabs)).toEqual([4, ["a", "", "b c", ""]]);
  expect(fields("", splitTabs)).toEqual([1, [""]]);
});

describe("numbers", () => {
  test.each([
    "0",
    "-0",
    "+0",
    "1",
    "-1",
    "+1",
    "01",
    "1.",
    ".5",
    "-.5e1",
    "1e5",
    "1E+5",
    "1e-5",
    "0.1",
    "43.37",
    "-6.25e-05",
    "9.998000399920016e-05",
    "12.345678901234567",
    "0.30000000000000004",
    "9007199254740993",
    "9007199254740992.5",
    "179769313486231570000",
    "1e22",
    "1e23",
    "1e308",
    "5e-324",
    "1e-999",
    "0e999",
    "123456789012345678",
    "8.5e-320",
    "0.000000000000000000000000000001",
    "1000000000000000000000000",
    "4.35",
    "2.675",
    "1234567890123456e-22",
    "0.1e1000000000000000000000000000",
    "0.0000000000000000000000000000000e5",
  ])("%s is what Number says", (text) => {
    const value = Number(text);
    expect(parse(text)).toBe(Number.isFinite(value) ? value : Number.NaN);
  });

  test.each([
    "",
    "+",
    "-",
    ".",
    "-.",
    "e5",
    "1e",
    "1e+",
    "1e5.5",
    "1.2.3",
    "--1",
    "+-1",
    "nan",
    "NaN",
    "inf",
    "-Infinity",
    "Infinity",
    "0x10",
    "1_000",
    "1,5",
    "1n",
    "abc",
    "1 ",
    " 1",
    "1\0",
    "١",
    "1e999",
    "-1e999",
    "1f",
  ])("%j is none", (text) => {
    expect(parse(text)).toBeNaN();
  });

  test("any double comes back, however many digits it is written with", () => {
    const forms = (x: number): string[] => [
      String(x),
      x.toExponential(),
      ...[5, 14, 15, 16, 17, 18].map((digits) => x.toPrecision(digits)),
      ...(Math.abs(x) < 1e15 ? [x.toFixed(20), x.toFixed(6)] : []),
    ];
    const check = (x: number): void => {
      for (const text of forms(x)) expect(parse(text), text).toBe(Number(text));
    };
    fc.assert(fc.property(fc.double({ min: -1e308, max: 1e308, noNaN: true }), check), {
      seed: 1,
      numRuns: 2000,
    });
    fc.assert(fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), check), {
      seed: 2,
      numRuns: 5000,
    });
  });

  test("up to eighteen digits and any exponent", () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n });
    fc.assert(
      fc.property(whole, fc.integer({ min: -40, max: 40 }), (digits, exponent) => {
        const text = `${digits}e${exponent}`;
        expect(parse(text), text).toBe(Number(text));
      }),
      { seed: 3, numRuns: 5000 },
    );
  });

  test("half-way cases, where the last bit is in doubt", () => {
    // The middle between two neighbours, and one digit beside it.
    fc.assert(
      fc.property(
        fc.bigInt({ min: 2n ** 53n, max: 2n ** 59n }),
        fc.integer({ min: 0, max: 22 }),
        (n, down) => {
          const middle = ((n >> 7n) << 7n) + 64n;
          for (const m of [middle - 1n, middle, middle + 1n]) {
            const text = `${m}e-${down}`;
            expect(parse(text), text).toBe(Number(text));
          }
        },
      ),
      { seed: 4, numRuns: 3000 },
    );
  });
});

test("counts are whole numbers without a sign", () => {
  const count = (text: string): number => parseCount(encode(text), 0, text.length);
  expect(["0", "1", "007", "1000", "999999999999999"].map(count)).toEqual([
    0, 1, 7, 1000, 999_999_999_999_999,
  ]);
  expect(["", "-1", "+1", "1.0", "1e3", "a", "9999999999999999"].map(count)).toEqual([
    -1, -1, -1, -1, -1, -1, -1,
  ]);
});

describe("UTF-8", () => {
  const valid = (...bytes: number[]): boolean =>
    isUtf8(new Uint8Array([65, ...bytes, 65]), 1, bytes.length + 1);
  test.each(["", "abc", "Montalbán", "민사", "😀", "\u0000", "\u{10ffff}", "\ufffd"])(
    "%j is valid",
    (text) => {
      expect(valid(...encode(text))).toBe(true);
    },
  );
  test.each([
    [[0x80]],
    [[0xc3]],
    [[0xc3, 0x41]],
    [[0xc0, 0x80]],
    [[0xe0, 0x80, 0x80]],
    [[0xed, 0xa0, 0x80]],
    [[0xf4, 0x90, 0x80, 0x80]],
    [[0xf0, 0x80, 0x80, 0x80]],
    [[0xff]],
    [[0xe2, 0x82]],
    [[0xf0, 0x9f, 0x98]],
    [[0xe1, 0x80, 0x41]],
  ])("%j is not", (bytes) => {
    expect(valid(...bytes)).toBe(false);
  });
  test("agrees with the platform on random bytes", () => {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    fc.assert(
      fc.property(fc.uint8Array({ max: 6 }), (bytes) => {
        let fine = true;
        try {
          decoder.decode(bytes);
        } catch {
          fine = false;
        }
        expect(isUtf8(bytes, 0, bytes.length)).toBe(fine);
      }),
      { seed: 5, numRuns: 5000 },
    );
  });
});

test("bytes are compared as they are", () => {
  const bytes = encode("abcab");
  expect(isText(bytes, 3, 5, "ab")).toBe(true);
  expect(isText(bytes, 2, 5, "ab")).toBe(false);
  expect(isText(bytes, 1, 3, "ab")).toBe(false);
  expect(sameBytes(bytes, 0, 2, bytes, 3, 5)).toBe(true);
  expect(sameBytes(bytes, 0, 3, bytes, 3, 5)).toBe(false);
  expect(sameBytes(bytes, 0, 2, bytes, 1, 3)).toBe(false);
});
