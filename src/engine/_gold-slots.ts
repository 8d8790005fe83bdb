/** The gold ids of one query, found by the bytes of a hit's id. */
import { hashBytes } from "../core/hash.ts";
import type { DocId } from "../core/ids.ts";
import { mix, powerOfTwo, sameBytes } from "./_bytes-table.ts";
import type { GoldTable } from "./_gold-table.ts";

const encoder = new TextEncoder();

export class GoldSlots {
  /** The ids, where they are strings. */
  ids: readonly DocId[] | undefined;
  /** By masked hash: number of the gold id + 1, or 0. Much larger than the gold, so that most rows hit an empty slot. */
  slots: Uint32Array = new Uint32Array(128);
  mask = 127;

  // From the table, or encoded here.
  #bytes: Uint8Array = new Uint8Array(0);
  #start: Uint32Array = new Uint32Array(0);
  #hashes: Int32Array = new Int32Array(0);
  #from = 0;
  #count = 0;

  /** The gold of the table's query q. */
  useTable({ parts }: GoldTable, q: number): void {
    this.ids = undefined;
    this.#bytes = parts.ids;
    this.#start = parts.idStart;
    this.#hashes = parts.hashes;
    this.#from = parts.start[q]!;
    this.#count = parts.counts[q]!;
    this.#place();
  }

  useIds(ids: readonly DocId[]): void {
    this.ids = ids;
    this.#from = 0;
    this.#count = ids.length;
    this.#start = new Uint32Array(ids.length + 1);
    this.#hashes = new Int32Array(ids.length);
    const encoded = ids.map((id) => encoder.encode(id));
    this.#bytes = new Uint8Array(encoded.reduce((n, one) => n + one.length, 0));
    encoded.forEach((one, i) => {
      this.#bytes.set(one, this.#start[i]!);
      this.#start[i + 1] = this.#start[i]! + one.length;
      this.#hashes[i] = mix(hashBytes(one, 0, one.length));
    });
    this.#place();
  }

  #place(): void {
    const size = powerOfTwo(Math.max(64, 16 * this.#count));
    // One huge query must not make every later one clear a huge table.
    if (size > this.slots.length) this.slots = new Uint32Array(size);
    else this.slots.fill(0, 0, size);
    this.mask = size - 1;
    for (let g = 0; g < this.#count; g++) {
      let slot = this.#hashes[this.#from + g]! & this.mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & this.mask;
      this.slots[slot] = g + 1;
    }
  }

  /** The number of the gold id with this mixed hash and these bytes, or -1. */
  find(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const { slots, mask } = this;
    for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const g = slots[slot]! - 1;
      if (this.#hashes[this.#from + g] === hash && this.#is(this.#from + g, bytes, start, end)) return g;
    }
    return -1;
  }

  #is(g: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#start[g]!;
    const size = this.#start[g + 1]! - from;
    return end - start === size && sameBytes(this.#bytes, from, bytes, start, size);
  }
}
