/** Lines begin with their key, so that a file of any size is indexed without reading its JSON. */
const start = '{"key":"';
const keyLength = 64;
const dropped = '","dropped":';

export const printEntry = ({ key, ...rest }: { readonly key: string }): string =>
  `${JSON.stringify({ key, ...rest })}\n`;
export const printDrop = (key: string, why: string, at: string): string =>
  `${JSON.stringify({ key, dropped: why, at })}\n`;

export type SeenLine =
  | { readonly kind: "entry" | "drop"; readonly key: string }
  | { readonly kind: "blank" | "broken" };

/** Classifies a line by its first and last bytes; the rest is read on demand. */
export function seeLine(line: Buffer): SeenLine {
  if (line.length === 0) return { kind: "blank" };
  const head = line.toString("latin1", 0, start.length + keyLength + dropped.length);
  const key = head.slice(start.length, start.length + keyLength);
  if (!head.startsWith(start) || !/^[0-9a-f]{64}$/u.test(key) || line.at(-1) !== 0x7d)
    return { kind: "broken" };
  const after = head.slice(start.length + keyLength);
  if (!after.startsWith('","')) return { kind: "broken" };
  return { kind: after === dropped ? "drop" : "entry", key };
}

/** Undefined where the line was cut, or is of another key. */
export function parseEntry(line: string, key: string): unknown {
  try {
    const entry = JSON.parse(line) as { readonly key?: unknown } | null;
    return entry?.key === key ? entry : undefined;
  } catch {
    return undefined;
  }
}
