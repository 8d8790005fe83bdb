/** Letters or digits in a row: what ids are made of, between their separators. */
export const tokensOf = (id: string): string[] =>
  (ASCII.test(id) ? id.match(/[A-Za-z]+|[0-9]+/g) : id.match(/[\p{L}\p{M}]+|\p{N}+/gu)) ?? [];

/** Most ids: the tables of Unicode take a millisecond to load. */
const ASCII = /^[ -~]*$/;

/** A token as it is looked up: case and leading zeros do not matter. */
export const foldedToken = (token: string): string =>
  token
    .normalize("NFC")
    .toLowerCase()
    .replace(/^0+(?=\d)/, "");

/** The token that says most of an id: the longest, of equals the last. */
export function mainToken(id: string): string | undefined {
  let main: string | undefined;
  for (const token of tokensOf(id)) {
    const folded = foldedToken(token);
    if (main === undefined || folded.length >= main.length) main = folded;
  }
  return main;
}

/** Every n-th of a list, so that at most `most` are left: the same ones every time. */
export function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const step = list.length / most;
  return Array.from({ length: most }, (_, i) => list[Math.floor(i * step)]!);
}
