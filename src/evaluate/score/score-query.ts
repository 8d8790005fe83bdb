/** One query under every plan: guards, join, compute, and what the tool says instead. */

import type { Derivation } from "../../core/derivation.ts";
import { evaluateDerivation, withDocs } from "../../core/derivation.ts";
import type { DocId, QueryId } from "../../core/ids.ts";
import type { JudgedContexts, Judgement } from "../../core/judgement.ts";
import type { Metric } from "../../core/metric.ts";
import { roundTo } from "../../core/numbers.ts";
import type { Params } from "../../core/params.ts";
import type { Problem } from "../../core/problem.ts";
import { GoldieError } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import type { JudgedRanking } from "../../core/ranking.ts";
import { ruleKeys } from "../../core/rule-key.ts";
import type { JoinRule } from "../../core/rules.ts";
import type { Facet, Score } from "../../core/score.ts";
import { failed, scored, skipped, undefinedBecause, zero } from "../../core/score.ts";
import { emptyGoldId, type ReadGold } from "../input/read-gold.ts";
import { readJudgement } from "../input/read-judgement.ts";
import type { Ranking } from "../input/read-run.ts";
import { TableRanking } from "../input/table-ranking.ts";
import { candidates } from "../join/candidates.ts";
import { join } from "../join/join.ts";
import { MappingRanking } from "../join/mapping-ranking.ts";
import { Scratch } from "../join/scratch.ts";
import { type ShapedGold, shapeGold } from "../join/shape-gold.ts";
import type { Plan } from "../plan/plan.ts";
import { conditions, type Facts } from "./_guards.ts";
import type { LeakedDocument } from "./leaks.ts";
import { scoreProblem } from "./problems.ts";

/** One query's gold in the shape of every join rule in use; made once, used for many rankings. */
export type ShapedByRule = (ShapedGold | undefined)[];

/** Everything about one query while it is scored. */
export interface QueryCase {
  readonly query: QueryId;
  readonly gold: ReadGold;
  readonly shaped: ShapedByRule;
  readonly ranking: Ranking;
  readonly judgement: Judgement | undefined;
}

/** A ranking after the join, and where its hits come from. */
export interface JoinedRanking {
  readonly ranking: JudgedRanking;
  /** By rank: the place in the list as it was given, from 0; -1 where the rule added it. */
  readonly from: readonly number[];
  readonly rule: JoinRule;
}

type ComputeScore = (input: JudgedRanking | JudgedContexts, params: Params) => Score;

/** A plan with what can be settled before the first query. */
interface Ready {
  readonly plan: Plan;
  /** Its join rule, by number. */
  readonly rule: number;
  readonly call: PreparedMetric;
  /** A computed metric without a guard. */
  readonly direct: boolean;
  /** A value is what the metric says: it is neither cut nor rounded. */
  readonly asComputed: boolean;
}

/** A metric as it is called. */
interface PreparedMetric {
  readonly metric: Metric;
  readonly compute: ComputeScore;
  readonly params: Params;
  /** What it needs of the gold, added up as in ShapedGold. */
  readonly needs: number;
}
const callOf = (metric: Metric, params: Params): PreparedMetric => ({
  metric,
  compute: metric.compute as ComputeScore,
  params,
  needs: needed(metric),
});

const NONE_FOUND = { total: 0, found: 0 };
const STATUSES: ReadonlySet<unknown> = new Set(["undefined", "skipped", "failed"]);

export class QueryScorer {
  readonly plans: readonly Plan[];
  readonly #ready: readonly Ready[];
  readonly #rules: readonly JoinRule[];
  readonly #scratch: readonly Scratch[];
  readonly #joined: (JudgedRanking | undefined)[];
  /** Beside it: what the gold of a joined ranking has. */
  readonly #has: number[];
  /** By rule: what it reads of the hits instead of their ids. */
  readonly #reads: readonly ("texts" | "spans" | undefined)[];
  readonly #log: ProblemLog;
  readonly #known: ReadonlySet<DocId> | undefined;
  #leakScratch: Scratch | undefined;
  #lookScratch: Scratch | undefined;
  /** By rank: the ids of the hits that were joined last. */
  #ids: readonly (DocId | null)[] = [];

