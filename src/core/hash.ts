/** What the words of an id are multiplied by, one after the other. */
export const HASH_FACTOR = 0x1e35a7bd;

/**
 * The hash of an id's bytes, four at a time: h = 0, then h = Math.imul(h, HASH_FACTOR) + word for each four of them
 * (the first byte lowest), and once more for the one to three that are left. Readers may compute it while they look
 * for the end of the id. It is kept in no file, so it may change.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let h = 0;
  let i = start;
  for (; i + 4 <= end; i += 4)
    h =
      (Math.imul(h, HASH_FACTOR) +
        (bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24))) |
      0;
  if (i === end) return h;
  let rest = bytes[i]!;
  if (i + 1 < end) rest |= bytes[i + 1]! << 8;
  if (i + 2 < end) rest |= bytes[i + 2]! << 16;
  return (Math.imul(h, HASH_FACTOR) + rest) | 0;
}
