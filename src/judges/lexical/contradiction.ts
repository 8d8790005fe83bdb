/** Whether a text may say the opposite of a claim in the claim's own words. Words decide, not sense: a flag, never a verdict. */
import { stem } from "../../text/stem.ts";
import { foldTokens, type Token } from "../../text/tokens.ts";
import { verbStem } from "./_irregular-verbs.ts";
import { deniedWord, readNegations } from "./negation.ts";

export type OppositeKind = "negation" | "antonym" | "roles";

export interface Opposite {
  readonly kind: OppositeKind;
  /** The words that it is about, as they are written. */
  readonly words: readonly string[];
}

/** Undefined where nothing speaks for it. */
export function oppositeIn(claim: string, statement: string): Opposite | undefined {
  const [a, b] = [foldTokens(claim), foldTokens(statement)];
  const pair = antonymIn(a, b);
  const [ours, theirs] = [readNegations(claim, a, pair?.[0]), readNegations(statement, b, pair?.[1])];
  const denied = deniedWord(ours, theirs);
  if (pair === undefined && denied !== undefined) return { kind: "negation", words: [denied] };
  if (pair !== undefined) {
    // "did not fall" and "rose", "not impossible" and "possible": two turns make one.
    const turned = ours.places.has(pair[0]) !== theirs.places.has(pair[1]);
    if (!turned && denied === undefined)
      return { kind: "antonym", words: [written(claim, a[pair[0]]!), written(statement, b[pair[1]]!)] };
  }
  const swapped = swappedRoles(claim, a, statement, b);
  return swapped === undefined ? undefined : { kind: "roles", words: swapped };
}

const written = (text: string, { start, end }: Token): string => text.slice(start, end);

/** Each line: words of one side, a stroke, words of the other. */
const lines = `increase rise raise grow gain climb expand higher more up upward | decrease reduce fall drop decline lower shrink lose cut less fewer down downward contract
before earlier precede | after later follow
allow permit legal lawful | forbid prohibit ban illegal unlawful forbidden
accept approve agree support | reject refuse oppose disapprove disagree
first | last
best | worst
better improve | worse worsen
strengthen stronger strong | weaken weaker weak
hard harden harder | soft soften softer
hot warm heat | cold cool
large larger big bigger | small smaller tiny
long longer | short shorter
high tall | low
cheap cheaper inexpensive | expensive dear costly
quiet quieter silent | loud louder noisy
fast faster quick | slow slower
old older oldest | young younger youngest new newer newest
praise | condemn criticise criticize
open opened | closed close shut
win won | lose lost
buy bought purchase acquire | sell sold
import | export
arrive enter | leave depart exit
begin start | end finish stop cease
include contain | exclude
succeed success | fail failure
safe harmless | dangerous harmful unsafe
possible | impossible
true correct right | false wrong incorrect
always | never seldom
all every | none no
majority most | minority few
major | minor
maximum most | minimum least
public | private
north northern | south southern
east eastern | west western
male men man | female women woman
positive | negative
same identical | different
rich | poor
empty | full
single unmarried | married
alive living survive survived | dead die died
victory | defeat
light | dark heavy
inside | outside
above over | below under
create build | destroy demolish
thrive | die
cause | prevent
sun sunny | shade
hire | dismiss fire
voluntary optional | mandatory compulsory required
gain | loss
profit | loss
guilty | innocent
present | absent
visible | invisible
early | late`;

const opposites = new Map<string, Set<string>>();
for (const line of lines.split("\n")) {
  const [left, right] = line.split(" | ").map((side) => side.split(" ").map(stem)) as [string[], string[]];
  for (const [some, others] of [
    [left, right],
    [right, left],
  ] as const)
    for (const word of some) {
      const known = opposites.get(word) ?? new Set();
      for (const other of others) known.add(other);
      opposites.set(word, known);
    }
}

/** Places of a word of the claim and of its opposite in the statement, which does not have the word itself. */
function antonymIn(
  claim: readonly Token[],
  statement: readonly Token[],
): readonly [number, number] | undefined {
  const [ours, theirs] = [claim, statement].map(
    (tokens) => new Map(tokens.map(({ key }, place) => [stem(key), place])),
  ) as [Map<string, number>, Map<string, number>];
  for (const [word, place] of ours) {
    if (theirs.has(word)) continue;
    for (const other of opposites.get(word) ?? [])
      if (theirs.has(other) && !ours.has(other)) return [place, theirs.get(other)!];
  }
  return undefined;
}

/** A name as a row of words with capitals. */
interface Party {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** "Mr Hall" is "Hall". */
const titles: ReadonlySet<string> = new Set(
  "mr mrs ms miss dr prof professor doctor sir dame lord lady st".split(" "),
);

function partiesIn(text: string, tokens: readonly Token[]): Party[] {
  const parties: Party[] = [];
  tokens.forEach(({ key, kind, start }, i) => {
    if (kind !== "word" || titles.has(key) || !/\p{Lu}/u.test(text[start] ?? "")) return;
    const last = parties.at(-1);
    if (last !== undefined && last.to === i && text.slice(tokens[i - 1]!.end, start) === " ")
      parties[parties.length - 1] = { key: `${last.key} ${key}`, from: last.from, to: i + 1 };
    else parties.push({ key, from: i, to: i + 1 });
  });
  return parties;
}

/** Two names around a word that both texts have: in the other order, or in the same order and one of the texts turns them by a passive. */
function swappedRoles(
  claim: string,
  ours: readonly Token[],
  statement: string,
  theirs: readonly Token[],
): readonly string[] | undefined {
  const there = partiesIn(statement, theirs);
  const here = partiesIn(claim, ours).filter(({ key }) => there.some((one) => one.key === key));
  for (let i = 0; i + 1 < here.length; i++) {
    const [first, second] = [here[i]!, here[i + 1]!];
    const [a, b] = [
      there.find(({ key }) => key === first.key)!,
      there.find(({ key }) => key === second.key)!,
    ];
    const sameOrder = a.from < b.from;
    const between = ours.slice(first.to, second.from);
    const other = sameOrder ? theirs.slice(a.to, b.from) : theirs.slice(b.to, a.from);
    const words = new Set(other.map(({ key }) => verbStem(key)));
    const verb = between.find(({ key }) => key.length > 2 && words.has(verbStem(key)) && !small.has(key));
    if (verb === undefined) continue;
    const turned = hasBy(between) !== hasBy(other);
    if (turned !== sameOrder) continue;
    if (sameOrder && !isPassive(hasBy(between) ? between : other, verb)) continue;
    return [
      claim.slice(ours[first.from]!.start, ours[first.to - 1]!.end),
      written(claim, verb),
      claim.slice(ours[second.from]!.start, ours[second.to - 1]!.end),
    ];
  }
  return undefined;
}

const hasBy = (tokens: readonly Token[]): boolean => tokens.some(({ key }) => key === "by");

const be: ReadonlySet<string> = new Set("is are was were be been being got".split(" "));

/** "was bought by": between two names, a form of "be", the verb, and "by" before the second name. */
function isPassive(between: readonly Token[], verb: Token): boolean {
  const at = between.findIndex(({ key }) => verbStem(key) === verbStem(verb.key));
  const by = between.findIndex(({ key }) => key === "by");
  return by > at && by >= between.length - 2 && between.slice(0, at).some(({ key }) => be.has(key));
}

/** Join equals: "Anna and Bo" is "Bo and Anna". */
const small = new Set(["and", "with", "the", "from", "for", "was", "were", "are", "met", "between"]);
