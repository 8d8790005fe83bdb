/** Messages about results that cannot be compared, or only with caveats. */
import { defineProblems } from "../../core/problem-table.ts";

export const compareProblem = defineProblems({
  "nothing-to-compare/one": ({ count }: { readonly count: number }) => ({
    what: `a comparison needs two results, not ${count}`,
    fix: "give the baseline first, and what to compare with it after it",
  }),
  "nothing-to-compare/metrics": ({ systems }: { readonly systems: readonly string[] }) => ({
    what: `${systems.join(" and ")} have no metric in common`,
    fix: "score them with the same metrics",
  }),
  "nothing-to-compare/queries": ({ a, b }: { readonly a: string; readonly b: string }) => ({
    what: `${a} and ${b} have no query in common`,
    fix: "compare results for the same queries; ids have to be equal",
  }),
  "nothing-to-compare/gold": ({ a, b }: { readonly a: string; readonly b: string }) => ({
    what: `${a} and ${b} were scored against different gold: no query with the same gold is left`,
    fix: "score both with the same gold file",
  }),
  "unknown-baseline": ({ name, names }: { readonly name: string; readonly names: readonly string[] }) => ({
    what: `there is no result named ${JSON.stringify(name)}`,
    fix: `use one of: ${names.join(", ")}`,
  }),
  "not-a-mean": ({ metric }: { readonly metric: string }) => ({
    what: `${metric} is a geometric mean, which is not compared query by query`,
    fix: "compare the metric that it is the mean of",
  }),
  "too-many-slices": ({ slices }: { readonly slices: number }) => ({
    what: `max-T is not used for the slices: there are ${slices}, too many to flip jointly`,
    why: "their p-values are adjusted by Holm's method instead",
    fix: "compare by a tag with fewer values, or use holm for everything",
  }),
  "synthetic-gold": ({ queries, all }: { readonly queries: number; readonly all: number }) => ({
    what: `${queries === all ? "all" : `${queries} of ${all}`} queries are synthetic: made from the corpus`,
    why: "they share its words, which favours retrievers that match words, such as BM25",
    fix: "confirm the difference on questions that people asked",
  }),
  "rules-differ": ({
    a,
    b,
    rules,
  }: {
    readonly a: string;
    readonly b: string;
    readonly rules: readonly string[];
  }) => ({
    what: `${a} and ${b} were scored by different rules: ${rules.join(", ")}`,
    why: "a difference may come from the rules instead of the systems",
    fix: "score both with the same options",
  }),
});
