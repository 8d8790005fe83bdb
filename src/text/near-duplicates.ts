/** Questions that ask the same in nearly the same words. */
import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";
import { foldTokens } from "./tokens.ts";

/** Share of the terms that two texts must have in common. */
const SHARED = 0.8;
/** A text is compared with at most so many earlier ones per term: what is in every text tells nothing, and time stays linear. */
const COMPARED = 64;

/** "When does it open?" and "Where does it open?" are two questions. */
const ASKING = new Set(["who", "whom", "whose", "which", "what", "when", "where", "why", "how"]);
const carriesMeaning = (key: string): boolean =>
  !isStopWord(key) || ASKING.has(key) || key === "before" || key === "after";

interface Terms {
  /** Long ones first, since they are rarer; the same for a text whatever else there is. */
  readonly list: readonly string[];
  readonly set: ReadonlySet<string>;
  /** Questions about 2023 and 2024 are two. */
  readonly numbers: string;
}

function termsOf(keys: readonly { readonly key: string; readonly kind: string }[]): Terms {
  const content = keys.filter(({ key }) => carriesMeaning(key));
  const kept = content.length === 0 ? keys : content;
  const set = new Set(kept.map(({ key, kind }) => (kind === "word" ? stem(key) : key)));
  const list = [...set].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const numbers = [...new Set(kept.filter(({ key }) => /\d/.test(key)).map(({ key }) => key))]
    .sort()
    .join(" ");
  return { list, set, numbers };
}

/**
 * Texts by the first one that says the same: word for word apart from case and punctuation, or with at least four
 * fifths of the terms in common and the same numbers. Word order and filler words do not count.
 * Where a text belongs depends on earlier texts only.
 */
export class NearDuplicates {
  readonly #exact = new Map<string, number>();
  readonly #terms: (Terms | undefined)[] = [];
  readonly #byTerm = new Map<string, number[]>();

  /** The number of the first text that says the same, which is this text's own number where it is new. */
  add(text: string): number {
    const number = this.#terms.length;
    const keys = foldTokens(text);
    const exact = keys.map(({ key }) => key).join(" ");
    const same = this.#exact.get(exact);
    if (same !== undefined) {
      this.#terms.push(undefined);
      return same;
    }
    const terms = termsOf(keys);
    const near = this.#near(terms);
    this.#exact.set(exact, near ?? number);
    if (near !== undefined) {
      this.#terms.push(undefined);
      return near;
    }
    this.#terms.push(terms);
    for (const term of prefixOf(terms)) {
      const list = this.#byTerm.get(term);
      if (list === undefined) this.#byTerm.set(term, [number]);
      else list.push(number);
    }
    return number;
  }

  #near(terms: Terms): number | undefined {
    let best: number | undefined;
    let most = 0;
    for (const term of prefixOf(terms))
      for (const other of (this.#byTerm.get(term) ?? []).slice(-COMPARED)) {
        const share = likeness(terms, this.#terms[other]!);
        if (share > most || (share === most && best !== undefined && other < best)) {
          most = share;
          best = other;
        }
      }
    return most >= SHARED ? best : undefined;
  }
}

/** Two texts that have enough in common share one of these. */
const prefixOf = ({ list }: Terms): readonly string[] =>
  list.slice(0, list.length - Math.ceil(SHARED * list.length) + 1);

function likeness(a: Terms, b: Terms): number {
  if (a.numbers !== b.numbers || a.set.size === 0) return 0;
  let both = 0;
  for (const term of a.set) if (b.set.has(term)) both++;
  return both / (a.set.size + b.set.size - both);
}
