import type { ChoiceParam, GainParam, NumberParam, Rule } from "../core/types.ts";

export const cutoff = {
  kind: "integer",
  min: 1,
  doc: "How many hits count; all of them if not given.",
  rule: "k",
} as const satisfies NumberParam;

export const level = {
  kind: "number",
  doc: "The least grade that counts as relevant. Not given: the relevant list decides, or any grade above 0.",
  rule: "level",
} as const satisfies NumberParam;

export const gain = {
  kind: "gain",
  default: "linear",
  doc: "What a grade is worth: linear, exp (2^grade - 1), or a table such as 1:3;2:9. A grade of 0 or less is worth 0 unless the table says otherwise; what nobody judged is worth 0.",
  rule: "gain",
} as const satisfies GainParam;

export const discount = {
  kind: "choice",
  choices: {
    log2: "its discount is log2(rank + 1)",
    jarvelin: "its discount starts at rank 2",
  },
  default: "log2",
  doc: "How much a lower rank is worth: log2 divides by log2(rank + 1), jarvelin by log2(rank) from rank 2 on.",
  rule: "discount",
} as const satisfies ChoiceParam;

/** What precision divides by. */
export const precisionOf = {
  kind: "choice",
  choices: {
    k: "divides by k, also when fewer hits came",
    retrieved: "divides by the number of hits",
    distinct: "divides by the number of distinct hits",
    min: "divides by k or the number of relevant documents, whichever is smaller",
  },
  default: "k",
  doc: "What is divided by: k (the hits retrieved where there is no k), retrieved (hits among the first k), distinct (each of them once), or min (k or the number of relevant documents, whichever is smaller).",
  rule: "denominator",
} as const satisfies ChoiceParam;

/** Squared it must stay a finite number, hence a bound. */
export const beta = {
  kind: "number",
  above: 0,
  max: 1000,
  default: 1,
  doc: "How many times as much recall matters as precision.",
  rule: "denominator",
} as const satisfies NumberParam;

/** How often a document that was retrieved twice counts. */
export const count = {
  kind: "choice",
  choices: { each: "counts every hit", distinct: "counts a repeated hit once" },
  default: "each",
  doc: "Whether a repeated hit counts again; it matters only where duplicates are kept.",
  rule: "duplicates",
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
