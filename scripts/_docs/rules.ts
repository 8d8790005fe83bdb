/** Every rule in words: for the dialect pages and for the table of rules in the guide. */
import type {
  AverageRule,
  Guard,
  GuardCondition,
  JoinRule,
  MatchRule,
  Rounding,
  VerdictRule,
} from "../../src/core/rules.ts";
import type { Because, Score } from "../../src/core/score.ts";
import { textbook } from "../../src/dialects/textbook.ts";
import { idRuleName } from "../../src/match/ids/parse.ts";
import { code, prose, table } from "./markdown.ts";
import { show } from "./show.ts";

type Words<T extends string> = Readonly<Record<T, string>>;

const shape: Words<JoinRule["shape"]> = {
  "as-given": "gold stays as given; group metrics need groups",
  groups: "groups as given; a plain list is one group of alternatives; document metrics read all of them",
  "one-group": "all gold documents are one group of alternatives; document metrics read all of them",
  "each-own-group":
    "groups are flattened: each gold document is its own group; one listed twice counts as two",
  "each-distinct": "groups are flattened: each distinct gold document counts",
};
const unit: Words<JoinRule["unit"]> = {
  chunk: "each retrieved item is a hit",
  doc: "hits of one document count as one, at the rank of the first",
};
const duplicates: Words<JoinRule["duplicates"]> = {
  first: "a repeated hit is dropped, and the hits below it move up",
  keep: "a repeated hit stays and counts again",
  blank: "a repeated hit keeps its rank but earns nothing",
  error: "a repeated hit is an error",
};
const nulls: Words<JoinRule["nulls"]> = {
  keep: "a hit without an id keeps its rank",
  "drop-after-depth": "a hit without an id is dropped after the cut at k",
  error: "a hit without an id is an error",
};
const blank: Words<JoinRule["blank"]> = {
  keep: "an empty id is treated like any other id",
  error: "an empty id is an error",
  drop: "an empty id is dropped, in hits and gold",
};
const order: Words<JoinRule["order"]> = {
  input: "a list keeps its order; an id → score mapping is ordered by score",
  score: "always by score, highest first",
  "score-if-any": "by score, highest first; a list without scores keeps its order",
  given: "always in input order",
};
const ties: Words<JoinRule["ties"]> = {
  "id-desc": "ties: by descending id, as in trec_eval",
  "id-asc": "ties: by ascending id",
  given: "ties: in input order",
  "given-reversed": "ties: in reverse input order",
};
const missing: Words<AverageRule["missing"]> = {
  zero: "a query missing from the run is scored like an empty list, or 0 if that has no value; it counts as missing",
  "leave-out": "a query missing from the run is skipped",
  compute: "a query missing from the run is scored like an empty list",
  "plain-zero": "a query missing from the run scores 0 without computing",
  raise: "if a query is missing from the run there is no mean: the tool refuses",
};
const undefinedRule: Words<AverageRule["undefined"]> = {
  skip: "an undefined score is left out of the mean",
  zero: "an undefined score counts as 0 in the mean",
};

/** Rules that a caller may set, with all their values. */
const settable = {
  order,
  ties,
  duplicates,
  shape,
  unit,
  nulls,
  blank,
  missing,
  undefined: undefinedRule,
} as const satisfies Record<string, Words<string>>;

const idMatches: Words<string> = {
  exact: "ids are compared as written",
  "urn-uuid": prose("the first <urn:uuid:…> of a hit's id is its document"),
  "chunk-suffix":
    "chunk suffixes such as ::chunk-3 are removed, so a chunk matches its document (all id rules: [matching](matching.md))",
};
const textMatches: Words<string> = {
  exact: "texts are compared as written (a hit without a text uses its id)",
  contains: "a hit matches a gold text that it contains",
  normalised:
    "a hit matches a gold text that it contains, ignoring case, white space, quotes, dashes, Unicode forms and Markdown",
  fuzzy: "a hit matches a gold text if it contains enough of its words in order",
  "chunk-of-message": "a hit matches a gold text if it is part of it",
  "contains-tokens": "a hit matches a gold text if it contains its words consecutively",
  edit: "texts are compared by edit distance",
};

