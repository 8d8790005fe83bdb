/** Checks on ids as bytes: whether it is worth looking at them as strings. */
import {
  BYTE_LOOKS,
  hasUpper,
  isPlain,
  isSimple,
  mayBeChunk,
  mayHaveChunks,
} from "../match/ids/byte-looks.ts";
import type { HeldParts } from "../match/ids/other-rule.ts";
import type { NamePlaces } from "./_bytes-table.ts";

const encoder = new TextEncoder();

/** Of all n ids. */
export function looksOf(n: number, ids: NamePlaces): number {
  let looks = 0;
  for (let i = 0; i < n; i++) {
    const bytes = ids.bytesOf(i);
    const end = ids.endOf(i);
    for (let at = ids.startOf(i); at < end; at++) looks |= BYTE_LOOKS[bytes[at]!]!;
  }
  return looks;
}

/** Of those from a place to another, in columns. */
export function looksIn(
  bytes: Uint8Array,
  starts: Uint32Array,
  ends: Uint32Array,
  from: number,
  to: number,
): number {
  let looks = 0;
  for (let i = from; i < to; i++) {
    const end = ends[i]!;
    for (let at = starts[i]!; at < end; at++) looks |= BYTE_LOOKS[bytes[at]!]!;
  }
  return looks;
}

/** May some id be another spelling of the one with these parts? False is certain. */
export function someMayHold(n: number, ids: NamePlaces, looks: number, held: HeldParts): boolean {
  if (n === 0) return false;
  if (!isPlain(looks)) return true;
  return held.parts.some((part) => {
    // Letters in another case would not be found; the caller checks again.
    if (hasUpper(looks) && /[a-z]/i.test(part)) return true;
    const wanted = encoder.encode(part);
    return held.isSimple && isSimple(looks) ? someEndsWith(n, ids, wanted) : someHolds(n, ids, wanted);
  });
}

function someEndsWith(n: number, ids: NamePlaces, part: Uint8Array): boolean {
  const size = part.length;
  const last = part[size - 1]!;
  for (let i = 0; i < n; i++) {
    const end = ids.endOf(i);
    const bytes = ids.bytesOf(i);
    if (bytes[end - 1] !== last || end - ids.startOf(i) < size) continue;
    let at = 1;
    while (at < size && bytes[end - 1 - at] === part[size - 1 - at]) at++;
    if (at === size) return true;
  }
  return false;
}

function someHolds(n: number, ids: NamePlaces, part: Uint8Array): boolean {
  const size = part.length;
  const first = part[0]!;
  for (let i = 0; i < n; i++) {
    const bytes = ids.bytesOf(i);
    const last = ids.endOf(i) - size;
    for (let from = ids.startOf(i); from <= last; from++) {
      if (bytes[from] !== first) continue;
      let at = 1;
      while (at < size && bytes[from + at] === part[at]) at++;
      if (at === size) return true;
    }
  }
  return false;
}

/** May some id have a chunk suffix? False is certain. */
export function someMayBeChunk(n: number, ids: NamePlaces, looks: number): boolean {
  if (!mayHaveChunks(looks)) return false;
  for (let i = 0; i < n; i++) if (mayBeChunk(ids.bytesOf(i), ids.startOf(i), ids.endOf(i))) return true;
  return false;
}
