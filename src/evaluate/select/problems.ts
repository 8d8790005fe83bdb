/** Messages about choosing one of several settings. */
import { defineProblems, type Voice } from "../../core/problem-table.ts";
import { wordsOf } from "../../core/shown.ts";

interface Chosen {
  readonly best: string;
  readonly metric: string;
  readonly settings: number;
}

/** "bm25 is not clearly worse", "none of the 11 others is clearly worse". */
function rivalWords(rivals: number, others: number, rival?: string): string {
  if (rival !== undefined) return `${rival} is not clearly worse`;
  if (others === 1) return "the other is not clearly worse";
  if (rivals === others) return `none of the ${others} others is clearly worse`;
  return `${rivals} of the ${others} others ${rivals === 1 ? "is" : "are"} not clearly worse`;
}

export const selectProblem = defineProblems({
  "same-score": ({ names, metric }: { readonly names: readonly string[]; readonly metric: string }) => ({
    what: `${names.length === 2 ? names.join(" and ") : wordsOf(names)} have the same ${metric}`,
    fix: "prefer the faster or cheaper of these, or add queries",
  }),
  "close-call": ({
    best,
    metric,
    settings,
    rivals,
    rival,
  }: Chosen & { readonly rivals: number /** Where it is one. */; readonly rival?: string }) => ({
    what: `${best} has the best ${metric}, but ${rivalWords(rivals, settings - 1, rival)}`,
    why: `differences this small could be noise (Holm-corrected for ${settings - 1} ${settings === 2 ? "comparison" : "comparisons"})`,
    fix: "prefer the faster or cheaper of these, or add queries",
  }),
  "fewer-queries": ({
    name,
    metric,
    scored,
    queries,
  }: {
    readonly name: string;
    readonly metric: string;
    readonly scored: number;
    readonly queries: number;
  }) => ({
    what: `${name} was left out of the choice: it has ${metric} of ${scored} ${scored === 1 ? "query" : "queries"}, others of ${queries}`,
    why: "where the hard queries fail, the mean of the rest looks good",
    fix: "ask its failed queries again, then choose",
  }),
  "not-timed": (
    { names, slowestMs }: { readonly names: readonly string[]; readonly slowestMs: number },
    _at,
    voice: Voice,
  ) => ({
    what: `no timings of ${names.join(", ")} to compare with the limit of ${slowestMs} ms`,
    why: "answers from a cache are not timed",
    fix: `run without the cache, or without ${voice === "library" ? "slowestMs" : "--slowest"}`,
  }),
  "many-settings": ({ best, settings }: Chosen) => ({
    what: `${best} is the best of ${settings} settings on the same queries, so its score is optimistic`,
    why: "the more settings are tried, the better the luckiest of them looks",
    fix: "score it on queries that took no part in the choice",
  }),
  "longer-chunks": ({
    best,
    other,
    metric,
    lengths,
    equal,
  }: {
    readonly best: string;
    readonly other: string;
    readonly metric: string;
    readonly lengths: readonly [best: number, other: number];
    readonly equal: readonly [best: number, other: number];
  }) => ({
    what: `${best} beats ${other} in ${metric} only because it returns more text (${lengths[0]} against ${lengths[1]} characters per query)`,
    why: `with as much text as ${other}, its ${metric} is ${equal[0].toFixed(3)} against ${equal[1].toFixed(3)}`,
    fix: "compare them at the same amount of text, or by span-iou or span-precision",
  }),
});
