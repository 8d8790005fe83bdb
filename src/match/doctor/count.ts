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
  const forms = new Forms();
  const total = cases.reduce((sum, one) => sum + one.gold.length, 0);
  /** The form of each gold id, case after case. */
  const formAt = new Int32Array(total);
  let at = 0;
  for (const one of cases)
    for (const id of one.gold) formAt[at++] = forms.add(id, gold === undefined ? id : gold(id));
  const seen = new Uint8Array(forms.times.length);
  /** How many gold ids of the case at hand have the form and are not found yet, and where the first of them is. */
  const wanted = new Int32Array(forms.times.length);
  const first = new Int32Array(forms.times.length);
  let found = 0;
  let merged = 0;
  let start = 0;
  let example: readonly [DocId, DocId] | undefined;
  for (const one of cases) {
    for (let i = 0; i < one.gold.length; i++)
      if (wanted[formAt[start + i]!]!++ === 0) first[formAt[start + i]!] = i;
    const distinct = hits === undefined || one.hits.length < 2 ? undefined : new Set<DocId>();
    for (const hit of one.hits) {
      const written = hits === undefined ? hit : hits(hit);
      distinct?.add(written);
      const form = forms.find(written);
      if (form === undefined) continue;
      seen[form] = 1;
      if (wanted[form] === 0) continue;
      found += wanted[form]!;
      wanted[form] = 0;
      if (example === undefined || example[0] === example[1]) example = [one.gold[first[form]!]!, hit];
    }
    if (distinct !== undefined) merged += one.hits.length - distinct.size;
    for (let i = 0; i < one.gold.length; i++) wanted[formAt[start + i]!] = 0;
    start += one.gold.length;
  }
  return {
    total,
    found,
    anywhere: forms.times.reduce((sum, n, i) => sum + n * seen[i]!, 0),
    merged: { gold: forms.merged.size, hits: merged },
    ...(example === undefined ? {} : { example }),
  };
}

/** The ways in which gold ids are written, numbered. */
class Forms {
  readonly #numbers = new Map<string, number>();
  readonly #ids: DocId[] = [];
  /** How many gold ids have each form. */
  readonly times: number[] = [];
  /** Ids with the form of another id. */
  readonly merged: Set<DocId> = new Set();

  add(id: DocId, form: string): number {
    const known = this.#numbers.get(form);
    if (known === undefined) {
      this.#numbers.set(form, this.times.length);
      this.#ids.push(id);
      return this.times.push(1) - 1;
    }
    this.times[known]!++;
    if (id !== this.#ids[known]) this.merged.add(id);
    return known;
  }

  find(form: string): number | undefined {
    return this.#numbers.get(form);
  }
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
