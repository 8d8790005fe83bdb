/** The words of a text and their positions: runs of letters and digits; everything in between is ignored. */
import type { Normaliser } from "../../text/normalise.ts";
import { UNSPACED_SCRIPTS } from "../../text/unspaced.ts";

// What a unit or a code point is.
const OTHER = 1;
const WORD = 2;
const MARK = 3;
/** Where writing parts no words, every character is one. */
const UNPARTED = 4;

function kindOf(code: number): number {
  const c = String.fromCodePoint(code);
  if (/\p{M}/u.test(c)) return MARK;
  if (UNSPACED_SCRIPTS.test(c)) return UNPARTED;
  return /[\p{L}\p{N}]/u.test(c) ? WORD : OTHER;
}
const PRIME = 0x01000193;
/** By unit below 128: the same as `kindOf`, without its tables, which are large. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9A-Za-z]/.test(String.fromCharCode(code)) ? WORD : OTHER,
);

/** Words of what a normaliser read last: valid until it reads again. */
export class Words {
  length = 0;
  /** By word: from which unit to which. */
  from: Uint32Array = new Uint32Array(64);
  to: Uint32Array = new Uint32Array(64);
  /** Equal for equal words. */
  hashes: Int32Array = new Int32Array(64);
  readonly #normaliser: Normaliser;
  /** By unit beyond ASCII: its kind, or 0 where not asked yet. */
  #kinds: Uint8Array | undefined;

  constructor(normaliser: Normaliser) {
    this.#normaliser = normaliser;
  }

  word(i: number): string {
    return this.#normaliser.text(this.from[i]!, this.to[i]!);
  }
  /** Its length, and its units at both ends. */
  size(i: number): number {
    return this.to[i]! - this.from[i]!;
  }
  first(i: number): number {
    return this.#normaliser.units[this.from[i]!]!;
  }
  last(i: number): number {
    return this.#normaliser.units[this.to[i]! - 1]!;
  }
  /** Where word i begins and ends in the original text. */
  start(i: number): number {
    return this.#normaliser.starts[this.from[i]!]!;
  }
  end(i: number): number {
    return this.#normaliser.ends[this.to[i]! - 1]!;
  }

  read(text: string): this {
    const length = this.#normaliser.read(text);
    const { units } = this.#normaliser;
    this.length = 0;
    for (let i = 0; i < length; ) {
      const from = i;
      let hash = 0;
      let unit = units[i]!;
      // Most words of most texts are ASCII to the end.
      while (unit < 128 && ASCII[unit] === WORD) {
        hash = Math.imul(hash ^ unit, PRIME);
        if (++i === length) break;
        unit = units[i]!;
      }
      if (i < length && unit >= 128) {
        const kind = this.#kind(i, length);
        const single = i === from && kind === UNPARTED;
        if (single || (i === from && kind !== OTHER)) i += size(units, i, length);
        if (i > from) i = this.#end(i, length, single);
        hash = 0;
        for (let j = from; j < i; j++) hash = Math.imul(hash ^ units[j]!, PRIME);
      }
      if (i > from) this.#push(from, i, hash);
      else i += size(units, i, length);
    }
    return this;
  }

  /** Where the word ends that goes on at i. A character that is a word by itself takes its marks alone. */
  #end(i: number, length: number, single: boolean): number {
    const { units } = this.#normaliser;
    let end = i;
    while (end < length) {
      const kind = units[end]! < 128 ? ASCII[units[end]!]! : this.#kind(end, length);
      if (kind !== MARK && (kind !== WORD || single)) break;
      end += size(units, end, length);
    }
    return end;
  }

  #push(from: number, to: number, hash: number): void {
    if (this.length === this.from.length) {
      const [a, b, c] = [this.from, this.to, this.hashes];
      this.from = new Uint32Array(2 * a.length);
      this.to = new Uint32Array(2 * a.length);
      this.hashes = new Int32Array(2 * a.length);
      this.from.set(a);
      this.to.set(b);
      this.hashes.set(c);
    }
    this.from[this.length] = from;
    this.hashes[this.length] = hash;
    this.to[this.length++] = to;
  }

  #kind(i: number, length: number): number {
    const { units } = this.#normaliser;
    const unit = units[i]!;
    if (size(units, i, length) === 2)
      return kindOf(((unit - 0xd800) << 10) + (units[i + 1]! - 0xdc00) + 0x10000);
    this.#kinds ??= new Uint8Array(0x10000);
    if (this.#kinds[unit] === 0) this.#kinds[unit] = kindOf(unit);
    return this.#kinds[unit]!;
  }
}

/** 2 where two units are one character. */
const size = (units: Uint16Array, i: number, length: number): number =>
  units[i]! >= 0xd800 &&
  units[i]! < 0xdc00 &&
  i + 1 < length &&
  units[i + 1]! >= 0xdc00 &&
  units[i + 1]! < 0xe000
    ? 2
    : 1;

/** One letter more, less, other or changed with its neighbour. Short words and numbers mean something else then. */
export function isNear(a: string, b: string): boolean {
  const [m, n] = [a.length, b.length];
  if (m < 4 || n < 4 || m - n > 1 || n - m > 1) return false;
  // One of the two ends is untouched.
  if (a.charCodeAt(0) !== b.charCodeAt(0) && a.charCodeAt(m - 1) !== b.charCodeAt(n - 1)) return false;
  let i = 0;
  while (i < m && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  const [after, other] = [a.slice(m < n ? i : i + 1), b.slice(n < m ? i : i + 1)];
  const near =
    after === other ||
    (m === n && a[i] === b[i + 1] && a[i + 1] === b[i] && after.slice(1) === other.slice(1));
  return near && !DIGIT.test(a) && !DIGIT.test(b);
}
const DIGIT = /\p{N}/u;
