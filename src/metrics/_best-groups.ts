/** The optimal ranking for gold groups: the documents that satisfy most groups soonest. */
import type { GroupCredit } from "../core/ranking.ts";

/** Exact search up to this many documents that share groups; greedy beyond. */
export const SEARCHED = 12;

export interface BestList {
  /** By rank, how many groups are satisfied there for the first time. */
  readonly news: Float64Array;
  /** Whether the list is optimal. False: too many documents share groups, so the list is greedy. */
  readonly exact: boolean;
}

type Groups = readonly number[];

/** At most n documents; `weight` of a rank (from 0) falls, or stays. */
export function bestList(groups: GroupCredit, n: number, weight: (rank: number) => number): BestList {
  const sharing = sharingDocs(groups);
  const alone = groupsOf(groups).size;
  if (sharing.length === 0)
    return { news: new Float64Array(Math.max(0, Math.min(n, alone))).fill(1), exact: true };
  return sharing.length <= SEARCHED
    ? { news: searched(groups, sharing, n, weight), exact: true }
    : { news: greedy(groups, sharing, n), exact: false };
}

const groupsOf = ({ docGroups }: GroupCredit): Set<number> => new Set(docGroups);

/** Documents of several groups, without those whose groups another one has too: it can take their place in any list. */
function sharingDocs({ docs, docStart, docGroups, docOrder }: GroupCredit): Groups[] {
  const kept: Groups[] = [];
  // By id, so that neither the order of groups nor that of documents in them matters.
  const sets = Array.from(docOrder.subarray(0, docs), (d) =>
    [...new Set(docGroups.subarray(docStart[d], docStart[d + 1]))].sort((a, b) => a - b),
  ).filter((set) => set.length > 1);
  sets.sort((a, b) => b.length - a.length);
  for (const set of sets) if (!kept.some((larger) => set.every((g) => larger.includes(g)))) kept.push(set);
  return kept;
}

/** Groups that a document of no other group can satisfy. */
function aloneGroups({ docs, docStart, docGroups }: GroupCredit): Set<number> {
  const alone = new Set<number>();
  for (let d = 0; d < docs; d++)
    if (docStart[d + 1]! - docStart[d]! === 1) alone.add(docGroups[docStart[d]!]!);
  return alone;
}

/**
 * Every set of the sharing documents in its best order, each made from those with one document less; what is open then
 * is satisfied one group at a time.
 */
function searched(
  groups: GroupCredit,
  sharing: readonly Groups[],
  n: number,
  weight: (rank: number) => number,
): Float64Array {
  const alone = aloneGroups(groups);
  const size = 1 << sharing.length;
  const earned = new Float64Array(size);
  const last = new Int8Array(size).fill(-1);
  const done: (ReadonlySet<number> | undefined)[] = [new Set()];
  const newOf = (set: number, d: number): number => sharing[d]!.filter((g) => !done[set]!.has(g)).length;
  let [best, at] = [Number.NEGATIVE_INFINITY, 0];
  for (let set = 0; set < size; set++) {
    const taken = countBits(set);
    if (taken > n) continue;
    if (set > 0) {
      earned[set] = Number.NEGATIVE_INFINITY;
      for (let d = 0; d < sharing.length; d++) {
        const before = set & ~(1 << d);
        if (before === set) continue;
        done[set] ??= new Set([...done[before]!, ...sharing[d]!]);
        const sum = earned[before]! + newOf(before, d) * weight(taken - 1);
        if (sum > earned[set]!) [earned[set], last[set]] = [sum, d];
      }
    }
    let total = earned[set]!;
    const open = openOf(alone, done[set]!);
    for (let i = 0; i < open && taken + i < n; i++) total += weight(taken + i);
    if (total > best) [best, at] = [total, set];
  }
  const open = openOf(alone, done[at]!);
  const news: number[] = [];
  for (let set = at; set > 0; set &= ~(1 << last[set]!))
    news.unshift(newOf(set & ~(1 << last[set]!), last[set]!));
  for (let i = 0; i < open && news.length < n; i++) news.push(1);
  return Float64Array.from(news);
}

/** Always the document that satisfies most of the open groups; ties go to the one whose groups have the fewest other documents, then to the last by id. */
function greedy(groups: GroupCredit, sharing: readonly Groups[], n: number): Float64Array {
  const done = new Set<number>();
  const documents = new Float64Array(groups.count);
  for (const g of groups.docGroups) documents[g]!++;
  const news: number[] = [];
  while (news.length < n) {
    let [best, most, rarest]: [Groups, number, number] = [[], 0, 0];
    for (const set of sharing) {
      const open = set.filter((g) => !done.has(g));
      const rare = Float64Array.from(open, (g) => 1 / documents[g]!)
        .sort()
        .reduce((sum, x) => sum + x, 0);
      if (open.length > most || (open.length === most && rare > rarest))
        [best, most, rarest] = [open, open.length, rare];
    }
    if (most <= 1) break;
    for (const g of best) done.add(g);
    news.push(most);
  }
  // From here on every document satisfies one group, whichever is taken.
  const open = openOf(groupsOf(groups), done);
  for (let i = 0; i < open && news.length < n; i++) news.push(1);
  return Float64Array.from(news);
}

function openOf(of: ReadonlySet<number>, done: ReadonlySet<number>): number {
  let open = 0;
  for (const g of of) if (!done.has(g)) open++;
  return open;
}

function countBits(x: number): number {
  let n = 0;
  for (let rest = x; rest > 0; rest &= rest - 1) n++;
  return n;
}
