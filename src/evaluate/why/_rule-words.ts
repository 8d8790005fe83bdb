/** What a plan does in one respect, in words: clauses such as "it counts documents, not chunks". */

import { printMetric } from "../../core/metric-grammar.ts";
import type { GuardCondition, JoinRule, MatchRule, VerdictRule } from "../../core/rules.ts";
import { idRuleName } from "../../match/ids/parse.ts";
import type { Plan } from "../plan/plan.ts";

const matchWords = (match: MatchRule): string => {
  if ("ids" in match)
    return match.ids === "exact"
      ? "it compares ids as they are"
      : `it compares ids by ${typeof match.ids === "string" ? `the rule ${match.ids}` : idRuleName(match.ids)}`;
  if ("spans" in match)
    return match.at === undefined
      ? "it compares source spans"
      : `it requires ${match.at} of a source span in one hit`;
  return match.text === "exact"
    ? "it compares texts as they are"
    : `it matches texts by the rule ${match.text}`;
};

const shapeWords: Readonly<Record<JoinRule["shape"], string>> = {
  "as-given": "it takes the gold as given",
  groups: "it reads the gold as groups",
  "one-group": "it reads all gold as one group of alternatives",
  "each-own-group": "it reads every gold entry as a separate group",
  "each-distinct": "it counts every distinct document of the gold",
};

const duplicateWords: Readonly<Record<JoinRule["duplicates"], string>> = {
  first: "it drops repeated hits",
  keep: "it keeps repeated hits",
  blank: "it scores repeated hits as not relevant",
  error: "it refuses repeated hits",
};

const tieWords: Readonly<Record<JoinRule["ties"], string>> = {
  "id-desc": "it orders equal scores by id, descending",
  "id-asc": "it orders equal scores by id, ascending",
  given: "it keeps tied hits in the order given",
  "given-reversed": "it reverses the order of equal scores",
};

const reasons: Readonly<Record<string, string>> = {
  "no-relevant": "nothing relevant",
  "no-nonrelevant": "nothing non-relevant",
  "empty-ranking": "nothing retrieved",
  "nothing-to-judge": "nothing to judge",
};

function otherwiseWords(to: Plan, from: Plan): string {
  const words = Object.entries(to.otherwise)
    .filter(
      ([because, score]) =>
        JSON.stringify(score) !== JSON.stringify(from.otherwise[because as keyof Plan["otherwise"]]),
    )
    .map(
      ([because, score]) =>
        `${score?.status === "scored" ? score.value : "no number"} where there is ${reasons[because] ?? because}`,
    );
  return words.length > 0 ? `it gives ${words.join(", ")}` : "it gives no number where the formula has none";
}

const conditionWords: Readonly<Record<GuardCondition, string>> = {
  "empty-ranking": "nothing was retrieved",
  "empty-gold": "the gold is empty",
  "empty-both": "nothing was retrieved and the gold is empty",
  "no-relevant-hit": "nothing that was retrieved is relevant",
  "one-hit": "there is one hit",
  "negative-grade-hit": "a hit has a negative grade",
  "blank-hit": "a hit is blank",
  "blank-hit-ascii": "a hit is blank",
  "duplicate-hit": "a hit is repeated",
  "gold-hole": "the gold is empty or has a blank in it",
  "gold-empty-id": "the gold has an empty id",
  "gold-one-empty-group": "the gold is one empty group",
  "no-contexts": "there are no contexts",
  "blank-contexts": "the contexts are blank",
  "contexts-in-question": "the question contains the contexts",
  "empty-question": "the question is empty",
  "empty-reference": "the reference is empty",
  "empty-response": "the response is empty",
};

function guardWords({ guard }: Plan): string {
  if (guard.length === 0) return "it always computes";
  const says = ({ then }: Plan["guard"][number]) =>
    "status" in then ? (then.status === "scored" ? then.value : "no number") : printMetric(then);
  return `it gives ${guard.map((g) => `${says(g)} where ${conditionWords[g.when]}`).join(", ")}`;
}

const WORD_RULES: Readonly<Record<VerdictRule["words"], string>> = {
  literal: 'takes only the exact words "yes" and "no"',
  lower: "ignores case in yes and no",
  trim: "ignores case and blanks around yes and no",
  letters: "reads the leading letters of a verdict",
};
const UNKNOWN_WORDS: Readonly<Record<VerdictRule["unknown"], string>> = {
  no: "treats any other word as no",
  drop: "ignores any other word",
  raise: "raises on any other word",
  fail: "fails on any other word",
};

