/** Messages where trec_eval would reject the input or has no such measure. */

import { defineProblems } from "../core/problem-table.ts";
import { shown } from "../core/shown.ts";

interface OfMeasure {
  readonly metric: string;
}
/** A measure's parameter as the user wrote it. */
interface GivenMeasure extends OfMeasure {
  readonly found: string;
}

/** Why each version rejects a run that lacks judged queries. */
const REFUSES = {
  trec_eval: "without -c, trec_eval 10.0 rejects a run that lacks judged queries",
  trec_eval9: "trec_eval 9.0.8 rejects a run that has none of them",
} as const;
interface ByTool {
  readonly dialect: keyof typeof REFUSES;
}

const twice = ({ metric, found }: GivenMeasure) => ({
  what: `${metric}.${found} lists a value twice`,
  fix: "list each value once",
});

export const reportProblem = defineProblems({
  "bad-option/whole-number": ({
    option,
    found,
    min,
  }: {
    readonly option: string;
    readonly found: string;
    readonly min?: number;
  }) => ({
    what: `${option} takes a whole number${min === undefined ? "" : ` of ${min} or more`}, not ${found}`,
    fix: `write ${option} 2`,
  }),
  "bad-gold/no-judgements": ({ dialect }: ByTool, _at, voice) => ({
    what: "no gold query has grades or a list of relevant documents",
    why: `${dialect} only reads judgements of documents, not groups, aspects or texts`,
    fix: `add grades, or drop ${voice === "library" ? "`as`" : "--as"}`,
  }),
  "missing-query/all": ({ dialect }: ByTool) => ({
    what: "the run has none of the judged queries",
    why: REFUSES[dialect],
    fix: "check that both files use the same query ids",
  }),
  "missing-query/refused": ({
    dialect,
    count,
    queries,
    names,
  }: ByTool & { readonly count: number; readonly queries: number; readonly names: readonly string[] }) => ({
    what: `${count} of ${queries} judged queries ${count === 1 ? "is" : "are"} missing from the run: ${names.join(", ")}${count > names.length ? ` and ${count - names.length} more` : ""}`,
    why: REFUSES[dialect],
    fix: "pass -c to count them as empty lists, or --as trec_eval9 to skip them",
  }),

  // Measures
  "unknown-metric/preferences": ({ name }: { readonly name: string }) => ({
    what: `${name} needs preferences or judgement groups, which Goldie does not read`,
    fix: "use trec_eval itself for this measure",
  }),
  "unknown-metric/newer": ({ dialect, name }: { readonly dialect: string; readonly name: string }) => ({
    what: `${dialect} has no measure ${shown(name)}`,
    fix: "it is new in trec_eval 10.0: pass --as trec_eval",
  }),
  "unknown-metric/measure": ({
    dialect,
    name,
    nearest,
    names = [],
  }: {
    readonly dialect: string;
    readonly name: string;
    readonly nearest: readonly string[];
    /** All names, if none is close. */
    readonly names?: readonly string[];
  }) => ({
    what: `${dialect} has no measure ${shown(name)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest.join(" or ")}?` : `use one of: ${names.join(", ")}`,
  }),
  "bad-parameter/takes-none": ({ metric, found }: GivenMeasure) => ({
    what: `${metric} takes no parameters, but ${found} has some`,
    fix: `write ${metric}`,
  }),
  "bad-parameter/missing": ({ metric, found }: GivenMeasure) => ({
    what: `${found} has no parameters after the dot`,
    fix: `write ${metric}, or add parameters after the dot`,
  }),
  "bad-cutoff/measure": ({ metric, found }: GivenMeasure) => ({
    what: `${metric}: ${shown(found)} is not a cut-off`,
    fix: `use whole numbers of 1 or more, for example ${metric}.5,10`,
  }),
  "bad-cutoff/measure-twice": twice,
  "bad-parameter/measure": ({ metric, found }: GivenMeasure) => ({
    what: `${metric}: ${shown(found)} is not a number`,
    fix: `use numbers, for example ${metric}.0.2,0.5`,
  }),
  "bad-parameter/measure-twice": twice,
  "bad-parameter/measure-numbers": ({ metric, found }: GivenMeasure) => ({
    what: `${metric}: ${shown(found)} is not a number`,
    fix: "use numbers separated by commas",
  }),
  "bad-parameter/measure-pairs": ({ metric, found }: GivenMeasure) => ({
    what: `${metric}: ${shown(found)} is not a pair`,
    fix: "use pairs such as 1=3,2=9",
  }),
});
