/** Everything that leads from one plan to another, one thing at a time, and what to say of it. */
import type { Rule } from "../../core/metric.ts";
import { RULES } from "../../core/metric.ts";
import { ruleKeys } from "../../core/rule-key.ts";
import type { Plan } from "../plan/plan.ts";
import { fieldWords, paramWords } from "./_rule-words.ts";

/** The plan fields that belong to a rule, besides the metric's parameters that name it. */
export const RULE_FIELDS: Readonly<
  Record<Rule, { join?: readonly string[]; average?: readonly string[]; plan?: readonly string[] }>
> = {
  match: { join: ["match"], plan: ["verdicts"] },
  unit: { join: ["unit", "shape", "self", "tail", "judgedOnly", "floor"] },
  duplicates: { join: ["duplicates", "nulls", "blank"] },
  order: { join: ["order", "ties"] },
  precision: { join: ["float"] },
  k: { join: ["depth"] },
  level: {},
  gain: { join: ["grades"] },
  discount: {},
  ideal: {},
  denominator: {},
  average: {
    plan: ["guard", "otherwise", "zeroBelow"],
    average: [
      "missing",
      "blankGold",
      "undefined",
      "over",
      "by",
      "params",
      "as",
      "sum",
      "scale",
      "empty",
      "unscored",
      "poison",
    ],
  },
  rounding: { plan: ["round"], average: ["round"] },
};

/** A record with one field as another has it; the order of the fields stays, so that equal records print alike. */
function replaced<T extends object>(from: T, to: T, field: string): T {
  const names = [...new Set([...Object.keys(from), field])];
  const pick = (name: string) => (name === field ? to : from)[name as keyof T];
  return Object.fromEntries(names.map((name) => [name, pick(name)]).filter(([, x]) => x !== undefined)) as T;
}

/** One step from a plan towards another, and what to say of it. */
export interface RuleStep {
  readonly rule: Rule;
  readonly apply: (plan: Plan) => Plan;
  readonly says: string;
}

/** The steps from one plan to the other, in the order of RULES. Only judged metrics read verdicts. */
export function ruleSteps(from: Plan, to: Plan): RuleStep[] {
  return RULES.flatMap((rule) => {
    const { join = [], average = [], plan: fields = [] } = RULE_FIELDS[rule];
    const plan = fields.filter((field) => field !== "verdicts" || to.metric.kind === "judged");
    const params = Object.keys(from.metric.params).filter(
      (name) =>
        from.metric.params[name]!.rule === rule && from.metric.params[name] === to.metric.params[name],
    );
    return [
      ...join.map((field) => ({
        rule,
        apply: (p: Plan) => ({ ...p, join: replaced(p.join, to.join, field) }),
        says: fieldWords(field, to, from),
      })),
      ...plan.map((field) => ({
        rule,
        apply: (p: Plan) => replaced(p, to, field),
        says: fieldWords(field, to, from),
      })),
      ...params.map((name) => ({
        rule,
        apply: (p: Plan) => ({ ...p, params: { ...p.params, [name]: to.params[name] } }),
        says: paramWords(name, to),
      })),
      ...average.map((field) => ({
        rule,
        apply: (p: Plan) => ({ ...p, average: replaced(p.average, to.average, field) }),
        says: fieldWords(field, to, from),
      })),
    ];
  });
}

const rulesOf = ({ params, join, average, verdicts, guard, otherwise, zeroBelow, round }: Plan) => [
  params,
  join,
  average,
  verdicts,
  guard,
  otherwise,
  zeroBelow,
  round,
];

/** Do two plans compute the same way? */
export function sameRules(a: Plan, b: Plan): boolean {
  const keyOf = ruleKeys();
  return keyOf(rulesOf(a)) === keyOf(rulesOf(b));
}
