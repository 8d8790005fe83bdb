/** Does a metric keep what it promises? For metrics of this package and for your own. */

import type { Derivation } from "../../core/derivation.ts";
import { evaluateDerivation } from "../../core/derivation.ts";
import type { Span } from "../../core/gold.ts";
import type { JudgedContexts } from "../../core/judgement.ts";
import type { ComputedMetric, JudgedMetric, Law, Metric } from "../../core/metric.ts";
import { fillParams, printMetric } from "../../core/metric-grammar.ts";
import type { Params } from "../../core/params.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { oneOf, type Random, randomFrom, shuffled } from "../../core/random.ts";
import type { Hit, JudgedRanking } from "../../core/ranking.ts";
import type { JoinRule } from "../../core/rules.ts";
import type { Score } from "../../core/score.ts";
import { textbook } from "../../dialects/textbook.ts";
import { readGold } from "../input/read-gold.ts";
import { type RankingInput, readRanking } from "../input/read-run.ts";
import { join } from "../join/join.ts";
import { sparseRanks, withSparse } from "../join/join-table.ts";
import { Scratch } from "../join/scratch.ts";
import { shapeGold } from "../join/shape-gold.ts";
import {
  goldIds,
  type LawCase,
  lawCase,
  lawJudgement,
  lawParams,
  messy,
  otherTail,
  renamed,
} from "./_law-cases.ts";
import { type Broken, lawProblem } from "./problems.ts";

/** Laws checked for every metric. */
type Always = "range" | "yes-no" | "explain" | "past-length" | "sparse" | "throws";
type CheckedLaw = Always | Law;

// Sums in another order may differ in the last bits.
const NOISE = 1e-12;

/**
 * Runs a metric on random small queries and says which of its promises it breaks:
 * range and explain always, laws where it declares them. The same seed gives the same answer.
 * @example
 * checkMetric(ndcg) // []
 */
export function checkMetric(metric: Metric, { cases = 200, seed = 1 } = {}): Problem[] {
  const found = new Findings(metric);
  const random = randomFrom(seed);
  for (let i = 0; i < cases; i++)
    try {
      if (metric.kind === "computed") checkRanking(metric, random, found);
      else checkJudgement(metric, random, found);
    } catch (error) {
      found.add("throws", {}, { seed, case: i }, (broken, more) =>
        lawProblem("law-throws", { ...broken, message: String(error) }, more),
      );
    }
  return found.problems();
}

/** Of each promise the smallest case that breaks it, and how many do. */
class Findings {
  readonly #metric: Metric;
  readonly #worst = new Map<CheckedLaw, { broken: Broken; tell: TellBroken; count: number }>();

  constructor(metric: Metric) {
    this.#metric = metric;
  }

