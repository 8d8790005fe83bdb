/** Whether the statements of a chunk say a claim: the weighted share of its words in the few statements that say most of it. */
import type { Rows } from "./_rows.ts";
import { type Gate, type Sought, sumOf } from "./_sought.ts";

/** What was found of a claim, before it is weighed. */
export interface FoundEvidence {
  /** Of the weight of the claim's words, from 0 to 1. */
  readonly share: number;
  /** The same of the best three statements in a row. */
  readonly window: number;
  /** Of the weight of its neighbouring words, what the statements that say it have side by side. */
  readonly pairs: number;
  /** Names and numbers of the claim that are nowhere in the chunk. */
  readonly missing: readonly Gate[];
  /** What only this claim of a list says is among the evidence, with something of what the whole list says. */
  readonly focus: boolean;
}

export interface ChunkSupport extends FoundEvidence {
  /** Words and neighbours together, from 0 to 1: what partial support is decided by. */
  readonly said: number;
  /** The same, less what is missing: what full support is decided by. */
  readonly confidence: number;
  /** The statements that say it, the best first: places in the rows. */
  readonly by: readonly number[];
}

/** A claim that takes more statements than this was put together from words, not said. */
const MOST = 3;
/** A further statement must add this much of the claim. */
const ADDS = 0.05;
/** What a claim's words in the statement before or behind count, where one is to be chosen: what is said often goes on in the next sentence. */
const BESIDE = 0.2;

export function findSupport(claim: Sought, rows: Rows, from: number, to: number): ChunkSupport {
  const { terms, weights, total } = claim;
  const best = new Uint8Array(terms.length);
  const by: number[] = [];
  let share = 0;
  const first = firstOf(claim, rows, from, to);
  // The headings above the first statement hold for its section; those of other sections say nothing of it.
  const within = first === undefined ? { from, to } : sectionOf(rows, first, from, to);
  while (by.length < MOST) {
    const next = by.length === 0 ? first : addsMost(claim, rows, from, to, best, within);
    if (next === undefined) break;
    const cells = cellsOf(rows, next, within);
    const base = next * rows.width;
    let sum = 0;
    for (let i = 0; i < terms.length; i++) sum += weights[i]! * Math.max(best[i]!, cells[base + terms[i]!]!);
    const now = total === 0 ? 0 : sum / (100 * total);
    if (now < share + (by.length === 0 ? Number.MIN_VALUE : ADDS)) break;
    for (let i = 0; i < terms.length; i++) best[i] = Math.max(best[i]!, cells[base + terms[i]!]!);
    share = now;
    by.push(next);
  }
  const window = bestWindow(claim, rows, from, to, within);
  const pairs = by.every((row) => rows.inTable[row] === 1) ? share : (pairsIn(claim, rows, by) ?? share);
  // What the question names is missing only where the chunk has it, but under another heading.
  const missing = claim.gates.filter(
    (gate) =>
      !hasGate(gate, rows, from, to, within) &&
      (gate.asked !== true || (rows.sections.size > 0 && hasGate(gate, rows, from, to, { from, to }))),
  );
  const focus = saysFocus(claim, by, rows);
  const { said, confidence } = weigh(claim, { share, window, pairs, missing, focus });
  return { share, window, pairs, missing, focus, by, said, confidence };
}

/** Statements, from and up to but not with, for which the headings above them hold. */
interface HeldRows {
  readonly from: number;
  readonly to: number;
}

/** The cells of a statement: with the headings above it, or without. */
const cellsOf = (rows: Rows, row: number, within: HeldRows): Uint8Array =>
  row >= within.from && row < within.to ? rows.cells : rows.own;

function sectionOf(rows: Rows, row: number, from: number, to: number): HeldRows {
  if (rows.sections.size === 0) return { from, to };
  let start = row;
  while (start > from && !rows.sections.has(start)) start--;
  let end = row + 1;
  while (end < to && !rows.sections.has(end)) end++;
  return { from: start, to: end };
}

export interface EvidenceWeights {
  readonly share: number;
  readonly window: number;
  readonly pairs: number;
  /** What a missing name or number takes away. */
  readonly name: number;
  readonly number: number;
  /** What a word more or less than usual adds to the rest. */
  readonly length: number;
}
/** From the grid of `npm run judge:tune`, on the tuning parts of all sets at once, each set also left out: within 0.01 of its best, with some weight on every kind of evidence. */
export const evidence: EvidenceWeights = {
  share: 0.7,
  window: 0.1,
  pairs: 0.2,
  name: 0.5,
  number: 0.5,
  length: 0.2,
};
/** Of a claim of a list whose own words are not there. */
const WITHOUT_FOCUS = 0.5;
/** Of a short claim a word that is not there says more: its other words are soon found by chance. */
const USUAL_LENGTH = 12;

