/** Which of a dialect's differences bear on one of its metrics: each is shown by one of them, and may hold for many. */

import type { Difference } from "../../core/dialect.ts";
import type { Rule } from "../../core/metric.ts";
import { GoldieError } from "../../core/problem.ts";
import { ruleKeys } from "../../core/rule-key.ts";
import { type Plan, Planner } from "../plan/plan.ts";
import { RULE_FIELDS } from "./_rule-steps.ts";
import { whyDifferent } from "./why-different.ts";

/** Does what `difference` says hold for this metric of the same dialect? */
export function differenceHolds(plan: Plan, difference: Difference): boolean {
  const { dialect } = plan;
  const [shown] = new Planner({ as: dialect.id, options: difference.options ?? [] }).parse(difference.metric);
  const [textbook] = new Planner({}).parse(difference.textbook);
  if (shown!.canonical === plan.canonical) return true;
  const own = shown!.metric === plan.metric;
  // Options are not part of the metric name; the difference has its own text.
  if (difference.options !== undefined) return own;
  if (!own && isSaidOf(shown!, difference.says) && !isSaidOf(plan, difference.says)) return false;
  const rules = movedRules(difference, `${dialect.id}:${difference.metric}`);
  if (rules === undefined) return own || follows(plan, shown!, textbook!, ["average"]);
  return follows(plan, shown!, textbook!, rules);
}

/** Names of metrics that are plain words too. */
const WORDS = ["hit", "hits", "count", "judged"];

/** Does the sentence name the metric? "nDCG counts every repetition" is a rule for all, and said of nDCG. */
const isSaidOf = (plan: Plan, says: string): boolean =>
  termsOf(plan).some((term) => new RegExp(`(?<![a-z])${term}(?![a-z])`).test(says.toLowerCase()));

const termsOf = ({ key, metric: { id, title, aliases = [] } }: Plan): string[] =>
  [title, key.split(/[@(]/)[0]!, ...[id, ...aliases].map((name) => name.split("=")[0]!.split("-").at(-1)!)]
    .map((term) => term.toLowerCase().replace(/[^a-z0-9_ ]/g, "."))
    .filter((term) => !WORDS.includes(term));

/** The rules that make the difference; undefined where one side has no number to come from or to get to. */
function movedRules(
  { case: { gold, hits, judgement }, textbook }: Difference,
  metric: string,
): readonly (Rule | "definition")[] | undefined {
  try {
    const data = { gold: { q: gold }, run: { q: hits } as Record<string, typeof hits> };
    const judgements = judgement === undefined ? {} : { judgements: { q: judgement } };
    const { parts, difference } = whyDifferent({ ...data, ...judgements } as never, textbook, metric);
    return difference === undefined
      ? undefined
      : parts.filter(({ delta }) => delta !== 0).map(({ rule }) => rule);
  } catch (error) {
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
}

/** In one of these rules, does the metric do as the shown one does where that leaves the textbook? */
function follows(plan: Plan, shown: Plan, textbook: Plan, rules: readonly (Rule | "definition")[]): boolean {
  const keyOf = ruleKeys();
  const changes = rules
    .map((rule) => {
      const plain = valuesOf(textbook, rule, keyOf);
      return [...valuesOf(shown, rule, keyOf)].filter(([name, value]) => plain.get(name) !== value);
    })
    .filter((list) => list.length > 0);
  if (changes.length === 0) return plan.metric === shown.metric;
  return changes.some((list) =>
    list.every(([name, value]) => {
      const rule = rules.find((one) => valuesOf(shown, one, keyOf).has(name))!;
      return valuesOf(plan, rule, keyOf).get(name) === value;
    }),
  );
}

/** What a plan says to a rule, by name. Two metrics share a parameter where its rule and its words are the same. */
function valuesOf(plan: Plan, rule: Rule | "definition", keyOf: (x: unknown) => string): Map<string, string> {
  if (rule === "definition") return new Map();
  const { join = [], average = [], plan: fields = [] } = RULE_FIELDS[rule];
  const { metric, params } = plan;
  return new Map([
    ...join.map((name) => [`join.${name}`, keyOf(plan.join[name as never])] as const),
    ...average.map((name) => [`average.${name}`, keyOf(plan.average[name as never])] as const),
    ...fields.map((name) => [name, keyOf(plan[name as never])] as const),
    ...Object.entries(metric.params)
      .filter(([name, spec]) => spec.rule === rule && name !== metric.at)
      .map(([name, spec]) => [`${name}: ${spec.doc}`, keyOf(params[name])] as const),
  ]);
}
