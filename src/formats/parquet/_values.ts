/** The values of a Parquet page, as bytes of text or as numbers, without making an object of any of them. */
import { isAscii, isUtf8 } from "node:buffer";
import type { Encoding, ParquetType } from "hyparquet";
import { ParquetError, readHybrid } from "./_hybrid.ts";

/** How the values of a column are wanted. Ids are text: the digits of a whole number are kept, however many. */
export type Mode = "text" | "number";

/** `starts` of a value that is not there, and of one that is not UTF-8. */
export const NULL = -1;
export const NOT_UTF8 = -2;

/** Values of one page. In mode "text" value i is buffer[starts[i]] … buffer[ends[i] - 1]; in mode "number" it is numbers[i]. */
export class Values {
  readonly mode: Mode;
  count = 0;
  buffer: Uint8Array = new Uint8Array(0);
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  numbers = new Float64Array(0);
  constructor(mode: Mode) {
    this.mode = mode;
  }

  /** Room for n values; what was there is lost. */
  resize(n: number): void {
    this.count = n;
    if (this.mode === "text") this.resizeText(n);
    else if (this.numbers.length < n) this.numbers = new Float64Array(n);
  }

  /** Numbers that are written as text need both. */
  resizeText(n: number): void {
    if (this.starts.length >= n) return;
    this.starts = new Int32Array(n);
    this.ends = new Int32Array(n);
  }
}

/** What decoding a column depends on. */
export interface ValueType {
  readonly type: ParquetType;
  /** Bytes of a value of fixed length. */
  readonly length: number;
  readonly unsigned: boolean;
  readonly as: "plain" | "uuid" | "float16";
}

/** Decoders of rare encodings, from the library that is loaded on use. */
export interface Decoders {
  readonly deltaBinaryUnpack: (reader: ByteCursor, count: number, output: Int32Array | BigInt64Array) => void;
  readonly deltaLengthByteArray: (reader: ByteCursor, count: number, output: Uint8Array[]) => void;
  readonly deltaByteArray: (reader: ByteCursor, count: number, output: Uint8Array[]) => void;
  readonly byteStreamSplit: (
    reader: ByteCursor,
    count: number,
    type: ParquetType,
    length: number | undefined,
  ) => ArrayLike<unknown>;
}
interface ByteCursor {
  view: DataView;
  offset: number;
}

/** n values in `page`, from `at` on. */
export function decodeValues(
  out: Values,
  page: Uint8Array,
  at: number,
  n: number,
  encoding: Encoding,
  column: ValueType,
  dictionary: Values | undefined,
  places: (n: number) => Int32Array,
  decoders: Decoders,
): void {
  const { type } = column;
  out.resize(n);
  if (n === 0) return;
  if (encoding === "PLAIN") decodePlain(out, page, at, n, column);
  else if (encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY") {
    if (dictionary === undefined) throw new ParquetError("a dictionary is missing");
    // Text has room for the places where its starts will stand.
    const room = out.mode === "text" ? out.starts : places(n);
    readHybrid(page, at + 1, page.length, page[at] ?? 0, room, n);
    fromDictionary(out, dictionary, room, n);
  } else if (encoding === "RLE" && type === "BOOLEAN") {
    const bits = places(n);
    readHybrid(page, at + 4, page.length, 1, bits, n);
    for (let i = 0; i < n; i++) out.numbers[i] = bits[i]!;
  } else decodeRare(out, page, at, n, encoding, column, decoders);
}

