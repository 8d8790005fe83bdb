/** Usage errors of `goldie bless`. */
import { defineProblems } from "../../../core/problem-table.ts";
import { plainText } from "../../../reports/signed-text.ts";
import { counted } from "../../../text/counted.ts";
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "bless-of-several": ({ names }: { names: readonly string[] }) => ({
    what: `a baseline is one run, and ${names.length} were given: ${names.slice(0, 5).join(", ")}`,
    fix: "name one of them",
  }),
});

export const blessProblem = defineProblems({
  "failed-baseline": ({ metric, count }: { metric: string; count: number }) => ({
    what: `${metric} failed on ${counted(count, "query", "queries")}, so this run cannot be a baseline`,
    fix: "look at the failures with goldie eval, mend them, and bless again",
  }),
  "old-baseline-unreadable": ({ path, because }: { path: string; because: string }) => ({
    what: `the old ${path} could not be read and was replaced: ${because}`,
    fix: "if it held rules, give them again: goldie bless GOLD RUN --not-worse METRIC",
  }),
  "old-baseline-other": ({ because }: { because: string }) => ({
    what: `the old baseline could not be compared with the new one: ${because}`,
    fix: "if you did not change gold or metrics on purpose, restore the old file from version control",
  }),
  "rule-not-met": ({ rule, found }: { rule: string; found: string }) => ({
    what: `this run itself does not meet ${rule}: ${found}`,
    why: "the gate would fail for the same run",
    fix: "lower the limit, or bless a run that meets it",
  }),
  "margin-too-fine": ({ rule, margin, drop }: { rule: string; margin: number; drop?: number }) => ({
    what:
      drop === undefined
        ? `${rule}: with these queries no drop would show, whatever the margin`
        : `${rule}: with these queries and rules a drop of ${plainText(drop)} would show, and the margin is ${margin}`,
    why: "most gates would be undecided",
    fix: "use a larger margin, more queries, or no margin",
  }),
});
