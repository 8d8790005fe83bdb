/** The keys of words, each with a number: who reads many texts reads most words without a string of their own. */
import { isMonth } from "./_dates.ts";
import { isPower, mayCount, mayStandBeside } from "./_number-words.ts";
import { asciiKinds, LETTER } from "./chars.ts";
import { foldWord } from "./fold.ts";

/** What a key may be to numbers: it may begin one, multiply the one before it, or be part of what one beside it says. */
export const COUNTS = 1;
export const POWER = 2;
export const BESIDE = 4;

/** Letters and digits in ASCII as they are compared; 0 of what stands between words. */
export const lower: Uint8Array = asciiKinds.map((kind, code) =>
  kind < LETTER ? 0 : String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** A word of at most so many letters in ASCII is found by the letters themselves, four in a number. */
export const SHORT = 12;
const slotOf = (a: number, b: number, c: number): number => {
  const hash = Math.imul(Math.imul(Math.imul(a, 0x85ebca6b) ^ b, 0xc2b2ae35) ^ c, 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) << 2;
};

/** Kept by its reader, who clears it when it is large. Number 0 is the key of nothing. */
export class FoldedWords {
  /** Another one whenever all was forgotten: numbers of keys are good as long as it stays. */
  age = 0;
  /** By key: `COUNTS`, `POWER` and `BESIDE`. */
  counts: Uint8Array = new Uint8Array(1024);
  #keys: string[] = [];
  #numbers = new Map<string, number>();
  /** Short words in ASCII: three numbers of letters, and the number of the key; 0 is free. */
  #slots = new Int32Array(4 * 1024);
  #short = 0;
  /** Other words, by how they are written. */
  #written = new Map<string, number>();
  /** The characters of the text that is being read. */
  #text = new Uint8Array(1024);
  /** The same, to read four of them at once. */
  view: DataView = new DataView(this.#text.buffer);

  constructor() {
    this.idOf("");
  }

  /** Words and keys, the larger number of them. */
  get size(): number {
    return Math.max(this.#written.size, this.#keys.length);
  }

  clear(): void {
    this.age++;
    this.#keys = [];
    this.#numbers.clear();
    this.#slots = new Int32Array(4 * 1024);
    this.#short = 0;
    this.#written.clear();
    this.idOf("");
  }

  keyOf(id: number): string {
    return this.#keys[id]!;
  }

  /** The number of a key; -1 where no text had it. */
  known(key: string): number {
    return this.#numbers.get(key) ?? -1;
  }

  /** The number of a key, a new one where no text had it. */
  idOf(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const id = this.#keys.push(key) - 1;
    this.#numbers.set(key, id);
    if (id === this.counts.length) {
      const counts = new Uint8Array(2 * id);
      counts.set(this.counts);
      this.counts = counts;
    }
    this.counts[id] =
      (mayCount(key) ? COUNTS : 0) |
      (isPower(key) ? POWER : 0) |
      (mayStandBeside(key) || isMonth(key) ? BESIDE : 0);
    return id;
  }

  /** The characters of a text in ASCII and a 0 behind them, good until the next one; undefined of other texts. */
  ascii(text: string): Uint8Array | undefined {
    // A few more: four characters are read at once.
    if (this.#text.length < text.length * 3 + 16) {
      this.#text = new Uint8Array(text.length * 3 + 16);
      this.view = new DataView(this.#text.buffer);
    }
    if (encoder.encodeInto(text, this.#text).written !== text.length) return undefined;
    this.#text[text.length] = 0;
    return this.#text;
  }

  /** The key of a short word in ASCII, by its letters in small: four in a number, the first in its lowest byte. */
  findShort(a: number, b: number, c: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    for (let slot = slotOf(a, b, c) & last; slots[slot + 3] !== 0; slot = (slot + 4) & last)
      if (slots[slot] === a && slots[slot + 1] === b && slots[slot + 2] === c) return slots[slot + 3]!;
    return this.#addShort(a, b, c);
  }

  #addShort(a: number, b: number, c: number): number {
    const codes: number[] = [];
    for (const four of [a, b, c])
      for (let shift = 0; shift < 32; shift += 8) {
        const code = (four >>> shift) & 255;
        if (code !== 0) codes.push(code);
      }
    const id = this.idOf(String.fromCharCode(...codes));
    if (++this.#short * 8 > this.#slots.length) this.#slots = grown(this.#slots);
    enter(this.#slots, a, b, c, id);
    return id;
  }

  /** The key of the word from `start` to `end`. */
  find(text: string, start: number, end: number): number {
    const written = text.slice(start, end);
    const known = this.#written.get(written);
    if (known !== undefined) return known;
    // A part of a text would keep the whole of it.
    const own = `${written} `.slice(0, -1);
    // Only capitals distinguish the country from the pronoun.
    const id = this.idOf(own === "US" ? "u.s" : foldWord(own));
    this.#written.set(own, id);
    return id;
  }
}

const encoder = new TextEncoder();

function enter(slots: Int32Array, a: number, b: number, c: number, id: number): void {
  const last = slots.length - 1;
  let slot = slotOf(a, b, c) & last;
  while (slots[slot + 3] !== 0) slot = (slot + 4) & last;
  slots[slot] = a;
  slots[slot + 1] = b;
  slots[slot + 2] = c;
  slots[slot + 3] = id;
}

function grown(slots: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(slots.length * 2);
  for (let i = 0; i < slots.length; i += 4)
    if (slots[i + 3] !== 0) enter(more, slots[i]!, slots[i + 1]!, slots[i + 2]!, slots[i + 3]!);
  return more;
}
