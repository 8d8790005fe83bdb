/** Names in a text: runs of words with capitals, and the small words that join them. */

import { stopWords } from "../../text/stop-words.ts";
import { type NameWord, readNameWords } from "./_name-reader.ts";
import {
  bodies,
  callouts,
  capitalised,
  common,
  dateWords,
  fixed,
  forBodies,
  joins,
  openers,
  pairs,
  particles,
  roles,
  titles,
} from "./_name-words.ts";
import { findTitles, type QuotedPlace } from "./_quoted.ts";
import { usuallyLower, wordWeight } from "./words.ts";

/** A name of more words is a list of names, or a text in capitals. */
const LONGEST = 30;
/** Frequent words with a capital inside a sentence are rather offices and subjects than names: "the Director", "in Physics". */
const FREQUENT = 0.65;

export function findNames(text: string): QuotedPlace[] {
  const quoted = findTitles(text);
  const words = readNameWords(text);
  const small = new Set(words.filter((word) => !word.capital).map((word) => word.key));
  const casual = isCasual(text, words);
  const names: QuotedPlace[] = [...quoted, ...(casual ? smallNames(words) : [])];
  let quote = 0;
  for (let i = 0; i < words.length; ) {
    const word = words[i]!;
    while (quote < quoted.length && quoted[quote]!.end <= word.start) quote++;
    if (!word.capital || word.start >= (quoted[quote]?.start ?? text.length)) {
      i++;
      continue;
    }
    const end = overNickname(text, words, i);
    const run = trim(words, i, end, small, casual);
    if (run.length > 0) names.push({ start: run[0]!.start, end: run.at(-1)!.end });
    i = end;
  }
  return withoutOverlap(names);
}

