/** What is said where trec_eval would refuse, or has no such measure. */

import { defineProblems } from "../core/problem-table.ts";
import { shown } from "../core/shown.ts";

interface OfMeasure {
  readonly metric: string;
}
/** A parameter of a measure, as it was written. */
interface GivenMeasure extends OfMeasure {
  readonly found: string;
}

/** Why each version refuses a run without all judged queries. */
const REFUSES = {
  trec_eval: "without -c, trec_eval 10.0 refuses a run without all judged queries",
  trec_eval9: "trec_eval 9.0.8 refuses a run that lacks all of them",
} as const;
interface ByTool {
  readonly dialect: keyof typeof REFUSES;
}

const twice = ({ metric, found }: GivenMeasure) => ({
  what: `${metric}.${found} has a value twice`,
  fix: "give each once",
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
    what: "no query of the gold has grades or a list of relevant documents",
    why: `${dialect} reads judgements of documents: it has no number for groups, aspects or texts`,
    fix: `give grades, or leave out ${voice === "library" ? "`as`" : "--as"}`,
  }),
  "missing-query/all": ({ dialect }: ByTool) => ({
    what: "no judged query is in the run",
    why: REFUSES[dialect],
    fix: "see whether both files write the ids of queries the same way",
  }),
  "missing-query/refused": ({
    dialect,
    count,
    queries,
    names,
  }: ByTool & { readonly count: number; readonly queries: number; readonly names: readonly string[] }) => ({
    what: `${count} of ${queries} judged queries ${count === 1 ? "is" : "are"} not in the run: ${names.join(", ")}${count > names.length ? ` and ${count - names.length} more` : ""}`,
    why: REFUSES[dialect],
    fix: "pass -c to count them as empty lists, or --as trec_eval9 to leave them out",
  }),

  // Measures
  "unknown-metric/preferences": ({ name }: { readonly name: string }) => ({
    what: `${name} reads preferences or judgement groups, which Goldie does not`,
    fix: "ask trec_eval itself for these",
  }),
  "unknown-metric/newer": ({ dialect, name }: { readonly dialect: string; readonly name: string }) => ({
    what: `${dialect} has no measure ${shown(name)}`,
    fix: "it came with 10.0: ask for it as trec_eval",
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
    /** All that there are, where nothing comes near. */
    readonly names?: readonly string[];
  }) => ({
    what: `${dialect} has no measure ${shown(name)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest.join(" or ")}?` : `choose one of ${names.join(", ")}`,
  }),
  "bad-parameter/takes-none": ({ metric, found }: GivenMeasure) => ({
    what: `${metric} takes no parameters: ${found}`,
    fix: `write ${metric}`,
  }),
  "bad-parameter/missing": ({ metric, found }: GivenMeasure) => ({
    what: `${found} ends where its parameters should be`,
    fix: `write ${metric}, or give some`,
  }),
  "bad-cutoff/measure": ({ metric, found }: GivenMeasure) => ({
    what: `${metric}: ${shown(found)} is not a cut-off`,
    fix: `give whole numbers of 1 or more, such as ${metric}.5,10`,
  }),
  "bad-cutoff/measure-twice": twice,
  "bad-parameter/measure": ({ metric, found }: GivenMeasure) => ({
    what: `${metric}: ${shown(found)} is not a number`,
    fix: `give numbers, such as ${metric}.0.2,0.5`,
  }),
  "bad-parameter/measure-twice": twice,
  "bad-parameter/measure-numbers": ({ metric, found }: GivenMeasure) => ({
    what: `${metric}: ${shown(found)} is not a number`,
    fix: "give numbers with commas between them",
  }),
  "bad-parameter/measure-pairs": ({ metric, found }: GivenMeasure) => ({
    what: `${metric}: ${shown(found)} is not a pair`,
    fix: "give pairs such as 1=3,2=9",
  }),
});