function matchInWords(match: MatchRule): string {
  if ("ids" in match)
    return (
      (idMatches[idRuleName(match.ids)] ?? `id rule ${code(idRuleName(match.ids))}`) +
      (match.on === "both" ? ", on both sides" : "")
    );
  if ("spans" in match)
    return match.at === undefined
      ? "a hit matches a gold span of the same document if they overlap"
      : `a hit matches a gold span of the same document if it covers at least ${match.at} of it`;
  const least =
    match.at === undefined ? "" : `; similarity ${match.above ? "above" : "of at least"} ${match.at}`;
  return (textMatches[match.text] ?? `text rule ${code(match.text)}`) + least;
}

/** What each field of a join rule says; a field that is absent says nothing. */
const joinWords: { readonly [K in keyof JoinRule]-?: (value: NonNullable<JoinRule[K]>) => string } = {
  match: matchInWords,
  shape: (x) => shape[x],
  unit: (x) => unit[x],
  duplicates: (x) => duplicates[x],
  nulls: (x) => nulls[x],
  blank: (x) => blank[x],
  grades: (x) =>
    x === "listed"
      ? "only documents of the relevant list have a grade"
      : "grades are ignored: a document is in the gold or not",
  depth: (x) =>
    x === "all"
      ? "the whole list is used"
      : x === "k"
        ? "the list is cut at k first"
        : `only the top ${x} hits are used`,
  order: (x) => order[x],
  self: () => "a hit whose id equals the query id is dropped",
  judgedOnly: (x) => (x ? "unjudged hits are dropped" : "all hits are kept"),
  tail: (x) =>
    `gold that was not retrieved is appended as candidates, ${{ tied: "all with one score below the last", below: "with decreasing positive scores", negative: "with negative scores" }[x]}`,
  floor: (x) => `a score of ${x} or less counts as not retrieved`,
  float: (x) => `scores are compared in ${x} bits`,
  ties: (x) => ties[x],
};

export const roundInWords = ({ digits, how }: Rounding): string =>
  `rounded to ${digits} decimals, as ${how === "numpy" ? "NumPy" : "Python"} rounds`;

const averageWords: { readonly [K in keyof AverageRule]-?: (value: NonNullable<AverageRule[K]>) => string } =
  {
    missing: (x) => missing[x],
    undefined: (x) => undefinedRule[x],
    as: (x) =>
      ({
        mean: "the mean over the queries",
        sum: "the sum over the queries",
        none: "no mean",
        geometric: "the geometric mean: e to the power of the mean score",
        variance: "the variance over the queries",
        p90: "the 90th percentile over the queries",
      })[x],
    blankGold: (x) => `a query with empty gold ${x === "drop" ? "has no row" : "scores 0"}`,
    over: () => "queries of the run that are not in the gold count too",
    by: () => "the sum is divided by the number of queries in the gold",
    sorted: () => "scores are summed in order of the query ids, byte by byte",
    params: (x) =>
      `the summary is computed with ${Object.entries(x)
        .map(([name, value]) => `${name} = ${value}`)
        .join(", ")}`,
    sum: (x) =>
      ({
        plain: "summed in order",
        compensated: "summed with compensation, as in Python's sum since 3.12",
        exact: "summed exactly and rounded once, as in Python's statistics.mean",
      })[x],
    scale: (x) => `multiplied by ${x}`,
    round: roundInWords,
    empty: (x) => `the mean of zero queries: ${scoreInWords(x)}`,
    unscored: (x) => `the mean if no query has a value: ${scoreInWords(x)}`,
    poison: (x) => `one such query decides the whole mean: ${x.map(poisonInWords).join("; ")}`,
  };

