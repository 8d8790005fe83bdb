/** Numbers that are none, in attributes or text. "undefined" is also the state of a query. */
export function wrongIn(markup: string): string[] {
  const plain = markup
    .replaceAll("state-undefined", "")
    .replaceAll("no score (undefined)", "")
    .replace(/\d+<\/b> undefined|\d+ undefined|> undefined<|>undefined</g, "");
  return [...plain.matchAll(/.{0,40}(?:NaN|Infinity|undefined|null%|\[object).{0,20}/g)].map(
    ([found]) => found,
  );
}
