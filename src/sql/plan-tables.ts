/** Plans → statements: one for each join rule, and what its rows mean. */
import {
  type Form,
  type HitsNode,
  hits,
  forbidden as isForbidden,
  judged,
  type NodesOfForms,
  nodeKey,
  nodesIn,
  relevant,
} from "../core/form.ts";
import { ruleKeys } from "../core/rule-key.ts";
import type { JoinRule } from "../core/rules.ts";
import type { Plan } from "../evaluate/plan/plan.ts";
import type { AskedOfHits } from "./lower.ts";
import { formOf, type PushRefusal, type Tables } from "./push-down.ts";

/** Metrics that share a join rule, and so a statement. */
export interface RulePlan {
  readonly rule: JoinRule;
  /** By number of the plan. */
  readonly forms: ReadonlyMap<number, Form>;
  readonly asked: AskedOfHits;
}

/** What every query is asked, whatever the metrics: whether ids meet at all, and whether a forbidden document came back. */
export const JUDGED = hits("count", judged) as HitsNode;
export const FOUND = hits("count", relevant) as HitsNode;
export const LEAKED = hits("count", isForbidden) as HitsNode;

export interface GoldHas {
  readonly forbidden: boolean;
  readonly unanswerable: boolean;
}

export function planTables(
  plans: readonly Plan[],
  tables: Tables,
  gold: GoldHas,
): { readonly rules: readonly RulePlan[]; readonly refused: readonly PushRefusal[] } {
  const refused: PushRefusal[] = [];
  const keyOf = ruleKeys();
  const byRule = new Map<string, { rule: JoinRule; forms: Map<number, Form> }>();
  plans.forEach((plan, p) => {
    const form = formOf(plan, tables);
    if ("why" in form) {
      // A summary with parameters of its own has the name of its metric.
      if (!refused.some(({ metric }) => metric === form.metric)) refused.push(form);
      return;
    }
    const key = keyOf(plan.join);
    if (!byRule.has(key)) byRule.set(key, { rule: plan.join, forms: new Map() });
    byRule.get(key)!.forms.set(p, form);
  });
  const rules = [...byRule.values()].map(({ rule, forms }) => ({
    rule,
    forms,
    asked: askedBy(rule, forms, tables, gold),
  }));
  return { rules, refused };
}

function askedBy(
  rule: JoinRule,
  forms: ReadonlyMap<number, Form>,
  tables: Tables,
  gold: GoldHas,
): AskedOfHits {
  const found = nodesIn(...forms.values());
  const forbidden = gold.forbidden || reads(found, "forbidden");
  const always = [JUDGED, FOUND, ...(forbidden ? [LEAKED] : [])];
  return {
    hits: [...new Map([...found.hits, ...always.map((node) => [nodeKey(node), node] as const)]).values()],
    running: [...found.running.values()],
    gold: [...found.gold.values()],
    groups: reads(found, "fresh"),
    forbidden,
    topScore: gold.unanswerable && tables.score && rule.order !== "given",
  };
}

/** Keys name every leaf of their node. */
const reads = ({ hits, running }: NodesOfForms, leaf: "fresh" | "forbidden"): boolean =>
  [...hits.keys(), ...running.keys()].some((key) => key.split(/\W/).includes(leaf));
