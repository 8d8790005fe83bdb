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

/** Names of all attributes in a markup made by Preact, which escapes quotes but not ">". */
function attributesIn(markup: string): Set<string> {
  const bare = markup.replace(/="[^"]*"/g, '=""');
  const tags = bare.match(/<[a-zA-Z][^<>]*>/g) ?? [];
  return new Set(tags.flatMap((tag) => [...tag.matchAll(/\s([\w:-]+)/g)].map(([, name]) => name!)));
}

/** Attributes that could run, load or style something. */
export const riskyIn = (markup: string): string[] =>
  [...attributesIn(markup)].filter((name) =>
    /^(on|style$|src|href|action|xlink|formaction|http-equiv)/.test(name),
  );
