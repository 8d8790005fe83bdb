import type { Rule } from "../core/metric.ts";
import type { ChoiceParam, GainParam, NumberParam } from "../core/params.ts";

export const cutoff = {
  kind: "integer",
  min: 1,
  doc: "How many top hits count (default: all).",
  rule: "k",
} as const satisfies NumberParam;

export const level = {
  kind: "number",
  doc: "The lowest grade that counts as relevant. By default the relevant list decides, or any grade above 0.",
  rule: "level",
} as const satisfies NumberParam;

export const gain = {
  kind: "gain",
  default: "linear",
  doc: "What a grade is worth: linear, exp (2^grade - 1), binary (1), or a table such as 1:3;2:9. A grade of 0 or less is worth 0 unless the table says otherwise; unjudged documents are worth 0.",
  rule: "gain",
} as const satisfies GainParam;

/** Below it a document gains nothing; `rel` is about relevance, and metrics over gains know none. */
export const leastGrade = {
  kind: "number",
  doc: "The lowest grade with a gain, in the ideal list too (default: any grade above 0).",
  rule: "level",
} as const satisfies NumberParam;

export const negatives = {
  kind: "choice",
  choices: { zero: "gives negative grades no gain", keep: "lets negative grades cost something" },
  default: "zero",
  doc: "Whether a negative grade has no gain or a negative one.",
  rule: "gain",
  compat: true,
} as const satisfies ChoiceParam;

export const discount = {
  kind: "choice",
  choices: {
    log2: "its discount is log2(rank + 1)",
    jarvelin: "its discount starts at rank 2",
  },
  default: "log2",
  doc: "How gains shrink with rank: log2 divides by log2(rank + 1), jarvelin by log2(rank) from rank 2 on.",
  rule: "discount",
} as const satisfies ChoiceParam;

/** What precision divides by. */
export const precisionOf = {
  kind: "choice",
  choices: {
    k: "divides by k, even if there are fewer hits",
    retrieved: "divides by the number of hits",
    distinct: "divides by the number of distinct hits",
    min: "divides by k or the number of relevant documents, whichever is smaller",
  },
  default: "k",
  doc: "The denominator: k (without a k, the number of hits), retrieved (hits in the top k), distinct (distinct hits in the top k), or min (k or the number of relevant documents, whichever is smaller).",
  rule: "denominator",
} as const satisfies ChoiceParam;

/** Squared it must stay a finite number, hence a bound. */
export const beta = {
  kind: "number",
  above: 0,
  max: 1000,
  default: 1,
  doc: "How many times as important recall is as precision.",
  rule: "denominator",
} as const satisfies NumberParam;

/** How often a document that was retrieved twice counts. */
export const count = {
  kind: "choice",
  choices: { each: "counts every hit", distinct: "counts a repeated hit once" },
  default: "each",
  doc: "Whether repeated hits count again. Matters only if duplicates are kept.",
  rule: "duplicates",
  compat: true,
} as const satisfies ChoiceParam;

/** How hits with equal scores are ordered. */
export const ties = {
  kind: "choice",
  choices: {
    "as-ordered": "takes equal scores in the order of the list",
    expected: "takes the average over all orders of equal scores",
  },
  default: "as-ordered",
  doc: 'How tied hits count: as-ordered (in the order of the list), or expected (the average over all orders of tied hits; repeated hits each count). The list must be sorted by score: give an id → score mapping, or order: "score".',
  rule: "order",
} as const satisfies ChoiceParam;

/** Patience of a user who goes on to the next hit with this probability. */
export const persistence = {
  kind: "number",
  above: 0,
  max: 0.9999,
  default: 0.8,
  doc: "The probability that the user goes on to the next hit.",
  rule: "discount",
} as const satisfies NumberParam;

/** What a logarithm is taken of at least. */
export const floor = {
  kind: "number",
  above: 0,
  max: 1,
  default: 1e-5,
  doc: "Lower values count as this one, because the logarithm of 0 would dominate the mean.",
  rule: "average",
} as const satisfies NumberParam;

/** Grades below 0 mark documents that were in the pool and not judged, or worse than not relevant. */
export const negativeAs = (byDefault: "judged" | "unjudged") =>
  choice(
    {
      judged: "treats negative grades as judged",
      unjudged: "treats negative grades as unjudged",
    },
    byDefault,
    "Whether a document with a negative grade counts as judged.",
    "level",
    true,
  );

const TOTALS = {
  relevant: "divides by the relevant documents of the gold",
  entries: "divides by the entries of the gold, duplicates counted",
  retrieved: "divides by the relevant documents that were retrieved, so missing ones never cost anything",
};
/** Which documents count as all there are. */
export const total = <const C extends keyof typeof TOTALS>(...which: readonly C[]): ChoiceParam<C> =>
  choice(
    Object.fromEntries(which.map((name) => [name, TOTALS[name]])) as Record<C, string>,
    "relevant" as C,
    `The denominator: ${which.join(", ")}.`,
    "denominator",
    true,
  );

/** Whether beta is squared; tools that do not square it do not document that. */
export const squared = {
  kind: "choice",
  choices: { yes: "weighs recall by beta squared", no: "weighs recall by beta itself" },
  default: "yes",
  doc: "Whether beta is squared, as in the formula.",
  rule: "denominator",
  compat: true,
} as const satisfies ChoiceParam;

/** A small number added to a denominator. */
export const smooth = {
  kind: "number",
  min: 0,
  default: 0,
  doc: "Added to the denominator.",
  rule: "denominator",
  compat: true,
} as const satisfies NumberParam;

/** A choice of denominator or the like. */
export const choice = <const C extends string>(
  choices: Readonly<Record<C, string>>,
  byDefault: NoInfer<C>,
  doc: string,
  rule: Rule,
  compat?: true,
): ChoiceParam<C> => ({
  kind: "choice",
  choices,
  default: byDefault,
  doc,
  rule,
  ...(compat ? { compat } : {}),
});
