/** Two or more results → what changed, how sure that is, and where. */
import { splitMetrics } from "../../core/metric-grammar.ts";
import type { Problem } from "../../core/problem.ts";
import type { Result } from "../score/result.ts";
import { ifKept, likeness } from "./_hits.ts";
import { type SeveralOptions, severalSystems } from "./_several.ts";
import { bySlice } from "./_slices.ts";
import { ifUnjudgedRelevant } from "./_unjudged.ts";
import type {
  ComparedPair,
  Comparison,
  Correction,
  PairedScores,
  SeveralSystems,
  TukeyMethod,
} from "./comparison.ts";
import { adjusted } from "./family.ts";
import { goldChanges } from "./gold-changes.ts";
import { movedQueries } from "./moved.ts";
import { pairScores, sharedQueries } from "./paired.ts";
import { compareProblem } from "./problems.ts";
import { rulesThatDiffer } from "./rules-that-differ.ts";
import { CONFIDENCE, verdictOf } from "./verdict.ts";

/** What a comparison reads of a Result. */
export type ComparedResult = Pick<
  Result,
  | "name"
  | "queries"
  | "rowMetrics"
  | "column"
  | "direction"
  | "yesNo"
  | "aggregate"
  | "tags"
  | "tagged"
  | "rules"
  | "keyOf"
  | "goldHashes"
  | "sharesGold"
  | "places"
  | "ifUnjudgedRelevant"
>;

export interface CompareOptions {
  /** Default: all that every result has. The first one decides which queries moved most. */
  readonly metrics?: string | readonly string[];
  /** The name of the result that the others are compared with. Default: the first. */
  readonly baseline?: string;
  /** A tag of the gold: also compare the queries that share a value of it. */
  readonly by?: string;
  /** Default: "holm". */
  readonly correction?: Correction;
  /** With three and more results: how every two of them are tested. Default: "tukey". */
  readonly tukey?: TukeyMethod;
  /** Of the intervals and calls. Default: 0.95. */
  readonly confidence?: number;
  /** Of everything that is drawn: the same seed gives the same comparison. Default: 1. */
  readonly seed?: number;
  /** Look at the hits, if they were kept: ranks of what moved, how alike the lists are, unjudged hits. Default: true. */
  readonly hits?: boolean;
  /** How many of the queries that moved most to name. Default: 10. */
  readonly moved?: number;
}

/**
 * Is the difference real? Compares results query by query, joined by query id.
 * @example
 * const [before, after] = ["bm25", "dense"].map((name) => evaluate({ gold, run: runs[name], name }));
 * compare([before, after]).pairs[0].verdicts[0].call // "better", "worse", "noise", "same" or "too-few"
 */
export function compare(results: readonly ComparedResult[], options: CompareOptions = {}): Comparison {
  const { confidence = CONFIDENCE, correction = "holm", seed = 1, tukey: method = "tukey", by } = options;
  if (results.length < 2) throw compareProblem.error("nothing-to-compare/one", { count: results.length });
  const systems = distinct(results.map(({ name }) => name));
  const at = options.baseline === undefined ? 0 : systems.indexOf(options.baseline);
  if (at < 0) throw compareProblem.error("unknown-baseline", { name: options.baseline!, names: systems });
  const { metrics, geometric } = comparableMetrics(results, options.metrics);
  if (metrics.length === 0) throw compareProblem.error("nothing-to-compare/metrics", { systems });
  const problems: Problem[] = geometric.map((metric) => compareProblem("not-a-mean", { metric }));
  const base = results[at]!;
  const synthetic = base.tags().includes("synthetic")
    ? [...base.tagged("synthetic").values()].filter((value) => value === "yes").length
    : 0;
  if (synthetic > 0)
    problems.push(compareProblem("synthetic-gold", { queries: synthetic, all: base.queries.length }));
  const sides = results.flatMap((result, i): ComparedSides[] => {
    if (i === at) return [];
    const names = { a: systems[at]!, b: systems[i]! };
    const sides = pairedSides(base, result, metrics);
    if (sides.onlyA.length === base.queries.length)
      throw compareProblem.error("nothing-to-compare/queries", names);
    if (sides.paired.every(({ queries }) => queries.length === 0) && (sides.gold?.edited.length ?? 0) > 0)
      throw compareProblem.error("nothing-to-compare/gold", names);
    const rules = rulesThatDiffer(base, result, metrics);
    if (rules.length > 0) problems.push(compareProblem("rules-differ", { ...names, rules }));
    return [{ ...names, other: result, ...sides }];
  });
  const rule = { seed, joint: correction === "max-t", confidence };
  const verdicts = adjusted(
    sides.flatMap(({ paired }) =>
      paired.map((pairs) => ({ pairs, verdict: verdictOf(pairs, { confidence }) })),
    ),
    rule,
  );
  const slices =
    by === undefined ? undefined : bySlice(base.tagged(by), sides, rule, (one) => problems.push(one));
  const ofPair = (i: number) => verdicts.slice(i * metrics.length, (i + 1) * metrics.length);
  const unjudged =
    options.hits === false
      ? undefined
      : ifKept(() =>
          ifUnjudgedRelevant(
            sides.map(({ paired, other }, i) => ({ a: base, b: other, paired, verdicts: ofPair(i) })),
            rule,
          ),
        );
  return {
    schema: 1,
    confidence,
    correction,
    systems,
    baseline: systems[at]!,
    ...(by === undefined ? {} : { by }),
    pairs: sides.map(
      ({ a, b, paired, other, ...found }, i): ComparedPair => ({
        a,
        b,
        verdicts: ofPair(i),
        ...found,
        ...hitsOf(base, other, paired[0], options),
        ...(slices === undefined ? {} : { slices: slices[i]! }),
        ...(unjudged === undefined ? {} : { unjudged: unjudged[i]! }),
      }),
    ),
    ...(results.length < 3
      ? {}
      : { several: allTogether(metrics, results, sides, { method, confidence, seed }) }),
    problems,
  };
}

