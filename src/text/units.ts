/** Strings as arrays of UTF-16 units, and back. */

/** The units of a string, in an array that may be longer. */
export function unitsOf(text: string, into: Uint16Array = new Uint16Array(text.length)): Uint16Array {
  for (let i = 0; i < text.length; i++) into[i] = text.charCodeAt(i);
  return into;
}

export function textOf(units: Uint16Array, from: number, to: number): string {
  let text = "";
  // As many as a call takes arguments. Spread would be ten times as slow.
  for (let i = from; i < to; i += 8192)
    text += String.fromCharCode.apply(
      undefined,
      units.subarray(i, Math.min(to, i + 8192)) as unknown as number[],
    );
  return text;
}
