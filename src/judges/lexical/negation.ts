/** Whether of two texts that share words one denies what the other says. Words decide, not sense: a flag, never a verdict. */
import { stem } from "./stem.ts";
import { foldTokens } from "./tokens.ts";
import { isNegation, isStopWord } from "./words.ts";

/** Content words behind a negation that it is about, and before it ("was built by nobody"). */
const BEHIND = 3;
const BEFORE = 1;

export function negationDiffers(claim: string, statement: string): boolean {
  const a = readNegations(claim);
  const b = readNegations(statement);
  if (a.denied.size === 0 && b.denied.size === 0) return false;
  return denies(a, b) || denies(b, a);
}

interface Read {
  readonly words: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
}

/** One denies a word that both have and the other does not deny. */
function denies(one: Read, other: Read): boolean {
  for (const word of one.denied) if (other.words.has(word) && !other.denied.has(word)) return true;
  return false;
}

function readNegations(text: string): Read {
  const row: string[] = [];
  const at: number[] = [];
  for (const { key } of foldTokens(text)) {
    if (isNegation(key)) at.push(row.length);
    else if (!isStopWord(key)) row.push(stem(key));
  }
  const denied = new Set<string>();
  for (const place of at)
    for (const word of row.slice(Math.max(0, place - BEFORE), place + BEHIND)) denied.add(word);
  return { words: new Set(row), denied };
}