/** Queries whose gold differs between any two are left out. */
function allTogether(
  metrics: readonly string[],
  results: readonly ComparedResult[],
  sides: readonly PairedSides[],
  options: SeveralOptions,
): SeveralSystems[] {
  const edited = new Set(sides.flatMap(({ gold }) => gold?.edited ?? []));
  return metrics.flatMap((metric) => severalSystems(metric, results, edited, options) ?? []);
}

/** What needs the hits of both, and what is left without them. */
function hitsOf(
  a: ComparedResult,
  b: ComparedResult,
  pairs: PairedScores | undefined,
  { hits = true, moved }: CompareOptions,
): Pick<ComparedPair, "moved" | "lists"> {
  const found = hits
    ? ifKept(() => {
        const [before, after] = [a.places(), b.places()];
        const lists = likeness(pairs?.queries ?? [], before.ids, after.ids);
        return {
          ...(lists === undefined ? {} : { lists }),
          moved: movedQueries(pairs, before.items, after.items, moved),
        };
      })
    : undefined;
  return found ?? { moved: movedQueries(pairs, undefined, undefined, moved) };
}

interface ComparedSides extends PairedSides {
  readonly a: string;
  readonly b: string;
  readonly other: ComparedResult;
}

/** What is compared of two results. */
export interface PairedSides extends Pick<ComparedPair, "onlyA" | "onlyB" | "gold"> {
  /** By metric. */
  readonly paired: readonly PairedScores[];
}
type PairedResult = Pick<
  ComparedResult,
  "queries" | "column" | "direction" | "yesNo" | "goldHashes" | "sharesGold"
>;

/** Over the queries that both have, with the same gold. */
export function pairedSides(a: PairedResult, b: PairedResult, metrics: readonly string[]): PairedSides {
  const { shared: all, onlyA, onlyB } = sharedQueries(a, b);
  const gold = goldChanges(a, b);
  const edited = new Set(gold?.edited);
  const shared = edited.size === 0 ? all : all.filter(({ query }) => !edited.has(query));
  const paired = metrics.map((metric) => pairScores(metric, a, b, shared));
  return { onlyA, onlyB, ...(gold === undefined ? {} : { gold }), paired };
}

/** The metrics that all results have, or those that were asked for, as the first result calls them. */
export function comparableMetrics(
  results: readonly Pick<ComparedResult, "rowMetrics" | "aggregate">[],
  asked?: CompareOptions["metrics"],
): { readonly metrics: readonly string[]; readonly geometric: readonly string[] } {
  const [first] = results;
  const names =
    asked === undefined
      ? first!.rowMetrics.filter(
          (metric) =>
            // A count of documents is neither better nor worse.
            first!.aggregate(metric) !== "sum" &&
            results.every(({ rowMetrics }) => rowMetrics.includes(metric)),
        )
      : typeof asked === "string"
        ? splitMetrics(asked)
        : asked;
  // Their scores are logarithms: a mean difference of logarithms is not a difference of means.
  const geometric = names.filter((metric) => first!.aggregate(metric) === "geometric");
  return { metrics: names.filter((metric) => !geometric.includes(metric)), geometric };
}

/** Results may have the same name. */
function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
