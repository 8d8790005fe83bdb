/** The checksum of zstd frames: XXH64 without a seed, of which zstd keeps the lower half. In halves of 32 bits, since BigInt is ten times as slow. */

type Half = readonly [high: number, low: number];
const P1: Half = [0x9e3779b1, 0x85ebca87];
const P2: Half = [0xc2b2ae3d, 0x27d4eb4f];
const P3: Half = [0x165667b1, 0x9e3779f9];
const P4: Half = [0x85ebca77, 0xc2b2ae63];
const P5: Half = [0x27d4eb2f, 0x165667c5];

const STRIPE = 32;

/** A number of 64 bits that is worked on in place. */
class Word64 {
  high = 0;
  low = 0;

  set(high: number, low: number): this {
    this.high = high | 0;
    this.low = low | 0;
    return this;
  }
  add(high: number, low: number): this {
    const sum = (this.low >>> 0) + (low >>> 0);
    this.high = (this.high + high + (sum > 0xffffffff ? 1 : 0)) | 0;
    this.low = sum | 0;
    return this;
  }
  xor(high: number, low: number): this {
    this.high ^= high;
    this.low ^= low;
    return this;
  }
  times([high, low]: Half): this {
    const [a0, a1] = [this.low & 0xffff, this.low >>> 16];
    const [b0, b1] = [low & 0xffff, low >>> 16];
    const first = a1 * b0 + ((a0 * b0) >>> 16);
    const second = a0 * b1 + (first & 0xffff);
    const carried = a1 * b1 + Math.floor(first / 65536) + Math.floor(second / 65536);
    this.high = (carried + Math.imul(this.high, low) + Math.imul(this.low, high)) | 0;
    this.low = Math.imul(this.low, low);
    return this;
  }
  /** By 1 to 31 bits to the left. */
  turn(bits: number): this {
    const { high, low } = this;
    this.high = (high << bits) | (low >>> (32 - bits));
    this.low = (low << bits) | (high >>> (32 - bits));
    return this;
  }
  /** Mixed with itself, moved to the right by `bits`. */
  fold(bits: number): this {
    const { high, low } = this;
    return bits >= 32
      ? this.xor(0, high >>> (bits - 32))
      : this.xor(high >>> bits, (low >>> bits) | (high << (32 - bits)));
  }
}

export class Xxh64 {
  readonly #lanes = [
    new Word64().set(...P1).add(...P2),
    new Word64().set(...P2),
    new Word64(),
    new Word64().set(~P1[0], ~P1[1]).add(0, 1),
  ] as const;
  readonly #round = new Word64();
  readonly #held = new Uint8Array(STRIPE);
  #holds = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let at = 0;
    if (this.#holds > 0) {
      at = Math.min(STRIPE - this.#holds, bytes.length);
      this.#held.set(bytes.subarray(0, at), this.#holds);
      this.#holds += at;
      if (this.#holds < STRIPE) return;
      this.#stripes(this.#held, 0, STRIPE);
    }
    const whole = at + Math.floor((bytes.length - at) / STRIPE) * STRIPE;
    this.#stripes(bytes, at, whole);
    this.#held.set(bytes.subarray(whole));
    this.#holds = bytes.length - whole;
  }

  #stripes(bytes: Uint8Array, start: number, end: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = start; at < end; at += STRIPE)
      for (let i = 0; i < 4; i++) this.#mix(this.#lanes[i]!, view, at + 8 * i);
  }

  #mix(lane: Word64, view: DataView, at: number): Word64 {
    const { high, low } = this.#round.set(view.getInt32(at + 4, true), view.getInt32(at, true)).times(P2);
    return lane.add(high, low).turn(31).times(P1);
  }

  /** The lower half, as an unsigned number. */
  digest(): number {
    const hash = new Word64();
    if (this.#length < STRIPE) hash.set(...P5);
    else {
      for (const [i, { high, low }] of this.#lanes.entries()) {
        const turned = new Word64().set(high, low).turn([1, 7, 12, 18][i]!);
        hash.add(turned.high, turned.low);
      }
      for (const { high, low } of this.#lanes) {
        const lane = new Word64().set(high, low).times(P2).turn(31).times(P1);
        hash
          .xor(lane.high, lane.low)
          .times(P1)
          .add(...P4);
      }
    }
    hash.add(Math.floor(this.#length / 2 ** 32), this.#length);
    const view = new DataView(this.#held.buffer);
    let at = 0;
    for (; at + 8 <= this.#holds; at += 8) {
      const { high, low } = this.#mix(new Word64(), view, at);
      hash
        .xor(high, low)
        .turn(27)
        .times(P1)
        .add(...P4);
    }
    if (at + 4 <= this.#holds) {
      const { high, low } = new Word64().set(0, view.getInt32(at, true)).times(P1);
      hash
        .xor(high, low)
        .turn(23)
        .times(P2)
        .add(...P3);
      at += 4;
    }
    for (; at < this.#holds; at++) {
      const { high, low } = new Word64().set(0, this.#held[at]!).times(P5);
      hash.xor(high, low).turn(11).times(P1);
    }
    return hash.fold(33).times(P2).fold(29).times(P3).fold(32).low >>> 0;
  }
}
