/** What is said of names, metrics and parameters that cannot be read. */

import { defineProblems } from "./problem-table.ts";
import { shown } from "./shown.ts";

interface UnknownName {
  readonly name: string;
  /** What it looks like; empty where nothing comes near. */
  readonly nearest: readonly string[];
}
/** A value of a parameter, as it was written. */
interface GivenParameter {
  /** The metric or the fusion. */
  readonly unit: string;
  readonly parameter: string;
  readonly found: string;
}
/** The record of a metric that lacks something. */
interface OfMetric {
  readonly metric: string;
}
interface NamedField {
  readonly field: string;
}

const cannotBe = ({ unit, parameter, found }: GivenParameter): string =>
  `${unit}: ${parameter} cannot be ${found}`;
const ofMetric = ({ metric }: OfMetric, what: string): string => `metric ${metric}: ${what}`;

/** The numbers that a parameter takes. */
interface NumberRange {
  readonly whole: boolean;
  readonly above?: number;
  readonly min?: number;
  readonly max?: number;
}
function rangeWords({ whole, above, min, max }: NumberRange): string {
  const least = above !== undefined ? `above ${above}` : min !== undefined ? `of ${min} or more` : "";
  const most = max === undefined ? "" : ` up to ${max}`;
  return `give a ${whole ? "whole " : ""}number ${least}${most}`.trimEnd();
}

export const coreProblem = defineProblems({
  // Names
  "unknown-name/no-such": ({
    kind,
    name,
    nearest,
    names,
  }: UnknownName & { readonly kind: string; readonly names: readonly string[] }) => ({
    what: `there is no ${kind} ${shown(name)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest[0]}?` : `choose one of ${names.join(", ")}`,
  }),
  "unknown-metric/no-such": ({ name, nearest }: UnknownName, _, voice) => ({
    what: `there is no metric ${shown(name)}`,
    fix:
      nearest.length > 0
        ? `did you mean ${nearest.join(" or ")}?`
        : `${
            voice === "library"
              ? "the metrics are listed in docs/metrics/README.md and in the exported `metrics`"
              : "`goldie metrics` lists them"
          }; they score retrieval, not answers`,
  }),
  "unknown-metric/not-a-call": ({ name }: { readonly name: string }) => ({
    what: `${shown(name)} is not a metric`,
    fix: 'write name(param=value)@k, such as "ndcg(gain=exp)@10"',
  }),
  "metric-name-taken": ({
    name,
    metrics,
  }: {
    readonly name: string;
    readonly metrics: readonly [string, string];
  }) => ({
    what: `${metrics[0]} and ${metrics[1]} both want the name ${name}`,
    fix: "rename one",
  }),

  // Parameters
  "unknown-parameter": ({
    unit,
    parameter,
    names,
  }: Omit<GivenParameter, "found"> & { readonly names: readonly string[] }) => ({
    what: `${unit} has no parameter ${shown(parameter)}`,
    fix: names.length === 0 ? "leave it out" : `its parameters are ${names.join(", ")}`,
  }),
  "bad-parameter/twice": ({ metric, parameter }: OfMetric & { readonly parameter: string }) => ({
    what: `${metric}: ${parameter} is given twice`,
    fix: "give it once",
  }),
  "bad-parameter/no-value": ({ metric, found }: OfMetric & { readonly found: string }) => ({
    what: `${metric}: ${shown(found)} is not param=value`,
    fix: "write param=value",
  }),
  "bad-parameter/choice": ({
    nearest,
    names,
    ...given
  }: GivenParameter & { readonly nearest: readonly string[]; readonly names: readonly string[] }) => ({
    what: cannotBe(given),
    fix: `${nearest.length > 0 ? `did you mean ${nearest[0]}? ` : ""}choose one of ${names.join(", ")}`,
  }),
  "bad-parameter/gain": (given: GivenParameter) => ({
    what: cannotBe(given),
    fix: "use linear, exp, binary or a table of gains of 0 or more, such as 1:3;2:9",
  }),
  "bad-parameter/list": ({ example, ...given }: GivenParameter & { readonly example: string }) => ({
    what: cannotBe(given),
    fix: `give numbers, such as ${example}`,
  }),
  "bad-parameter/number": (given: GivenParameter & NumberRange) => ({
    what: cannotBe(given),
    fix: rangeWords(given),
  }),
  "bad-cutoff/number": (given: GivenParameter & NumberRange) => ({
    what: cannotBe(given),
    why: "a cut-off says how many hits count",
    fix: rangeWords(given),
  }),
  "bad-cutoff/none": ({
    metric,
    found,
    instead,
  }: OfMetric & { readonly found: string; readonly instead: string }) => ({
    what: `${metric} has no cut-off: ${found}`,
    fix: `write ${instead}`,
  }),
  "bad-cutoff/several": ({ found }: { readonly found: string }) => ({
    what: `${shown(found)} is more than one metric`,
    fix: "separate metrics by commas",
  }),

  // Records of metrics
  "bad-metric/id": (of: OfMetric) => ({
    what: ofMetric(of, "its id is not a lower-case name"),
    fix: 'use letters, digits and "-", such as "group-recall"',
  }),
  "bad-metric/alias": ({ alias, ...of }: OfMetric & { readonly alias: string }) => ({
    what: ofMetric(of, `alias ${shown(alias)} is not a name`),
    fix: "use letters, digits, - and _",
  }),
  "bad-metric/empty": ({ field, ...of }: OfMetric & NamedField) => ({
    what: ofMetric(of, `${field} is empty`),
    fix: `say it in ${field}`,
  }),
  "bad-metric/no-list": ({ field, ...of }: OfMetric & NamedField) => ({
    what: ofMetric(of, `${field} is not a list`),
    fix: `give a list in ${field}`,
  }),
  "bad-metric/no-params": (of: OfMetric) => ({
    what: ofMetric(of, "it has no params"),
    fix: "give params: {} where it has none",
  }),
  "bad-metric/no-steps": (of: OfMetric) => ({
    what: ofMetric(of, "it has no steps"),
    fix: "say step by step how it is computed",
  }),
  "bad-metric/range": ({ range, ...of }: OfMetric & { readonly range: readonly [string, string] }) => ({
    what: ofMetric(of, `its range [${range.join(", ")}] is empty`),
    fix: "give the least value first",
  }),
  "bad-metric/at": ({ parameter, ...of }: OfMetric & { readonly parameter: string }) => ({
    what: ofMetric(of, `"@" sets ${parameter}, which is not a parameter`),
    fix: "name one of its params in `at`",
  }),
  "bad-metric/parameter-name": ({ parameter, ...of }: OfMetric & { readonly parameter: string }) => ({
    what: ofMetric(of, `parameter ${shown(parameter)} is not a lower-case name`),
    fix: "rename it",
  }),
  "bad-metric/default": ({
    parameter,
    names,
    ...of
  }: OfMetric & { readonly parameter: string; readonly names: readonly string[] }) => ({
    what: ofMetric(of, `the default of ${parameter} is not one of its choices`),
    fix: `choose one of ${names.join(", ")}`,
  }),
  "bad-metric/no-function": (of: OfMetric) => ({
    what: ofMetric(of, "compute or explain is not a function"),
    fix: "write both: explain is the derivation of compute",
  }),
});