function decodeRare(
  out: Values,
  page: Uint8Array,
  at: number,
  n: number,
  encoding: Encoding,
  column: ValueType,
  decoders: Decoders,
): void {
  const { type } = column;
  const reader = { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: at };
  if (encoding === "DELTA_BINARY_PACKED" && (type === "INT32" || type === "INT64")) {
    const whole = type === "INT32" ? new Int32Array(n) : new BigInt64Array(n);
    decoders.deltaBinaryUnpack(reader, n, whole);
    decodePlain(out, new Uint8Array(whole.buffer), 0, n, column);
  } else if (encoding === "DELTA_LENGTH_BYTE_ARRAY" || encoding === "DELTA_BYTE_ARRAY") {
    const pieces: Uint8Array[] = new Array(n);
    if (encoding === "DELTA_BYTE_ARRAY") decoders.deltaByteArray(reader, n, pieces);
    else decoders.deltaLengthByteArray(reader, n, pieces);
    fromPieces(out, pieces, column);
  } else if (encoding === "BYTE_STREAM_SPLIT" && type !== "BYTE_ARRAY") {
    const split = decoders.byteStreamSplit(reader, n, type, column.length) as unknown;
    if (Array.isArray(split)) fromPieces(out, split as Uint8Array[], column);
    else decodePlain(out, new Uint8Array((split as Float64Array).buffer), 0, n, column);
  } else throw new ParquetError(`values of type ${type} in an encoding that is not known`);
}

function decodePlain(out: Values, page: Uint8Array, at: number, n: number, column: ValueType): void {
  const { type, length } = column;
  if (type === "BYTE_ARRAY") plainBytes(out, page, at, n);
  else if (type === "BOOLEAN") {
    need(page, at, Math.ceil(n / 8));
    for (let i = 0; i < n; i++) out.numbers[i] = (page[at + (i >> 3)]! >> (i & 7)) & 1;
  } else if (type === "FIXED_LEN_BYTE_ARRAY") {
    need(page, at, n * length);
    const pieces = Array.from({ length: n }, (_, i) => page.subarray(at + i * length, at + (i + 1) * length));
    fromPieces(out, pieces, column);
  } else {
    const size = type === "INT32" || type === "FLOAT" ? 4 : 8;
    need(page, at, n * size);
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    const { numbers } = out;
    if (out.mode === "text") writeNumbers(out, view, at, n, column);
    else if (type === "DOUBLE") for (let i = 0; i < n; i++) numbers[i] = view.getFloat64(at + 8 * i, true);
    else if (type === "FLOAT") for (let i = 0; i < n; i++) numbers[i] = view.getFloat32(at + 4 * i, true);
    else for (let i = 0; i < n; i++) numbers[i] = wholeAt(view, at + size * i, column);
  }
}

const need = (page: Uint8Array, at: number, size: number): void => {
  if (at + size > page.length) throw new ParquetError("a page ends too early");
};

function wholeAt(view: DataView, at: number, { type, unsigned }: ValueType): number {
  if (type === "INT32") return unsigned ? view.getUint32(at, true) : view.getInt32(at, true);
  const high = unsigned ? view.getUint32(at + 4, true) : view.getInt32(at + 4, true);
  return high * 4294967296 + view.getUint32(at, true);
}

function plainBytes(out: Values, page: Uint8Array, at: number, n: number): void {
  out.resizeText(n);
  const { starts, ends } = out;
  const size = page.length;
  for (let i = 0; i < n; i++) {
    const start = at + 4;
    if (start > size) throw new ParquetError("a page ends too early");
    const length = page[at]! | (page[at + 1]! << 8) | (page[at + 2]! << 16) | (page[at + 3]! << 24);
    at = start + length;
    if (length < 0 || at > size) throw new ParquetError("a page ends too early");
    starts[i] = start;
    ends[i] = at;
  }
  out.buffer = page;
  if (out.mode === "number") numbersFromText(out, n);
  else refuseBadText(out, page, n);
}

