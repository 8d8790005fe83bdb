/** Whether a text may say the opposite of a claim in the claim's own words. Words decide, not sense: a flag, never a verdict. */
import { stem } from "../../text/stem.ts";
import { foldTokens, type Token } from "../../text/tokens.ts";
import { verbStem } from "./_irregular-verbs.ts";
import { deniedWord } from "./negation.ts";

export type OppositeKind = "negation" | "antonym" | "roles";

export interface Opposite {
  readonly kind: OppositeKind;
  /** The words that it is about, as they were compared. */
  readonly words: readonly string[];
}

/** Undefined where nothing speaks for it. */
export function oppositeIn(claim: string, statement: string): Opposite | undefined {
  const [a, b] = [foldTokens(claim), foldTokens(statement)];
  const antonym = antonymIn(a, b);
  const denied = deniedWord(claim, statement);
  // "did not fall" and "rose": two turns make one.
  if (antonym !== undefined && denied === undefined) return { kind: "antonym", words: antonym };
  if (denied !== undefined && antonym === undefined) return { kind: "negation", words: [denied] };
  const swapped = swappedRoles(claim, a, statement, b);
  return swapped === undefined ? undefined : { kind: "roles", words: swapped };
}

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
  const [left, right] = line.split(" | ").map((side) => side.split(" ").map(stem)) as [
    string[],
    string[],
  ];
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

/** A word of the claim, and its opposite in the statement, which does not have the word itself. */
function antonymIn(claim: readonly Token[], statement: readonly Token[]): readonly string[] | undefined {
  const [ours, theirs] = [claim, statement].map(
    (tokens) => new Map(tokens.map(({ key }) => [stem(key), key])),
  ) as [Map<string, string>, Map<string, string>];
  for (const [word, key] of ours) {
    if (theirs.has(word)) continue;
    for (const other of opposites.get(word) ?? [])
      if (theirs.has(other) && !ours.has(other)) return [key, theirs.get(other)!];
  }
  return undefined;
}

/** A name as a row of words with capitals. */
interface Party {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

function partiesIn(text: string, tokens: readonly Token[]): Party[] {
  const parties: Party[] = [];
  tokens.forEach(({ key, kind, start }, i) => {
    if (kind !== "word" || !/\p{Lu}/u.test(text[start] ?? "")) return;
    const last = parties.at(-1);
    if (last !== undefined && last.to === i && text.slice(tokens[i - 1]!.end, start) === " ")
      parties[parties.length - 1] = { key: `${last.key} ${key}`, from: last.from, to: i + 1 };
    else parties.push({ key, from: i, to: i + 1 });
  });
  return parties;
}

const turning = new Set(["by"]);

/** Two names around a word that both texts have, in the other order, and neither text turns them by a passive. */
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
    if (a.from < b.from === first.from < second.from) continue;
    const between = ours.slice(first.to, second.from);
    const other = theirs.slice(b.to, a.from);
    const words = new Set(other.map(({ key }) => verbStem(key)));
    const verb = between.find(({ key }) => key.length > 2 && words.has(verbStem(key)) && !small.has(key));
    if (verb === undefined) continue;
    if (between.some(({ key }) => turning.has(key)) !== other.some(({ key }) => turning.has(key))) continue;
    return [first.key, verb.key, second.key];
  }
  return undefined;
}

/** Join equals: "Anna and Bo" is "Bo and Anna". */
const small = new Set(["and", "with", "the", "from", "for", "was", "were", "are", "met", "between"]);
