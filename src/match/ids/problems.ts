/** What is said of id rules that cannot be read. */

import { defineProblems } from "../../core/problem-table.ts";
import { shown } from "../../core/shown.ts";

interface OfRule {
  readonly rule: string;
}
const ofRule = ({ rule }: OfRule, what: string): string => `the id rule ${shown(rule)} ${what}`;

export const idRuleProblem = defineProblems({
  "bad-id-rule/type": ({ found }: { readonly found: string }) => ({
    what: `an id rule cannot be ${found}`,
    fix: "give a name, a pattern or a function",
  }),
  "bad-id-rule/result": ({ document, found }: { readonly document: string; readonly found: string }) => ({
    what: `the id function gave ${found} for ${shown(document)}`,
    fix: "return text",
  }),
  "bad-id-rule/more": ({ rest, ...of }: OfRule & { readonly rest: string }) => ({
    what: ofRule(of, `goes on with ${shown(rest)}`),
    fix: 'join rules by "+"',
  }),
  "bad-id-rule/empty-part": ({ names, ...of }: OfRule & { readonly names: readonly string[] }) => ({
    what: ofRule(of, "has an empty part"),
    fix: `write one of ${names.join(", ")}, or s/pattern/replacement/`,
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
    fix: "say what to look for",
  }),
  "bad-id-rule/flag": ({
    flag,
    names,
    ...of
  }: OfRule & { readonly flag: string; readonly names: readonly string[] }) => ({
    what: ofRule(of, `has the flag ${flag}`),
    fix: `the flags are ${names.join(", ")}`,
  }),
  "bad-id-rule/pattern": ({ message, ...of }: OfRule & { readonly message: string }) => ({
    what: ofRule(of, `is not a regular expression: ${message}`),
    fix: "correct the pattern",
  }),
});
