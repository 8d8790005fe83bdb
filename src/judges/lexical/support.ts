/** Whether the statements of a chunk say a claim: the weighted share of its words in the few statements that say most of it. */
import type { Rows } from "./_rows.ts";
import { type Sought, sumOf } from "./_sought.ts";

export interface ChunkSupport {
  /** Of the weight of the claim's words, from 0 to 1. */
  readonly share: number;
  /** Names and numbers of the claim that are nowhere in the chunk. */
  readonly missing: number;
  /** What only this claim of a list says is among the evidence, with something of what the whole list says. */
  readonly focus: boolean;
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
  while (by.length < MOST) {
    const next = by.length === 0 ? firstOf(claim, rows, from, to) : addsMost(claim, rows, from, to, best);
    if (next === undefined) break;
    let sum = 0;
    for (let i = 0; i < terms.length; i++)
      sum += weights[i]! * Math.max(best[i]!, rows.cells[next * rows.width + terms[i]!]!);
    const now = total === 0 ? 0 : sum / (100 * total);
    if (now < share + (by.length === 0 ? Number.MIN_VALUE : ADDS)) break;
    for (let i = 0; i < terms.length; i++)
      best[i] = Math.max(best[i]!, rows.cells[next * rows.width + terms[i]!]!);
    share = now;
    by.push(next);
  }
  return {
    share,
    missing: claim.gates.filter((gate) => !hasGate(gate, rows, from, to)).length,
    focus: saysFocus(claim, by, rows),
    by,
  };
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
    for (let i = 0; i < terms.length; i++) sum += weights[i]! * rows.cells[base + terms[i]!]!;
    shares[row - from] = sum / (100 * total);
  }
  return shares;
}

/** Which statements are the evidence: their words count more where few statements of the chunk have them. */
export function evidenceScores(claim: Sought, rows: Rows, from: number, to: number): Float64Array {
  const { terms, weights } = claim;
  const all = Math.log(to - from + 1);
  const rare = weights.map((weight, i) => {
    let count = 0;
    for (let row = from; row < to; row++) if (rows.cells[row * rows.width + terms[i]!]! > 0) count++;
    return (weight * Math.max(0, all - Math.log(count + 0.5))) / all;
  });
  const shares = sharesOf({ terms, weights: rare, total: sumOf(rare) }, rows, from, to);
  return shares.map((share, i) => share + BESIDE * Math.max(shares[i - 1] ?? 0, shares[i + 1] ?? 0));
}

function firstOf(claim: Sought, rows: Rows, from: number, to: number): number | undefined {
  const scores = evidenceScores(claim, rows, from, to);
  let best = -1;
  for (let i = 0; i < scores.length; i++) if (scores[i]! > (best < 0 ? 0 : scores[best]!)) best = i;
  return best < 0 ? undefined : from + best;
}

function addsMost({ terms, weights }: Sought, rows: Rows, from: number, to: number, have: Uint8Array) {
  let most = 0;
  let best: number | undefined;
  for (let row = from; row < to; row++) {
    const base = row * rows.width;
    let gain = 0;
    for (let i = 0; i < terms.length; i++) {
      const more = rows.cells[base + terms[i]!]! - have[i]!;
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
  { terms, weights, enough }: Sought["gates"][number],
  rows: Rows,
  from: number,
  to: number,
): boolean {
  let found = 0;
  for (let i = 0; i < terms.length; i++) {
    let best = 0;
    for (let row = from; row < to; row++) best = Math.max(best, rows.cells[row * rows.width + terms[i]!]!);
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
