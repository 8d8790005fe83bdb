/** A claim as what is looked for: its words with their weights, and what must not be missing. */
import { foldTokens, type Token } from "../../text/tokens.ts";
import type { Term, Wanted } from "./_wanted.ts";
import { type Entity, findEntities } from "./entities.ts";
import { usuallyLower } from "./words.ts";

export interface Sought {
  readonly text: string;
  readonly terms: Int32Array;
  readonly weights: Float64Array;
  readonly total: number;
  readonly gates: readonly Gate[];
  /** Names, dates and numbers of the text; none where they are not looked for. */
  readonly entities: readonly Entity[];
  /** Neighbouring terms: their number among the pairs of the case, and what each weighs. */
  readonly pairs: readonly number[];
  readonly pairWeights: readonly number[];
  /** Terms of what only this claim of a list says. */
  readonly focus: readonly number[];
}

/** A name or a number: where it is missing, there is less support. */
export interface Gate {
  /** As the claim writes it. */
  readonly text: string;
  readonly number: boolean;
  /** The question names it: a text that leaves it out is about it all the same ("In Portugal, ..." asked of Portugal). */
  readonly asked?: boolean;
  readonly terms: readonly number[];
  readonly weights: readonly number[];
  /** Of the weights. */
  readonly enough: number;
}

/** Words of the question are in most of what was retrieved: they say less about a claim than its other words. */
const ASKED = 0.2;
/** The frame of a list ("the causes of D are") is said once for all of its claims. */
const FRAME = 0.35;

export interface SoughtOptions {
  readonly reference?: boolean;
  /** Terms of the question. */
  readonly asked?: ReadonlySet<number> | undefined;
  readonly focus?: string | undefined;
  /** Whether its names and numbers are looked for: not those of the question. */
  readonly gates?: boolean;
  /** Of the text, where it was folded before. */
  readonly tokens?: readonly Token[] | undefined;
}

export function seek(text: string, wanted: Wanted, options: SoughtOptions = {}): Sought {
  const { reference = false, asked, focus, gates = true, tokens = foldTokens(text) } = options;
  const terms = wanted.add(text, reference, tokens);
  const entities = gates ? findEntities(text, tokens) : [];
  const own = new Set(focus === undefined ? [] : wanted.add(focus, reference).map(({ id }) => id));
  const pairs: number[] = [];
  const pairWeights: number[] = [];
  for (let i = 1; i < terms.length; i++) {
    pairs.push(wanted.pair(terms[i - 1]!.id, terms[i]!.id));
    pairWeights.push(Math.min(terms[i - 1]!.weight, terms[i]!.weight));
  }
  const weights = Float64Array.from(
    terms,
    ({ id, weight }) =>
      weight * (own.has(id) ? 1 : (asked?.has(id) ? ASKED : 1) * (own.size > 0 ? FRAME : 1)),
  );
  return {
    text,
    terms: Int32Array.from(terms, ({ id }) => id),
    weights,
    total: sumOf(weights),
    gates: gates ? gatesOf(text, terms, entities, asked) : [],
    entities,
    pairs,
    pairWeights,
    focus: [...own],
  };
}

/** Each name, and each number and date by itself. */
function gatesOf(
  text: string,
  terms: readonly Term[],
  entities: readonly Entity[],
  asked: ReadonlySet<number> | undefined,
): Gate[] {
  const gates: Gate[] = [];
  terms.forEach((term, i) => {
    if (!term.exact) return;
    const next = terms[i + 1];
    // "18 km" is another length than "18 miles".
    if (next?.unit === true) gates.push(amountGate(term, next, written(text, term.start, next.end)));
    else gates.push(gateOf([term], written(text, term.start, term.end)));
    // The month of "90 dollars a month".
    const each = next?.unit === true ? terms[i + 2] : undefined;
    if (each?.unit === true) gates.push(gateOf([each], text.slice(term.start, each.end)));
  });
  for (const entity of entities) {
    const words = terms.filter(
      ({ exact, start, end }) => !exact && start >= entity.start && end <= entity.end,
    );
    if (entity.kind === "name" && words.length > 0) gates.push(gateOf(words, entity.text));
  }
  return gates.map((gate) => ({ ...gate, asked: gate.terms.every((id) => asked?.has(id) === true) }));
}

/** As people read it: with the sign of per cent. */
const written = (text: string, start: number, end: number): string =>
  text.slice(start, text[end] === "%" ? end + 1 : end);

/** Of a name its greater part will do, or its last word where that is a name by itself: "Steuben" for "Friedrich Wilhelm von Steuben". */
function gateOf(inside: readonly Term[], text: string): Gate {
  const weights = inside.map(({ weight }) => weight);
  const total = sumOf(weights);
  const last = inside.at(-1)!;
  const alone = inside.length > 1 && usuallyLower(last.key) !== true ? last.weight * 0.9 : total;
  return {
    text,
    number: last.exact || last.unit,
    terms: inside.map(({ id }) => id),
    weights,
    enough: Math.min(alone, total * 0.5),
  };
}

/** Number and unit, both of them. */
function amountGate(number: Term, unit: Term, text: string): Gate {
  const weights = [number.weight, unit.weight];
  return { text, number: true, terms: [number.id, unit.id], weights, enough: sumOf(weights) * 0.99 };
}

export function sumOf(weights: Iterable<number>): number {
  let sum = 0;
  for (const weight of weights) sum += weight;
  return sum;
}
