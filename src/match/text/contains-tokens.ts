import { yesOrNo } from "./types.ts";

interface TokenText {
  readonly text: string;
  readonly tokens: readonly string[];
}

/** Runs of letters, digits and marks, or any other visible character alone. */
const TOKEN = /[\p{L}\p{N}\p{M}]+|[^\p{Z}\p{C}]/gu;

const read = (text: string): TokenText => ({
  text,
  // Decomposed, and in lower case.
  tokens: (text.normalize("NFD").match(TOKEN) ?? []).map((token) => token.toLowerCase()),
});

/** The first place of the gold's tokens among those of the hit, or -1. */
function placeOf({ tokens: inside }: TokenText, { tokens: wanted }: TokenText): number {
  if (wanted.length === 0) return -1;
  for (let at = 0; at + wanted.length <= inside.length; at++)
    if (wanted.every((token, i) => inside[at + i] === token)) return at;
  return -1;
}

/** Where tokens `first` to `last` stand in the text as it was before it was decomposed. */
function originally(text: string, first: number, last: number): readonly [number, number] {
  const tokens = [...text.normalize("NFD").matchAll(TOKEN)];
  const from = tokens[first]!.index;
  const to = tokens[last]!.index + tokens[last]![0].length;
  let decomposed = 0;
  let at = 0;
  let start = 0;
  for (const c of text) {
    if (decomposed <= from) start = at;
    if (decomposed >= to) return [start, at];
    decomposed += c.normalize("NFD").length;
    at += c.length;
  }
  return [start, at];
}

/** As REMem asks it on LoCoMo. A gold text without any token is found nowhere. */
export const containsTokens = yesOrNo<TokenText, TokenText>({
  about: "The hit contains the words and signs of the gold text in a row, ignoring case.",
  hit: read,
  gold: read,
  matches: (hit, gold) => placeOf(hit, gold) >= 0,
  where(hit, gold) {
    const first = placeOf(hit, gold);
    return originally(hit.text, first, first + gold.tokens.length - 1);
  },
  index(texts) {
    const golds = texts.map(read);
    const byRarest = rarestTokens(golds);
    return {
      find(text) {
        const hit = read(text);
        const candidates = [...new Set(hit.tokens)].flatMap((token) => byRarest.get(token) ?? []);
        return candidates
          .sort((a, b) => a - b)
          .flatMap((gold) => {
            const first = placeOf(hit, golds[gold]!);
            if (first < 0) return [];
            const [start, end] = originally(text, first, first + golds[gold]!.tokens.length - 1);
            return { gold, similarity: 1, start, end };
          });
      },
    };
  },
});

/** The token by which each gold text is looked up: the one that the fewest other gold texts have. */
function rarestTokens(golds: readonly TokenText[]): ReadonlyMap<string, number[]> {
  const frequency = new Map<string, number>();
  for (const { tokens } of golds)
    for (const token of new Set(tokens)) frequency.set(token, (frequency.get(token) ?? 0) + 1);
  const byRarest = new Map<string, number[]>();
  golds.forEach(({ tokens }, gold) => {
    if (tokens.length === 0) return;
    const rarest = tokens.reduce((a, b) => (frequency.get(b)! < frequency.get(a)! ? b : a));
    const known = byRarest.get(rarest);
    if (known === undefined) byRarest.set(rarest, [gold]);
    else known.push(gold);
  });
  return byRarest;
}
