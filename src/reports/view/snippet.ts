/** The piece of a text that shows best why it was found. */
import { BETWEEN, kindAt, UNSPACED } from "../../text/chars.ts";
import { foldWord } from "../../text/fold.ts";
import { stem } from "../../text/stem.ts";
import { isStopWord } from "../../text/stop-words.ts";
import type { Snippet } from "./model.ts";

/** A stretch of a text: from, up to. */
export type TextStretch = readonly [from: number, to: number];

/** Words that questions need and answers do not turn on; stop words leave negations out. */
const NEGATIONS: ReadonlySet<string> = new Set([
  "no",
  "not",
  "none",
  "nor",
  "never",
  "neither",
  "without",
  "cannot",
]);
const LONGEST_WORD = 64;
const MOST_KNOWN = 50_000;
/** A repeated word shows less than another one. */
const REPEATED = 0.2;
/** A short word that most texts have is probably a word like "der" or "que". */
const SHORT = 4;
const COMMON = 0.6;
const FEW_TEXTS = 5;

type TermVisit = (term: string, from: number, to: number) => void;

/** Words and their terms, for as long as one reader of texts lives. */
export class KnownTerms {
  readonly #known = new Map<string, string>();

  /** Longer words are compared by their beginning: no word of a hostile text is folded whole. */
  of(text: string, from: number, to: number): string {
    const word = text.slice(from, Math.min(to, from + LONGEST_WORD));
    let term = this.#known.get(word);
    if (term === undefined) {
      term = stem(foldWord(word));
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(word, term);
    }
    return term;
  }
}

/** The terms of a question that are looked for in texts. */
interface WantedTerms {
  readonly terms: ReadonlySet<string>;
  /** By the first two letters, where these are ASCII: 1 where a term begins with them. Stems keep those of their words. */
  readonly begins: Uint8Array;
}

const ASCII = 128;
const begin = (a: number, b: number): number => (a | 32) * ASCII + (b | 32);

/** Visits the words of a text; of scripts without spaces, every pair of neighbours. One pass. */
function eachTerm(text: string, known: KnownTerms, begins: Uint8Array | undefined, visit: TermVisit): void {
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if (kind === BETWEEN) {
      at++;
      continue;
    }
    const from = at++;
    const unspaced = kind === UNSPACED;
    while (at < text.length) {
      const next = kindAt(text, at);
      if (next === BETWEEN || (next === UNSPACED) !== unspaced) break;
      at++;
    }
    if (unspaced) eachPair(text, from, at, visit);
    else if (begins === undefined || mayBegin(text, from, at, begins))
      visit(known.of(text, from, at), from, at);
  }
}

function mayBegin(text: string, from: number, to: number, begins: Uint8Array): boolean {
  const [a, b] = [text.charCodeAt(from), to - from < 2 ? 0 : text.charCodeAt(from + 1)];
  return a >= ASCII || b >= ASCII || begins[begin(a, b)] === 1;
}

function eachPair(text: string, from: number, to: number, visit: TermVisit): void {
  let before = -1;
  for (let at = from; at < to; ) {
    const size = text.codePointAt(at)! > 0xffff ? 2 : 1;
    if (before >= 0) visit(text.slice(before, at + size), before, at + size);
    before = at;
    at += size;
  }
  // A single character is a word.
  if (before === from) visit(text.slice(from, to), from, to);
}

/** All words of the question where it has no others. */
function wantedIn(question: string, known: KnownTerms): WantedTerms {
  const all = new Set<string>();
  const wanted = new Set<string>();
  eachTerm(question, known, undefined, (term, from, to) => {
    const word = foldWord(question.slice(from, Math.min(to, from + LONGEST_WORD)));
    all.add(term);
    if (!isStopWord(word) && !NEGATIONS.has(word) && !/^[a-z]$/.test(word)) wanted.add(term);
  });
  const terms = wanted.size === 0 ? all : wanted;
  const begins = new Uint8Array(ASCII * ASCII);
  for (const term of terms) {
    const [a, b] = [term.charCodeAt(0), term.length < 2 ? 0 : term.charCodeAt(1)];
    if (a < ASCII && b < ASCII) begins[begin(a, b)] = 1;
  }
  return { terms, begins };
}