/** A missing name or number lowers support; it forbids none. Of a claim with many of them, one says less: 0.5 of one, 0.25 of eight. */
export function weigh(
  { terms, gates }: Sought,
  { share, window, pairs, missing, focus }: FoundEvidence,
  weights: EvidenceWeights = evidence,
): { readonly said: number; readonly confidence: number } {
  const there = weights.share * share + weights.window * window + weights.pairs * pairs;
  const length = Math.log(Math.max(1, terms.length) / USUAL_LENGTH);
  const said = Math.max(0, there + weights.length * length * (1 - there));
  let sum = said;
  if (missing.length > 0) {
    const all = Math.cbrt(Math.max(1, gates.filter(({ asked }) => asked !== true).length));
    for (const { number } of missing) sum -= (number ? weights.number : weights.name) / all;
  }
  return { said, confidence: Math.max(0, Math.min(1, focus ? sum : sum * WITHOUT_FOCUS)) };
}

/** Two chunks of which each says a part of a claim. `chunks` are places in `each`. */
export interface JointSupport extends FoundEvidence {
  readonly chunks: readonly [number, number];
  readonly confidence: number;
}

/** Of the claim, at least so much must come from each of two chunks; less, where the one that says less has a name or number that the other lacks. */
const EACH = 0.15;
const EACH_SETTLING = 0.05;
/** Every two of these chunks are tried: of thousands, that would take seconds. */
const MOST_TOGETHER = 20;

/** The two chunks that say most of a claim together, where each adds to the other. `joins`: whether the statements of both are about one thing. */
export function findTogether(
  claim: Sought,
  rows: Rows,
  each: readonly ChunkSupport[],
  joins: (some: readonly number[], others: readonly number[]) => boolean = () => true,
): JointSupport | undefined {
  let best: JointSupport | undefined;
  const places = bestPlaces(each);
  for (const [at, i] of places.entries())
    for (const j of places.slice(at + 1)) {
      const [one, other] = [each[i]!, each[j]!];
      const most = Math.max(one.share, other.share);
      const share = shareIn(claim, rows, [...one.by, ...other.by]);
      const missing = one.missing.filter((gate) => other.missing.includes(gate));
      const settles = missing.length < (one.share < other.share ? other : one).missing.length;
      if (share < most + (settles ? EACH_SETTLING : EACH)) continue;
      const pairs = pairsIn(claim, rows, [...one.by, ...other.by]) ?? share;
      const found = { share, window: share, pairs, missing, focus: true };
      const { confidence } = weigh(claim, found);
      if ((best === undefined || confidence > best.confidence) && joins(one.by, other.by))
        best = { ...found, chunks: [i, j], confidence };
    }
  return best;
}

/** Places of the chunks that say most of a claim, in order. */
function bestPlaces(each: readonly ChunkSupport[]): readonly number[] {
  const places: number[] = [];
  each.forEach(({ share, focus }, i) => {
    if (share >= EACH && focus) places.push(i);
  });
  if (places.length <= MOST_TOGETHER) return places;
  return places
    .sort((a, b) => each[b]!.share - each[a]!.share || a - b)
    .slice(0, MOST_TOGETHER)
    .sort((a, b) => a - b);
}

function shareIn({ terms, weights, total }: Sought, rows: Rows, places: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) {
    let best = 0;
    for (const row of places) best = Math.max(best, rows.cells[row * rows.width + terms[i]!]!);
    sum += weights[i]! * best;
  }
  return total === 0 ? 0 : sum / (100 * total);
}

/** Undefined of a claim of one word. */
function pairsIn({ pairs, pairWeights }: Sought, rows: Rows, places: Iterable<number>): number | undefined {
  let near = 0;
  let all = 0;
  const where = [...places];
  for (let i = 0; i < pairs.length; i++) {
    all += pairWeights[i]!;
    if (where.some((row) => rows.pairs[row * rows.pairWidth + pairs[i]!] === 1)) near += pairWeights[i]!;
  }
  return all === 0 ? undefined : near / all;
}

