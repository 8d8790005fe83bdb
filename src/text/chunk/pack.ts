/** Puts pieces of a text together until a chunk is full. */

/** Pieces that follow one another up to `to`, with what each counts. */
export interface CutPoints {
  readonly starts: readonly number[];
  readonly to: number;
  readonly sizes: readonly number[];
}

export interface Stretches {
  readonly start: number;
  readonly end: number;
}

/** Chunks of at most `size`, each beginning with at most `overlap` of the one before. A larger piece is a chunk by itself. */
export function packed({ starts, to, sizes }: CutPoints, size: number, overlap: number): Stretches[] {
  const chunks: Stretches[] = [];
  const count = starts.length;
  for (let first = 0; first < count; ) {
    let next = first;
    let total = 0;
    while (next < count && (next === first || total + sizes[next]! <= size)) total += sizes[next++]!;
    chunks.push({ start: starts[first]!, end: next === count ? to : starts[next]! });
    if (next === count) break;
    let back = next;
    let shared = 0;
    while (back - 1 > first && shared + sizes[back - 1]! <= overlap) shared += sizes[--back]!;
    // The next chunk must reach beyond this one.
    while (back < next && shared + sizes[next]! > size) shared -= sizes[back++]!;
    first = back;
  }
  return chunks;
}