/** A place in a text where a word of the question stands. */
interface FoundTerm {
  readonly term: string;
  readonly from: number;
  readonly to: number;
}

/** By whether there is more before, and after: a page has many snippets, and these four once. */
const CUTS: readonly (readonly Snippet["cut"][])[] = [
  [
    [false, false],
    [false, true],
  ],
  [
    [true, false],
    [true, true],
  ],
];

/** Snippets of the texts that are shown for one question: what is rare among them tells most. */
export class Snippets {
  readonly #found: readonly (readonly FoundTerm[])[];
  readonly #texts: readonly string[];
  readonly #weights: ReadonlyMap<string, number>;
  readonly #length: number;
  /** Of texts without gold: lists share what they have in common. */
  readonly #made = new Map<number, Snippet>();

  constructor(
    question: string | undefined,
    texts: readonly string[],
    length: number,
    known: KnownTerms = new KnownTerms(),
  ) {
    const wanted = wantedIn(question ?? "", known);
    this.#texts = texts;
    this.#length = length;
    const found = texts.map((text) => termsIn(text, wanted, known));
    this.#weights = weightsOf(found);
    this.#found = found.map((list) => list.filter(({ term }) => this.#weights.has(term)));
  }

  /** Of the text at this place. `gold`: what of it the gold asks for. */
  at(place: number, gold: readonly TextStretch[] = []): Snippet {
    if (gold.length > 0) return this.#make(place, gold);
    const made = this.#made.get(place) ?? this.#make(place, gold);
    this.#made.set(place, made);
    return made;
  }

  #make(place: number, gold: readonly TextStretch[]): Snippet {
    const text = this.#texts[place]!;
    const found = this.#found[place]!;
    const [from, to] = windowOf(text, this.#best(found, gold), this.#length);
    return {
      text: plain(text.slice(from, to)),
      cut: CUTS[from > 0 ? 1 : 0]![to < text.length ? 1 : 0]!,
      marks: marksIn(found, gold, from, to),
    };
  }

  /** What must be in the window: the gold, or where the matches are densest. */
  #best(found: readonly FoundTerm[], gold: readonly TextStretch[]): TextStretch {
    if (gold.length > 0) return gold.reduce((a, b) => (b[0] < a[0] ? b : a));
    const counts = new Map<string, number>();
    const worth = ({ term }: FoundTerm, count: number): number =>
      this.#weights.get(term)! * (count === 0 ? 1 : REPEATED);
    let [best, sum, left] = [0, 0, 0];
    let window: TextStretch = [0, 0];
    for (const one of found) {
      const count = counts.get(one.term) ?? 0;
      sum += worth(one, count);
      counts.set(one.term, count + 1);
      while (one.to - found[left]!.from > this.#length && found[left] !== one) {
        const first = found[left++]!;
        const rest = counts.get(first.term)! - 1;
        sum -= worth(first, rest);
        counts.set(first.term, rest);
      }
      // A little more, because sums of the same terms differ in their last bits.
      if (sum > best + 1e-9) {
        best = sum;
        window = [found[left]!.from, one.to];
      }
    }
    return window;
  }
}

function termsIn(text: string, { terms, begins }: WantedTerms, known: KnownTerms): FoundTerm[] {
  const found: FoundTerm[] = [];
  if (terms.size > 0)
    eachTerm(text, known, begins, (term, from, to) => {
      if (terms.has(term)) found.push({ term, from, to });
    });
  return found;
}

