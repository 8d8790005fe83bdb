/** How a ranking and its gold come together, and how scores are averaged: rules, as data. */
import type { DocId } from "./ids.ts";
import type { Params } from "./params.ts";
import type { Because, Score } from "./score.ts";

/** A named way to write ids ("chunk-suffix"), a pattern ("s/^doc-//"), several joined by "+", or a function. */
export type IdRule = string | ((id: DocId) => DocId);

/**
 * ids: an id rule, applied to hits or to both sides. text: a named text rule over hit.text ?? hit.id and gold passages ?? ids.
 * spans: a hit matches a gold span of its document that it overlaps.
 */
export type MatchRule =
  | { readonly ids: IdRule; readonly on: "hits" | "both" }
  | {
      readonly text: string;
      /** Least similarity that counts as a match (default: that of the rule, 0.8 for fuzzy and 1 for the others). */
      readonly at?: number;
      /** Strictly more than `at`. */
      readonly above?: boolean;
      /** The tokeniser behind `overlap`. */
      readonly tokens?: string;
      /** Ids are used as texts where texts are missing, in hits and gold. Otherwise gold without passages cannot be scored. */
      readonly orIds?: true;
    }
  | {
      readonly spans: "overlap";
      /** Smallest share of the gold span that a single hit must cover (default: any overlap). */
      readonly at?: number;
    };

/** How a ranking and its gold come together. Two metrics with the same rule share one join. */
export interface JoinRule {
  readonly match: MatchRule;
  /**
   * as-given: nothing is turned into anything else. The others flatten or group, and give both a list and groups:
   * groups = groups as given, a plain list is one group; one-group; each-own-group (a duplicate is one more group); each-distinct.
   */
  readonly shape: "as-given" | "groups" | "one-group" | "each-own-group" | "each-distinct";
  readonly unit: "chunk" | "doc";
  /** blank: keeps its rank, earns nothing. */
  readonly duplicates: "first" | "keep" | "blank" | "error";
  readonly nulls: "keep" | "drop-after-depth" | "error";
  /** The empty id; drop: in hits and gold. */
  readonly blank: "keep" | "error" | "drop";
  /** ignore: the tool knows no grades; a document is in the gold or it is not. listed: only a document of the list can have one. */
  readonly grades?: "ignore" | "listed";
  /** "k": cut at the metric's k before null ids are dropped. */
  readonly depth: "all" | "k" | number;
  /** input: a list keeps its order, an id → score mapping is ordered by score; score-if-any: by score, a list without scores as given. */
  readonly order: "input" | "score" | "score-if-any" | "given";
  readonly float: 32 | 64;
  /** drop: a hit whose id is the query's own. */
  readonly self?: "keep" | "drop";
  /** Unjudged hits, and hits with a negative grade, are left out after the order is settled. */
  readonly judgedOnly?: boolean;
  /** Gold that was not retrieved, appended as candidates: all one below the last score, ever lower but positive, or negative. */
  readonly tail?: "tied" | "below" | "negative";
  /** A score of this or less counts as not retrieved: the hit keeps its rank and earns nothing. */
  readonly floor?: number;
  /** Equal scores, where scores decide the order. */
  readonly ties: "id-desc" | "id-asc" | "given" | "given-reversed";
}

export interface Rounding {
  readonly digits: number;
  /** python: the exact decimal of the double, halves to even; numpy: multiply, then halves to even. */
  readonly how: "python" | "numpy";
}

/** How a tool reads its own file of judgements, where that is not how it is read here. */
export interface QrelsRule {
  /** A document judged twice for a query is an error, regardless of the second column. */
  readonly duplicates: "error";
  /** Only the whole number that a grade begins with is read, as C's atol does: 1.5 is 1, and so is 1e2. */
  readonly grades: "whole";
}

export interface AverageRule {
  /**
   * A judged query that the run lacks: scored like an empty list and 0 where that has no value; left out (skipped);
   * scored like an empty list, whatever that gives; 0 without computing; or left out, and the tool refuses to average.
   */
  readonly missing: "zero" | "leave-out" | "compute" | "plain-zero" | "raise";
  readonly undefined: "skip" | "zero";
  /** A query whose gold holds nothing at all: no row, or 0. */
  readonly blankGold?: "drop" | "zero";
  /** Queries of the run that the gold lacks count too. */
  readonly over?: "retrieved";
  /** The divisor, where it is not the number of values: the queries of the gold. */
  readonly by?: "gold";
  /** Values are added up by query id, byte by byte, as the tool sorts them (default: in the order of the gold). */
  readonly sorted?: true;
  /** Parameters of the metric for the summary, where they differ from those of the rows. */
  readonly params?: Params;
  /** geometric: the cells are logarithms. */
  readonly as: "mean" | "sum" | "none" | "geometric" | "variance" | "p90";
  readonly sum: "plain" | "compensated" | "exact";
  readonly scale: number;
  readonly round?: Rounding;
  /** The mean of nothing. */
  readonly empty: Score;
  /** There are queries, but none has a value (default: like `empty`). */
  readonly unscored?: Score;
  /** One bad query decides the whole. */
  readonly poison?: readonly { readonly when: Poison; readonly then: Score }[];
}

/** unknown-query: the run has a query that the gold lacks; no-queries: nothing to average; a Because: some cell has that reason. */
export type Poison = GuardCondition | Because | "unknown-query" | "no-queries";

export const GUARD_CONDITIONS = [
  "empty-ranking",
  "empty-gold",
  "empty-both",
  "no-relevant-hit",
  "one-hit",
  "negative-grade-hit",
  "blank-hit",
  "blank-hit-ascii",
  "duplicate-hit",
  "gold-hole",
  "gold-empty-id",
  "gold-one-empty-group",
  "no-contexts",
  "blank-contexts",
  "contexts-in-question",
  "empty-question",
  "empty-reference",
  "empty-response",
] as const;

export type GuardCondition = (typeof GUARD_CONDITIONS)[number];

/** What a tool says before it computes. `is`: another metric answers instead. */
export interface Guard {
  readonly when: GuardCondition;
  readonly then: Score | { readonly is: string };
}

/** How raw words become numbers. */
export interface VerdictRule {
  readonly words: "literal" | "lower" | "trim" | "letters";
  /** A word that is neither yes nor no. raise: the tool raises; fail: we cannot tell. */
  readonly unknown: "no" | "drop" | "raise" | "fail";
  /** clamp: any number but 0 is yes; exact: only 0 and 1 can be read. */
  readonly numbers: "clamp" | "raw" | "exact";
  /** exact: 0, 1 or 2 and nothing else; number: any number. */
  readonly rating: "exact" | "highest-digit" | "number";
  /** A rating that cannot be read: is left out; if it is the first, leaves nothing; or makes the score fail. */
  readonly unread: "skip" | "first-decides" | "fail";
}