  add(check: CheckedLaw, params: Params, on: unknown, tell: TellBroken): void {
    const broken = { metric: printMetric({ metric: this.#metric, params }), case: JSON.stringify(on) };
    const known = this.#worst.get(check);
    const smaller =
      known === undefined || broken.case.length < known.broken.case.length ? { broken, tell } : known;
    this.#worst.set(check, { ...smaller, count: (known?.count ?? 0) + 1 });
  }

  problems(): Problem[] {
    return [...this.#worst.values()].map(({ broken, tell, count }) => tell(broken, { count }));
  }
}

/** Makes the Problem of a case that breaks a promise. */
type TellBroken = (broken: Broken, more: { readonly count: number }) => Problem;

const same = (a: Score, b: Score): boolean =>
  a.status === "scored" && b.status === "scored"
    ? a.value === b.value || (Number.isNaN(a.value) && Number.isNaN(b.value))
    : a.status === "undefined" && b.status === "undefined"
      ? a.because === b.because
      : a.status === b.status;

const say = (score: Score): string =>
  score.status === "scored"
    ? String(score.value)
    : score.status === "undefined"
      ? score.because
      : score.status;

const changed = (before: Score, after: Score) => ({ before: say(before), after: say(after) });

const otherScore =
  (score: Score, explained: Score): TellBroken =>
  (broken, more) =>
    lawProblem("law-explain/other-score", { ...broken, score: say(score), explained: say(explained) }, more);

const outOfRange =
  (score: Score): TellBroken =>
  (broken, more) =>
    lawProblem("law-range", { ...broken, score: say(score) }, more);

const neither =
  (score: Score): TellBroken =>
  (broken, more) =>
    lawProblem("law-yes-no", { ...broken, score: say(score) }, more);

const isPromised = (score: Score, { values }: Metric): boolean =>
  values !== "yes-no" || score.status !== "scored" || score.value === 0 || score.value === 1;

/** A derivation speaks of numbers and reasons; it has no words for "skipped" and "failed". */
const explains = (score: Score, explained: Score): boolean =>
  same(score, explained) || score.status === "skipped" || score.status === "failed";

const inRange = (score: Score, [low, high]: Metric["range"]): boolean =>
  score.status !== "scored" || (score.value >= low && score.value <= high);

function checkRanking(metric: ComputedMetric, random: Random, found: Findings): void {
  const rule = metric.match === undefined ? textbook.join : { ...textbook.join, match: metric.match };
  const given = lawCase(random, metric.needs);
  const rankingOf = (hits: RankingInput, gold = given.gold) => judge(gold, hits, rule);
  const hits = messy(random, given.hits);
  const shown = { gold: given.gold, hits: hits instanceof Map ? Object.fromEntries(hits) : hits };

  // An explanation is owed under every rule, the range only where a document counts once.
  const duplicates = oneOf(random, ["first", "keep", "blank"] as const);
  const input = { ...shown, duplicates };
  const r = judge(given.gold, hits, { ...rule, duplicates });
  const any = lawParams(random, metric, "all");
  const score = metric.compute(r, any);
  const derivation = metric.explain(r, any);
  const explained = evaluateDerivation(derivation);
  if (!explains(score, explained)) found.add("explain", any, input, otherScore(score, explained));
  if (!isPromised(score, metric)) found.add("yes-no", any, input, neither(score));
  const misplaced = ranksIn(derivation).find((rank) => !Number.isInteger(rank) || rank < 1);
  if (misplaced !== undefined)
    found.add("explain", any, input, (broken, more) =>
      lawProblem("law-explain/rank", { ...broken, rank: misplaced }, more),
    );
  const long = withGarbage(r);
  const [again, explainedAgain] = [metric.compute(long, any), evaluateDerivation(metric.explain(long, any))];
  if (!same(score, again) || !same(explained, explainedAgain))
    found.add("past-length", any, input, (broken, more) =>
      lawProblem("law-past-length", { ...broken, ...changed(score, again) }, more),
    );
  const sparse = withSparseRanks(r);
  const known = sparse === undefined ? score : metric.compute(sparse, any);
  if (!same(score, known))
    found.add("sparse", any, input, (broken, more) =>
      lawProblem("law-sparse", { ...broken, ...changed(score, known) }, more),
    );

  const params = lawParams(random, metric, "lawful");
  const lawful = metric.compute(rankingOf(hits), params);
  if (!inRange(lawful, metric.range)) found.add("range", params, shown, outOfRange(lawful));
  const compute = (hits: readonly Hit[], gold = given.gold) => metric.compute(rankingOf(hits, gold), params);
  for (const law of metric.laws) {
    const broken = LAWS[law]({ metric, params, random, given, compute, rankingOf });
    if (broken !== undefined) found.add(law, params, given, broken);
  }
}

function checkJudgement(metric: JudgedMetric, random: Random, found: Findings): void {
  const j: JudgedContexts = lawJudgement(random);
  const any = lawParams(random, metric, "all");
  const score = metric.compute(j, any);
  const explained = evaluateDerivation(metric.explain(j, any));
  if (!explains(score, explained)) found.add("explain", any, j, otherScore(score, explained));
  if (!isPromised(score, metric)) found.add("yes-no", any, j, neither(score));
  // Raw numbers on another scale: the range holds for the default scale only.
  const params = fillParams(metric, {});
  const lawful = metric.compute(j, params);
  if (!inRange(lawful, metric.range)) found.add("range", params, j, outOfRange(lawful));
}

/** Every rank that a derivation names; people count from 1. */
function ranksIn(d: Derivation): number[] {
  const parts = d.op === "ratio" ? [d.top, d.bottom] : "of" in d ? d.of : [];
  return [...("rank" in d && d.rank !== undefined ? [d.rank] : []), ...parts.flatMap(ranksIn)];
}

/** The join of evaluate, with separate columns. */
function judge(gold: LawCase["gold"], hits: RankingInput, rule: JoinRule): JudgedRanking {
  const log = new ProblemLog();
  // One query is all of the gold here; by text nothing is known by its id.
  const known = "ids" in rule.match ? new Set(goldIds(gold)) : undefined;
  return join(
    "q",
    readRanking("q", hits, log),
    shapeGold(readGold("q", gold, new ProblemLog()), rule),
    rule,
    new Scratch(rule),
    log,
    known,
  );
}

/** The same ranking in arrays that still hold another query's hits. */
function withGarbage(r: JudgedRanking): JudgedRanking {
  const longer = <T extends Float64Array | Uint8Array | Uint32Array>(array: T, garbage: number): T => {
    const out = new (array.constructor as new (n: number) => T)(r.length + 9).fill(garbage) as T;
    out.set(array.subarray(0, r.length));
    return out;
  };
  return {
    ...r,
    grades: longer(r.grades, 3),
    judged: longer(r.judged, 1),
    relevant: longer(r.relevant, 1),
    item: longer(r.item, 77),
    ...(r.known === undefined ? {} : { known: longer(r.known, 1) }),
    ...(r.forbidden === undefined ? {} : { forbidden: longer(r.forbidden, 1) }),
    ...(r.spans === undefined
      ? {}
      : {
          spans: {
            gold: r.spans.gold,
            size: longer(r.spans.size, 5),
            fresh: longer(r.spans.fresh, 4),
            found: longer(r.spans.found, 3),
          },
        }),
  };
}

/** The same ranking as the join of large files gives it; undefined where a hit is there twice. */
function withSparseRanks(r: JudgedRanking): JudgedRanking | undefined {
  if (new Set(r.item.subarray(0, r.length)).size < r.length) return undefined;
  const ranks = Uint32Array.from({ length: r.length }, (_, i) => i).filter((i) => r.judged[i] === 1);
  const longer = new Uint32Array(ranks.length + 9).fill(1);
  longer.set(ranks);
  return withSparse({ ...r }, sparseRanks(ranks.length, longer));
}

interface Trial {
  readonly metric: ComputedMetric;
  readonly params: Params;
  readonly random: Random;
  readonly given: LawCase;
  compute(hits: readonly Hit[], gold?: LawCase["gold"]): Score;
  rankingOf(hits: RankingInput): JudgedRanking;
}

/** Each law on one case: what is wrong, or undefined. */
const LAWS: Readonly<Record<Law, (trial: Trial) => TellBroken | undefined>> = {
  "ignores-below-k": ({ metric, params, random, given, compute }) => {
    const k = metric.at === undefined ? undefined : params[metric.at];
    // Below k there is something to change only if k hits came.
    if (typeof k !== "number" || given.hits.length < k) return undefined;
    const before = compute(given.hits);
    const after = compute(otherTail(random, given.hits, k, given.gold));
    return same(before, after)
      ? undefined
      : (broken, more) =>
          lawProblem("law-ignores-below-k", { ...broken, ...changed(before, after), k }, more);
  },

  monotone: ({ metric, given: { hits }, compute, rankingOf }) => {
    const r = rankingOf(hits);
    const before = compute(hits);
    for (let i = 0; i + 1 < r.length; i++) {
      if (!isBetter(r, i + 1, i)) continue;
      const swapped = hits.with(i, hits[i + 1]!).with(i + 1, hits[i]!);
      const after = compute(swapped);
      if (!notWorse(before, after, metric.direction))
        return (broken, more) =>
          lawProblem("law-monotone", { ...broken, ...changed(before, after), rank: i + 2 }, more);
    }
    return undefined;
  },

  "top-when-ideal": ({ metric, random, given, compute, rankingOf }) => {
    const ideal = idealHits(metric, random, given.gold, rankingOf);
    if (ideal === undefined) return undefined;
    const score = compute(ideal);
    const top = metric.range[metric.direction === "higher" ? 1 : 0];
    if (score.status !== "scored" || Math.abs(score.value - top) <= NOISE) return undefined;
    return (broken, more) =>
      lawProblem(
        "law-top-when-ideal",
        {
          ...broken,
          ideal: ideal.map((hit) => hit.id).join(", "),
          found: String(score.value),
          wanted: String(top),
        },
        more,
      );
  },

  "rename-safe": ({ random, given, compute }) => {
    const other = renamed(random, given);
    const [before, after] = [compute(given.hits), compute(other.hits, other.gold)];
    return same(before, after)
      ? undefined
      : (broken, more) => lawProblem("law-rename-safe", { ...broken, ...changed(before, after) }, more);
  },

  "group-order-safe": ({ random, given: { hits, gold }, compute }) => {
    if (gold.groups === undefined) return undefined;
    const groups = shuffled(random, gold.groups).map((group) => shuffled(random, group));
    const [before, after] = [compute(hits), compute(hits, { ...gold, groups })];
    return same(before, after) || areClose(before, after)
      ? undefined
      : (broken, more) => lawProblem("law-group-order-safe", { ...broken, ...changed(before, after) }, more);
  },
};

const areClose = (a: Score, b: Score): boolean =>
  a.status === "scored" && b.status === "scored" && Math.abs(a.value - b.value) <= NOISE;

function notWorse(before: Score, after: Score, direction: Metric["direction"]): boolean {
  if (before.status !== "scored" || after.status !== "scored") return same(before, after);
  const gained = direction === "higher" ? after.value - before.value : before.value - after.value;
  return gained >= -NOISE * Math.max(1, Math.abs(before.value));
}

/** Better in every respect: if grade, list, groups and what is forbidden disagree, the order is undefined. */
function isBetter(r: JudgedRanking, rank: number, than: number): boolean {
  for (const column of [r.grades, r.relevant, r.judged]) if (column[rank]! < column[than]!) return false;
  const [mine, theirs] = [groupsAt(r, rank), groupsAt(r, than)];
  if (theirs !== "" && theirs !== mine) return false;
  const [bad, worse] = [(r.forbidden?.[rank] ?? 0) > 0, (r.forbidden?.[than] ?? 0) > 0];
  if (bad && !worse) return false;
  return (
    r.grades[rank]! > r.grades[than]! ||
    r.relevant[rank]! > r.relevant[than]! ||
    mine !== theirs ||
    (worse && !bad)
  );
}

/** The groups that a hit satisfies, as a text to compare. */
function groupsAt({ groups }: JudgedRanking, rank: number): string {
  if (groups === undefined) return "";
  const satisfied: number[] = [];
  for (let g = 0; g < groups.count; g++)
    if (groups.ranks.subarray(groups.start[g], groups.start[g + 1]).includes(rank)) satisfied.push(g);
  return satisfied.join();
}

/** Everything that was judged, best first; undefined where grades, list and groups have no common best order. */
function idealHits(
  metric: ComputedMetric,
  random: Random,
  gold: LawCase["gold"],
  rankingOf: Trial["rankingOf"],
): readonly Hit[] | undefined {
  if (metric.needs.includes("texts"))
    return ((gold.passages ?? []) as readonly (readonly string[])[])
      .flat()
      .map((text, i) => ({ id: `t${i}`, text }));
  if (metric.needs.includes("spans"))
    return ((gold.spans ?? []) as readonly (readonly Span[])[])
      .flat()
      .map((span, i) => ({ id: `t${i}`, ...span }));
  if (metric.needs.includes("groups")) return idealOfGroups(gold.groups ?? []);
  const ids = shuffled(random, goldIds(gold));
  const r = rankingOf(ids);
  const order = ids
    .map((_, i) => i)
    .sort((a, b) => r.grades[b]! - r.grades[a]! || r.relevant[b]! - r.relevant[a]!);
  const agreed = order.every((at, i) => i === 0 || r.relevant[at]! <= r.relevant[order[i - 1]!]!);
  return agreed ? order.map((at) => ({ id: ids[at]! })) : undefined;
}

/** One document of every group, then the others. Not necessarily the best order if groups share documents. */
function idealOfGroups(groups: readonly (readonly string[])[]): readonly Hit[] | undefined {
  const all = groups.flat();
  if (new Set(all).size < all.length) return undefined;
  return [...groups.map((group) => group[0]!), ...groups.flatMap((group) => group.slice(1))].map((id) => ({
    id,
  }));
}
