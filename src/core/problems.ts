/** Messages about unknown names, metrics and invalid parameters. */

import { defineProblems } from "./problem-table.ts";
import { shown } from "./shown.ts";

interface UnknownName {
  readonly name: string;
  /** Similar names; empty if none is close. */
  readonly nearest: readonly string[];
}
/** A parameter value as the user wrote it. */
interface GivenParameter {
  /** The metric or the fusion. */
  readonly unit: string;
  readonly parameter: string;
  readonly found: string;
}
/** An incomplete metric definition. */
interface OfMetric {
  readonly metric: string;
}
interface NamedField {
  readonly field: string;
}

const cannotBe = ({ unit, parameter, found }: GivenParameter): string =>
  `${unit}: ${parameter} cannot be ${found}`;
const ofMetric = ({ metric }: OfMetric, what: string): string => `metric ${metric}: ${what}`;

/** The numbers a parameter accepts. */
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
    fix: nearest.length > 0 ? `did you mean ${nearest[0]}?` : `use one of: ${names.join(", ")}`,
  }),
  "unknown-metric/no-such": ({ name, nearest }: UnknownName, _, voice) => ({
    what: `there is no metric ${shown(name)}`,
    fix:
      nearest.length > 0
        ? `did you mean ${nearest.join(" or ")}?`
        : `${
            voice === "library"
              ? "see docs/metrics/README.md or the exported `metrics`"
              : "`goldie metrics` lists all metrics"
          }; Goldie scores retrieval and, with a judge, whether an answer is supported and to the point`,
  }),
  "unknown-metric/not-a-call": ({ name }: { readonly name: string }) => ({
    what: `${shown(name)} is not a metric`,
    fix: 'write name(param=value)@k, for example "ndcg(gain=exp)@10"',
  }),
  "metric-name-taken": ({
    name,
    metrics,
  }: {
    readonly name: string;
    readonly metrics: readonly [string, string];
  }) => ({
    what: `${metrics[0]} and ${metrics[1]} both use the name ${name}`,
    fix: "rename one of them",
  }),

  // Parameters
  "unknown-parameter": ({
    unit,
    parameter,
    names,
  }: Omit<GivenParameter, "found"> & { readonly names: readonly string[] }) => ({
    what: `${unit} has no parameter ${shown(parameter)}`,
    fix: names.length === 0 ? "remove it" : `${unit} takes ${names.join(", ")}`,
  }),
  "bad-parameter/twice": ({ metric, parameter }: OfMetric & { readonly parameter: string }) => ({
    what: `${metric}: ${parameter} is given twice`,
    fix: "give it once",
  }),
  "bad-parameter/no-value": ({ metric, found }: OfMetric & { readonly found: string }) => ({
    what: `${metric}: ${shown(found)} has no value`,
    fix: "write param=value, for example ndcg(gain=exp)",
  }),
  "bad-parameter/choice": ({
    nearest,
    names,
    ...given
  }: GivenParameter & { readonly nearest: readonly string[]; readonly names: readonly string[] }) => ({
    what: cannotBe(given),
    fix: `${nearest.length > 0 ? `did you mean ${nearest[0]}? Valid values: ` : "use one of: "}${names.join(", ")}`,
  }),
  "bad-parameter/gain": (given: GivenParameter) => ({
    what: cannotBe(given),
    fix: "use linear, exp, binary, or a table of non-negative gains such as 1:3;2:9",
  }),
  "bad-parameter/list": ({ example, ...given }: GivenParameter & { readonly example: string }) => ({
    what: cannotBe(given),
    fix: `use numbers, for example ${example}`,
  }),
  "bad-parameter/number": (given: GivenParameter & NumberRange) => ({
    what: cannotBe(given),
    fix: rangeWords(given),
  }),
  "bad-cutoff/number": (given: GivenParameter & NumberRange) => ({
    what: cannotBe(given),
    why: "the cut-off is the number of top hits that count",
    fix: rangeWords(given),
  }),
  "bad-cutoff/none": ({
    metric,
    found,
    instead,
  }: OfMetric & { readonly found: string; readonly instead: string }) => ({
    what: `${metric} takes no cut-off, but ${found} has one`,
    fix: `write ${instead}`,
  }),
  "bad-cutoff/several": ({ found }: { readonly found: string }) => ({
    what: `${shown(found)} names more than one metric`,
    fix: "separate metrics with commas",
  }),

  // Paths to fields
  "bad-path/empty": () => ({
    what: "a path to a field is empty",
    fix: 'write a path such as "doc.id", or pass a function',
  }),
  "bad-path/grammar": ({ path }: { readonly path: string }) => ({
    what: `${shown(path)} is not a path to a field`,
    fix: 'write a path such as "doc.id", "tags[0]" or \'metadata["loc.page"]\', or pass a function',
  }),
  "bad-path/prototype": ({ path }: { readonly path: string }) => ({
    what: `${shown(path)} leads to a prototype, not to data`,
    fix: "name a field of the hit",
  }),

  // Metric definitions
  "bad-metric/id": (of: OfMetric) => ({
    what: ofMetric(of, "invalid id"),
    fix: 'use lower-case letters, digits and "-", for example "group-recall"',
  }),
  "bad-metric/alias": ({ alias, ...of }: OfMetric & { readonly alias: string }) => ({
    what: ofMetric(of, `invalid alias ${shown(alias)}`),
    fix: 'use letters, digits, "-" and "_"',
  }),
  "bad-metric/empty": ({ field, ...of }: OfMetric & NamedField) => ({
    what: ofMetric(of, `${field} is empty`),
    fix: `fill in ${field}`,
  }),
  "bad-metric/no-list": ({ field, ...of }: OfMetric & NamedField) => ({
    what: ofMetric(of, `${field} is not a list`),
    fix: `make ${field} an array`,
  }),
  "bad-metric/no-params": (of: OfMetric) => ({
    what: ofMetric(of, "params is missing"),
    fix: "add params, or params: {} if it takes none",
  }),
  "bad-metric/no-steps": (of: OfMetric) => ({
    what: ofMetric(of, "steps is missing"),
    fix: "list the steps of the computation in steps",
  }),
  "bad-metric/range": ({ range, ...of }: OfMetric & { readonly range: readonly [string, string] }) => ({
    what: ofMetric(of, `the range [${range.join(", ")}] is empty`),
    fix: "put the lowest value first",
  }),
  "bad-metric/at": ({ parameter, ...of }: OfMetric & { readonly parameter: string }) => ({
    what: ofMetric(of, `"@" sets ${parameter}, which is not a parameter`),
    fix: "set `at` to the name of one of its params",
  }),
  "bad-metric/parameter-name": ({ parameter, ...of }: OfMetric & { readonly parameter: string }) => ({
    what: ofMetric(of, `invalid parameter name ${shown(parameter)}`),
    fix: 'use lower-case letters, digits and "-"',
  }),
  "bad-metric/default": ({
    parameter,
    names,
    ...of
  }: OfMetric & { readonly parameter: string; readonly names: readonly string[] }) => ({
    what: ofMetric(of, `the default of ${parameter} is not one of its choices`),
    fix: `use one of: ${names.join(", ")}`,
  }),
  "bad-metric/no-function": (of: OfMetric) => ({
    what: ofMetric(of, "compute or explain is not a function"),
    fix: "write both; explain shows how compute gets its value",
  }),
});
