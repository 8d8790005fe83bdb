/** Who a text begins with, and whether texts that begin with different names can say one claim together. */
import { isStopWord } from "../../text/stop-words.ts";
import { foldTokens } from "../../text/tokens.ts";
import { withoutMarkup } from "../split/markdown.ts";
import { FARTHEST, isPronoun } from "./_linked.ts";
import { openers } from "./_name-words.ts";
import { usuallyLower } from "./words.ts";

interface Subject {
  /** Of the name that the text begins with, behind an article; none where it begins with another word. */
  readonly name: readonly string[];
  readonly keys: ReadonlySet<string>;
  /** Something is said of it: it is no title, no dateline ("Calgary, AB –"), and no unknown word whose capital says little. */
  readonly sure: boolean;
}

const CAPITAL = /\p{Lu}/u;
const SAYS = /^(?:['’]s)?,? \p{Ll}/u;
/** "Falk died", but not "Perhaps his" and "Sadly, he". */
const SAYS_ALONE =
  /^(?:['’]s)? (?!(?:the|an?|this|that|there|it|he|she|they|we|you|his|her|its|their|my|our)\b)\p{Ll}/u;

function subjectOf(markup: string): Subject {
  const text = withoutMarkup(markup);
  const tokens = foldTokens(text);
  const name: string[] = [];
  let end = 0;
  let alone = false;
  for (const [i, { key, kind, start }] of tokens.entries()) {
    if (name.length === 0 && i === 0 && isStopWord(key)) continue;
    if (kind !== "word" || !CAPITAL.test(text[start] ?? "")) break;
    // Every text begins with a capital: "Trains run".
    if (i === 0 && usuallyLower(key) === true && !CAPITAL.test(text[tokens[1]?.start ?? -1] ?? "")) break;
    name.push(key);
    end = tokens[i]!.end;
    alone = i === 0;
  }
  const says = alone
    ? usuallyLower(name[0]!) === false && !openers.has(name[0]!) && SAYS_ALONE.test(text.slice(end))
    : SAYS.test(text.slice(end));
  return { name, keys: new Set(tokens.map(({ key }) => key)), sure: name.length > 0 && says };
}

/** What statements are about, next to the name that a claim begins with. */
export interface ClaimSubject {
  /** The claim begins with a name: without one, nothing is strange to it. */
  readonly named: boolean;
  /**
   * Whether the statements of two contexts can say the claim together. "Jonas Falk died in Rome." says nothing of Anna Weber, whom the claim
   * begins with: the claim does not have his name, and neither his statement has hers nor the other context his.
   */
  joins(some: readonly string[], others: readonly string[]): boolean;
  /** The same of one statement, by the one that it goes on from, and those beside it. */
  isStrange(text: string, beside: readonly string[]): boolean;
}

export function subjectIn(claim: string): ClaimSubject {
  const asked = subjectOf(claim);
  const known = new Map<string, Subject>();
  const read = (text: string): Subject => {
    const subject = known.get(text) ?? subjectOf(text);
    known.set(text, subject);
    return subject;
  };
  const isStrange = (text: string, beside: readonly string[]): boolean => {
    const { name, keys } = read(text);
    return (
      name.length > 0 &&
      !name.some((key) => asked.keys.has(key) || beside.some((other) => read(other).keys.has(key))) &&
      !asked.name.some((key) => keys.has(key))
    );
  };
  const named = asked.name.length > 0;
  return {
    named,
    isStrange: (text, beside) => named && read(text).sure && isStrange(text, beside),
    joins: (some, others) =>
      !named ||
      !(some.some((text) => isStrange(text, others)) || others.some((text) => isStrange(text, some))),
  };
}

/** The statement that a pronoun goes on from: "Jonas Falk painted. He died in Rome." */
export function goesOnFrom(place: number, from: number, wordAt: (place: number) => string): number {
  let at = place;
  while (at > from && place - at < FARTHEST && isPronoun(wordAt(at))) at--;
  return at;
}