  /** `known`: documents judged for any query, where a metric asks for them. */
  constructor(plans: readonly Plan[], log: ProblemLog, known?: ReadonlySet<DocId>) {
    this.plans = plans;
    this.#log = log;
    this.#known = known;
    // Two metrics with the same rule share one join.
    const rules = new Map<string, { rule: JoinRule; at: number }>();
    const keyOf = ruleKeys();
    this.#ready = plans.map((plan) => {
      const key = keyOf(plan.join);
      if (!rules.has(key)) rules.set(key, { rule: plan.join, at: rules.size });
      const { metric } = plan;
      return {
        plan,
        rule: rules.get(key)!.at,
        call: callOf(metric, plan.params),
        direct: metric.kind === "computed" && plan.guard.length === 0,
        asComputed: plan.zeroBelow === undefined && plan.round === undefined,
      };
    });
    this.#rules = [...rules.values()].map(({ rule }) => rule);
    this.#scratch = this.#rules.map((rule, at) => {
      const mine = this.#ready.filter((ready) => ready.rule === at);
      return new Scratch(
        rule,
        mine.some(({ call: { params } }) => (params.ties ?? "as-ordered") !== "as-ordered"),
        mine.some(({ call: { params } }) => params.equals === "scored"),
      );
    });
    this.#joined = this.#rules.map(() => undefined);
    this.#has = this.#rules.map(() => 0);
    this.#reads = this.#rules.map(({ match }) =>
      "spans" in match ? "spans" : "text" in match && match.orIds !== true ? "texts" : undefined,
    );
  }

  shapes(): ShapedByRule {
    return this.#rules.map(() => undefined);
  }

  /** The score of every plan, in their order. */
  score(q: QueryCase): Score[] {
    this.#joined.fill(undefined);
    const scores = new Array<Score>(this.#ready.length);
    for (let p = 0; p < scores.length; p++) {
      const ready = this.#ready[p]!;
      scores[p] = ready.direct ? said(ready, this.#compute(q, ready, ready.call)) : this.#guarded(q, ready);
    }
    return scores;
  }

  /** The score of every plan, where the values of the formulas come from elsewhere. Plans have no guards then. */
  scoreBy(q: QueryCase, formula: (p: number, gold: ShapedGold) => Score): Score[] {
    return this.#ready.map(
      (ready, p) =>
        this.#lacks(q, ready.rule, ready.call.needs) ??
        said(ready, this.#finite(q.query, ready.plan, formula(p, this.#shape(q, ready.rule)))),
    );
  }

  /** How many of the hits that the first join kept were judged, for the check that anything matches at all. */
  anyJudged(): boolean {
    const r = this.#joined.find((one) => one !== undefined);
    return (
      r === undefined ||
      r.length === 0 ||
      r.judged.subarray(0, r.length).includes(1) ||
      (r.groups?.ranks.length ?? 0) > 0
    );
  }

  /** Relevant documents of the query, and how many of them are anywhere in its list, as the first join has it. */
  relevantFound(): { readonly total: number; readonly found: number } {
    const r = this.#joined.find((one) => one !== undefined);
    if (r === undefined) return NONE_FOUND;
    const total = r.listed.length;
    let found = 0;
    if (r.sparse !== undefined) {
      const { count, ranks } = r.sparse;
      for (let i = 0; i < count; i++) found += r.relevant[ranks[i]!]!;
    } else for (let rank = 0; rank < r.length && found < total; rank++) found += r.relevant[rank]!;
    // A rule that keeps repeated hits would count them again.
    return { total, found: Math.min(found, total) };
  }

  explain(given: QueryCase, p: number): Derivation | Score {
    this.#joined.fill(undefined);
    const ready = this.#ready[p]!;
    // Rows of bytes are joined without their ids, which are shown here.
    const q = given.ranking instanceof TableRanking ? { ...given, ranking: given.ranking.columns } : given;
    const score = this.#guarded(q, ready);
    const input = ready.plan.metric.kind === "judged" ? this.#read(q, ready.plan) : this.#ranking(q, ready);
    if (input === undefined || "status" in input || score.status === "skipped" || score.status === "failed")
      return score;
    const metric = ready.plan.metric as Metric & { explain(input: unknown, params: Params): Derivation };
    const derivation = metric.explain(input, ready.call.params);
    // Where a guard or the tool's own answer took the place of the formula, the formula explains nothing.
    if (!agree(evaluateDerivation(derivation), score)) return score;
    return ready.plan.metric.kind === "judged" ? derivation : withDocs(derivation, this.#ids);
  }

  /** The ranking a plan reads, for those who look at it from other sides (bounds). It is overwritten by the next query. */
  ranking(q: QueryCase, p: number): JudgedRanking | undefined {
    this.#joined.fill(undefined);
    const ready = this.#ready[p]!;
    if (
      ready.plan.metric.kind !== "computed" ||
      (this.#shape(q, ready.rule).has & ready.call.needs) !== ready.call.needs
    )
      return undefined;
    return this.#ranking(q, ready);
  }

  /** Whether a metric reads a ranking, so that there is one to look for forbidden documents in. */
  get readsRankings(): boolean {
    return this.#ready.some(({ plan }) => plan.metric.kind === "computed");
  }

  /** Forbidden documents among the first k hits, as the first metric over a ranking ranks them. */
  leaks(q: QueryCase, k: number): LeakedDocument[] {
    const { forbidden } = q.gold;
    const ready = this.#ready.find(({ plan }) => plan.metric.kind === "computed");
    if (forbidden === undefined || ready === undefined) return [];
    const rule = this.#rules[ready.rule]!;
    this.#leakScratch ??= new Scratch(rule);
    // Problems with the hits are reported when they are scored.
    const r = join(q.query, q.ranking, this.#shape(q, ready.rule), rule, this.#leakScratch, new ProblemLog());
    const { ids } = this.#leakScratch;
    const found: LeakedDocument[] = [];
    for (let rank = 0; rank < Math.min(k, r.length); rank++) {
      const which = r.forbidden?.[rank] ?? 0;
      if (which === 0) continue;
      const [doc, hit] = [forbidden[which - 1]!, ids[rank] ?? null];
      found.push({ doc, rank: rank + 1, ...(hit === null || hit === doc ? {} : { hit }) });
    }
    return found;
  }

  /**
   * The ranking as the first metric over rankings joins it, whatever that metric needs, with the hit of the list that
   * stands at each rank. Overwritten by the next query. undefined: no metric reads a ranking.
   */
  joined(q: QueryCase): JoinedRanking | undefined {
    const ready = this.#ready.find(({ plan }) => plan.metric.kind === "computed");
    if (ready === undefined) return undefined;
    const rule = this.#rules[ready.rule]!;
    this.#lookScratch ??= new Scratch(rule);
    const { ranking: given } = q;
    const columns = given instanceof TableRanking || given instanceof MappingRanking ? given.columns : given;
    const ranking = { ...columns, length: given.length, from: Array.from(columns.ids, (_, i) => i) };
    const shaped = this.#shape(q, ready.rule);
    const r = join(q.query, ranking, shaped, rule, this.#lookScratch, new ProblemLog());
    return { ranking: r, from: this.#lookScratch.from ?? [], rule };
  }

  /** Guards check the input, not the joined ranking. */
  facts(q: QueryCase, p: number): Facts {
    const { plan, rule } = this.#ready[p]!;
    return this.#facts(q, plan, rule);
  }

  #facts(q: QueryCase, plan: Plan, rule: number): Facts {
    // Gold that was not retrieved is part of what such a tool is given.
    const given =
      plan.join.tail === undefined
        ? q.ranking
        : candidates(q.query, q.ranking, this.#shape(q, rule), plan.join);
    const { ids, texts } = given;
    const hits = "text" in plan.join.match ? ids.map((id, i) => texts?.[i] ?? id) : ids;
    const { lists, index, gradeOf } = this.#shape(q, rule);
    return {
      hits,
      groups: lists,
      judgement: q.judgement,
      grade: (hit) => (hit === null ? undefined : gradeOf[index.get(hit) ?? -1]),
    };
  }

  #guarded(q: QueryCase, ready: Ready): Score {
    const { plan } = ready;
    if (plan.metric.kind === "computed") {
      // Gold that cannot be scored is not empty gold; guards would confuse the two.
      const lacks = this.#lacks(q, ready.rule, ready.call.needs);
      if (lacks !== undefined) return lacks;
    }
    let { call } = ready;
    if (plan.guard.length > 0 && (plan.metric.kind === "computed" || q.judgement !== undefined)) {
      const facts = this.#facts(q, plan, ready.rule);
      for (const { when, then } of plan.guard) {
        if (!conditions[when](facts)) continue;
        if ("status" in then) return then;
        call = callOf(then.metric, then.params);
        break;
      }
    }
    return said(
      ready,
      plan.metric.kind === "judged" ? this.#judge(q, ready, call) : this.#compute(q, ready, call),
    );
  }

  #compute(q: QueryCase, ready: Ready, call: PreparedMetric): Score {
    const { rule } = ready;
    let r = this.#joined[rule];
    // What can be read was settled when the rule's first metric made the join.
    if (r === undefined || (this.#has[rule]! & call.needs) !== call.needs) {
      const lacks = this.#lacks(q, rule, call.needs);
      if (lacks !== undefined) return lacks;
      r = this.#ranking(q, ready);
    }
    return this.#safely(q.query, ready.plan, call, r);
  }

  #lacks(q: QueryCase, rule: number, needs: number): Score | undefined {
    const reads = this.#reads[rule];
    if (reads !== undefined && q.ranking.length > 0 && q.ranking[reads] === undefined) return skipped(reads);
    const { has } = this.#shape(q, rule);
    return (has & needs) === needs
      ? undefined
      : skipped(...FACETS.filter((_, bit) => (needs & ~has & (1 << bit)) !== 0));
  }

  #shape(q: QueryCase, rule: number): ShapedGold {
    let shaped = q.shaped[rule];
    if (shaped === undefined) {
      const joinRule = this.#rules[rule]!;
      if (q.gold.columns !== undefined && this.#scratch[rule]!.table !== undefined)
        shaped = q.gold.columns.shape();
      else {
        shaped = shapeGold(q.gold, joinRule);
        if (joinRule.blank === "error" && "ids" in joinRule.match && shaped.index.has(""))
          throw emptyGoldId(q.query);
      }
      q.shaped[rule] = shaped;
    }
    return shaped;
  }

  #ranking(q: QueryCase, { rule, plan }: Ready): JudgedRanking {
    const joinRule = this.#rules[rule]!;
    // Cutting at k before null ids are dropped matters only where there are some.
    if (joinRule.depth === "k" && q.ranking.nulls) {
      const k = plan.params.k;
      const cut = { ...joinRule, depth: typeof k === "number" ? k : ("all" as const) };
      const scratch = new Scratch(cut);
      const r = join(q.query, q.ranking, this.#shape(q, rule), cut, scratch, this.#log, this.#known);
      this.#ids = scratch.ids;
      return r;
    }
    let r = this.#joined[rule];
    if (r === undefined) {
      r = join(
        q.query,
        q.ranking,
        this.#shape(q, rule),
        joinRule,
        this.#scratch[rule]!,
        this.#log,
        this.#known,
      );
      this.#joined[rule] = r;
      this.#ids = this.#scratch[rule]!.ids;
      this.#has[rule] = this.#shape(q, rule).has;
    }
    return r;
  }

  #read(q: QueryCase, plan: Plan): JudgedContexts | undefined {
    return q.judgement === undefined ? undefined : readJudgement(q.judgement, plan.verdicts).read;
  }

  /** A metric may throw, overflow or return something other than a score: report a failure with its name, never a number. */
  #safely(
    query: QueryId,
    plan: Plan,
    { metric, compute, params }: PreparedMetric,
    input: JudgedRanking | JudgedContexts,
  ): Score {
    try {
      return this.#finite(query, plan, compute.call(metric, input, params));
    } catch (error) {
      if (error instanceof GoldieError) throw error;
      const fields = { metric: plan.key, message: String(error) };
      return this.#failure(scoreProblem("metric-threw", fields, { at: { query } }));
    }
  }

  #finite(query: QueryId, { key }: Plan, score: Score): Score {
    if (score?.status === "scored" ? Number.isFinite(score.value) : STATUSES.has(score?.status)) return score;
    const found = typeof score === "object" ? {} : { found: String(score) };
    return this.#failure(scoreProblem("not-finite/metric", { metric: key, ...found }, { at: { query } }));
  }

  #failure(problem: Problem): Score {
    this.#log.add(problem);
    return failed(problem);
  }

  #judge(q: QueryCase, { plan }: Ready, call: PreparedMetric): Score {
    const { read, unread } = readJudgement(q.judgement ?? {}, plan.verdicts);
    const score = this.#safely(q.query, plan, call, read);
    // Invalid or unjudged parts are absent, which only affects the metrics that read them.
    const missing = score.status === "skipped" ? score.missing : [];
    const unjudged = missing.find((facet) => q.judgement?.unjudged?.[facet] !== undefined);
    if (unjudged !== undefined) return failed(q.judgement!.unjudged![unjudged]!);
    const part = missing.find((facet) => unread.has(facet));
    if (part !== undefined)
      return plan.verdicts.unknown === "raise"
        ? undefinedBecause("tool-raises")
        : failed(
            scoreProblem(
              "unreadable-verdict",
              { part, found: unread.get(part)! },
              { at: { query: q.query } },
            ),
          );
    return score;
  }
}

/** What the tool says of a score that the formula gave. */
function said({ asComputed, plan }: Ready, score: Score): Score {
  if (score.status === "undefined") return plan.otherwise[score.because] ?? score;
  if (score.status !== "scored" || asComputed) return score;
  const { zeroBelow, round } = plan;
  if (zeroBelow !== undefined && score.value < zeroBelow) return zero;
  return round === undefined ? score : scored(roundTo(score.value, round.digits, round.how));
}

/** By the bits of ShapedGold.has. */
const FACETS: readonly Facet[] = ["grades", "groups", "texts", "spans", "hops", "forbidden"];
const needed = (metric: Metric): number =>
  FACETS.reduce((sum, facet, bit) => (metric.needs.includes(facet) ? sum + (1 << bit) : sum), 0);

/** A derivation adds up in its own order, so the last bits may differ. */
const agree = (a: Score, b: Score): boolean =>
  a.status === "scored" && b.status === "scored"
    ? Math.abs(a.value - b.value) <= 1e-9 * Math.max(1, Math.abs(b.value))
    : a.status === "undefined" && b.status === "undefined" && a.because === b.because;
