/** What metrics over the aspects of a query share: an aspect is worth less each time it is served again. Ranks here count from 0. */

import type { Derivation } from "../core/derivation.ts";
import { idealSum, product, ratio, sum, value } from "../core/derivation.ts";
import type { NumberParam } from "../core/params.ts";
import type { GroupCredit, JudgedRanking } from "../core/ranking.ts";
import type { Score } from "../core/score.ts";
import { noRelevant, scored, skipped } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { choice } from "./_params.ts";
import { depth, discountAt } from "./_ranks.ts";

/** The aspects that each document of a list serves, ascending. */
type Served = readonly (readonly number[])[];

export const aspectLevel = {
  kind: "number",
  doc: "The lowest grade with which a document covers an aspect (default: any grade above 0).",
  rule: "level",
} as const satisfies NumberParam;

export const alpha = {
  kind: "number",
  min: 0,
  max: 1,
  default: 0.5,
  doc: "How much of its value an aspect loses each time a document covers it, from 0 (nothing) to 1 (everything).",
  rule: "gain",
} as const satisfies NumberParam;

export const patience = {
  kind: "number",
  min: 0,
  max: 1,
  default: 0.5,
  doc: "The probability that a user who looks for an aspect goes on to the next hit.",
  rule: "discount",
} as const satisfies NumberParam;

export const ideal = choice(
  {
    best: "takes the greedy list for ideal, or the list itself where that earns more",
    greedy: "takes the greedy list for ideal, also where a list earns more",
  },
  "best",
  "The ideal: the greedy list or, where the list itself earns more, that one; or (to imitate ndeval) the greedy one always, so that a list can score above 1.",
  "ideal",
  true,
);

export const first = choice(
  { normalised: "is a share at every cut-off", raw: "is not divided by anything at cut-off 1" },
  "normalised",
  "At cut-off 1: a share like everywhere else, or (to imitate ndeval) the bare sum.",
  "denominator",
  true,
);

const serves = (groups: GroupCredit, at: number, rel: number | undefined): boolean =>
  rel === undefined || groups.docGrades[at]! >= rel;

/** By gold document: the aspects that it serves. */
function servedByDocs(groups: GroupCredit, rel: number | undefined): number[][] {
  const { docs, docStart, docGroups } = groups;
  return Array.from({ length: docs }, (_, d) => {
    const row: number[] = [];
    for (let at = docStart[d]!; at < docStart[d + 1]!; at++)
      if (serves(groups, at, rel)) row.push(docGroups[at]!);
    return row;
  });
}

/** By rank: the aspects that the hit serves. */
export function servedByHits(groups: GroupCredit, n: number, rel: number | undefined): number[][] {
  const { count, start, ranks, doc, docStart, docGroups } = groups;
  const rows = Array.from({ length: n }, (): number[] => []);
  for (let g = 0; g < count; g++)
    for (let i = start[g]!; i < start[g + 1]! && ranks[i]! < n; i++) {
      const d = doc[ranks[i]!]!;
      // A text may match several gold texts; only the first is known here.
      const at = d < 0 ? -1 : docGroups.subarray(docStart[d], docStart[d + 1]).indexOf(g);
      if (at < 0 ? rel === undefined || rel <= 1 : serves(groups, docStart[d]! + at, rel))
        rows[ranks[i]!]!.push(g);
    }
  return rows;
}

/** By aspect: how many gold documents serve it. */
export function suppliers(groups: GroupCredit, rel: number | undefined): Uint32Array {
  const n = new Uint32Array(groups.count);
  for (const row of servedByDocs(groups, rel)) for (const g of row) n[g]!++;
  return n;
}

/** How many aspects have a document that serves them. */
const aspectsOf = (groups: GroupCredit, rel: number | undefined): number =>
  suppliers(groups, rel).reduce((sum, n) => sum + (n > 0 ? 1 : 0), 0);

/** Scores the aspects, where some document serves one. */
export function scoreAspects(
  r: JudgedRanking,
  rel: number | undefined,
  score: (groups: GroupCredit, aspects: number) => Score,
): Score {
  if (r.groups === undefined) return skipped("groups");
  const aspects = aspectsOf(r.groups, rel);
  return aspects === 0 ? noRelevant : score(r.groups, aspects);
}

/** Explains the aspects, where some document serves one. */
export function explainAspects(
  r: JudgedRanking,
  rel: number | undefined,
  explain: (groups: GroupCredit, aspects: number) => Derivation,
): Derivation {
  const aspects = r.groups === undefined ? 0 : aspectsOf(r.groups, rel);
  return aspects === 0 ? noRelevantDocument : explain(r.groups!, aspects);
}

