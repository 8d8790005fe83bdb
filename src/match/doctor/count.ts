/** How many gold ids are found among the hits if ids are written in a certain way. */
import type { DocId } from "../../core/ids.ts";

/** Ids that belong together: the gold and the hits of one query, each id once. */
export interface IdCase {
  readonly gold: readonly DocId[];
  readonly hits: readonly DocId[];
}
export interface Matches {
  /** Gold ids, counted for every query that names them. */
  readonly total: number;
  /** Those found among the hits of their own query. */
  readonly found: number;
  /** Those found among the hits of any query. */
  readonly anywhere: number;
  /** Ids that become equal to another one: over all gold, and within the hits of a query. */
  readonly merged: { readonly gold: number; readonly hits: number };
  /** A gold id and the hit that it met, as they were given; ids that differ, where there are any. */
  readonly example?: readonly [gold: DocId, hit: DocId];
}
export type WriteId = (id: DocId) => DocId;

export function countMatches(cases: readonly IdCase[], gold?: WriteId, hits?: WriteId): Matches {
  const forms = new Map<DocId, number>();
  const pairs: number[] = [];
  const ids = new Set<DocId>();
  let total = 0;
  for (const one of cases)
    for (const id of one.gold) {
      total++;
      if (gold !== undefined) ids.add(id);
      const form = gold === undefined ? id : gold(id);
      const known = forms.get(form);
      if (known === undefined) {
        forms.set(form, pairs.length);
        pairs.push(1);
      } else pairs[known]!++;
    }
  const seen = new Uint8Array(pairs.length);
  let found = 0;
  let merged = 0;
  let example: readonly [DocId, DocId] | undefined;
  for (const one of cases) {
    // By form: the first gold id that has it; and how many more there are, which is rare.
    const wanted = new Map<DocId, DocId>();
    let more: Map<DocId, number> | undefined;
    for (const id of one.gold) {
      const form = gold === undefined ? id : gold(id);
      if (!wanted.has(form)) wanted.set(form, id);
      else {
        more ??= new Map();
        more.set(form, (more.get(form) ?? 0) + 1);
      }
    }
    const distinct = hits === undefined || one.hits.length < 2 ? undefined : new Set<DocId>();
    for (const hit of one.hits) {
      const form = hits === undefined ? hit : hits(hit);
      distinct?.add(form);
      const at = forms.get(form);
      if (at === undefined) continue;
      seen[at] = 1;
      const met = wanted.get(form);
      if (met === undefined) continue;
      found += 1 + (more?.get(form) ?? 0);
      wanted.delete(form);
      if (example === undefined || example[0] === example[1]) example = [met, hit];
    }
    if (distinct !== undefined) merged += one.hits.length - distinct.size;
  }
  return {
    total,
    found,
    anywhere: pairs.reduce((sum, n, i) => sum + n * seen[i]!, 0),
    merged: { gold: gold === undefined ? 0 : ids.size - forms.size, hits: merged },
    ...(example === undefined ? {} : { example }),
  };
}

/** What the same rule finds where nothing belongs together: the gold of each query among the hits of another one. */
export function countByChance(cases: readonly IdCase[], gold?: WriteId, hits?: WriteId): number {
  if (cases.length < 4) return 0;
  const shift = Math.ceil(cases.length / 2);
  return countMatches(
    cases.map((one, i) => ({ gold: one.gold, hits: cases[(i + shift) % cases.length]!.hits })),
    gold,
    hits,
  ).found;
}
