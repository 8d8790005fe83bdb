/** Names, quarters, decades and units that are written in several ways, brought to one form: the same table for support and for entities. */
import { foldWord } from "../../text/fold.ts";
import { isStopWord } from "../../text/stop-words.ts";
import type { Token } from "../../text/tokens.ts";
import { unitAt, unitName } from "./_amounts.ts";

/** `unit`: of the number before it. */
export interface CaseToken extends Token {
  readonly unit?: true;
}

/** By the first word: what may follow it, and the one key of the whole. The longest first. */
export type Aliases = ReadonlyMap<string, readonly AliasRow[]>;
export interface AliasRow {
  readonly words: readonly string[];
  readonly key: string;
}

/** The first is the key of all. */
const lands = `u.s = united states of america, united states, usa
uk = united kingdom
uae = united arab emirates
un = united nations
eu = european union
ussr = soviet union
drc = democratic republic of the congo
nz = new zealand
prc = people republic of china
saudi = saudi arabia
czechia = czech republic
nyc = new york city
la = los angeles
dc = washington dc
ivory = cote d ivoire, ivory coast
turkey = turkiye
holland = netherlands, the netherlands
burma = myanmar
q1 = #1th quarter
q2 = #2th quarter
q3 = #3th quarter
q4 = #4th quarter
fy = fiscal year, financial year
#1960s = the sixties
#1970s = the seventies
#1980s = the eighties
#1990s = the nineties`;

const fixed: Aliases = (() => {
  const rows = new Map<string, AliasRow[]>();
  for (const line of lands.split("\n")) {
    const [key, names] = line.split(" = ") as [string, string];
    for (const name of names.split(", ")) addRow(rows, name.split(" "), key);
  }
  return rows;
})();

function addRow(rows: Map<string, AliasRow[]>, words: readonly string[], key: string): void {
  const row = { words, key };
  const list = rows.get(words[0]!);
  if (list === undefined) rows.set(words[0]!, [row]);
  else {
    list.push(row);
    list.sort((a, b) => b.words.length - a.words.length);
  }
}

/** A text and its tokens, as they come; the tokens may be made when they are asked for. */
export interface NamingText {
  readonly text: string;
  /** Every character is in ASCII, where that is known. */
  readonly ascii?: boolean;
  readonly tokens: readonly Token[];
}

const CAPITALS = /^\p{Lu}{2,6}s?$/u;
const isCapital = (text: string, { start }: Token): boolean => /\p{Lu}/u.test(text[start] ?? "");

/**
 * The fixed names, and the acronyms of one case whose words stand somewhere in it: "World Food Programme" where "WFP" stands too.
 * Only what the claims or the question name is looked for. `mayHave`: false of keys that no statement has.
 */
export function aliasesOf(
  asking: readonly NamingText[],
  statements: readonly NamingText[],
  mayHave: (key: string) => boolean = () => true,
): Aliases {
  const short = new Set<string>();
  const long: string[][] = [];
  for (const { text, tokens } of asking) {
    for (const { key, start, end } of tokens) if (CAPITALS.test(text.slice(start, end))) short.add(key);
    for (const words of capitalRuns(text, tokens)) long.push(words);
  }
  const found = new Map<string, AliasRow[]>();
  const add = (words: readonly string[], key: string): void => {
    if (found.get(words[0]!)?.some((row) => row.key === key && same(row.words, words)) !== true)
      addRow(found, words, key);
  };
  for (const one of [asking, statements])
    for (const text of one)
      if (text.ascii !== true && LETTER.test(text.text)) for (const row of transliterated(text)) add(...row);
  if (short.size === 0 && long.length === 0 && found.size === 0) return fixed;
  const wanted = new Map(
    long.map((words) => [initialsOf(words), words] as const).filter(([initials]) => mayHave(initials)),
  );
  if (short.size > 0 || wanted.size > 0)
    for (const { text, tokens } of statements) {
      for (const key of short) for (const words of spelledOut(key, text, tokens)) add(words, key);
      if (wanted.size > 0)
        for (const { key, start, end } of tokens) {
          const words = wanted.get(key);
          if (words !== undefined && CAPITALS.test(text.slice(start, end))) add(words, key);
        }
    }
  // A claim may spell out what the question shortens.
  for (const key of short)
    for (const { text, tokens } of asking) for (const words of spelledOut(key, text, tokens)) add(words, key);
  if (found.size === 0) return fixed;
  for (const [first, rows] of fixed)
    for (const { words, key } of rows)
      if (!found.get(first)?.some((row) => same(row.words, words))) add(words, key);
  return found;
}

const letters: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };
const LETTER = /[äöüøå]/i;

/** "Mueller" where a text of the case has "Müller", which is folded to "muller". */
function* transliterated(one: NamingText): Generator<[string[], string]> {
  const { text } = one;
  for (const { key, kind, start, end } of one.tokens) {
    const written = text.slice(start, end);
    if (kind !== "word" || !LETTER.test(written)) continue;
    const spelled = foldWord(written.replace(/[äöüøå]/gi, (char) => letters[char.toLowerCase()]!));
    if (spelled !== key) yield [[spelled], key];
  }
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, i) => word === b[i]);
const initialsOf = (words: readonly string[]): string =>
  words
    .filter((word) => !isStopWord(word))
    .map((word) => word[0])
    .join("");

