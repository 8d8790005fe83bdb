/** Ways to break a file: each takes bytes and gives other bytes. Nothing is drawn but from `random`. */
import { below, oneOf, type Random } from "../../src/core/random.ts";

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** Text and bytes that readers have stumbled over. */
const SPICES: readonly Uint8Array[] = [
  ...'\0|\uFEFF|\r|\r\n|\n|\n\n|\t|\t\t| |  |"|""|\'|`|,|;|:|#|\\|\\n|\\u0000|\\ud800|/|//|[|]|{|}|[[|]]|{}|[]|()|<|>|=|%|&|\u00a0|\u2028|\u200b|é|e\u0301|😀|\u0085|\x1b[31m|\x7f|\x0b|\x0c|\x1a'
    .split("|")
    .map(bytesOf),
  ..."nan NaN -nan inf Infinity -Infinity null None undefined true false 0 -0 -1 -2 0.5 .5 5. +1 1e5 1e309 -1e309 1e-400 1E+2 1e 0x10 1_000 1,000 9007199254740993 99999999999999999999999999 123456789012345678 0.1234567890123456789 1.7976931348623157e308 5e-324 1/2 ١٢ Q0 q0 id query doc hits score grade relevant query-id corpus-id"
    .split(" ")
    .map(bytesOf),
  // Bytes that are no UTF-8: alone, too long, surrogates, beyond the end, cut short.
  ...[
    [0xff],
    [0xfe],
    [0x80],
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x82],
    [0xff, 0xfe],
    [0xfe, 0xff],
  ].map((list) => Uint8Array.from(list)),
  // Heads of packed files.
  ...[
    [0x1f, 0x8b, 8, 0],
    [0x28, 0xb5, 0x2f, 0xfd],
    [0x50, 0x41, 0x52, 0x31],
    [0x50, 0x4b, 3, 4],
  ].map((list) => Uint8Array.from(list)),
];

const splice = (bytes: Uint8Array, start: number, end: number, insert: Uint8Array): Uint8Array => {
  const out = new Uint8Array(bytes.length - (end - start) + insert.length);
  out.set(bytes.subarray(0, start));
  out.set(insert, start);
  out.set(bytes.subarray(end), start + insert.length);
  return out;
};

/** Start and end of each line, its newline included. */
function linesOf(bytes: Uint8Array): [number, number][] {
  const lines: [number, number][] = [];
  let start = 0;
  for (let i = 0; i <= bytes.length; i++)
    if (i === bytes.length ? i > start : bytes[i] === 10) {
      lines.push([start, Math.min(i + 1, bytes.length)]);
      start = i + 1;
    }
  return lines;
}

/** Start and end of each run of bytes that are of one class, such as digits. */
function runsOf(bytes: Uint8Array, is: (byte: number) => boolean): [number, number][] {
  const runs: [number, number][] = [];
  for (let i = 0; i < bytes.length; i++) {
    if (!is(bytes[i]!)) continue;
    const start = i;
    while (i < bytes.length && is(bytes[i]!)) i++;
    runs.push([start, i]);
  }
  return runs;
}
const isNumeric = (b: number): boolean => (b >= 48 && b <= 57) || b === 46 || b === 45;
const isBetween = (b: number): boolean => b === 32 || b === 9 || b === 44 || b === 59;
const isWord = (b: number): boolean =>
  (b >= 48 && b <= 57) || (b >= 97 && b <= 122) || (b >= 65 && b <= 90) || b >= 128;

/** One of several stretches replaced, or the bytes as they are where there is none. */
const replaceOne = (
  random: Random,
  bytes: Uint8Array,
  stretches: readonly [number, number][],
  by: Uint8Array,
): Uint8Array => {
  if (stretches.length === 0) return bytes;
  const [start, end] = oneOf(random, stretches);
  return splice(bytes, start, end, by);
};

