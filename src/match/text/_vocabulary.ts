/** Words and pairs of words ↔ numbers, without making strings of what is looked up. */
import { textOf } from "../../text/units.ts";

const grown = <T extends Uint16Array | Uint32Array | Int32Array>(array: T, size: number): T => {
  if (size <= array.length) return array;
  const longer = new (array.constructor as new (n: number) => T)(Math.max(size, 2 * array.length));
  longer.set(array);
  return longer;
};

/** A table of numbers by hash, open to what comes; a third of it is in use at most. */
class Slots {
  #slots = new Int32Array(64).fill(-1);
  #hashes = new Int32Array(16);
  /** A bit per place, eight for each slot: most of what is looked up is not there, and this is read faster. */
  #filter = new Uint32Array(16);
  length = 0;

  mayHave(hash: number): boolean {
    const bit = (hash >>> 4) & (32 * this.#filter.length - 1);
    return (this.#filter[bit >>> 5]! & (1 << (bit & 31))) !== 0;
  }
  /** The slot where the search for a hash begins. */
  first(hash: number): number {
    return hash & (this.#slots.length - 1);
  }
  next(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }
  /** The number in a slot, or -1. */
  at(slot: number): number {
    return this.#slots[slot]!;
  }
  hash(number: number): number {
    return this.#hashes[number]!;
  }
  add(hash: number): number {
    const number = this.length++;
    this.#hashes = grown(this.#hashes, this.length);
    this.#hashes[number] = hash;
    if (3 * this.length > this.#slots.length) {
      this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
      this.#filter = new Uint32Array(this.#slots.length / 4);
      for (let i = 0; i < number; i++) this.#put(i);
    }
    this.#put(number);
    return number;
  }
  #put(number: number): void {
    const hash = this.#hashes[number]!;
    let slot = this.first(hash);
    while (this.#slots[slot] !== -1) slot = this.next(slot);
    this.#slots[slot] = number;
    const bit = (hash >>> 4) & (32 * this.#filter.length - 1);
    this.#filter[bit >>> 5]! |= 1 << (bit & 31);
  }
}

const mixed = (hash: number): number => {
  const x = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return x ^ (x >>> 15);
};

export class Vocabulary {
  readonly #slots = new Slots();
  /** All words one after another; word i is from `start[i]` to `start[i + 1]`. */
  #units = new Uint16Array(1024);
  #start = new Uint32Array(64);
  readonly #words: string[] = [];

  get length(): number {
    return this.#slots.length;
  }

  /** Made when it is asked for. */
  word(number: number): string {
    this.#words[number] ??= textOf(this.#units, this.#start[number]!, this.#start[number + 1]!);
    return this.#words[number];
  }

  /** The number of the word from `from` to `to`; -1 if unknown, unless it is to be added. */
  number(units: Uint16Array, from: number, to: number, raw: number, add: boolean): number {
    const hash = mixed(raw);
    const slots = this.#slots;
    if (!add && !slots.mayHave(hash)) return -1;
    for (let slot = slots.first(hash); ; slot = slots.next(slot)) {
      const number = slots.at(slot);
      if (number < 0) return add ? this.#add(units, from, to, hash) : -1;
      if (slots.hash(number) === hash && this.#is(number, units, from, to)) return number;
    }
  }

  #is(number: number, units: Uint16Array, from: number, to: number): boolean {
    const start = this.#start[number]!;
    if (this.#start[number + 1]! - start !== to - from) return false;
    for (let i = from; i < to; i++) if (this.#units[start + i - from] !== units[i]) return false;
    return true;
  }

  #add(units: Uint16Array, from: number, to: number, hash: number): number {
    const number = this.#slots.add(hash);
    const start = this.#start[number]!;
    this.#units = grown(this.#units, start + to - from);
    this.#units.set(units.subarray(from, to), start);
    this.#start = grown(this.#start, number + 2);
    this.#start[number + 1] = start + to - from;
    return number;
  }
}

/** Pairs of words that follow one another. */
export class Pairs {
  readonly #slots = new Slots();
  #first = new Int32Array(64);
  #second = new Int32Array(64);

  get length(): number {
    return this.#slots.length;
  }

  /** The number of a pair; -1 if unknown, unless it is to be added. */
  number(first: number, second: number, add: boolean): number {
    const hash = mixed(Math.imul(first, 0x01000193) ^ second);
    const slots = this.#slots;
    if (!add && !slots.mayHave(hash)) return -1;
    for (let slot = slots.first(hash); ; slot = slots.next(slot)) {
      const number = slots.at(slot);
      if (number < 0) return add ? this.#add(first, second, hash) : -1;
      if (this.#first[number] === first && this.#second[number] === second) return number;
    }
  }

  #add(first: number, second: number, hash: number): number {
    const number = this.#slots.add(hash);
    this.#first = grown(this.#first, number + 1);
    this.#second = grown(this.#second, number + 1);
    this.#first[number] = first;
    this.#second[number] = second;
    return number;
  }
}