/** Rows of at least two words with capitals, with the small words between them. */
function* capitalRuns(text: string, tokens: readonly Token[]): Generator<string[]> {
  for (let i = 0; i < tokens.length; i++) {
    if (!isCapital(text, tokens[i]!) || tokens[i]!.kind !== "word" || isStopWord(tokens[i]!.key)) continue;
    let end = i;
    for (
      let at = i + 1;
      at < tokens.length && at - i < 9 && follows(text, tokens[at - 1]!, tokens[at]!);
      at++
    ) {
      if (isCapital(text, tokens[at]!)) end = at;
      else if (!isStopWord(tokens[at]!.key)) break;
    }
    if (end > i) yield tokens.slice(i, end + 1).map(({ key }) => key);
    i = end;
  }
}

const follows = (text: string, left: Token, right: Token): boolean =>
  /^[ \n-]{1,2}$/.test(text.slice(left.end, right.start));

/** Where the words of an acronym stand one behind another, small words between them. */
function* spelledOut(acronym: string, text: string, tokens: readonly Token[]): Generator<string[]> {
  const first = acronym.charCodeAt(0);
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]!.key.charCodeAt(0) !== first || tokens[i]!.key === acronym || !isCapital(text, tokens[i]!))
      continue;
    let letter = 1;
    let at = i + 1;
    for (; letter < acronym.length && at < tokens.length && at - i < acronym.length * 2; at++) {
      const { key } = tokens[at]!;
      if (!follows(text, tokens[at - 1]!, tokens[at]!)) break;
      if (key[0] === acronym[letter] && !(isStopWord(key) && key.length < 4)) letter++;
      else if (!isStopWord(key)) break;
    }
    if (letter === acronym.length && at - i > 1) yield tokens.slice(i, at).map(({ key }) => key);
  }
}

/** The first letters of what has another form, a bit for each pair of them: most words have none. */
function firstsOf(aliases: Aliases): Uint8Array {
  const known = firsts.get(aliases);
  if (known !== undefined) return known;
  const bits = new Uint8Array(1024);
  for (const word of aliases.keys()) bits[firstCode(word)] = 1;
  firsts.set(aliases, bits);
  return bits;
}
const firsts = new WeakMap<Aliases, Uint8Array>();
const firstCode = (word: string): number => (word.charCodeAt(0) * 31 + (word.charCodeAt(1) | 0)) & 1023;

/** The tokens with each alias and each unit in its one form. The same list where there is none. */
export function inOneForm(tokens: readonly Token[], aliases: Aliases): readonly CaseToken[] {
  let out: CaseToken[] | undefined;
  const first = firstsOf(aliases);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === "number") {
      const { unit, size } = unitAt(tokens, i);
      if (size > 0) {
        out ??= tokens.slice(0, i);
        out.push(token, unitToken(tokens, i + 1, size, unit));
        i += size;
        // "90 dollars a month"
        const each = unitName(tokens[i + 2]?.key ?? "");
        if (each !== undefined && perWords.has(tokens[i + 1]!.key)) {
          out.push(tokens[i + 1]!, unitToken(tokens, i + 2, 1, each));
          i += 2;
        }
        continue;
      }
    }
    const row =
      first[firstCode(token.key)] === 0
        ? undefined
        : aliases.get(token.key)?.find(({ words }) => words.every((word, k) => tokens[i + k]?.key === word));
    if (row === undefined) {
      out?.push(token);
      continue;
    }
    out ??= tokens.slice(0, i);
    const last = i + row.words.length - 1;
    // The third quarter is as exact as its number.
    const kind = token.kind === "number" ? "number" : "word";
    out.push({ key: row.key, kind, start: token.start, end: tokens[last]!.end });
    i = last;
  }
  return out ?? tokens;
}

const perWords: ReadonlySet<string> = new Set(["a", "an", "per", "each", "every"]);
const unitToken = (tokens: readonly Token[], from: number, size: number, unit: string): CaseToken => ({
  key: unit,
  kind: "word",
  start: tokens[from]!.start,
  end: tokens[from + size - 1]!.end,
  unit: true,
});

/** A name, and the other names that are certainly the same. */
export function nameForms(keys: readonly string[]): readonly (readonly string[])[] {
  const bare = keys.length > 1 && keys[0] === "the" ? keys.slice(1) : keys;
  const name = bare.join(" ");
  return sameNames.get(name) ?? [bare];
}

const sameNames = new Map<string, readonly (readonly string[])[]>();
for (const line of lands.split("\n")) {
  const forms = line.split(/ = |, /);
  const words = forms.map((form) => form.split(" "));
  for (const form of forms) if (!sameNames.has(form)) sameNames.set(form, words);
}
