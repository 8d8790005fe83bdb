/** Clauses that could stand as sentences: after a semicolon or ", and"; after "which"; after a participle. Sentences come without their final mark. */
import {
  bare,
  determiners,
  firstWord,
  hasVerb,
  isCapital,
  isVerb,
  participles,
  prepositions,
  pronouns,
  subordinators,
  wordsOf,
} from "./_grammar.ts";
import { placesOutside } from "./_outside.ts";

const LONGEST_NOUN = 9;

/** "A is B; C is D", "A is B, and C is D": two sentences. */
export function splitClauses(sentence: string): string[] {
  const first = bare(firstWord(sentence));
  if (subordinators.has(first)) return [sentence];
  const parts: string[] = [];
  let from = 0;
  for (const { at, match } of placesOutside(
    sentence,
    /; (?:and |but |however, )?|, (?:and|but|while|whereas) /g,
  )) {
    const left = sentence.slice(from, at);
    const right = sentence.slice(at + match.length);
    const next = wordsOf(right);
    if (!hasVerb(left) || /\b(?:that|whether|if)\b/.test(left) || !startsClause(next)) continue;
    parts.push(left);
    from = at + match.length;
  }
  parts.push(sentence.slice(from));
  return parts;
}

/** A subject, then a verb, then something. */
function startsClause(words: readonly string[]): boolean {
  const [first = ""] = words;
  if (!isCapital(first) && !pronouns.has(bare(first)) && !determiners.has(bare(first))) return false;
  const verb = words.slice(0, 9).findIndex(isVerb);
  if (verb < 1 || verb >= words.length - 1) return false;
  // A comma before the verb: rather the next item of a list.
  return !words.slice(0, verb).some((word) => word.endsWith(","));
}

/** "D, which spans E" is two sentences; so is "B, established in 1960". */
export function splitRelative(sentence: string): string[] {
  const [place] = placesOutside(sentence, /, (?:which|who|whose|where) /g);
  if (place !== undefined) return relative(sentence, place.at, place.match.slice(2, -1)) ?? [sentence];
  for (const { at, match } of placesOutside(sentence, /, (\p{Ll}+) (?:in|on|by|at|from|near|as)(?= )/gu)) {
    if (participles.test(bare(wordsOf(match)[1]!))) return participle(sentence, at) ?? [sentence];
  }
  return [sentence];
}

function relative(sentence: string, at: number, word: string): string[] | undefined {
  const before = sentence.slice(0, at);
  const rest = sentence.slice(at + word.length + 3);
  const first = firstWord(rest);
  const plain = word === "which" || word === "who";
  // "which he wrote", "which in turn": who does it is not said, or not only.
  if (plain && (isCapital(first) || pronouns.has(first) || determiners.has(first) || prepositions.has(first)))
    return undefined;
  if (!hasVerb(before)) return inside(before, rest, word);
  const noun = lastNoun(before);
  return noun === undefined || wordsOf(rest).length < 2 ? undefined : [before, say(noun, word, rest)];
}

/** "B, which was founded in 1960, is C". */
function inside(before: string, rest: string, word: string): string[] | undefined {
  if (wordsOf(before).length > LONGEST_NOUN || prepositions.has(bare(firstWord(before)))) return undefined;
  for (const { at } of placesOutside(rest, /, (?=\p{Ll})/gu)) {
    const after = rest.slice(at + 2);
    if (!isVerb(firstWord(after))) continue;
    return [`${before} ${after}`, say(before, word, rest.slice(0, at))];
  }
  return undefined;
}

function say(noun: string, word: string, clause: string): string {
  if (word === "whose") return `${noun}'s ${clause}`;
  return word === "where" ? `In ${noun}, ${clause}` : `${noun} ${clause}`;
}

function participle(sentence: string, at: number): string[] | undefined {
  const before = sentence.slice(0, at);
  const rest = sentence.slice(at + 2);
  if (!hasVerb(before) || hasVerb(rest.slice(rest.indexOf(" ")))) return undefined;
  const noun = lastNoun(before);
  return noun === undefined ? undefined : [before, `${noun} was ${rest}`];
}

/** What a clause at the end speaks of: all that stands behind the last verb, if that looks like a noun. */
function lastNoun(before: string): string | undefined {
  const words = wordsOf(before);
  let from = words.findLastIndex(isVerb) + 1;
  while (from < words.length && (prepositions.has(bare(words[from]!)) || /(?:ly|ed)$/.test(words[from]!)))
    from++;
  const noun = words.slice(from);
  const [first = ""] = noun;
  if (noun.length === 0 || noun.length > LONGEST_NOUN || noun.some((word) => /[,;:]$/.test(word)))
    return undefined;
  // "the judges of a season in Rome, which": either of them.
  if (noun.some((word) => word !== "of" && prepositions.has(bare(word)))) return undefined;
  return isCapital(first) || determiners.has(bare(first)) ? noun.join(" ") : undefined;
}

const pastVerbs =
  /^(?:was|were|is|died|became|won|moved|served|played|wrote|married|released|received|joined|founded|began|retired|returned|worked|graduated|directed|has|had|remains|lies|covers)$/;

/** After "was jailed" a verb that is also a participle may be passive too: "and released". */
const participial =
  /^(?:moved|served|played|married|released|received|joined|founded|retired|returned|worked|directed|covers)$/;

/** "X was born in 1950 and died in 2001": the subject holds for both. */
export function splitVerbs(sentence: string): string[] {
  const words = wordsOf(sentence);
  const verb = words.findIndex(isVerb);
  const subject = words.slice(0, verb);
  if (verb < 1 || verb > 6 || !pastVerbs.test(words[verb]!)) return [sentence];
  if (subject.some((word) => /[,;:]$|^(?:that|which|who|where|when|and)$/.test(word))) return [sentence];
  if (subordinators.has(bare(subject[0]!)) || prepositions.has(bare(subject[0]!))) return [sentence];
  const parts: string[] = [];
  let from = 0;
  for (const { at, match } of placesOutside(sentence, /,? and (?:then |later )?(?=\p{Ll}+ \S)/gu)) {
    const left = wordsOf(sentence.slice(from, at));
    const next = firstWord(sentence.slice(at + match.length));
    if (/^(?:was|were|is)$/.test(words[verb]!) && participial.test(next)) continue;
    if (!pastVerbs.test(next) || left.length < 2 || /\b(?:that|which|who|where|when)\b/.test(left.join(" ")))
      continue;
    parts.push(left.join(" "));
    from = at + match.length;
  }
  parts.push(sentence.slice(from));
  return parts.map((part, i) => (i === 0 ? part : `${subject.join(" ")} ${part}`));
}
