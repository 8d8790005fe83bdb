/** Why two numbers for the same data differ: rules are switched one after the other, and each carries what it changed. */

import type { Dialect } from "../../core/dialect.ts";
import type { Metric, Rule } from "../../core/metric.ts";
import { RULES } from "../../core/metric.ts";
import type { ParamValue } from "../../core/params.ts";
import { GoldieError } from "../../core/problem.ts";
import type { IdRule } from "../../core/rules.ts";
import type { Counts, Score } from "../../core/score.ts";
import { Evaluator, type Judgements } from "../evaluate.ts";
import type { GoldInput } from "../input/read-gold.ts";
import { isIterator } from "../input/read-input.ts";
import type { RunInput } from "../input/read-run.ts";
import { type AskedMetrics, type Plan, Planner } from "../plan/plan.ts";
import { type RuleStep, ruleSteps, sameRules } from "./_rule-steps.ts";
import { paramWords } from "./_rule-words.ts";
import { whyProblem } from "./problems.ts";

export interface Data {
  readonly gold: GoldInput;
  readonly run?: RunInput;
  readonly judgements?: Judgements;
  /** Metrics of your own that a and b may name. */
  readonly define?: AskedMetrics["define"];
  /** The id rule for both sides; differences between the tools' own matching are then ignored. */
  readonly match?: { readonly ids: IdRule; readonly on: "hits" | "both" };
}

export interface WhySide {
  /** As it was asked for. */
  readonly metric: string;
  /** Whose number it is: "the textbook", "REMem", or the metric itself where both have the same dialect. */
  readonly who: string;
  readonly score: Score;
  /** The queries behind it. */
  readonly counts: Counts;
}
export interface WhyPart {
  readonly rule: Rule | "definition";
  /** Other rules that had to change with this one to get a number. */
  readonly with?: readonly Rule[];
  /** What it adds to the first number on the way to the second. */
  readonly delta: number;
  /** In words, what the second one does. */
  readonly says: string;
  /** The formulas of both metrics, if they have no shared form. */
  readonly formulas?: readonly [string, string];
}
export interface WhyDifferent {
  readonly a: WhySide;
  readonly b: WhySide;
  /** b - a; undefined where one of them has no value. */
  readonly difference: number | undefined;
  /** Every rule in which they differ; the deltas add up to the difference. */
  readonly parts: readonly WhyPart[];
  readonly sentence: string;
}

/** The mean of one plan; a query that cannot be scored at all leaves no number. */
function meanOf(data: Data, plan: Plan): { score: Score; counts: Counts } {
  // A tool that only prints rows has no mean; compare the plain one.
  const average = plan.average.as === "none" ? { ...plan.average, as: "mean" as const } : plan.average;
  const evaluator = new Evaluator(
    { gold: data.gold, ...(data.judgements ? { judgements: data.judgements } : {}) },
    [{ ...plan, average }],
  );
  const { mean, because, counts } = evaluator.evaluate(data.run).mean(plan.key);
  const score: Score =
    mean === undefined
      ? {
          status: "undefined",
          because: because === undefined || because === "failed" ? "nothing-to-judge" : because,
        }
      : { status: "scored", value: mean };
  return { score, counts };
}

