/** Whether of two texts that share words one denies what the other says. Words decide, not sense: a flag, never a verdict. */
import { isStopWord } from "../../text/stop-words.ts";
import { foldTokens, type Token } from "../../text/tokens.ts";
import { verbStem } from "./_irregular-verbs.ts";
import { isNegation } from "./words.ts";

export const negationDiffers = (claim: string, statement: string): boolean =>
  deniedWord(claim, statement) !== undefined;

/** The word that only one of two texts denies. */
export function deniedWord(claim: string, statement: string): string | undefined {
  const a = readNegations(claim);
  const b = readNegations(statement);
  return denies(a, b) ?? denies(b, a);
}

interface DeniedWords {
  readonly words: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
}

/** One denies a word that both have and the other does not deny. */
function denies(one: DeniedWords, other: DeniedWords): string | undefined {
  for (const word of one.denied) if (other.words.has(word) && !other.denied.has(word)) return word;
  return undefined;
}

/** Verbs and adjectives that deny what follows: "failed to find", "is unlikely to rain". Two of them deny nothing. */
const deniers: ReadonlySet<string> = new Set(
  "fail fails failed failing lack lacks lacked lacking unlikely refuse refuses refused deny denies denied unable impossible absence absent missing cease ceased prevent prevents prevented avoid avoids avoided".split(
    " ",
  ),
);
const clause = /[,;:()–—]/;

/** A negation is about the first word with content behind it, in its own clause. */
function readNegations(text: string): DeniedWords {
  const tokens = foldTokens(text);
  const words = new Set<string>();
  const denied = new Set<string>();
  let open = false;
  tokens.forEach(({ key, start }, i) => {
    if (open && clause.test(text.slice(tokens[i - 1]!.end, start))) open = false;
    if ((isNegation(key) && !isNumero(text, tokens, i)) || deniers.has(key)) open = !open || isNegation(key);
    if (isNegation(key) || deniers.has(key) || isStopWord(key)) return;
    const word = verbStem(key);
    words.add(word);
    if (open) denied.add(word);
    open = false;
  });
  return { words, denied };
}

/** "No. 16" denies nothing. */
const isNumero = (text: string, tokens: readonly Token[], i: number): boolean =>
  tokens[i]!.key === "no" && tokens[i + 1]?.kind === "number" && text[tokens[i]!.end] === ".";
