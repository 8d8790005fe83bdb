/** Degrees behind a number: "20 °C" is 20 and "celsius", as in "20 degrees Celsius". */
import type { Token } from "./tokens.ts";

const scales: ReadonlyMap<string, string> = new Map([
  ["c", "celsius"],
  ["f", "fahrenheit"],
]);
const isDegree = (code: number): boolean => code === 0xb0 || code === 0xba;

/** The scale behind the number that ends with a token. */
export function scaleBehind(text: string, tokens: readonly Token[], last: number): Token | undefined {
  const next = tokens[last + 1];
  const key = next && scales.get(next.key);
  if (key === undefined) return undefined;
  const { end } = tokens[last]!;
  const start = isDegree(text.charCodeAt(end)) ? end : end + 1;
  if (!isDegree(text.charCodeAt(start)) || next!.start - start > 2) return undefined;
  return { key, kind: "word", start, end: next!.end };
}
