/** Whether a judge believes a chunk more for where it stands: the same cases with their chunks in another order. */

import { inOrder } from "../../calls/in-order.ts";
import type { PreparedCase } from "../../core/judgement-record.ts";
import { type Random, shuffled } from "../../core/random.ts";
import type { Judge } from "../judge-types.ts";
import { PositionTally } from "./_position-tally.ts";
import { verdictsOf } from "./_position-verdicts.ts";
import type { Estimate } from "./estimate.ts";

export interface PositionBias {
  readonly cases: number;
  /** Left out: one chunk has no order. */
  readonly tooShort: number;
  /** Cells that were judged in both orders, and those that came out differently. */
  readonly cells: number;
  readonly changed: number;
  readonly changedShare: Estimate;
  /** The same, asked again in the same order: what changes without any shuffling. */
  readonly again?: { readonly cells: number; readonly changed: number };
  /** By place from 1: chunks that support a claim or have a relevant statement, in the given and in the shuffled order. */
  readonly positions: readonly {
    readonly position: number;
    readonly given: { readonly chunks: number; readonly supporting: number };
    readonly shuffled: { readonly chunks: number; readonly supporting: number };
  }[];
  /** Cells of chunks that moved up and down: gained support and lost it. A judge without bias gains and loses alike. */
  readonly movedUp: { readonly cells: number; readonly gained: number; readonly lost: number };
  readonly movedDown: { readonly cells: number; readonly gained: number; readonly lost: number };
}

export interface PositionBiasOptions {
  readonly judge: Judge;
  readonly cases: Iterable<PreparedCase>;
  readonly random: Random;
  /** Also asks again in the same order, at the price of a third run. */
  readonly again?: boolean;
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
}

/**
 * Judges each case twice, with its chunks in the given and in a random order, and tells what changed.
 * @example await positionBias({ judge, cases: prepared, random: randomFrom(1) })
 */
export async function positionBias(options: PositionBiasOptions): Promise<PositionBias> {
  const { judge, random, again = false, concurrency = 8, signal } = options;
  const all = [...options.cases];
  // All orders are drawn before anything is asked: what comes first from the network decides nothing.
  const long = all
    .filter(({ chunks }) => chunks.length > 1)
    .map((one) => ({ one, order: newOrder(one, random) }));
  const tally = new PositionTally();
  const source = (async function* () {
    yield* long;
  })();
  const runs = inOrder(source, concurrency, async ({ one, order }) => {
    const moved = reorder(one, order);
    // First, so that the others find its claims in the store.
    const given = await judge.judge(one, signal);
    const [other, same] = await Promise.all([
      judge.judge(moved, signal),
      again ? judge.judge({ ...one, repeat: 1 }, signal) : undefined,
    ]);
    const plain = [...one.chunks.keys()];
    return {
      order,
      given: verdictsOf(one, given, plain),
      moved: verdictsOf(moved, other, order),
      again: same && verdictsOf(one, same, plain),
    };
  });
  for await (const run of runs) tally.add(run);
  return tally.report(long.length, all.length - long.length, random);
}

/** `order[p]`: which chunk of the case stands at place p. Never the given order. */
function newOrder({ chunks }: PreparedCase, random: Random): number[] {
  const given = [...chunks.keys()];
  const order = shuffled(random, given);
  return order.some((chunk, place) => chunk !== place) ? order : [...given.slice(1), 0];
}

/** Renumbered too: ids begin with the place of the chunk, and would give it away. */
function reorder(one: PreparedCase, order: readonly number[]): PreparedCase {
  return {
    ...one,
    chunks: order.map((from, at) => ({
      at,
      statements: one.chunks[from]!.statements.map(({ text }, i) => ({ id: `${at + 1}.${i + 1}`, text })),
    })),
  };
}
