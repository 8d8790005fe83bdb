export type DocId = string;

export type QueryId = string;

/**
 * Order by code point, which is the order of the UTF-8 bytes: C's strcmp, Python's <.
 * JavaScript's own < compares UTF-16 units and puts U+1F600 before U+FF01.
 */
export function compareIds(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return (x < 0xd800 ? x : weight(x)) - (y < 0xd800 ? y : weight(y));
  }
  return a.length - b.length;
}

/** Surrogates stand for what lies above U+FFFF, so they come last. */
const weight = (unit: number): number => (unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
