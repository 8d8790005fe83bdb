/** Names as bytes, stored in one array and found by hash. */
import { hashBytes } from "../core/hash.ts";

/** The low bits choose the slot, so they must depend on the whole hash. */
export const mix = (h: number): number => {
  const x = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return x ^ (x >>> 13);
};

const hashOf = (bytes: Uint8Array, start: number, end: number): number => mix(hashBytes(bytes, start, end));

export function sameBytes(
  a: Uint8Array,
  aStart: number,
  b: Uint8Array,
  bStart: number,
  length: number,
): boolean {
  for (let i = 0; i < length; i++) if (a[aStart + i] !== b[bStart + i]) return false;
  return true;
}

/** Compares bytes; a prefix comes before a longer name, as in C's strcmp. */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const n = Math.min(aEnd - aStart, bEnd - bStart);
  for (let i = 0; i < n; i++) {
    const d = a[aStart + i]! - b[bStart + i]!;
    if (d !== 0) return d;
  }
  return aEnd - aStart - (bEnd - bStart);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** A copy that other threads can read too. */
export function shared<T extends Numbers>(
  type: { new (buffer: SharedArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
  array: T,
): T {
  const copy = new type(new SharedArrayBuffer(array.length * type.BYTES_PER_ELEMENT));
  copy.set(array);
  return copy;
}

export interface NamesJson {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly hashes: Int32Array;
  readonly size: number;
}

/** Distinct names, numbered in the order in which they came. */
export class ByteNames {
  bytes: Uint8Array = new Uint8Array(1 << 12);
  /** Name i is bytes[starts[i]] … bytes[starts[i + 1]]. */
  starts: Uint32Array = new Uint32Array(256);
  hashes: Int32Array = new Int32Array(256);
  /** By hash: number + 1, or 0. */
  #slots = new Uint32Array(512);
  size = 0;

  /** For another thread. */
  share(): NamesJson {
    const end = this.starts[this.size]!;
    return {
      bytes: shared<Uint8Array>(Uint8Array, this.bytes.subarray(0, end)),
      starts: shared<Uint32Array>(Uint32Array, this.starts.subarray(0, this.size + 1)),
      hashes: shared<Int32Array>(Int32Array, this.hashes.subarray(0, this.size)),
      size: this.size,
    };
  }
  static of({ bytes, starts, hashes, size }: NamesJson): ByteNames {
    const names = new ByteNames();
    names.bytes = bytes;
    names.starts = starts;
    names.hashes = hashes;
    names.size = size;
    names.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * size + 2)));
    for (let i = 0; i < size; i++) names.#place(i);
    return names;
  }

  /** Is this name i? */
  is(i: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.starts[i]!;
    const length = this.starts[i + 1]! - from;
    return length === end - start && sameBytes(bytes, start, this.bytes, from, length);
  }

  /** The number of a name, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    return this.#at(bytes, start, end, hashOf(bytes, start, end));
  }

  #at(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    const length = end - start;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const held = this.#slots[slot]!;
      if (held === 0) return -1;
      const i = held - 1;
      if (
        this.hashes[i] === hash &&
        this.starts[i + 1]! - this.starts[i]! === length &&
        sameBytes(bytes, start, this.bytes, this.starts[i]!, length)
      )
        return i;
    }
  }

  /** The number of a name; adds it if it is new. */
  add(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const known = this.#at(bytes, start, end, hash);
    if (known >= 0) return known;
    const i = this.size++;
    const from = this.starts[i]!;
    const length = end - start;
    if (from + length > this.bytes.length) this.bytes = larger(this.bytes, from + length);
    this.bytes.set(bytes.subarray(start, end), from);
    if (i + 2 > this.starts.length) {
      this.starts = larger(this.starts, i + 2);
      this.hashes = larger(this.hashes, i + 2);
    }
    this.starts[i + 1] = from + length;
    this.hashes[i] = hash;
    if (2 * this.size > this.#slots.length) this.#rehash();
    else this.#place(i);
    return i;
  }

  bytesOf(i: number): Uint8Array {
    return this.bytes.subarray(this.starts[i]!, this.starts[i + 1]!);
  }

  text(i: number): string {
    // A copy: shared bytes cannot be decoded everywhere.
    return decoder.decode(this.bytesOf(i).slice());
  }

  /** All names. */
  texts(): string[] {
    const { starts } = this;
    const all = asciiText(this.bytes.subarray(0, starts[this.size]!));
    return Array.from({ length: this.size }, (_, i) =>
      all === undefined ? this.text(i) : all.slice(starts[i], starts[i + 1]),
    );
  }

  #place(i: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.hashes[i]! & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = i + 1;
  }

  #rehash(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let i = 0; i < this.size; i++) this.#place(i);
  }
}

/** Where names lie as bytes: name i is startOf(i) … endOf(i) of bytesOf(i). */
export interface NamePlaces {
  bytesOf(i: number): Uint8Array;
  startOf(i: number): number;
  endOf(i: number): number;
}

/** The first n names as strings, on demand; copies their bytes now. Decodes all at once, which is many times as fast as one by one. */
export function textsLater(n: number, places: NamePlaces): () => string[] {
  const ends = new Uint32Array(n);
  let size = n;
  for (let i = 0; i < n; i++) size += places.endOf(i) - places.startOf(i);
  const joined = new Uint8Array(size);
  let at = 0;
  for (let i = 0; i < n; i++) {
    const bytes = places.bytesOf(i);
    const end = places.endOf(i);
    for (let b = places.startOf(i); b < end; b++) joined[at++] = bytes[b]!;
    ends[i] = at++;
  }
  return () => {
    // Names are separated by zero bytes, which fails if a name contains one.
    const texts = decoder.decode(joined).split("\0").slice(0, -1);
    if (texts.length === n) return texts;
    return Array.from(ends, (end, i) => decoder.decode(joined.subarray(i === 0 ? 0 : ends[i - 1]! + 1, end)));
  };
}
export const textsOf = (n: number, places: NamePlaces): string[] => textsLater(n, places)();

/** Bytes as one string, to slice names from: many times as fast as decoding each. undefined: some character has more than one byte. */
export function asciiText(bytes: Uint8Array): string | undefined {
  // A copy: shared bytes cannot be decoded everywhere.
  const text = decoder.decode(bytes.slice());
  return text.length === bytes.length ? text : undefined;
}

/** A larger copy with room for at least `least` elements. */
export function larger<T extends Numbers>(array: T, least: number): T {
  const size = Math.max(least, Math.ceil(array.length * 1.5));
  const copy = new (array.constructor as new (n: number) => T)(size);
  copy.set(array);
  return copy;
}

/** The next power of two. */
export const powerOfTwo = (least: number): number => 1 << (32 - Math.clz32(least - 1));

/** The first elements, to a place. */
export function copyInto<T extends Uint32Array | Int32Array | Float64Array>(
  to: T,
  from: T,
  at: number,
  count: number,
): void {
  if (count > 128) to.set(from.subarray(0, count), at);
  else for (let i = 0; i < count; i++) to[at + i] = from[i]!;
}
