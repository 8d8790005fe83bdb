/** Whether of two texts that share words one denies what the other says. Words decide, not sense: a flag, never a verdict. English only. */
import { isStopWord } from "../../text/stop-words.ts";
import { foldTokens, type Token } from "../../text/tokens.ts";
import { verbStem } from "./_irregular-verbs.ts";
import { isNegation } from "./words.ts";

export const negationDiffers = (claim: string, statement: string): boolean =>
  deniedWord(readNegations(claim), readNegations(statement)) !== undefined;

/** The word that only one of two texts denies, as that text writes it. */
export const deniedWord = (claim: DeniedWords, statement: DeniedWords): string | undefined =>
  denies(claim, statement) ?? denies(statement, claim);

export interface DeniedWords {
  /** Stems. */
  readonly words: ReadonlySet<string>;
  /** By stem, as it is written. */
  readonly denied: ReadonlyMap<string, string>;
  /** Places of the tokens that stand behind a negation: small words too. */
  readonly places: ReadonlySet<number>;
}

/** One denies a word that both have and the other does not deny. */
function denies(one: DeniedWords, other: DeniedWords): string | undefined {
  for (const [word, written] of one.denied)
    if (other.words.has(word) && !other.denied.has(word)) return written;
  return undefined;
}

/** Verbs and adjectives that deny what follows: "failed to find", "is unlikely to rain". Two of them deny nothing. */
const deniers: ReadonlySet<string> = new Set(
  "fail fails failed failing lack lacks lacked lacking unlikely refuse refuses refused deny denies denied unable impossible absence absent missing cease ceased prevent prevents prevented avoid avoids avoided".split(
    " ",
  ),
);
const clause = /[,;:()–—]/;

/**
 * A negation is about the first word with content behind it, in its own clause.
 * `not`: the place of a word that denies nothing here, as it is itself the opposite of a word of the other text.
 */
export function readNegations(
  text: string,
  tokens: readonly Token[] = foldTokens(text),
  not?: number,
): DeniedWords {
  const words = new Set<string>();
  const denied = new Map<string, string>();
  const places = new Set<number>();
  let open = false;
  tokens.forEach(({ key, start, end }, i) => {
    if (open && clause.test(text.slice(tokens[i - 1]!.end, start))) open = false;
    if (open) places.add(i);
    const negates = isNegation(key);
    const turns =
      i !== not && (negates ? !isNumero(text, tokens, i) && !isOnly(tokens, i) : deniers.has(key));
    if (turns) open = !open || negates;
    if (key === "only") {
      words.add(key);
      if (isOnly(tokens, i - 1)) denied.set(key, text.slice(start, end));
    }
    if (negates || deniers.has(key) || isStopWord(key)) return;
    const word = verbStem(key);
    words.add(word);
    if (open && !denied.has(word)) denied.set(word, text.slice(start, end));
    open = false;
  });
  return { words, denied, places };
}

/** "No. 16" denies nothing. */
const isNumero = (text: string, tokens: readonly Token[], i: number): boolean =>
  tokens[i]!.key === "no" && tokens[i + 1]?.kind === "number" && text[tokens[i]!.end] === ".";

const merely: ReadonlySet<string> = new Set(["only", "just", "merely", "solely", "simply"]);

/** "not only by day but also by night" denies nothing but the "only". */
const isOnly = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]?.key === "not" && merely.has(tokens[i + 1]?.key ?? "");
