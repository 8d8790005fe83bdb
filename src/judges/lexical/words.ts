/** What is known of English words: how much they weigh, and how they are written. Words are given folded. */
import { unpack } from "./_word-table.ts";
import { table } from "./_words.generated.ts";

let ranks: ReadonlyMap<string, number> | undefined;

/** Unpacked on first use: what only loads this file does not pay for it. */
function symbolOf(word: string): number | undefined {
  ranks ??= unpack(table);
  return ranks.get(word);
}

/** One past the last level of the table. */
const LEVELS = 17;

/** From nearly 0 (the most frequent word) to 1 (a word that few texts have). Numbers and dates weigh 1. */
export function wordWeight(key: string): number {
  const symbol = symbolOf(key);
  return symbol === undefined ? 1 : ((symbol >> 1) + 0.5) / LEVELS;
}

/** Whether a word is usually written in lower case; undefined where the table does not have it. */
export function usuallyLower(key: string): boolean | undefined {
  const symbol = symbolOf(key);
  if (symbol !== undefined) return (symbol & 1) === 0;
  // The table is American and has not every plural: "harbours".
  const single = key.replace(/s$/, "");
  const other = single.replace("our", "or").replace(/is(?=e|ing|ation)/, "iz");
  for (const form of [single, other]) {
    const near = form === key ? undefined : symbolOf(form);
    if (near !== undefined && (near & 1) === 0) return true;
  }
  return undefined;
}

const negations: ReadonlySet<string> = new Set(
  "not no never none nobody nothing neither nor nowhere cannot without hardly scarcely barely".split(" "),
);
export const isNegation = (key: string): boolean => negations.has(key);
