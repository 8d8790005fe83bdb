/**
 * The hash of an id's bytes. Readers may compute it while they look for the end of the id:
 * h = 0, then h = Math.imul(h, 31) + byte for each one. It is kept in no file, so it may change.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let h = 0;
  for (let i = start; i < end; i++) h = (Math.imul(h, 31) + bytes[i]!) | 0;
  return h;
}