export interface Mutation {
  readonly name: string;
  /** `other`: a file of some format, for splices. */
  apply(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array;
}
const mutation = (name: string, apply: Mutation["apply"]): Mutation => ({ name, apply });
const place = (random: Random, bytes: Uint8Array): number => below(random, bytes.length + 1);

export const mutations: readonly Mutation[] = [
  mutation("flip-bit", (bytes, random) => {
    if (bytes.length === 0) return bytes;
    const out = bytes.slice();
    out[below(random, out.length)]! ^= 1 << below(random, 8);
    return out;
  }),
  mutation("any-byte", (bytes, random) => {
    const at = place(random, bytes);
    return splice(
      bytes,
      at,
      Math.min(at + below(random, 2), bytes.length),
      Uint8Array.of(below(random, 256)),
    );
  }),
  mutation("truncate", (bytes, random) => bytes.subarray(0, place(random, bytes))),
  mutation("cut-start", (bytes, random) => bytes.subarray(place(random, bytes))),
  mutation("delete", (bytes, random) => {
    const at = place(random, bytes);
    return splice(bytes, at, Math.min(bytes.length, at + 1 + below(random, 12)), new Uint8Array(0));
  }),
  mutation("repeat", (bytes, random) => {
    const at = place(random, bytes);
    return splice(bytes, at, at, bytes.subarray(at, at + 1 + below(random, 40)));
  }),
  mutation("delete-line", (bytes, random) => replaceOne(random, bytes, linesOf(bytes), new Uint8Array(0))),
  mutation("repeat-line", (bytes, random) => {
    const lines = linesOf(bytes);
    if (lines.length === 0) return bytes;
    const [start, end] = oneOf(random, lines);
    const at = oneOf(random, lines)[0];
    return splice(bytes, at, at, bytes.subarray(start, end));
  }),
  mutation("swap-lines", (bytes, random) => {
    const lines = linesOf(bytes);
    if (lines.length < 2) return bytes;
    const [a, b] = [below(random, lines.length), below(random, lines.length)];
    [lines[a], lines[b]] = [lines[b]!, lines[a]!];
    return Uint8Array.from(lines.flatMap(([start, end]) => [...bytes.subarray(start, end)]));
  }),
  mutation("separator", (bytes, random) =>
    replaceOne(
      random,
      bytes,
      runsOf(bytes, isBetween),
      bytesOf(oneOf(random, ["\t", " ", ",", ";", "|", "", "  \t", ":", "\u00a0"])),
    ),
  ),
  mutation("all-separators", (bytes, random) => {
    const by = bytesOf(oneOf(random, ["\t", " ", ",", ";", "  "]));
    let out = bytes;
    for (const [start, end] of runsOf(bytes, isBetween).reverse()) out = splice(out, start, end, by);
    return out;
  }),
  mutation("crlf", (bytes) => {
    let out = bytes;
    for (const [, end] of linesOf(bytes).reverse())
      if (out[end - 1] === 10) out = splice(out, end - 1, end, bytesOf("\r\n"));
    return out;
  }),
  mutation("spice", (bytes, random) => {
    const at = place(random, bytes);
    return splice(bytes, at, at, oneOf(random, SPICES));
  }),
  mutation("spice-at-line", (bytes, random) => {
    const at = oneOf(random, [0, bytes.length, ...linesOf(bytes).flat()]);
    return splice(bytes, at, at, oneOf(random, SPICES));
  }),
  mutation("number", (bytes, random) =>
    replaceOne(random, bytes, runsOf(bytes, isNumeric), oneOf(random, SPICES)),
  ),
  mutation("word", (bytes, random) =>
    replaceOne(random, bytes, runsOf(bytes, isWord), oneOf(random, SPICES)),
  ),
  mutation("same-word", (bytes, random) => {
    const words = runsOf(bytes, isWord);
    if (words.length === 0) return bytes;
    return replaceOne(random, bytes, words, bytes.slice(...oneOf(random, words)));
  }),
  mutation("no-last-newline", (bytes) => (bytes.at(-1) === 10 ? bytes.subarray(0, -1) : bytes)),
  mutation("long-line", (bytes, random) => {
    const at = place(random, bytes);
    const filler = oneOf(random, ["x", " ", "9", "\t", "a ", "\\", '"', "[", "é", "1,", "\0"]);
    return splice(bytes, at, at, bytesOf(filler.repeat(oneOf(random, [70, 1_000, 5_000]))));
  }),
  mutation("deep", (bytes, random) => {
    const at = place(random, bytes);
    const [open, close] = oneOf(random, [
      ["[", "]"],
      ['{"a":', "}"],
      ["(", ")"],
      ['{"id":[', "]}"],
    ] as const);
    const depth = oneOf(random, [10, 600, 6_000]);
    return splice(bytes, at, at, bytesOf(open.repeat(depth) + (random() < 0.5 ? close.repeat(depth) : "")));
  }),
  mutation("splice", (bytes, random, other) => {
    const from = place(random, other);
    return splice(bytes, place(random, bytes), bytes.length, other.subarray(from));
  }),
  mutation("splice-line", (bytes, random, other) => {
    const lines = linesOf(other);
    if (lines.length === 0) return bytes;
    const at = oneOf(random, [0, bytes.length, ...linesOf(bytes).flat()]);
    return splice(bytes, at, at, other.subarray(...oneOf(random, lines)));
  }),
];
