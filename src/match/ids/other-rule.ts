import type { DocId } from "../../core/ids.ts";
import type { IdRule } from "../../core/rules.ts";
import { chunkSuffix } from "./chunk-suffix.ts";
import { idNormalisers, idRules } from "./index.ts";
import { percentDecoded } from "./percent.ts";
import { foldedToken, mainToken, tokensOf } from "./tokens.ts";

/** Cache of each rule's result for an id; cleared when it grows too large. */
class Written {
  #byId = new Map<DocId, readonly DocId[]>();
  readonly #rules: readonly string[];
  constructor(rules: readonly string[]) {
    this.#rules = rules;
  }
  of(id: DocId): readonly DocId[] {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    if (this.#byId.size >= 20_000) this.#byId = new Map();
    const made = this.#rules.map((rule) => idRules[rule]!(id));
    this.#byId.set(id, made);
    return made;
  }
}

/** An id must hold one of them, in whatever case; letters beyond ASCII and percent signs aside. */
export interface HeldParts {
  readonly parts: readonly string[];
  /** The gold id is letters and a number, which is the part: an id of letters and digits must end with it. */
  readonly isSimple: boolean;
}

/** Finds the named rule under which two ids that differ would be one. */
export class OtherRules {
  readonly #rules: readonly { readonly id: string; readonly cuts?: true }[];
  readonly #written: Written;

  /** `inForce`: the rule that did not bring them together. */
  constructor(inForce: IdRule = "exact") {
    this.#rules = idNormalisers.filter(({ id }) => id !== "exact" && id !== inForce);
    this.#written = new Written(this.#rules.map(({ id }) => id));
  }

  /** The first hit that would be the gold id under some rule, its place in the list, and that rule. */
  find(
    gold: DocId,
    hits: readonly (DocId | null)[],
  ): { readonly rule: string; readonly at: number } | undefined {
    const mayBe = closeTo(gold, new Set(this.#written.of(gold)));
    for (let at = 0; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === null || hit === undefined || !mayBe(hit)) continue;
      const rule = this.#ruleFor(gold, hit);
      if (rule !== undefined) return { rule, at };
    }
    return undefined;
  }

  /** What an id must hold to be the gold id under some rule. undefined: that cannot be told. */
  heldBy(gold: DocId): HeldParts | undefined {
    // Most ids are letters and a number: no rule takes anything off but zeros.
    const number = numberAfterLetters(gold);
    if (number !== undefined) return { parts: [number], isSimple: true };
    const part = lastingPart(gold);
    if (part === undefined) return undefined;
    // Of others without a dot or a slash, only what is one of chunks.
    if (/^[A-Za-z0-9_-]*$/.test(gold) && chunkSuffix.apply(gold) === gold)
      return { parts: [part], isSimple: false };
    const forms = this.#written.of(gold).filter((form) => !form.toLowerCase().includes(part));
    return { parts: [part, ...new Set(forms)], isSimple: false };
  }

  #ruleFor(gold: DocId, hit: DocId): string | undefined {
    const [ours, theirs] = [this.#written.of(gold), this.#written.of(hit)];
    for (let r = 0; r < this.#rules.length; r++) {
      const [a, b] = [ours[r], theirs[r]];
      const { id, cuts } = this.#rules[r]!;
      // What cuts both sides only says that two chunks are of one document.
      if (cuts === true ? (gold === b && hit !== b) || (hit === a && gold !== a) : a === b) return id;
    }
    return undefined;
  }
}

/** The number of an id such as D0012, without its first zeros; undefined for any other id. Called for every missed one. */
function numberAfterLetters(id: DocId): string | undefined {
  let digits = id.length;
  while (digits > 0 && isDigit(id.charCodeAt(digits - 1))) digits--;
  if (digits === id.length) return undefined;
  for (let i = 0; i < digits; i++) if (!isLetter(id.charCodeAt(i))) return undefined;
  while (digits < id.length - 1 && id.charCodeAt(digits) === 48) digits++;
  return id.slice(digits);
}
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/**
 * A quick look that keeps most hits from a closer one: no rule invents letters or digits,
 * so a hit is what a rule makes of the gold id, or it holds the main part of its last segment.
 */
function closeTo(gold: DocId, written: ReadonlySet<DocId>): (hit: DocId) => boolean {
  const main = mainToken(percentDecoded(idRules["no-extension"]!(idRules["basename"]!(gold))));
  if (main === undefined) return () => true;
  const plain = /^[\p{ASCII}]*$/u.test(main);
  return (hit) => {
    if (written.has(hit)) return true;
    const decoded = percentDecoded(hit);
    return (plain ? decoded : decoded.normalize("NFC")).toLowerCase().includes(main);
  };
}

/** Signs that start something which a rule takes off or reads as something else. */
const TELLING = /[%#?:]|^www\.|[^\p{ASCII}]/u;

/**
 * Letters or digits of an id that every rule keeps, on both sides, but where what is left of the id is all there is:
 * the longest number of its last segment, or its longest word.
 */
function lastingPart(id: DocId): string | undefined {
  if (TELLING.test(id)) return undefined;
  const last = id.slice(Math.max(id.lastIndexOf("/"), id.lastIndexOf("\\")) + 1);
  // 1.0 is 1.
  const whole = /^[+-]?(\d+)(?:\.0*)?$/.exec(last)?.[1];
  const tokens = tokensOf(whole ?? last).map(foldedToken);
  const numbers = tokens.filter((token) => /^\d/.test(token));
  return longest(numbers.length > 0 ? numbers : tokens);
}
const longest = (tokens: readonly string[]): string | undefined =>
  tokens.reduce<string | undefined>((a, b) => (a === undefined || b.length > a.length ? b : a), undefined);
