/** Names, dates and numbers of a text, and whether a chunk has them. */

import type { FoldedWords } from "../../text/folded-words.ts";
import { foldTokens, impliedKeys, soughtKey, type Token } from "../../text/tokens.ts";
import { type Aliases, inOneForm, nameForms } from "./_aliases.ts";
import { findAmounts, unitAt } from "./_amounts.ts";
import { findNames } from "./_names.ts";

export interface Entity {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind: "name" | "date" | "number";
}

/** In order, as often as they are named; none overlaps another. */
export function findEntities(text: string, tokens = foldTokens(text)): readonly Entity[] {
  const amounts = findAmounts(text, tokens);
  const entities: Entity[] = [];
  let next = 0;
  const add = (start: number, end: number, kind: Entity["kind"]): void => {
    entities.push({ text: text.slice(start, end), start, end, kind });
  };
  for (const name of findNames(text)) {
    for (; next < amounts.length && amounts[next]!.end <= name.start; next++)
      add(amounts[next]!.start, amounts[next]!.end, amounts[next]!.kind);
    // A number inside a name is part of it ("Apollo 11"), a name inside a date is none.
    const around = amounts[next];
    if (around !== undefined && around.start <= name.start && name.end <= around.end) continue;
    while (next < amounts.length && amounts[next]!.start < name.end) next++;
    add(name.start, name.end, "name");
  }
  for (const { start, end, kind } of amounts.slice(next)) add(start, end, kind);
  return entities;
}

/** A chunk to search in. */
export interface FoldedChunk {
  readonly tokens: readonly Token[];
  readonly keys: readonly string[];
  /** What its dates and numbers say besides: a date names its year. */
  readonly implied: ReadonlySet<string>;
  /** Whether one of these keys, by their numbers, may be among them: where that is quickly told. */
  mayHave?(ids: readonly number[]): boolean;
}

export function foldChunk(text: string, tokens: readonly Token[] = foldTokens(text)): FoldedChunk {
  const implied = new Set<string>();
  const keys = new Array<string>(tokens.length);
  for (let i = 0; i < tokens.length; i++) {
    const { key, kind } = tokens[i]!;
    keys[i] = key;
    if (kind !== "word") for (const other of impliedKeys(key)) implied.add(other);
  }
  return { tokens, keys, implied };
}

/** Whether a chunk names an entity: the whole name (initials may be left out), the same date or a more exact one, the same number of the same unit. */
export const searchEntity = (entity: Pick<Entity, "text" | "kind">, chunk: FoldedChunk): boolean =>
  entitySearch(entity)(chunk);

const noAliases: Aliases = new Map();

/** The same for many chunks: the entity is read once. `words`: those of the chunks. */
export function entitySearch(
  entity: Pick<Entity, "text" | "kind">,
  aliases: Aliases = noAliases,
  words?: FoldedWords,
): (chunk: FoldedChunk) => boolean {
  const wanted =
    entity.kind === "name" ? inOneForm(foldTokens(entity.text), aliases) : foldTokens(entity.text);
  if (wanted.length === 0) return () => false;
  if (entity.kind === "number") return (chunk) => hasAmount(wanted, chunk);
  if (entity.kind === "date")
    return ({ keys, implied }) => wanted.every(({ key }) => keys.includes(key) || implied.has(key));
  const names = nameForms(wanted.map((token) => token.key));
  const firsts = words && names.flatMap(firstsOf).flatMap((key) => numberOf(key, words));
  return (chunk) =>
    (firsts === undefined || chunk.mayHave?.(firsts) !== false) &&
    names.some((form) => hasName(form, chunk.keys));
}

function hasAmount(wanted: readonly Token[], chunk: FoldedChunk): boolean {
  const key = soughtKey(wanted[0]!.key);
  const { unit } = unitAt(wanted, 0);
  if (unit === "") return chunk.keys.includes(key) || chunk.implied.has(key);
  return chunk.keys.some((other, at) => {
    if (other[0] !== "#") return false;
    const besides = impliedKeys(other);
    const same = other === key || besides.includes(key);
    // "$4" has its unit before it.
    return same && (besides.includes(unit) || unitAt(chunk.tokens, at).unit === unit);
  });
}

/** Initials: "j", or "jk" as one word. */
const isInitial = (key: string): boolean => key.length === 1;

const numberOf = (key: string, words: FoldedWords): number[] => {
  const id = words.known(key);
  return id < 0 ? [] : [id];
};

/** What a chunk has that has the name, as `hasName` finds it: its first word, its initials as one, or one of them. */
const firstsOf = (name: readonly string[]): string[] => {
  const [first = ""] = name;
  const joined = name.findIndex((key) => !isInitial(key));
  return [first, first.slice(0, 1), name.slice(0, joined < 0 ? name.length : joined).join("")];
};

/** The words of a name one after another. Between them, initials of either side may be missing. */
function hasName(name: readonly string[], keys: readonly string[]): boolean {
  const wanted = name.length > 2 ? name.filter((key, i) => i === 0 || !isInitial(key)) : name;
  for (let at = keys.indexOf(wanted[0]!); at !== -1; at = keys.indexOf(wanted[0]!, at + 1))
    if (follows(wanted, keys, at)) return true;
  return hasJoined(name, keys);
}

function follows(wanted: readonly string[], keys: readonly string[], from: number): boolean {
  let at = from;
  for (let i = 1; i < wanted.length; i++) {
    at++;
    while (at < keys.length && keys[at] !== wanted[i] && isInitial(keys[at]!) && at - from < 12) at++;
    if (keys[at] !== wanted[i]) return false;
  }
  return true;
}

/** "J. K. Rowling" is "JK Rowling", "AC DC" is "ACDC". */
function hasJoined(wanted: readonly string[], keys: readonly string[]): boolean {
  let initials = 0;
  while (initials < wanted.length && isInitial(wanted[initials]!)) initials++;
  if (initials >= 2) return hasRow([wanted.slice(0, initials).join(""), ...wanted.slice(initials)], keys);
  const [first = ""] = wanted;
  return first.length === 2 && wanted.length > 1 && hasRow([first[0]!, first[1]!, ...wanted.slice(1)], keys);
}

function hasRow(row: readonly string[], keys: readonly string[]): boolean {
  for (let at = keys.indexOf(row[0]!); at !== -1; at = keys.indexOf(row[0]!, at + 1))
    if (row.every((key, i) => keys[at + i] === key)) return true;
  return false;
}