function tryValue(data: Data, plan: Plan): number | undefined {
  try {
    const { score } = meanOf(data, plan);
    return score.status === "scored" ? score.value : undefined;
  } catch (error) {
    // Half-way between two tools there may be rules that refuse the input; the next rule goes with this one.
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
}

/**
 * Which rules differ between two metrics or dialects on the same data, and how much of the difference each one carries.
 * @example
 * whyDifferent({ gold: { q: ["a"] }, run: { q: ["x", "a"] } }, "ndcg@2", "remem:NDCG_any@2").sentence
 */
export function whyDifferent(given: Data, a: string, b: string): WhyDifferent {
  const data = {
    ...given,
    gold: kept(given.gold),
    ...(given.run === undefined ? {} : { run: kept(given.run) }),
  };
  const planner = new Planner({
    ...(given.define === undefined ? {} : { define: given.define }),
    ...(given.match === undefined ? {} : { match: given.match }),
  });
  const [first, second] = sides(planner, a, b);
  const { score: from, counts: fromCounts } = meanOf(data, first);
  const { score: to, counts: toCounts } = meanOf(data, second);
  const who = names(first, second);
  const left: WhySide = { metric: a, who: who[0], score: from, counts: fromCounts };
  const right: WhySide = { metric: b, who: who[1], score: to, counts: toCounts };
  if (from.status !== "scored" || to.status !== "scored")
    return {
      a: left,
      b: right,
      difference: undefined,
      parts: [],
      sentence: `${sayScore(right)}; ${sayScore(left)}.`,
    };

  const steps: { rule: Rule; with: Rule[]; delta: number; says: string[] }[] = [];
  let plan = first;
  let value = from.value;
  let base = first;
  let waiting: RuleStep[] = [];
  for (const step of ruleSteps(first, second)) {
    const next = step.apply(plan);
    if (sameRules(next, plan)) continue;
    plan = next;
    const reached = tryValue(data, plan);
    waiting.push(step);
    if (reached === undefined) continue;
    const { rule } = step;
    const matters = waiting.length > 1 && reached !== value ? needed(data, base, waiting, reached) : waiting;
    steps.push({
      rule,
      with: matters.map((w) => w.rule).filter((r) => r !== rule),
      delta: reached - value,
      says: matters.map((w) => w.says),
    });
    base = plan;
    value = reached;
    waiting = [];
  }
  const cut = waiting.length > 0 ? undefined : alikeCutoffs(plan, second);
  const [cutFrom, cutTo] = cut === undefined ? [] : [tryValue(data, cut.from), tryValue(data, cut.to)];
  if (cut !== undefined && cutFrom !== undefined && cutTo !== undefined) {
    steps.push({ rule: "k", with: [], delta: cutFrom - value + (to.value - cutTo), says: [cut.says] });
    value += cutFrom - value + (to.value - cutTo);
  }
  const parts = byRule(steps);
  const shared =
    first.metric === second.metric ||
    (akin(first.metric, second.metric) && Math.abs(to.value - value) <= NOISE);
  if (waiting.length > 0 || !shared)
    parts.push({
      rule: "definition",
      ...(waiting.length > 0 ? { with: [...new Set(waiting.map((w) => w.rule))] } : {}),
      delta: to.value - value,
      says: `it is another metric: ${second.metric.title.toLowerCase()}`,
      formulas: [first.metric.formula, second.metric.formula],
    });
  return {
    a: left,
    b: right,
    difference: to.value - from.value,
    parts,
    sentence: sentence(left, right, parts),
  };
}

/** Of steps that only together lead to a number, those without which it would be another; all of them if no single one matters. */
function needed(data: Data, base: Plan, steps: readonly RuleStep[], reached: number): readonly RuleStep[] {
  const without = (left: RuleStep): Plan =>
    steps.filter((step) => step !== left).reduce((plan, step) => step.apply(plan), base);
  const found = steps.filter((step) => tryValue(data, without(step)) !== reached);
  return found.length > 0 ? found : steps;
}

/** One part per rule: its words are those of the steps that moved the number, or of all if none did. */
function byRule(
  steps: readonly { rule: Rule; with: readonly Rule[]; delta: number; says: readonly string[] }[],
): WhyPart[] {
  return RULES.flatMap((rule) => {
    const mine = steps.filter((step) => step.rule === rule);
    if (mine.length === 0) return [];
    const moved = mine.filter((step) => step.delta !== 0);
    const says = [...new Set((moved.length > 0 ? moved : mine).flatMap((step) => step.says))].join(", and ");
    const together = [...new Set(mine.flatMap((step) => step.with))];
    return [
      {
        rule,
        ...(together.length > 0 ? { with: together } : {}),
        delta: mine.reduce((sum, step) => sum + step.delta, 0),
        says,
      },
    ];
  });
}

/** The same for every metric that two dialects have in common, by their default sets. */
export function whyDialectsDiffer(data: Data, a: string, b: string): WhyDifferent[] {
  const planner = new Planner({});
  const list = (id: string) =>
    Object.keys(planner.dialect(id).metrics)
      .slice(0, 1)
      .flatMap((set) => planner.parse(`${id}:${set}`));
  const others = list(b);
  return list(a).flatMap((plan) => {
    const other =
      others.find((o) => o.metric === plan.metric && o.params.k === plan.params.k) ??
      others.find((o) => o.metric === plan.metric);
    return other === undefined ? [] : [whyDifferent(data, plan.key, other.key)];
  });
}

const kept = <T extends GoldInput | RunInput>(input: T): T =>
  isIterator(input) ? ([...(input as Iterable<unknown>)] as unknown as T) : input;

/** The counterpart at the cut-off of the other side, where its name takes one. */
function withCutoff(planner: Planner, found: Plan, { metric, params }: Plan): Plan {
  const k = metric.at === undefined ? undefined : params[metric.at];
  if (k === undefined || found.metric.at === undefined || found.params[found.metric.at] === k) return found;
  if (found.params[found.metric.at] === undefined) return found;
  return planner.parse(`${found.key.replace(/@\d+$/, "")}@${k}`)[0]!;
}

/** group-recall, set-recall and recall measure the same thing over other units. */
const akin = (a: Metric, b: Metric): boolean =>
  a.kind === b.kind && (a.id.endsWith(`-${b.id}`) || b.id.endsWith(`-${a.id}`));

/**
 * Two metrics of which one takes a cut-off and the other does not, or another kind of it: `from` with the cut-off of `to`,
 * or both without one. Undefined if the cut-offs are the same, or cannot be left out.
 */
function alikeCutoffs(from: Plan, to: Plan): { from: Plan; to: Plan; says: string } | undefined {
  const [a, b] = [from.metric.at, to.metric.at];
  if (from.metric.params[a ?? ""] === to.metric.params[b ?? ""]) return undefined;
  const cutAt = (plan: Plan, name: string, k: ParamValue | undefined): Plan | undefined =>
    k === undefined && plan.metric.params[name]!.default !== undefined
      ? undefined
      : { ...plan, params: { ...plan.params, [name]: k } };
  const k = b === undefined ? undefined : to.params[b];
  if (k === (a === undefined ? undefined : from.params[a])) return undefined;
  const says = b === undefined ? "it looks at all hits" : paramWords(b, to);
  const cut = a === undefined ? { from, to: cutAt(to, b!, undefined) } : { from: cutAt(from, a, k), to };
  return cut.from === undefined || cut.to === undefined ? undefined : { from: cut.from, to: cut.to, says };
}

/** Below this, two sums were only made in another order. */
const NOISE = 1e-12;

/** A bare dialect takes the metric of the other side. */
export function sides(planner: Planner, a: string, b: string): [Plan, Plan] {
  const bare = (text: string): Dialect | undefined => planner.dialects.find((d) => d.id === text);
  const one = (text: string): Plan => {
    const [plan, ...more] = planner.parse(text);
    if (more.length > 0)
      throw whyProblem.error("several-metrics", {
        name: text,
        metrics: [plan!, ...more].map((p) => p.key),
      });
    return plan!;
  };
  const like = (dialect: Dialect, plan: Plan, asked: string): Plan => {
    const all = Object.keys(dialect.metrics).flatMap((set) => planner.parse(`${dialect.id}:${set}`));
    const found =
      all.find((p) => p.metric === plan.metric && p.params.k === plan.params.k) ??
      all.find((p) => p.metric === plan.metric) ??
      all.find((p) => akin(p.metric, plan.metric));
    if (found !== undefined) return withCutoff(planner, found, plan);
    throw whyProblem.error("no-counterpart", {
      dialect: dialect.id,
      metric: asked,
      names: [...new Set(all.map((p) => p.key))],
    });
  };
  const [x, y] = [bare(a), bare(b)];
  if (x !== undefined && y !== undefined)
    throw whyProblem.error("no-metric/two-dialects", { dialects: [a, b] });
  if (x !== undefined) return [like(x, one(b), b), one(b)];
  if (y !== undefined) return [one(a), like(y, one(a), a)];
  return [one(a), one(b)];
}

function names(a: Plan, b: Plan): [string, string] {
  if (a.dialect === b.dialect) return [a.key, b.key];
  const who = (plan: Plan) => plan.dialect.tool;
  return who(a) === who(b)
    ? [`${who(a)} ${a.dialect.version}`, `${who(b)} ${b.dialect.version}`]
    : [who(a), who(b)];
}

const sayScore = ({ who, score }: WhySide): string =>
  score.status === "scored"
    ? `${who} says ${score.value.toFixed(2).replace("-", "−")}`
    : `${who} has no value (${score.status === "undefined" ? score.because : score.status})`;

/** Two decimals, and more where two would hide the number. */
function signed(x: number): string {
  const text = Math.abs(x) >= 0.005 ? Math.abs(x).toFixed(2) : String(Number(Math.abs(x).toPrecision(2)));
  return `${x < 0 ? "−" : "+"}${text}`;
}

function sentence(a: WhySide, b: WhySide, parts: readonly WhyPart[]): string {
  const [x, y] = [a.score, b.score].map((s) => (s.status === "scored" ? s.value : Number.NaN)) as [
    number,
    number,
  ];
  const start = b.who.replace(/^the /, "The ");
  let digits = 2;
  while (x !== y && digits < 15 && x.toFixed(digits) === y.toFixed(digits)) digits++;
  if (Math.abs(x - y) <= NOISE) return `${start} and ${a.who} both say ${y.toFixed(2)}.`;
  const carried = parts
    .filter((part) => part.delta !== 0)
    .map((part) => `${part.says} (${signed(part.delta)})`);
  const [n, m] = [a.counts.scored, b.counts.scored];
  const queries = n === m ? "" : ` ${start} has a value for ${m} of the queries, ${a.who} for ${n}.`;
  return `${start} says ${y.toFixed(digits)}, ${a.who} ${x.toFixed(digits)}: ${carried.join("; ")}.${queries}`;
}
