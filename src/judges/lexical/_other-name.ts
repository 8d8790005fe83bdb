/** Part of a name is enough ("Adams" for "John Adams") unless the text gives it to another: "Samuel Adams". */
import { isStopWord } from "../../text/stop-words.ts";
import { foldTokens, type Token } from "../../text/tokens.ts";
import { type Aliases, inOneForm } from "./_aliases.ts";
import { dateWords, titles } from "./_name-words.ts";
import { usuallyLower } from "./words.ts";

interface NamingStatement {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/**
 * Whether a name stands in the statements only as a part, and that with another name before it. A part that stands alone before it does
 * may be short for the whole name; behind it, it is short for the other.
 */
export function isAnothers(name: string, statements: readonly NamingStatement[], aliases: Aliases): boolean {
  const keys = inOneForm(foldTokens(name), aliases).map(({ key }) => key);
  const there = new Set<string>();
  for (const { tokens } of statements) for (const { key } of tokens) if (keys.includes(key)) there.add(key);
  const at = keys.findIndex((key) => there.has(key));
  if (at < 1) return false;
  const before = keys.slice(0, at);
  for (const { text, tokens } of statements)
    for (const [i, { key }] of tokens.entries()) {
      if (key !== keys[at]) continue;
      const other = givenName(text, tokens, i);
      // The first mention decides.
      return other !== undefined && !before.some((one) => isShortFor(one, other));
    }
  return false;
}

/** The word with a capital right before a word, where it can be a part of the same name. */
function givenName(text: string, tokens: readonly Token[], at: number): string | undefined {
  const [before, word] = [tokens[at - 1], tokens[at]!];
  if (before === undefined || before.kind !== "word" || !/^\.? $/.test(text.slice(before.end, word.start)))
    return undefined;
  const { key, start } = before;
  if (!/\p{Lu}/u.test(text[start] ?? "") || isStopWord(key) || isTitle(key) || dateWords.has(key))
    return undefined;
  return usuallyLower(key) === true ? undefined : key;
}

const ranks: ReadonlySet<string> = new Set("lord dame baron saint st fr rev".split(" "));
const isTitle = (key: string): boolean => titles.has(key) || ranks.has(key);

/** Short forms that do not begin as the long one does. */
const nicknames = `william bill billy will
robert bob bobby rob
james jim jimmy
john jack johnny
richard dick rick
charles chuck
edward ted ned
margaret peggy meg maggie
elizabeth liz betty beth
anthony tony
henry harry hank
theodore ted
steven steve stephen
katherine kate kathy catherine
lawrence larry
joseph joe
michael mike
gerald jerry
albert bert`
  .split("\n")
  .map((line) => new Set(line.split(" ")));

/** "J." and "Sam" for "John" and "Samuel"; "South East" and "Southeast". */
const isShortFor = (one: string, other: string): boolean =>
  one.startsWith(other) ||
  one.endsWith(other) ||
  other.startsWith(one) ||
  nicknames.some((set) => set.has(one) && set.has(other));
