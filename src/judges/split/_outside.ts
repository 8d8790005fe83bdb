/** Places of a pattern that are in no brackets and no quotes. */
export function placesOutside(
  text: string,
  pattern: RegExp,
): readonly { readonly at: number; readonly match: string }[] {
  // Most texts have none.
  if (text.search(pattern) < 0) return [];
  const found = [...text.matchAll(pattern)];
  const inner = innerOf(text);
  return found.flatMap((one) => (inner[one.index] === 1 ? [] : [{ at: one.index, match: one[0] }]));
}

function innerOf(text: string): Uint8Array {
  const inner = new Uint8Array(text.length);
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '"' || char === "“" || char === "”") quoted = char === '"' ? !quoted : char === "“";
    else if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth = Math.max(0, depth - 1);
    inner[i] = quoted || depth > 0 ? 1 : 0;
  }
  return inner;
}
