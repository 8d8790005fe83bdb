/** In which order hits are labelled: what could change the verdict most comes first, and nothing tells whose hit it is. */
import { type Random, randomFrom, shuffled } from "../../core/random.ts";
import type { LabelPool, PooledHit } from "./pool.ts";

/** Hits within a factor of √2 of each other are one stratum. */
const STRATA_PER_HALVING = 2;

/** A hit of the pool with what its label could do. */
export interface OrderedHit extends PooledHit {
  /** Where it stands in the pool. */
  readonly at: number;
  /** From 0, most first. */
  readonly stratum: number;
}

/** `wanted`: those to put in order. Within a stratum the order is the shuffle of `places`. */
export function labelOrder(
  pool: LabelPool,
  wanted: (hit: PooledHit, at: number) => boolean,
  places: ArrayLike<number>,
): OrderedHit[] {
  const found = pool.hits.flatMap((hit, at) =>
    wanted(hit, at) ? [{ ...hit, at, ...pool.influence(hit.query, hit.doc) }] : [],
  );
  const most = found.reduce((top, { own }) => Math.max(top, own), 0);
  return found
    .map(({ query, doc, at, own, width }) => ({ query, doc, at, stratum: stratumOf(own, width, most) }))
    .sort((x, y) => x.stratum - y.stratum || places[x.at]! - places[y.at]!);
}

/** By hit of the pool: its place in one random order of all. The seed and the annotator decide it. */
export function shuffledPlaces(hits: number, seed: number, annotator: string): Uint32Array {
  const places = new Uint32Array(hits);
  const order = shuffled(
    randomOf(seed, annotator),
    Array.from({ length: hits }, (_, i) => i),
  );
  order.forEach((at, place) => {
    places[at] = place;
  });
  return places;
}

function randomOf(seed: number, annotator: string): Random {
  let hash = 0;
  for (const char of annotator) hash = (Math.imul(hash, 31) + char.codePointAt(0)!) >>> 0;
  return randomFrom(seed * 2 ** 21 + (hash % 2 ** 21));
}

/** A label that moves nothing by itself comes after all others, and last where all labels of its query together move nothing. */
function stratumOf(own: number, width: number, most: number): number {
  if (own > most * 1e-9) return Math.round(STRATA_PER_HALVING * Math.log2(most / own));
  return width > 0 ? 1000 : 1001;
}