/** By field of the join, the average or the plan: what `to` does there, unlike `from`. */
const FIELD_WORDS: Readonly<Record<string, (to: Plan, from: Plan) => string>> = {
  match: ({ join }) => matchWords(join.match),
  verdicts: ({ verdicts }) => `it ${WORD_RULES[verdicts.words]}, and ${UNKNOWN_WORDS[verdicts.unknown]}`,
  unit: ({ join }) => (join.unit === "doc" ? "it counts documents, not chunks" : "it counts every chunk"),
  shape: ({ join }) => shapeWords[join.shape],
  duplicates: ({ join }) => duplicateWords[join.duplicates],
  nulls: ({ join }) =>
    `it ${{ keep: "keeps", error: "refuses", "drop-after-depth": "drops" }[join.nulls]} hits without an id`,
  blank: ({ join }) => `it ${{ keep: "keeps", error: "refuses", drop: "drops" }[join.blank]} empty ids`,
  self: ({ join }) =>
    join.self === "drop"
      ? "it drops hits that are the query itself"
      : "it keeps hits that are the query itself",
  tail: ({ join }) =>
    join.tail === undefined
      ? "it scores retrieved hits only"
      : "it adds gold that was not retrieved to the hits",
  judgedOnly: ({ join }) => (join.judgedOnly === true ? "it drops unjudged hits" : "it keeps unjudged hits"),
  floor: ({ join }) =>
    join.floor === undefined
      ? "it has no minimum score"
      : `it takes a score of ${join.floor} or less as not retrieved`,
  order: ({ join }) =>
    ({
      given: "it keeps the order given",
      score: "it orders by score",
      "score-if-any": "it orders by score",
      input: "it keeps the order of lists and orders mappings by score",
    })[join.order],
  ties: ({ join }) => tieWords[join.ties],
  float: ({ join }) => `it compares scores as ${join.float}-bit floats`,
  depth: ({ join }) =>
    typeof join.depth === "number"
      ? `it looks at the first ${join.depth} hits`
      : join.depth === "k"
        ? "it cuts the list before it drops hits without an id"
        : "it looks at all hits",
  grades: ({ join }) =>
    join.grades === "ignore"
      ? "it ignores grades"
      : join.grades === "listed"
        ? "it reads the grades of listed documents only"
        : "it reads the grades",
  guard: guardWords,
  otherwise: otherwiseWords,
  zeroBelow: ({ zeroBelow }) =>
    zeroBelow === undefined ? "it keeps low scores" : `it prints a score below ${zeroBelow} as 0`,
  missing: ({ average }) =>
    ({
      zero: "it counts queries that the run lacks as 0",
      "plain-zero": "it counts queries that the run lacks as 0",
      compute: "it scores queries that the run lacks as empty lists",
      "leave-out": "it leaves out queries that the run lacks",
      raise: "it refuses to average where the run lacks a query",
    })[average.missing],
  undefined: ({ average }) =>
    average.undefined === "zero"
      ? "it counts queries without a value as 0"
      : "it leaves out queries without a value",
  blankGold: ({ average }) =>
    average.blankGold === "drop"
      ? "it leaves out queries with an empty gold"
      : average.blankGold === "zero"
        ? "it counts queries with an empty gold as 0"
        : "it keeps queries with an empty gold",
  over: ({ average }) =>
    average.over === "retrieved"
      ? "it counts queries that the gold lacks"
      : "it leaves out queries that the gold lacks",
  by: ({ average }) =>
    average.by === "gold"
      ? "it divides by all queries of the gold"
      : "it divides by the queries with a value",
  params: () => "its mean uses other parameters",
  as: ({ average }) =>
    ({
      mean: "it averages",
      sum: "it adds up instead of averaging",
      geometric: "it takes the geometric mean",
      variance: "it takes the variance",
      p90: "it takes the 90th percentile",
      none: "it has no mean",
    })[average.as],
  sum: () => "it sums in another order",
  scale: ({ average }) => (average.scale === 1 ? "it gives a share" : `it multiplies by ${average.scale}`),
  empty: () => "it gives another value when there are no queries",
  unscored: () => "it gives another value when no query has a score",
  poison: ({ average }) =>
    average.poison === undefined ? "no single query decides the mean" : "one bad query decides the mean",
  round: ({ average, round }, from) => {
    const [rounding, what] =
      average.round?.digits === from.average.round?.digits
        ? [round, "rounds each score"]
        : [average.round, "rounds"];
    return rounding === undefined ? "it does not round" : `it ${what} to ${rounding.digits} decimals`;
  },
};

export const fieldWords = (field: string, to: Plan, from: Plan): string => FIELD_WORDS[field]!(to, from);

/** What a plan does with one of its metric's parameters. */
export function paramWords(name: string, { metric, params }: Plan): string {
  const spec = metric.params[name]!;
  const x = params[name];
  if (spec.kind === "choice") {
    const words = spec.choices[x as string]!;
    return words.startsWith("its ") ? words : `it ${words}`;
  }
  if (spec.kind === "gain")
    return x === "linear"
      ? "its gain is the grade"
      : x === "exp"
        ? "its gain is 2^grade - 1"
        : x === "binary"
          ? "its gain is 1 for every grade above 0"
          : "its gain comes from a table";
  if (spec.rule === "k") return x === undefined ? "it looks at all hits" : `it looks at the first ${x} hits`;
  if (spec.rule === "level")
    return x === undefined
      ? "it treats everything the gold lists as relevant"
      : `it treats grades of ${x} and above as relevant`;
  return `its ${name} is ${x}`;
}
