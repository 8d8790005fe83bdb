/** Who a text begins with, and whether texts that begin with different names can say one claim together. */
import { isStopWord } from "../../text/stop-words.ts";
import { foldTokens } from "../../text/tokens.ts";
import { withoutMarkup } from "../split/markdown.ts";
import { usuallyLower } from "./words.ts";

interface Subject {
  /** Of the name that the text begins with, behind an article; none where it begins with another word. */
  readonly name: readonly string[];
  readonly keys: ReadonlySet<string>;
}

const CAPITAL = /\p{Lu}/u;

function subjectOf(markup: string): Subject {
  const text = withoutMarkup(markup);
  const tokens = foldTokens(text);
  const name: string[] = [];
  for (const [i, { key, kind, start }] of tokens.entries()) {
    if (name.length === 0 && i === 0 && isStopWord(key)) continue;
    if (kind !== "word" || !CAPITAL.test(text[start] ?? "")) break;
    // Every text begins with a capital: "Trains run".
    if (i === 0 && usuallyLower(key) === true && !CAPITAL.test(text[tokens[1]?.start ?? -1] ?? "")) break;
    name.push(key);
  }
  return { name, keys: new Set(tokens.map(({ key }) => key)) };
}

/**
 * Whether the statements of two contexts can say a claim together. "Jonas Falk died in Rome." says nothing of Anna Weber, whom the claim
 * begins with: the claim does not have his name, and neither his statement has hers nor the other context his.
 */
export function joinsTo(claim: string): (some: readonly string[], others: readonly string[]) => boolean {
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
  return (some, others) =>
    asked.name.length === 0 ||
    !(some.some((text) => isStrange(text, others)) || others.some((text) => isStrange(text, some)));
}