/** By term, more for what few texts have. Short words that most have are left out, unless there are no others. */
function weightsOf(found: readonly (readonly FoundTerm[])[]): ReadonlyMap<string, number> {
  const texts = new Map<string, number>();
  for (const list of found)
    for (const term of new Set(list.map((one) => one.term))) texts.set(term, (texts.get(term) ?? 0) + 1);
  const n = found.length;
  const all = [...texts].map(([term, in_]) => ({
    term,
    weight: Math.log(1 + (n - in_ + 0.5) / (in_ + 0.5)),
    common: n >= FEW_TEXTS && in_ > COMMON * n && term.length < SHORT && kindAt(term, 0) !== UNSPACED,
  }));
  const kept = all.filter(({ common }) => !common);
  return new Map((kept.length === 0 ? all : kept).map(({ term, weight }) => [term, weight]));
}

/** The first characters of a text, on one line. */
export function beginningOf(text: string, length: number): string {
  const [, to] = windowOf(text, [0, 0], length);
  return plain(text.slice(0, to));
}

/** So far an end moves to stand between words. */
const STEP = 20;

function windowOf(text: string, [first, last]: TextStretch, length: number): TextStretch {
  if (text.length <= length) return [0, text.length];
  // A little less before than after.
  const spare = Math.max(0, length - (last - first));
  let from = Math.max(0, Math.min(first - Math.floor(spare * 0.4), text.length - length));
  let to = Math.min(text.length, from + length);
  if (from > 0) {
    const start = afterSpace(text, from, Math.min(first, from + STEP));
    from = wholeFrom(text, start ?? from);
  }
  if (to < text.length) {
    const end = beforeSpace(text, to, Math.max(Math.min(last, to), to - STEP));
    to = wholeTo(text, end ?? to, from);
  }
  return [from, to];
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text[at] ?? "");

/** The first place from here on that begins a word. */
function afterSpace(text: string, from: number, most: number): number | undefined {
  for (let at = from; at <= most; at++) if (isSpace(text, at - 1) && !isSpace(text, at)) return at;
  return undefined;
}

function beforeSpace(text: string, to: number, least: number): number | undefined {
  for (let at = to; at >= least; at--) if (isSpace(text, at) && !isSpace(text, at - 1)) return at;
  return undefined;
}

/** Goes with the character before it: the second half of a pair, marks, joiners, variations, skin tones. */
function continues(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x300) return false;
  if (code >= 0xdc00 && code < 0xe000) return true;
  if (code === 0x200d || text.charCodeAt(at - 1) === 0x200d) return true;
  const point = text.codePointAt(at)!;
  return (point >= 0x1f3fb && point <= 0x1f3ff) || /^[\p{M}\u200c]/u.test(String.fromCodePoint(point));
}

function wholeFrom(text: string, from: number): number {
  let at = from;
  while (at < Math.min(text.length, from + STEP) && continues(text, at)) at++;
  return at;
}

function wholeTo(text: string, to: number, least: number): number {
  let at = to;
  while (at > Math.max(least, to - STEP) && continues(text, at)) at--;
  return at;
}

/** On one line; every character keeps its place. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, " ");

/** What the gold asks for comes before words of the question. */
function marksIn(
  found: readonly FoundTerm[],
  gold: readonly TextStretch[],
  from: number,
  to: number,
): Snippet["marks"] {
  const marks: [number, number, "word" | "gold"][] = [];
  const add = (start: number, end: number, kind: "word" | "gold"): void => {
    const [a, b] = [Math.max(start, from, (marks.at(-1)?.[1] ?? 0) + from), Math.min(end, to)];
    if (a < b) marks.push([a - from, b - from, kind]);
  };
  const golds = gold.filter(([a, b]) => b > from && a < to).sort((a, b) => a[0] - b[0]);
  let next = 0;
  for (const one of found) {
    if (one.to <= from) continue;
    if (one.from >= to) break;
    while (next < golds.length && golds[next]![0] <= one.from) add(...golds[next++]!, "gold");
    const end = golds[next] === undefined ? one.to : Math.min(one.to, golds[next]![0]);
    const last = marks.at(-1);
    // Neighbouring pairs of a script without spaces are one mark.
    if (last !== undefined && last[2] === "word" && one.from - from < last[1])
      last[1] = Math.min(end, to) - from;
    else add(one.from, end, "word");
  }
  while (next < golds.length) add(...golds[next++]!, "gold");
  return marks;
}