function poisonInWords({ when, then }: NonNullable<AverageRule["poison"]>[number]): string {
  const words =
    when === "unknown-query"
      ? "the run has a query that is not in the gold"
      : when === "no-queries"
        ? "there is no query"
        : Object.hasOwn(becauseWords, when)
          ? `a score is ${becauseWords[when as Because]}`
          : undefined;
  return words === undefined
    ? guardsInWords([{ when: when as GuardCondition, then }]).join("; ")
    : `${words}: ${scoreInWords(then)}`;
}

const becauseWords: Words<Because> = {
  "no-relevant": "undefined (`no-relevant`)",
  "no-nonrelevant": "undefined (`no-nonrelevant`)",
  "empty-ranking": "undefined (`empty-ranking`)",
  "nothing-to-judge": "undefined (`nothing-to-judge`)",
  "tool-none": "None (`tool-none`)",
  "tool-nan": "NaN (`tool-nan`)",
  "tool-absent": "nothing (`tool-absent`)",
  "tool-raises": "an exception (`tool-raises`)",
};

/** A score in a table cell. */
export function scoreInWords(score: Score): string {
  switch (score.status) {
    case "scored":
      return String(score.value);
    case "undefined":
      return becauseWords[score.because];
    case "skipped":
      return `skipped (no ${score.missing.join(", ")})`;
    case "failed":
      return `failed (\`${score.problem.code}\`)`;
  }
}

const guardWords: Words<GuardCondition> = {
  "empty-ranking": "nothing was retrieved",
  "empty-gold": "the gold is empty",
  "empty-both": "nothing was retrieved and the gold is empty",
  "no-relevant-hit": "none of the candidates is relevant",
  "one-hit": "there is one candidate",
  "negative-grade-hit": "a candidate has a negative grade",
  "blank-hit": "a hit is blank",
  "blank-hit-ascii": "a hit consists of ASCII blanks only",
  "duplicate-hit": "a hit is repeated",
  "gold-hole": "the gold is empty, or has an empty group or a blank id",
  "gold-empty-id": "the gold has an empty id",
  "gold-one-empty-group": "the gold is one empty group",
  "no-contexts": "there is no context",
  "blank-contexts": "the contexts are blank",
  "contexts-in-question": "the contexts are part of the question",
  "empty-question": "the question is empty",
  "empty-reference": "the reference is empty",
  "empty-response": "the response is empty",
};
const whenUndefined: Partial<Words<Because>> = {
  "no-relevant": "nothing is relevant",
  "no-nonrelevant": "everything is relevant",
  "empty-ranking": "nothing was retrieved",
  "nothing-to-judge": "there is nothing to judge",
};

type Outcome = Guard["then"];
const outcome = (then: Outcome): string => ("status" in then ? scoreInWords(then) : code(then.is));

/** "nothing was retrieved, or a hit is blank: None (`tool-none`)", one sentence per outcome. */
function outcomesInWords(cases: readonly (readonly [when: string, then: Outcome])[]): string[] {
  const byOutcome = new Map<string, string[]>();
  for (const [when, then] of cases)
    byOutcome.set(outcome(then), [...(byOutcome.get(outcome(then)) ?? []), when]);
  return [...byOutcome].map(([then, whens]) => `${whens.join(", or ")}: ${then}`);
}

export const guardsInWords = (guards: readonly Guard[]): string[] =>
  outcomesInWords(guards.map(({ when, then }) => [guardWords[when], then]));

export const otherwiseInWords = (otherwise: Partial<Record<Because, Score>>): string[] =>
  outcomesInWords(
    Object.entries(otherwise).map(([because, then]) => [
      whenUndefined[because as Because] ?? because,
      then as Score,
    ]),
  );

