/** Values as a message shows them. */
export function shown(x: unknown): string {
  if (typeof x === "number" || typeof x === "bigint") return String(x);
  try {
    return JSON.stringify(x) ?? String(x);
  } catch {
    return `a circular or too deeply nested ${Array.isArray(x) ? "list" : "object"}`;
  }
}

/** An id as a field of a Problem: whatever stands in its place goes by what a message shows of it. */
export function idField(id: unknown): { readonly document?: string | number | null } {
  if (id === undefined) return {};
  const plain = typeof id === "string" || id === null || (typeof id === "number" && Number.isFinite(id));
  return { document: plain ? (id as string | number | null) : shown(id) };
}
