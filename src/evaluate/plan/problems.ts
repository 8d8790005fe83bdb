/** What is said of metrics, dialects, options and rules that cannot be what was asked for. */

import { defineProblems, optionWords } from "../../core/problem-table.ts";
import { shown } from "../../core/shown.ts";

interface UnknownAmong {
  readonly name: string;
  /** What it looks like; empty where nothing comes near. */
  readonly nearest: readonly string[];
  /** All that there is, where nothing comes near. */
  readonly names?: readonly string[];
}
/** A rule with a value that it cannot have, as it was written. */
interface GivenOption {
  readonly option: string;
  readonly found: string;
}

const FORMS = {
  metrics: 'give names: metrics: ["recall@5", "ndcg@10"]',
  options: 'give names: options: ["and"]',
  define: "give a list of metrics made by defineMetric",
} as const;

/** Rules that may be a number beside their names. */
const NUMBERS: Readonly<Record<string, string>> = {
  depth: "a number of hits of 1 or more",
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
    what: "no metric was asked for",
    fix: `name some, such as ${names.join(", ")}`,
  }),
  "bad-cutoff/of-dialect": ({ dialect }: { readonly dialect: string }) => ({
    what: `k is given, and no metric of ${dialect} has cut-offs`,
    fix: "cut the lists, or write the cut-off into a name: retrieval_recall@5",
  }),
  "bad-cutoff/of-name": ({ dialect, metric }: { readonly dialect: string; readonly metric: string }) => ({
    what: `${dialect}:${metric} has no cut-off`,
    fix: "leave the @ out",
  }),
  "unknown-dialect": ({ name, nearest, names = [] }: UnknownAmong) => ({
    what: `there is no dialect ${shown(name)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest.join(" or ")}?` : `choose one of ${names.join(", ")}`,
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
    fix: names.length > 0 ? `choose one of ${names.join(", ")}` : "it has none",
  }),
  "bad-option/asked": ({ option }: { readonly option: keyof typeof FORMS }) => ({
    what: `${option} is not what it should be`,
    fix: FORMS[option],
  }),
  "no-dialect": ({ option }: { readonly option: "options" | "k" }, _, voice) => ({
    what: `${option} goes with a dialect, and none was asked for`,
    fix:
      option === "k"
        ? "write the cut-off into the metric: recall@5"
        : `name the dialect in \`as\`: ${optionWords(voice, "as", "autorag")}`,
  }),

  // Rules
  "unknown-rule": ({ name, nearest, names = [] }: UnknownAmong) => ({
    what: `there is no option ${shown(name)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest[0]}?` : `the options are ${names.join(", ")}`,
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
      fix: `choose ${names.length > 1 ? "one of " : ""}${names.join(", ")}`,
    };
  },
  "bad-rule/match": ({ option, found }: GivenOption) => ({
    what: `${option} cannot be ${found}`,
    fix: 'give { ids: "exact", on: "hits" }, { text: "normalised" } or { spans: "overlap" }',
  }),
  "bad-rule/share": ({ option, found }: GivenOption) => ({
    what: `${option} cannot be ${found}`,
    fix: "give a share from 0 to 1",
  }),
});