/** How a rank weighs: what its gain is divided by, or multiplied with. */
type Weight = { readonly by: "log2" | "rank" } | { readonly by: "patience"; readonly patience: number };

function weighed(gain: number, rank: number, weight: Weight): number {
  if (weight.by === "patience") return gain * weight.patience ** rank;
  return gain / (weight.by === "log2" ? discountAt(rank, "log2") : rank + 1);
}

function weighedTerm(gain: Derivation, rank: number, weight: Weight): Derivation {
  if (weight.by === "patience")
    return product(
      "gain × patience",
      [gain, value(`patience to the power ${rank}`, weight.patience ** rank)],
      rank + 1,
    );
  const below = weight.by === "log2" ? discountAt(rank, "log2") : rank + 1;
  return ratio("gain / discount", gain, value(weight.by === "log2" ? "discount" : "rank", below), rank + 1);
}

/** By rank: what each aspect served there is still worth. */
function worths(served: Served, alpha: number): number[][] {
  const left = new Map<number, number>();
  return served.map((row) =>
    row.map((g) => {
      const worth = left.get(g) ?? 1;
      left.set(g, worth * (1 - alpha));
      return worth;
    }),
  );
}

/** What a list earns: the worth of what it serves, weighed by rank. */
export function earned(served: Served, alpha: number, weight: Weight): number {
  let total = 0;
  worths(served, alpha).forEach((row, rank) => {
    let gain = 0;
    for (const worth of row) gain += worth;
    if (gain !== 0) total += weighed(gain, rank, weight);
  });
  return total;
}

export function earnedTerms(served: Served, alpha: number, weight: Weight): Derivation[] {
  return worths(served, alpha).flatMap((row, rank) =>
    row.some((worth) => worth !== 0)
      ? [
          weighedTerm(
            sum(
              "gain",
              row.map((worth, i) => value(`aspect ${served[rank]![i]! + 1}`, worth)),
            ),
            rank,
            weight,
          ),
        ]
      : [],
  );
}

/** n documents that serve every one of the aspects: more than any list can earn. */
export const allServed = (aspects: number, n: number): Served =>
  new Array<number[]>(n).fill(Array.from({ length: aspects }, (_, g) => g));

/** At most n documents, each the one that earns most after those before it; ties go to the greater id. */
function greedy(groups: GroupCredit, rel: number | undefined, alpha: number, n: number | undefined): Served {
  const served = servedByDocs(groups, rel);
  const left = [...groups.docOrder].filter((d) => served[d]!.length > 0);
  const worth = new Float64Array(groups.count).fill(1);
  const list: number[][] = [];
  while (left.length > 0 && list.length < (n ?? Number.POSITIVE_INFINITY)) {
    let best = 0;
    let most = -1;
    left.forEach((d, at) => {
      let gain = 0;
      for (const g of served[d]!) gain += worth[g]!;
      if (gain > most) [best, most] = [at, gain];
    });
    const row = served[left[best]!]!;
    left.splice(best, 1);
    for (const g of row) worth[g]! *= 1 - alpha;
    list.push(row);
  }
  return list;
}

/** How aspects are counted. */
interface Novelty {
  readonly k?: number | undefined;
  readonly rel: number | undefined;
  readonly alpha: number;
}

/** What the list earns as a share of what its ideal does. */
export function scoreAgainstIdeal(
  r: JudgedRanking,
  { k, rel, alpha }: Novelty,
  weight: Weight,
  ideal: "best" | "greedy",
): Score {
  return scoreAspects(r, rel, (groups) => {
    const own = earned(servedByHits(groups, depth(r, k), rel), alpha, weight);
    const best = earned(greedy(groups, rel, alpha, k), alpha, weight);
    // Finding the optimal list is NP-hard if documents serve several aspects. The greedy list is close, and a real list may beat it.
    return scored(own / (ideal === "best" ? Math.max(best, own) : best));
  });
}

export function explainAgainstIdeal(
  what: string,
  r: JudgedRanking,
  { k, rel, alpha }: Novelty,
  weight: Weight,
  ideal: "best" | "greedy",
): Derivation {
  return explainAspects(r, rel, (groups) => {
    const served = servedByHits(groups, depth(r, k), rel);
    const list = greedy(groups, rel, alpha, k);
    const own = sum("the list", earnedTerms(served, alpha, weight));
    const beaten = ideal === "best" && earned(served, alpha, weight) > earned(list, alpha, weight);
    return ratio(
      what,
      own,
      beaten
        ? { ...own, what: "the ideal: the list itself, which beats the greedy one" }
        : idealSum("the ideal list", earnedTerms(list, alpha, weight)),
    );
  });
}