/** Not as one writes for print: a small letter begins it, or something is called out, drawn out or said in signs. */
const isCasual = (text: string, words: readonly NameWord[]): boolean =>
  /^\P{L}*\p{Ll}/u.test(text) ||
  /([a-z!?.])\1{2}|\p{Extended_Pictographic}|(?:^|\s)[@#]\s?\w|:[)D(]/iu.test(text) ||
  words.some(({ key }) => social.has(key));
const social = new Set(
  "lol lmao omg wtf idk smh u ur plz pls im dont cant thats gonna wanna tho bro dude wow haha".split(" "),
);

/** Words that are mostly written with a capital, where a text leaves capitals out: "trump", "rick astley". */
function smallNames(words: readonly NameWord[]): QuotedPlace[] {
  const found: QuotedPlace[] = [];
  for (let i = 0; i < words.length; i++) {
    if (words[i]!.capital || !isSmallName(words[i]!)) continue;
    let end = i + 1;
    while (
      end < words.length &&
      words[end]!.joined &&
      !words[end]!.first &&
      (isSmallName(words[end]!) || isUnknown(words[end]!)) &&
      end - i < 3
    )
      end++;
    found.push({ start: words[i]!.start, end: words[end - 1]!.end });
    i = end - 1;
  }
  return found;
}
const isSmallName = ({ key, capital }: NameWord): boolean =>
  !capital &&
  key.length > 3 &&
  usuallyLower(key) === false &&
  !callouts.has(key) &&
  !common.has(key) &&
  !dateWords.has(key) &&
  !titles.has(key) &&
  wordWeight(key) >= SMALL_NAME &&
  !ofPeople.test(key);
const isUnknown = ({ key, capital }: NameWord): boolean =>
  !capital &&
  key.length > 4 &&
  /^[a-z]+$/.test(key) &&
  usuallyLower(key) === undefined &&
  !/(?:ing|ed|ly|s)$/.test(key);
const SMALL_NAME = 0.45;
const ofPeople = /(?:ish|ese|ian|ican|rench|god|internet|bible|mommy|daddy|grandma|santa)$/;

/** A nickname is also a quotation: the longer one, which starts first, is kept. */
function withoutOverlap(names: QuotedPlace[]): QuotedPlace[] {
  names.sort((a, b) => a.start - b.start);
  let end = 0;
  return names.filter((name) => {
    if (name.start < end) return false;
    end = name.end;
    return true;
  });
}

/** William "Bill" Porter is one name. */
function overNickname(text: string, words: readonly NameWord[], from: number): number {
  const end = endOfRun(words, from);
  const [name, next] = [words[end], words[end + 1]];
  if (!name?.capital || !next?.capital || next.start - words[end - 1]!.end > 40) return end;
  const between = text.slice(words[end - 1]!.end, next.start);
  return /^ ["“] ?\S+ ?["”] $/.test(between) ? endOfRun(words, end + 1) : end;
}

/** Behind the last capital of the run, over joining words where a capital follows. */
function endOfRun(words: readonly NameWord[], from: number): number {
  let end = from + 1;
  while (end - from < LONGEST) {
    const next = afterJoin(words, from, end);
    const word = words[next];
    if (word === undefined || !word.joined || word.first) return end;
    if (!word.capital) return next === end && word.number && takesNumber(words[end - 1]!) ? end + 1 : end;
    end = next + 1;
  }
  return end;
}

/** "Apollo 11", "Highway 301"; but "May 5" is a date. */
const takesNumber = (word: NameWord): boolean =>
  !dateWords.has(word.key) &&
  !callouts.has(word.key) &&
  (usuallyLower(word.key) !== undefined || /\p{Lu}\p{Ll}*\p{Lu}|\p{Ll}\p{Lu}/u.test(word.text));

/** The place behind small words that may stand inside a name; `end` itself where there are none. */
function afterJoin(words: readonly NameWord[], from: number, end: number): number {
  const word = words[end];
  if (word === undefined || !word.joined) return end;
  if (particles.has(word.text)) return afterParticles(words, end);
  if (!joins.has(word.text)) return end;
  const head = words[end - 1]!;
  const far = words[end + 1];
  if (far === undefined) return end;
  // Alexander the Great.
  if (word.text === "the") return end - from === 1 && usuallyLower(far.key) === true ? end + 1 : end;
  if (word.text === "and") return joinsBoth(words, from, end) ? end + 1 : end;
  if (word.text === "for" ? !forBodies.has(head.key) : !isOf(words[from]!, head, end - from)) return end;
  return far.text === "the" && far.joined ? end + 2 : end + 1;
}

function afterParticles(words: readonly NameWord[], end: number): number {
  let next = end + 1;
  while (next < words.length && words[next]!.joined && particles.has(words[next]!.text)) next++;
  return next;
}

/** "Bosnia and Herzegovina", "Department of Physics and Astronomy". */
function joinsBoth(words: readonly NameWord[], from: number, end: number): boolean {
  const [head, far] = [words[end - 1]!, words[end + 1]!];
  if (pairs.has(`${head.key} ${far.key}`)) return true;
  if (usuallyLower(head.key) !== true || usuallyLower(far.key) !== true) return false;
  return words.slice(from, end).some((one) => one.text === "of" || one.text === "for");
}

/** Whether "of" goes on with a name: "University of Oslo" and "Old Church of Delft", but not "Sue Black of Oslo" and "Fellow of All Souls". */
function isOf(first: NameWord, head: NameWord, length: number): boolean {
  if (bodies.has(head.key)) return true;
  if (titles.has(head.key) || roles.has(head.key) || usuallyLower(head.key) !== true) return false;
  return length === 1 || usuallyLower(first.key) === true;
}

/** Removes what is not part of a name: a title, the first word of a sentence. Adds the number of "2nd Battle". */
function trim(
  words: readonly NameWord[],
  start: number,
  stop: number,
  small: ReadonlySet<string>,
  casual: boolean,
): readonly NameWord[] {
  let from = start;
  let end = stop;
  while (from < end && isOpening(words, from, end, small, casual)) from++;
  // "the U.S. Senator", "a Swedish Count": of a land, not a name.
  while (end > from + 1 && titles.has(words[end - 1]!.key) && ofLand.test(words[end - 2]!.key)) end--;
  if (from === end || (end - from === 1 && !isName(words[from]!, casual))) return [];
  const run = words.slice(from, end);
  // A sentence in capitals.
  if (
    run.length > 1 &&
    run.every(({ shouted, key }) => shouted && (usuallyLower(key) === true || callouts.has(key)))
  )
    return [];
  if (
    run.length > 4 &&
    run.every(({ shouted }) => shouted) &&
    run.filter(({ key }) => stopWords.has(key)).length > 1
  )
    return [];
  if (from > 0 && words[from]!.joined && words[from - 1]!.ordinal) from--;
  return words.slice(from, end);
}

const ofLand = /(?:an|ish|ese|ch|^u\.?s|^u\.?k)$/;

function isOpening(
  words: readonly NameWord[],
  at: number,
  end: number,
  small: ReadonlySet<string>,
  casual: boolean,
): boolean {
  const word = words[at]!;
  if (at + 1 < end && fixed.has(`${word.key} ${words[at + 1]!.key}`)) return false;
  if (!word.capital || titles.has(word.key) || dateWords.has(word.key)) return true;
  if (callouts.has(word.key) && (word.first || word.shouted || casual)) return true;
  if (!word.first || word.shouted) return false;
  if (stopWords.has(word.key) || openers.has(word.key)) return true;
  if (capitalised.has(word.key) && at + 1 < end) return false;
  if (small.has(word.key)) return true;
  const lower = usuallyLower(word.key);
  // A rare word that looks like a verb or an adverb.
  if (lower === undefined && /(?:ed|ing|ly)$/.test(word.key) && word.key.length > 6) return true;
  return lower === true && at + 1 === end;
}

/** "Beyoooond", "HAHAHA". */
const isDrawnOut = (key: string): boolean => /([a-z])\1{2}|^(?:ha|he|lo|ja){2,}/.test(key);

function isName(word: NameWord, casual: boolean): boolean {
  if (word.key.length < 2 || common.has(word.key) || isDrawnOut(word.key)) return false;
  if (casual && (callouts.has(word.key) || ((word.shouted || word.first) && usuallyLower(word.key) === true)))
    return false;
  if (word.first || word.shouted) return true;
  return usuallyLower(word.key) !== true || wordWeight(word.key) >= FREQUENT;
}
