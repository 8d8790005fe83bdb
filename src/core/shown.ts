/** Values as a message shows them. */
export function shown(x: unknown): string {
  if (typeof x === "number" || typeof x === "bigint") return String(x);
  try {
    return JSON.stringify(x) ?? String(x);
  } catch {
    return `a circular or too deeply nested ${Array.isArray(x) ? "list" : "object"}`;
  }
}

/**
 * A whole number as people read it.
 * @example withCommas(12345) // "12,345"
 */
export function withCommas(n: number): string {
  // The first toLocaleString of a process loads tables for 15 ms, a fifth of what a small `goldie eval` takes.
  if (!Number.isSafeInteger(n)) return n.toLocaleString("en-GB");
  let text = String(n);
  for (let i = text.length - 3; i > (n < 0 ? 1 : 0); i -= 3) text = `${text.slice(0, i)},${text.slice(i)}`;
  return text;
}

/** Lists from user data can be arbitrarily long: show at most this many names, each at most this long. */
const MOST_NAMES = 12;
const NAMED = 10;
const LETTERS = 60;
const cut = (name: string): string => (name.length > LETTERS ? `${name.slice(0, LETTERS)}…` : name);

/** Names from user data as a Problem field: the first ten, and in `others` how many more there are. */
export function firstNames<F extends string>(
  field: F,
  names: readonly string[],
): { readonly [name in F]: readonly string[] } & { readonly others?: number } {
  const all = names.length <= MOST_NAMES;
  const first = (all ? names : names.slice(0, NAMED)).map(cut);
  return { [field]: first, ...(all ? {} : { others: names.length - NAMED }) } as {
    readonly [name in F]: readonly string[];
  };
}

/** Such a field in words: "a, b, and 999,990 more". */
export const nameList = (names: readonly string[], others = 0): string =>
  `${names.join(", ")}${others > 0 ? `, and ${withCommas(others)} more` : ""}`;

/** Names in words, all of them or the first ten. */
export function wordsOf(names: readonly string[]): string {
  const few = firstNames("names", names);
  return nameList(few.names, few.others);
}

/** An id as a Problem field; invalid ids are shown as in messages. */
export function idField(id: unknown): { readonly document?: string | number | null } {
  if (id === undefined) return {};
  const plain = typeof id === "string" || id === null || (typeof id === "number" && Number.isFinite(id));
  return { document: plain ? (id as string | number | null) : shown(id) };
}