/** What the best row of statements says together. */
function bestWindow(claim: Sought, rows: Rows, from: number, to: number, within: HeldRows): number {
  const { terms, weights, total } = claim;
  const best = new Uint8Array(terms.length);
  let window = 0;
  for (let start = from; start < to; start++) {
    const end = Math.min(to, start + MOST);
    best.fill(0);
    for (let row = start; row < end; row++) {
      if (rows.mute[row] === 1) continue;
      const cells = cellsOf(rows, row, within);
      const base = row * rows.width;
      for (let i = 0; i < terms.length; i++) {
        const cell = cells[base + terms[i]!]!;
        if (cell > best[i]!) best[i] = cell;
      }
    }
    let sum = 0;
    for (let i = 0; i < terms.length; i++) sum += weights[i]! * best[i]!;
    if (sum > window) window = sum;
    if (end === to) break;
  }
  return total === 0 ? 0 : window / (100 * total);
}

/** How much of a claim each statement says by itself. */
export function sharesOf(
  claim: Pick<Sought, "terms" | "weights" | "total">,
  rows: Rows,
  from: number,
  to: number,
): Float64Array {
  const { terms, weights, total } = claim;
  const shares = new Float64Array(to - from);
  if (total === 0) return shares;
  for (let row = from; row < to; row++) {
    const base = row * rows.width;
    let sum = 0;
    for (let i = 0; i < terms.length; i++) sum += weights[i]! * rows.own[base + terms[i]!]!;
    shares[row - from] = sum / (100 * total);
  }
  return shares;
}

/** Which statements are the evidence: their words count more where few statements of the chunk have them. */
export function evidenceScores(claim: Sought, rows: Rows, from: number, to: number): Float64Array {
  const { terms, weights } = claim;
  const { own, width } = rows;
  const all = Math.log(to - from + 1);
  const rare = new Float64Array(terms.length);
  for (let i = 0; i < terms.length; i++) {
    let count = 0;
    for (let row = from; row < to; row++) if (own[row * width + terms[i]!]! > 0) count++;
    // A word that is nowhere changes only the total.
    const said = count === 0 ? NOWHERE : Math.log(count + 0.5);
    rare[i] = (weights[i]! * Math.max(0, all - said)) / all;
  }
  const scores = sharesOf({ terms, weights: rare, total: sumOf(rare) }, rows, from, to);
  let before = 0;
  for (let i = 0; i < scores.length; i++) {
    const share = scores[i]!;
    const behind = i + 1 < scores.length ? scores[i + 1]! : 0;
    scores[i] = share + BESIDE * Math.max(before, behind);
    before = share;
  }
  return scores;
}
const NOWHERE = Math.log(0.5);

function firstOf(claim: Sought, rows: Rows, from: number, to: number): number | undefined {
  const scores = evidenceScores(claim, rows, from, to);
  let best = -1;
  for (let i = 0; i < scores.length; i++)
    if (rows.mute[from + i] !== 1 && scores[i]! > (best < 0 ? 0 : scores[best]!)) best = i;
  return best < 0 ? undefined : from + best;
}

function addsMost(
  { terms, weights }: Sought,
  rows: Rows,
  from: number,
  to: number,
  have: Uint8Array,
  within: HeldRows,
): number | undefined {
  let most = 0;
  let best: number | undefined;
  for (let row = from; row < to; row++) {
    if (rows.mute[row] === 1) continue;
    const base = row * rows.width;
    const cells = cellsOf(rows, row, within);
    let gain = 0;
    for (let i = 0; i < terms.length; i++) {
      const more = cells[base + terms[i]!]! - have[i]!;
      if (more > 0) gain += weights[i]! * more;
    }
    if (gain > most) {
      most = gain;
      best = row;
    }
  }
  return best;
}

function hasGate(
  { terms, weights, enough }: Gate,
  rows: Rows,
  from: number,
  to: number,
  within: HeldRows,
): boolean {
  let found = 0;
  for (let i = 0; i < terms.length; i++) {
    let best = 0;
    for (let row = from; row < to; row++) {
      const cell = cellsOf(rows, row, within)[row * rows.width + terms[i]!]!;
      if (cell > best && rows.mute[row] !== 1) best = cell;
    }
    found += (weights[i]! * best) / 100;
  }
  return found >= enough;
}

/** Half of its words at least. */
function saysFocus({ focus, terms }: Sought, by: readonly number[], rows: Rows): boolean {
  if (focus.length === 0) return true;
  const said = (term: number): boolean => by.some((row) => rows.cells[row * rows.width + term]! > 0);
  const frame = [...terms].filter((term) => !focus.includes(term));
  return focus.filter(said).length * 2 >= focus.length && (frame.length === 0 || frame.some(said));
}
