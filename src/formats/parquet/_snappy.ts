/** Decompresses Snappy into an existing buffer: a new array per page would outrun the garbage collector. */
import { ParquetError } from "./_hybrid.ts";

/** The uncompressed length from the header; -1 if invalid. */
export function snappyLength(bytes: Uint8Array): number {
  let length = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[i] ?? 0;
    length += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return length;
  }
  return -1;
}

/** Fills out[0] … out[size - 1]; `size` is what snappyLength says. */
export function unsnappy(bytes: Uint8Array, out: Uint8Array, size: number): void {
  const end = bytes.length;
  let at = 0;
  while (bytes[at]! >= 0x80) at++;
  at++;
  let to = 0;
  while (at < end) {
    const tag = bytes[at++]!;
    let length = (tag >> 2) + 1;
    if ((tag & 3) === 0) {
      if (length > 60) {
        const extra = length - 60;
        length = 1;
        for (let i = 0; i < extra; i++) length += (bytes[at + i] ?? 0) * 2 ** (8 * i);
        at += extra;
      }
      if (at + length > end || to + length > size) throw new ParquetError("a page is not Snappy");
      if (length > 32) out.set(bytes.subarray(at, at + length), to);
      else for (let i = 0; i < length; i++) out[to + i] = bytes[at + i]!;
      at += length;
      to += length;
      continue;
    }
    let back: number;
    if ((tag & 3) === 1) {
      length = ((tag >> 2) & 7) + 4;
      back = ((tag >> 5) << 8) | bytes[at]!;
      at += 1;
    } else if ((tag & 3) === 2) {
      back = bytes[at]! | (bytes[at + 1]! << 8);
      at += 2;
    } else {
      back = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
      at += 4;
    }
    const from = to - back;
    if (back === 0 || from < 0 || at > end || to + length > size)
      throw new ParquetError("a page is not Snappy");
    // Source and target may overlap: copying byte by byte repeats the pattern.
    for (let i = 0; i < length; i++) out[to + i] = out[from + i]!;
    to += length;
  }
  if (to !== size) throw new ParquetError("a page ends too early");
}
