/** Messages about invalid id rules. */

import { defineProblems } from "../../core/problem-table.ts";
import { shown } from "../../core/shown.ts";

interface OfRule {
  readonly rule: string;
}
const ofRule = ({ rule }: OfRule, what: string): string => `the id rule ${shown(rule)} ${what}`;

export const idRuleProblem = defineProblems({
  "bad-id-rule/type": ({ found }: { readonly found: string }) => ({
    what: `an id rule cannot be ${found}`,
    fix: "use a rule name, a pattern or a function",
  }),
  "bad-id-rule/result": ({ document, found }: { readonly document: string; readonly found: string }) => ({
    what: `the id function returned ${found} for ${shown(document)}`,
    fix: "return a string",
  }),
  "bad-id-rule/more": ({ rest, ...of }: OfRule & { readonly rest: string }) => ({
    what: ofRule(of, `has trailing text: ${shown(rest)}`),
    fix: 'join rules with "+"',
  }),
  "bad-id-rule/empty-part": ({ names, ...of }: OfRule & { readonly names: readonly string[] }) => ({
    what: ofRule(of, "has an empty part"),
    fix: `use one of: ${names.join(", ")}, s/pattern/replacement/`,
  }),
  "bad-id-rule/unclosed": ({
    mark,
    substitutes,
    ...of
  }: OfRule & { readonly mark: string; readonly substitutes: boolean }) => ({
    what: ofRule(of, `has no closing ${shown(mark)}`),
    fix: substitutes ? `write s${mark}pattern${mark}replacement${mark}` : "write /pattern/",
  }),
  "bad-id-rule/empty-pattern": (of: OfRule) => ({
    what: ofRule(of, "has an empty pattern"),
    fix: "write a pattern between the slashes",
  }),
  "bad-id-rule/flag": ({
    flag,
    names,
    ...of
  }: OfRule & { readonly flag: string; readonly names: readonly string[] }) => ({
    what: ofRule(of, `has the unknown flag ${flag}`),
    fix: `valid flags: ${names.join(", ")}`,
  }),
  "bad-id-rule/pattern": ({ message, ...of }: OfRule & { readonly message: string }) => ({
    what: ofRule(of, `is not a valid regular expression: ${message}`),
    fix: "correct the pattern",
  }),
});