const verdictWords: { readonly [K in keyof VerdictRule]: Words<VerdictRule[K]> } = {
  words: {
    literal: "verdicts are read as written",
    lower: "verdicts are case-insensitive",
    trim: "verdicts are case-insensitive, and surrounding blanks are ignored",
    letters: "only the leading letters of a verdict are read",
  },
  unknown: {
    no: "a word other than yes or no counts as no",
    drop: "a word other than yes or no is dropped",
    raise: "a word other than yes or no raises an error",
    fail: "a word other than yes or no makes the score fail",
  },
  numbers: {
    clamp: "any number except 0 counts as yes",
    raw: "numbers count as written, including -1 and 2",
    exact: "only the numbers 0 and 1 are valid",
  },
  rating: {
    exact: "a rating is 0, 1 or 2",
    number: "a rating is any number",
    "highest-digit": "the highest of the digits 2, 1 and 0 in a rating counts",
  },
  unread: {
    skip: "an unreadable rating is dropped",
    "first-decides": "if the first rating is unreadable, there is no score",
    fail: "an unreadable rating makes the score fail",
  },
};

/** What a rule for verdicts says that another, the textbook's unless told, does not. */
export function verdictDifferences(rule: Partial<VerdictRule>, usual = textbook.verdicts): string[] {
  return (Object.keys(verdictWords) as (keyof VerdictRule)[]).flatMap((field) => {
    const value = rule[field];
    if (value === undefined || value === usual[field]) return [];
    return [(verdictWords[field] as Words<string>)[value]!];
  });
}

/** Rows [rule, in words] for what a join rule says that another, the textbook's unless told, does not. */
export const joinDifferences = (join: Partial<JoinRule>, usual = textbook.join): [string, string][] =>
  differences(join, usual, joinWords);

export const averageDifferences = (
  average: Partial<AverageRule>,
  usual = textbook.average,
): [string, string][] => differences(average, usual, averageWords);

function differences<T extends object>(
  own: Partial<T>,
  usual: T,
  words: { readonly [K in keyof T]-?: (value: NonNullable<T[K]>) => string },
): [string, string][] {
  return (Object.keys(words) as (keyof T & string)[]).flatMap((field): [string, string][] => {
    const value = own[field];
    if (value === undefined || value === null || JSON.stringify(value) === JSON.stringify(usual[field]))
      return [];
    return [[field, words[field](value)]];
  });
}

/** The rules that a caller may set: the table of docs/guide/library.md. */
export function rulesTable(): string {
  const usual: Readonly<Record<string, unknown>> = { ...textbook.join, ...textbook.average };
  const simple = Object.entries(settable).flatMap(([rule, values]) =>
    Object.entries(values).map(([value, words]) => [rule, value, words] as const),
  );
  const further = FURTHER.map(
    ([rule, value]) => [rule, value, (joinWords[rule] as (x: unknown) => string)(value)] as const,
  );
  let before = "";
  const rows = [...simple, ...further].map(([rule, value, words]) => {
    const isDefault = show(value) === show(usual[rule]);
    const cells = [
      rule === before ? "" : code(rule),
      code(show(value)) + (isDefault ? " (default)" : ""),
      words,
    ];
    before = rule;
    return cells;
  });
  return table(["rule", "value", "what happens"], rows);
}

/** Rules whose values are more than a word. */
const FURTHER: readonly (readonly [rule: keyof JoinRule, value: unknown])[] = [
  ["match", { ids: "exact", on: "hits" }],
  ["match", { ids: "urn-uuid", on: "hits" }],
  ["match", { ids: "chunk-suffix", on: "both" }],
  ...Object.keys(textMatches).map((text) => ["match", { text }] as const),
  ["match", { text: "edit", at: 0.5 }],
  ["match", { spans: "overlap" }],
  ["match", { spans: "overlap", at: 0.5 }],
  ["depth", "all"],
  ["depth", 100],
  ["float", 64],
  ["float", 32],
];
