/** Messages about invalid metrics, dialects, options and rules. */

import { defineProblems, optionWords } from "../../core/problem-table.ts";
import { shown } from "../../core/shown.ts";

interface UnknownAmong {
  readonly name: string;
  /** Similar names; empty if none is close. */
  readonly nearest: readonly string[];
  /** All names, if none is close. */
  readonly names?: readonly string[];
}
/** A rule and its invalid value, as the user wrote it. */
interface GivenOption {
  readonly option: string;
  readonly found: string;
}

const FORMS = {
  metrics: 'pass metric names: metrics: ["recall@5", "ndcg@10"]',
  options: 'pass option names: options: ["and"]',
  define: "pass an array of metrics made by defineMetric",
  comparableScores: "pass true or false",
} as const;

/** Rules that also take a number. */
const NUMBERS: Readonly<Record<string, string>> = {
  depth: "a whole number of 1 or more",
  floor: "a finite score",
};

export const planProblem = defineProblems({
  "same-name": ({
    name,
    metrics,
  }: {
    readonly name: string;
    readonly metrics: readonly [string, string];
  }) => ({
    what: `two metrics are called ${name}: ${metrics[0]} and ${metrics[1]}`,
    fix: "ask for one of them at a time",
  }),
  "no-metric/none-asked": ({ names }: { readonly names: readonly string[] }) => ({
    what: "no metrics given",
    fix: `name some, for example ${names.join(", ")}`,
  }),
  "bad-cutoff/of-dialect": ({ dialect }: { readonly dialect: string }) => ({
    what: `k has no effect: no metric of ${dialect} takes a cut-off`,
    fix: "cut the lists, or put the cut-off into the metric name: retrieval_recall@5",
  }),
  "bad-cutoff/of-name": ({ dialect, metric }: { readonly dialect: string; readonly metric: string }) => ({
    what: `${dialect}:${metric} takes no cut-off`,
    fix: "remove the @ and the number after it",
  }),
  "unknown-dialect": ({ name, nearest, names = [] }: UnknownAmong) => ({
    what: `there is no dialect ${shown(name)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest.join(" or ")}?` : `use one of: ${names.join(", ")}`,
  }),
  "unknown-metric/of-dialect": ({
    dialect,
    name,
    nearest,
    names = [],
  }: UnknownAmong & { readonly dialect: string }) => ({
    what: `${dialect} has no metric ${shown(name)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest.join(" or ")}?` : `it has ${names.join(", ")}`,
  }),
  /** `own`: our metric that answers the same question. */
  "unknown-metric/not-reproduced": (f: {
    readonly dialect: string;
    readonly tool: string;
    readonly name: string;
    readonly own?: string;
  }) => ({
    what: `the dialect ${f.dialect} does not reproduce ${f.name}`,
    why: `${f.tool} has it, but computes it from more than a judgement holds, or by its own prompts`,
    fix:
      f.own === undefined
        ? "remove it; Goldie has no metric like it"
        : `use Goldie's own, which answers the same question: textbook:${f.own}`,
  }),
  "unknown-option/of-dialect": ({
    dialect,
    option,
    names,
  }: {
    readonly dialect: string;
    readonly option: string;
    readonly names: readonly string[];
  }) => ({
    what: `${dialect} has no option ${shown(option)}`,
    fix: names.length > 0 ? `use one of: ${names.join(", ")}` : "remove it: this dialect has no options",
  }),
  "bad-option/asked": ({ option }: { readonly option: keyof typeof FORMS }) => ({
    what: `invalid ${option}`,
    fix: FORMS[option],
  }),
  "no-dialect": ({ option }: { readonly option: "options" | "k" }, _, voice) => ({
    what: `${option} only applies to a dialect, and none was given`,
    fix:
      option === "k"
        ? "put the cut-off into the metric name: recall@5"
        : `name the dialect in \`as\`: ${optionWords(voice, "as", "autorag")}`,
  }),

  // Rules
  "unknown-rule": ({ name, nearest, names = [] }: UnknownAmong) => ({
    what: `there is no option ${shown(name)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest[0]}?` : `use one of: ${names.join(", ")}`,
  }),
  "bad-rule/value": ({
    option,
    found,
    values,
  }: GivenOption & { readonly values: readonly (string | number | boolean)[] }) => {
    const number = NUMBERS[option];
    const names = [...values.map((x) => shown(x)), ...(number === undefined ? [] : [number])];
    return {
      what: `${option} cannot be ${found}`,
      fix: `use ${names.length > 1 ? "one of: " : ""}${names.join(", ")}`,
    };
  },
  "bad-rule/match": ({ option, found }: GivenOption) => ({
    what: `${option} cannot be ${found}`,
    fix: 'use { ids: "exact", on: "hits" }, { text: "normalised" } or { spans: "overlap" }',
  }),
  "bad-rule/share": ({ option, found }: GivenOption) => ({
    what: `${option} cannot be ${found}`,
    fix: "use a number from 0 to 1",
  }),
});
