/** What a wrong value is, in a few words: never the value of an object, which may be large or cyclic. */
export function kindOf(x: unknown): string {
  if (x === null || x === undefined || typeof x === "boolean") return String(x);
  if (typeof x === "number") return Number.isFinite(x) ? `the number ${x}` : String(x);
  if (typeof x === "string") return x === "" ? "an empty string" : `the string ${JSON.stringify(short(x))}`;
  if (Array.isArray(x)) return x.length === 0 ? "an empty list" : "a list";
  return typeof x === "object" ? "an object" : `a ${typeof x}`;
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
