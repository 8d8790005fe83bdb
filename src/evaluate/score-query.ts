/** One query under every plan: guards, join, compute, and what the tool says instead. */
import { failed, skipped, undefinedBecause, zero } from "../core/score.ts";
import type { Derivation, Facet, JoinRule, Judgement, JudgedContexts, JudgedRanking, Metric, Params, QueryId, Score } from "../core/types.ts";
import { conditions, type Facts } from "./guards.ts";
import { join, Scratch } from "./join.ts";
import type { Plan } from "./plan.ts";
import type { ProblemLog } from "./problem-log.ts";
import type { ReadGold } from "./read-gold.ts";
import { readJudgement } from "./read-judgement.ts";
import type { Ranking } from "./read-run.ts";
import { type ShapedGold, shapeGold } from "./shape-gold.ts";

/** One query's gold in the shape of every join rule in use; made once, used for many rankings. */
export type ShapedByRule = (ShapedGold | undefined)[];

/** What is known of one query while it is scored. */
export interface QueryCase {
  readonly query: QueryId;
  readonly gold: ReadGold;
  readonly shaped: ShapedByRule;
  readonly ranking: Ranking;
  readonly judgement: Judgement | undefined;
}

type Compute = (input: JudgedRanking | JudgedContexts, params: Params) => Score;

/** A plan with what can be settled before the first query. */
interface Ready {
  readonly plan: Plan;
  /** Its join rule, by number. */
  readonly rule: number;
  readonly compute: Compute;
  readonly params: Params;
  readonly needs: readonly Facet[];
  /** Nothing but compute: no guard, no replacement, no rounding. */
  readonly plain: boolean;
}

const NOT_A_NUMBER = {
  code: "not-finite",
  what: "the metric gave no finite number",
  fix: "return an undefined score with its reason instead",
};

export class QueryScorer {
  readonly plans: readonly Plan[];
  readonly #ready: readonly Ready[];
  readonly #rules: readonly JoinRule[];
  readonly #scratch: readonly Scratch[];
  readonly #joined: (JudgedRanking | undefined)[];
  readonly #log: ProblemLog;

