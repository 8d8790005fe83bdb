/** Parquet's mix of runs and packed bits, in which levels and places in a dictionary are written. */

/** A damaged file; the opener turns this into a Problem with the file name. */
export class ParquetError extends Error {
  override readonly name = "ParquetError";
}

/**
 * Fills out[0] … out[n - 1] from bytes[at] … bytes[end - 1]; every number has `width` bits.
 * Never makes more than n, even if the file claims more.
 */
export function readHybrid(
  bytes: Uint8Array,
  at: number,
  end: number,
  width: number,
  out: Int32Array,
  n: number,
): void {
  if (width > 32) throw new ParquetError(`numbers of ${width} bits`);
  let seen = 0;
  while (seen < n) {
    let header = 0;
    let shift = 0;
    for (;;) {
      if (at >= end || shift > 28) throw new ParquetError("a page ends too early");
      const byte = bytes[at++]!;
      header |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
      shift += 7;
    }
    if ((header & 1) === 0) {
      const count = Math.min(header >>> 1, n - seen);
      const size = (width + 7) >> 3;
      if (at + size > end) throw new ParquetError("a page ends too early");
      let value = 0;
      for (let i = 0; i < size; i++) value |= bytes[at++]! << (8 * i);
      out.fill(value, seen, seen + count);
      seen += count;
    } else {
      const groups = header >>> 1;
      const count = Math.min(groups * 8, n - seen);
      unpackBits(bytes, at, end, width, out, seen, count);
      at += groups * width;
      seen += count;
    }
  }
}

/** Is it one run of the same value? Then there is no need to write it out n times. */
export function isOneRun(
  bytes: Uint8Array,
  at: number,
  end: number,
  width: number,
  value: number,
  n: number,
): boolean {
  let header = 0;
  for (let shift = 0; shift <= 28; shift += 7) {
    if (at >= end) return false;
    const byte = bytes[at++]!;
    header |= (byte & 0x7f) << shift;
    if (byte < 0x80)
      return width <= 8 && (header & 1) === 0 && header >>> 1 >= n && at < end && bytes[at] === value;
  }
  return false;
}

function unpackBits(
  bytes: Uint8Array,
  at: number,
  end: number,
  width: number,
  out: Int32Array,
  from: number,
  count: number,
): void {
  // Writers may leave out the zeros at the very end.
  const there = width === 0 ? count : Math.floor(((end - at) * 8) / width);
  if (there < count) throw new ParquetError("a page ends too early");
  const mask = width === 32 ? -1 : (1 << width) - 1;
  let bit = 0;
  for (let i = 0; i < count; i++) {
    const byte = at + (bit >>> 3);
    const shift = bit & 7;
    // A byte past the end reads as undefined, and | makes that 0.
    let value =
      (bytes[byte]! | (bytes[byte + 1]! << 8) | (bytes[byte + 2]! << 16) | (bytes[byte + 3]! << 24)) >>>
      shift;
    if (shift + width > 32) value |= bytes[byte + 4]! << (32 - shift);
    out[from + i] = value & mask;
    bit += width;
  }
}