/** A page of nothing but ASCII (the lengths between the values too) needs no second look. */
function refuseBadText(out: Values, page: Uint8Array, n: number): void {
  if (isAscii(page)) return;
  for (let i = 0; i < n; i++)
    if (!isUtf8(page.subarray(out.starts[i], out.ends[i]))) out.starts[i] = NOT_UTF8;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Numbers stored as text. Anything else becomes NaN, which is never accepted as a score. */
function numbersFromText(out: Values, n: number): void {
  for (let i = 0; i < n; i++) {
    const text = decoder.decode(out.buffer.subarray(out.starts[i], out.ends[i]));
    out.numbers[i] = DECIMAL.test(text) ? Number(text) : Number.NaN;
  }
}

/** Whole numbers and fractions as text, exact. */
function writeNumbers(out: Values, view: DataView, at: number, n: number, column: ValueType): void {
  const { type, unsigned } = column;
  const { starts, ends } = out;
  // -9223372036854775808 has 20 characters; a fraction at most 25.
  const room = type === "INT32" ? 11 : type === "INT64" ? 20 : 25;
  const buffer = new Uint8Array(n * room);
  let to = 0;
  for (let i = 0; i < n; i++) {
    starts[i] = to;
    if (type === "INT32" || type === "INT64") {
      const from = at + (type === "INT32" ? 4 : 8) * i;
      const whole = wholeAt(view, from, column);
      to =
        Math.abs(whole) <= Number.MAX_SAFE_INTEGER
          ? writeWhole(buffer, to, whole)
          : writeText(
              buffer,
              to,
              String(unsigned ? view.getBigUint64(from, true) : view.getBigInt64(from, true)),
            );
    } else
      to = writeText(
        buffer,
        to,
        String(type === "FLOAT" ? view.getFloat32(at + 4 * i, true) : view.getFloat64(at + 8 * i, true)),
      );
    ends[i] = to;
  }
  out.buffer = buffer;
}

function writeWhole(buffer: Uint8Array, to: number, whole: number): number {
  if (whole < 0) {
    buffer[to++] = 45;
    whole = -whole;
  }
  let digits = 1;
  for (let x = whole; x >= 10; x = Math.floor(x / 10)) digits++;
  for (let i = to + digits - 1; i >= to; i--) {
    const tenth = Math.floor(whole / 10);
    buffer[i] = 48 + (whole - tenth * 10);
    whole = tenth;
  }
  return to + digits;
}

const writeText = (buffer: Uint8Array, to: number, text: string): number =>
  to + encoder.encodeInto(text, buffer.subarray(to)).written;

/** Values that came one by one. */
function fromPieces(out: Values, pieces: readonly Uint8Array[], { type, as }: ValueType): void {
  if (as === "float16") {
    for (let i = 0; i < pieces.length; i++) out.numbers[i] = float16(pieces[i]!);
    return;
  }
  const texts = as === "uuid" ? pieces.map((piece) => encoder.encode(uuid(piece))) : pieces;
  if (type !== "BYTE_ARRAY" && as === "plain") throw new ParquetError(`values of type ${type}`);
  out.resizeText(texts.length);
  let size = 0;
  for (const piece of texts) size += piece.length;
  const buffer = new Uint8Array(size);
  let to = 0;
  for (let i = 0; i < texts.length; i++) {
    buffer.set(texts[i]!, to);
    out.starts[i] = to;
    to += texts[i]!.length;
    out.ends[i] = to;
  }
  out.buffer = buffer;
  if (out.mode === "number") numbersFromText(out, texts.length);
  else refuseBadText(out, buffer, texts.length);
}

function uuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function float16(bytes: Uint8Array): number {
  const bits = bytes[0]! | (bytes[1]! << 8);
  const sign = bits >> 15 === 1 ? -1 : 1;
  const power = (bits >> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 1024;
  if (power === 0) return sign * 2 ** -14 * fraction;
  if (power === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * 2 ** (power - 15) * (1 + fraction);
}

function fromDictionary(out: Values, dictionary: Values, places: Int32Array, n: number): void {
  const size = dictionary.count;
  if (out.mode === "number") {
    const { numbers } = out;
    const from = dictionary.numbers;
    for (let i = 0; i < n; i++) {
      const place = places[i]!;
      if (place >>> 0 >= size) throw new ParquetError("a value is not in its dictionary");
      numbers[i] = from[place]!;
    }
    return;
  }
  const { starts, ends } = out;
  const [fromStarts, fromEnds] = [dictionary.starts, dictionary.ends];
  for (let i = 0; i < n; i++) {
    const place = places[i]!;
    if (place >>> 0 >= size) throw new ParquetError("a value is not in its dictionary");
    starts[i] = fromStarts[place]!;
    ends[i] = fromEnds[place]!;
  }
  out.buffer = dictionary.buffer;
}
