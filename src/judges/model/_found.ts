/** What came of questions about claims and statements, put together by union: the order of calls does not matter. */
import type { Cost, Flag, Unjudged } from "../../core/judgement-record.ts";
import type { Problem } from "../../core/problem.ts";
import { addCost, noCost } from "../cost.ts";
import type { DataItem } from "./_data-lines.ts";
import type { Evidence } from "./_replies.ts";

/** What is asked about a group of statements. Claims have their ids of the record. */
export interface Question {
  readonly item: string;
  /** Asked for the n-th time again: another call, though the words are the same. */
  readonly repeat?: number;
  readonly question: string;
  readonly claims: readonly DataItem[];
  readonly responseClaims: readonly DataItem[];
  readonly statements: readonly DataItem[];
}
export interface SupportFound {
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly relevant: ReadonlySet<string>;
  readonly unjudged: readonly Unjudged[];
  readonly flags: readonly Flag[];
  readonly cost: Cost;
}

export const nothing: SupportFound = {
  evidence: new Map(),
  relevant: new Set(),
  unjudged: [],
  flags: [],
  cost: noCost,
};

export function joinFound(all: readonly SupportFound[]): SupportFound {
  const evidence = new Map<string, Evidence>();
  for (const found of all)
    for (const [id, { full, partial, against }] of found.evidence) {
      const before = evidence.get(id);
      evidence.set(id, {
        full: new Set([...(before?.full ?? []), ...full]),
        partial: new Set([...(before?.partial ?? []), ...partial]),
        against: new Set([...(before?.against ?? []), ...against]),
      });
    }
  return {
    evidence,
    relevant: new Set(all.flatMap((found) => [...found.relevant])),
    unjudged: all.flatMap((found) => found.unjudged),
    flags: all.flatMap((found) => found.flags),
    cost: all.reduce((sum, found) => addCost(sum, found.cost), noCost),
  };
}

const idsOf = (items: readonly DataItem[]): string[] => items.map(([id]) => id);

/** Marks relevance as unknown. */
const relevanceOf = (q: Question, problem: Problem): Unjudged[] => [
  { part: "statements", ids: idsOf(q.statements), problem },
];
export const missingOf = (q: Question, ids: readonly string[], problem: Problem): Unjudged[] =>
  (["claims", "responseClaims"] as const).flatMap((part) => {
    const own = idsOf(q[part]).filter((id) => ids.includes(id));
    return own.length === 0 ? [] : [{ part, ids: own, problem }];
  });
/** That nothing can be said at all. */
export const allOf = (q: Question, problem: Problem): Unjudged[] => [
  ...missingOf(q, idsOf([...q.claims, ...q.responseClaims]), problem),
  ...relevanceOf(q, problem),
];
