/** A gate's rules from its flags: `--where` applies to the rule before it. */
import type { GateRuleInput, Where } from "../../../core/gate-rule.ts";
import { metricAndNumber } from "../../../evaluate/gate/rules.ts";
import type { Args } from "../../shared/args.ts";
import { wrongUse } from "./problems.ts";

const RULES = ["min", "max", "not-worse", "must"] as const;

export function rulesOf(args: Args): GateRuleInput[] {
  const rules: GateRuleInput[] = [];
  for (const { name, value } of args.inOrder([...RULES, "where"])) {
    const last = rules.at(-1);
    if (name !== "where") rules.push(ruleBy(name as (typeof RULES)[number], value));
    else if (last === undefined) throw wrongUse("where-first", { found: value });
    else rules[rules.length - 1] = { ...last, where: withCondition(last.where ?? {}, value) };
  }
  return rules;
}

function ruleBy(name: (typeof RULES)[number], text: string): GateRuleInput {
  const { metric, value } = metricAndNumber(text);
  if (name === "not-worse")
    return { metric, notWorseThan: "baseline", ...(value === undefined ? {} : { margin: value }) };
  if (name === "must") return { must: metric, ...(value === undefined ? {} : { min: value }) };
  if (value === undefined) throw wrongUse("limit-without-number", { flag: `--${name}`, metric });
  return { metric, [name]: value };
}

function withCondition(where: Where, text: string): Where {
  const [, tag = "", value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  const name = tag.trim();
  if (name === "") throw wrongUse("bad-condition", { found: text });
  if (Object.hasOwn(where, name)) throw wrongUse("condition-twice", { tag: name });
  return { ...where, [name]: value.trim() };
}

/** "1%", "0.01" → 0.01. */
export function shareOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = text.trim().endsWith("%");
  const number = Number(text.trim().replace(/%$/, ""));
  const share = percent ? number / 100 : number;
  if (text.trim() === "" || !(share >= 0 && share <= 1)) throw wrongUse("bad-share", { found: text });
  return share;
}
