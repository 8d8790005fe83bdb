/** Edits suggested by the data: text before, after and between the parts that both sides share. */
import { percentDecoded } from "../ids/percent.ts";
import { foldedToken, mainToken, tokensOf } from "../ids/tokens.ts";
import type { IdCase } from "./count.ts";

/** A rule to try, as text; the lighter, the simpler. */
export interface Suggestion {
  readonly text: string;
  readonly weight: number;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
/** An affix as a pattern: its numbers may be others. */
const general = (affix: string): string =>
  affix.replace(/\d+|[^\d]+/g, (part) => (/\d/.test(part) ? "\\d+" : escaped(part)));

/** Counts how many gold ids, and how many pairs of ids, speak for a suggestion. */
class RuleVotes {
  readonly #byText = new Map<
    string,
    { weight: number; voters: Set<string>; pairs: number; wider?: string }
  >();
  /** `wider`: a suggestion that does the same, and more. */
  add(text: string, weight: number, voter: string, wider?: string): void {
    const known = this.#byText.get(text);
    if (known === undefined)
      this.#byText.set(text, {
        weight,
        voters: new Set([voter]),
        pairs: 1,
        ...(wider === undefined ? {} : { wider }),
      });
    else {
      known.voters.add(voter);
      known.pairs++;
    }
  }
  best(most: number): Suggestion[] {
    return [...this.#byText]
      .filter(([, { pairs, wider }]) => (this.#byText.get(wider ?? "")?.pairs ?? 0) < 1.5 * pairs)
      .sort(([, a], [, b]) => b.voters.size - a.voters.size || a.weight - b.weight)
      .slice(0, most)
      .map(([text, { weight }]) => ({ text, weight }));
  }
}

export function inferredEdits(cases: readonly IdCase[]): Suggestion[] {
  const affixes = new RuleVotes();
  const separators = new RuleVotes();
  for (const one of cases)
    for (const [id, other] of relatives(one)) {
      addAffixes(affixes, id, other);
      addSeparators(separators, id, other);
    }
  const gold = cases.flatMap((one) => one.gold);
  const hits = cases.flatMap((one) => one.hits);
  return unique([
    ...affixes.best(8),
    ...separators.best(3),
    ...[gold, hits].flatMap((ids) => commonEnds(ids)),
    ...lostSeparators(gold, hits),
    { text: "s/[^\\p{L}\\p{N}]+//gu", weight: 6 },
  ]);
}

const unique = (list: readonly Suggestion[]): Suggestion[] => [
  ...new Map(list.map((one) => [one.text, one])).values(),
];

/** Ids of the two sides that share the token that says most. */
function* relatives({ gold, hits }: IdCase): Iterable<readonly [string, string]> {
  yield* sharing(gold, hits, 30);
  for (const [hit, id] of sharing(hits, gold, 5)) yield [id, hit];
}

function* sharing(
  from: readonly string[],
  among: readonly string[],
  most: number,
): Iterable<[string, string]> {
  const byToken = new Map<string, string[]>();
  for (const id of among)
    for (const token of new Set(tokensOf(id).map(foldedToken))) {
      const list = byToken.get(token);
      if (list === undefined) byToken.set(token, [id]);
      else if (list.length < most) list.push(id);
    }
  for (const id of from) {
    const main = mainToken(id);
    if (main !== undefined) for (const other of byToken.get(main) ?? []) yield [id, other];
  }
}

const loosened = (id: string): string => percentDecoded(id).normalize("NFC").toLowerCase();

/** One id contains the other: the text around it could be removed. */
function addAffixes(votes: RuleVotes, gold: string, hit: string): void {
  if (gold === hit) return;
  for (const [inner, outer] of [
    [gold, hit],
    [hit, gold],
  ] as const) {
    const at = indexInside(inner, outer);
    if (at !== undefined) voteFor(votes, outer.slice(0, at), outer.slice(at + inner.length), inner, "", gold);
    else {
      const [low, lowOuter] = [loosened(inner), loosened(outer)];
      const loose = indexInside(low, lowOuter);
      if (loose !== undefined && low !== lowOuter)
        voteFor(votes, lowOuter.slice(0, loose), lowOuter.slice(loose + low.length), low, "i", gold);
    }
  }
}

function voteFor(
  votes: RuleVotes,
  before: string,
  behind: string,
  inner: string,
  flags: string,
  voter: string,
): void {
  const cut = (patterns: readonly (string | undefined)[]): string =>
    patterns
      .filter((pattern) => pattern !== undefined)
      .map((pattern) => `s/${pattern}//${flags}`)
      .join("+");
  const start = before === "" ? undefined : `^${general(before)}`;
  const end = behind === "" ? undefined : `${general(behind)}$`;
  if (start === undefined && end === undefined) return;
  // Where names follow instead of numbers, every affix is another one: all up to the last, or from the first separator on.
  const last = /(?<![^\p{L}\p{N}\s])[^\p{L}\p{N}\s]+$/u.exec(before)?.[0];
  const first = /^[^\p{L}\p{N}\s]+/u.exec(behind)?.[0];
  const wideStart = last === undefined || inner.includes(last) ? undefined : `^.*${escaped(last)}`;
  const wideEnd = first === undefined || inner.includes(first) ? undefined : `${escaped(first)}.*`;
  const two = start !== undefined && end !== undefined ? 2 : 0;
  const wide =
    (before === "" || wideStart !== undefined) && (behind === "" || wideEnd !== undefined)
      ? cut([wideStart, wideEnd])
      : undefined;
  votes.add(cut([start, end]), 3 + two, voter, wide);
  if (wide !== undefined) votes.add(wide, 4 + two, voter);
}

/** The position of one id in the other, at letter and digit boundaries only. */
function indexInside(inner: string, outer: string): number | undefined {
  if (inner === "" || inner.length >= outer.length) return undefined;
  for (let at = outer.indexOf(inner); at !== -1; at = outer.indexOf(inner, at + 1))
    if (!sameClass(outer[at - 1], inner[0]) && !sameClass(outer[at + inner.length], inner.at(-1))) return at;
  return undefined;
}
function sameClass(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return (/\p{N}/u.test(a) && /\p{N}/u.test(b)) || (/\p{L}/u.test(a) && /\p{L}/u.test(b));
}

/** The same tokens with other separators: turn one kind into the other. */
function addSeparators(votes: RuleVotes, gold: string, hit: string): void {
  if (gold === hit) return;
  const [a, b] = [gold, hit].map((id) => tokensOf(id).map(foldedToken)) as [string[], string[]];
  if (a.length !== b.length || a.length < 2 || a.some((token, i) => token !== b[i])) return;
  const between = (id: string): string[] => id.split(/[\p{L}\p{M}]+|\p{N}+/u).slice(1, -1);
  const changes = new Map<string, string>();
  const [from, to] = [between(gold), between(hit)];
  for (let i = 0; i < from.length; i++) {
    if (from[i] === to[i]) continue;
    const known = changes.get(from[i]!);
    if (from[i] === "" || (known !== undefined && known !== to[i])) return;
    changes.set(from[i]!, to[i]!);
  }
  if (changes.size === 0) return;
  const edits = [...changes].map(([x, y]) => `s/${escaped(x)}/${y.replace(/[\\/$]/g, "\\$&")}/g`);
  votes.add(edits.join("+"), 2 + edits.length, gold);
}

/** A separator that only one side writes. */
function lostSeparators(gold: readonly string[], hits: readonly string[]): Suggestion[] {
  const marks = (ids: readonly string[]) =>
    new Set(ids.flatMap((id) => id.match(/[^\p{L}\p{M}\p{N}]/gu) ?? []));
  const [a, b] = [marks(gold), marks(hits)];
  return [...a, ...b]
    .filter((mark) => a.has(mark) !== b.has(mark))
    .slice(0, 6)
    .map((mark) => ({ text: `s/${escaped(mark)}//g`, weight: 4 }));
}

/** What all ids of one side begin or end with, up to a separator or to where letters meet digits. */
function commonEnds(ids: readonly string[]): Suggestion[] {
  const distinct = [...new Set(ids)];
  if (distinct.length < 3) return [];
  const start = distinct.reduce(sharedStart);
  const end = distinct.map(reversed).reduce(sharedStart);
  const cut = (shared: string): string => /^(?:.*[^\p{L}\p{N}])?(?:\p{L}+(?=\p{N}|$))?/su.exec(shared)![0];
  // The shared part may end within a token: doc-1 of doc-10 … doc-19 ends within the number.
  const whole = (shared: string, from: readonly string[]): string => {
    const safe = from.every((id) => !sameClass(id[shared.length - 1], id[shared.length]))
      ? shared
      : cut(shared.slice(0, -1));
    return from.some((id) => id.length === safe.length) ? "" : safe;
  };
  const before = whole(start, distinct);
  const behind = reversed(whole(end, distinct.map(reversed)));
  return [
    ...(before === "" ? [] : [{ text: `s/^${escaped(before)}//`, weight: 3 }]),
    ...(behind === "" ? [] : [{ text: `s/${escaped(behind)}$//`, weight: 3 }]),
  ];
}

const reversed = (id: string): string => [...id].reverse().join("");
function sharedStart(a: string, b: string): string {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return a.slice(0, n);
}