  constructor(plans: readonly Plan[], log: ProblemLog) {
    this.plans = plans;
    this.#log = log;
    // Two metrics with the same rule share one join.
    const rules = new Map<string, { rule: JoinRule; at: number }>();
    this.#ready = plans.map((plan) => {
      const key = JSON.stringify(plan.join);
      if (!rules.has(key)) rules.set(key, { rule: plan.join, at: rules.size });
      const { metric } = plan;
      return {
        plan,
        rule: rules.get(key)!.at,
        compute: metric.compute.bind(metric) as Compute,
        params: plan.params,
        needs: metric.needs,
        plain: metric.kind === "computed" && plan.guard.length === 0 && Object.keys(plan.otherwise).length === 0 && plan.zeroBelow === undefined && plan.join.depth !== "k",
      };
    });
    this.#rules = [...rules.values()].map(({ rule }) => rule);
    this.#scratch = this.#rules.map(() => new Scratch());
    this.#joined = this.#rules.map(() => undefined);
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
      scores[p] = ready.plain ? this.#compute(q, ready, ready.compute, ready.params, ready.needs) : this.#guarded(q, ready);
    }
    return scores;
  }

  /** How many of the hits that the first join kept were judged, for the check that anything matches at all. */
  anyJudged(): boolean {
    const r = this.#joined.find((one) => one !== undefined);
    return r === undefined || r.length === 0 || r.judged.subarray(0, r.length).includes(1) || (r.groups?.ranks.length ?? 0) > 0;
  }

  explain(q: QueryCase, p: number): Derivation | Score {
    this.#joined.fill(undefined);
    const ready = this.#ready[p]!;
    const score = this.#guarded(q, ready);
    const input = ready.plan.metric.kind === "judged" ? this.#read(q, ready.plan) : this.#ranking(q, ready);
    if (input === undefined || "status" in input || score.status === "skipped" || score.status === "failed") return score;
    const metric = ready.plan.metric as Metric & { explain(input: unknown, params: Params): Derivation };
    return metric.explain(input, ready.params);
  }

  /** The ranking a plan reads, for those who look at it from other sides (bounds). It is overwritten by the next query. */
  ranking(q: QueryCase, p: number): JudgedRanking | undefined {
    this.#joined.fill(undefined);
    const ready = this.#ready[p]!;
    if (ready.plan.metric.kind !== "computed" || this.#missing(q, ready.needs, ready.rule).length > 0) return undefined;
    return this.#ranking(q, ready);
  }

  /** Guards look at what was given, not at what the join made of it. */
  facts(q: QueryCase, p: number): Facts {
    const { plan, rule } = this.#ready[p]!;
    return this.#facts(q, plan, rule);
  }

  #facts(q: QueryCase, plan: Plan, rule: number): Facts {
    const { ids, texts } = q.ranking;
    const hits = "text" in plan.join.match ? ids.map((id, i) => texts?.[i] ?? id) : ids;
    return { hits, groups: this.#shape(q, rule).lists, judgement: q.judgement };
  }

  #guarded(q: QueryCase, ready: Ready): Score {
    const { plan } = ready;
    let call: { compute: Compute; params: Params; needs: readonly Facet[] } = ready;
    if (plan.guard.length > 0 && (plan.metric.kind === "computed" || q.judgement !== undefined)) {
      const facts = this.#facts(q, plan, ready.rule);
      for (const { when, then } of plan.guard) {
        if (!conditions[when](facts)) continue;
        if ("status" in then) return then;
        call = { compute: then.metric.compute.bind(then.metric) as Compute, params: then.params, needs: then.metric.needs };
        break;
      }
    }
    const score = plan.metric.kind === "judged" ? this.#judge(q, ready, call) : this.#compute(q, ready, call.compute, call.params, call.needs);
    if (score.status === "undefined") return plan.otherwise[score.because] ?? score;
    if (plan.zeroBelow !== undefined && score.status === "scored" && score.value < plan.zeroBelow) return zero;
    return score;
  }

  #compute(q: QueryCase, ready: Ready, compute: Compute, params: Params, needs: readonly Facet[]): Score {
    const missing = this.#missing(q, needs, ready.rule);
    if (missing.length > 0) return skipped(...missing);
    const score = compute(this.#ranking(q, ready), params);
    return score.status === "scored" && !Number.isFinite(score.value) ? failed(NOT_A_NUMBER) : score;
  }

  #missing(q: QueryCase, needs: readonly Facet[], rule: number): readonly Facet[] {
    const gold = this.#shape(q, rule);
    let missing: Facet[] | undefined;
    for (const need of needs) {
      const has = need === "grades" ? gold.grades : need === "groups" ? gold.groups : need === "texts" ? gold.texts : true;
      if (!has) {
        missing ??= [];
        missing.push(need);
      }
    }
    return missing ?? NOTHING;
  }

  #shape(q: QueryCase, rule: number): ShapedGold {
    let shaped = q.shaped[rule];
    if (shaped === undefined) {
      shaped = shapeGold(q.gold, this.#rules[rule]!);
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
      return join(q.query, q.ranking, this.#shape(q, rule), cut, new Scratch(), this.#log);
    }
    let r = this.#joined[rule];
    if (r === undefined) {
      r = join(q.query, q.ranking, this.#shape(q, rule), joinRule, this.#scratch[rule]!, this.#log);
      this.#joined[rule] = r;
    }
    return r;
  }

  #read(q: QueryCase, plan: Plan): JudgedContexts | undefined {
    return q.judgement === undefined ? undefined : readJudgement(q.judgement, plan.verdicts).read;
  }

  #judge(q: QueryCase, { plan }: Ready, call: { compute: Compute; params: Params }): Score {
    if (q.judgement === undefined) return skipped(...plan.metric.needs);
    const { read, unread } = readJudgement(q.judgement, plan.verdicts);
    for (const [part, word] of unread)
      if (plan.metric.needs.includes(part as Facet) || plan.params.against === "response")
        return plan.verdicts.unknown === "raise" ? undefinedBecause("tool-raises") : failed(unreadable(q.query, part, word));
    const score = call.compute(read, call.params);
    return score.status === "scored" && !Number.isFinite(score.value) ? failed(NOT_A_NUMBER) : score;
  }
}

const NOTHING: readonly Facet[] = [];

const unreadable = (query: QueryId, part: string, word: string) => ({
  code: "unreadable-verdict",
  what: `judgement of query ${query}: ${part} holds ${JSON.stringify(word)}, which is neither yes nor no`,
  fix: 'write "yes" or "no", true or false, 1 or 0',
  at: { query },
});

