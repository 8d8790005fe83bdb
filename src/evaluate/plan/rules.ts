/** The rules a caller may give, checked. */
import { named } from "../../core/named.ts";
import { nearest } from "../../core/problem.ts";
import type { AverageRule, JoinRule, MatchRule } from "../../core/rules.ts";
import { parseIdRule } from "../../match/ids/parse.ts";
import { textRules } from "../../match/text/index.ts";
import { tokenRules } from "../../text/token-rules.ts";
import { planProblem } from "./problems.ts";

/** Rules that replace those of the dialect, or the textbook's. */
export type Rules = Partial<JoinRule> & Partial<Pick<AverageRule, "missing" | "undefined">>;

/** What each rule may be; depth and floor may be numbers too. */
export const JOIN_VALUES: {
  readonly [F in Exclude<keyof JoinRule, "match">]-?: readonly NonNullable<JoinRule[F]>[];
} = {
  shape: ["as-given", "groups", "one-group", "each-own-group", "each-distinct"],
  unit: ["chunk", "doc"],
  duplicates: ["first", "keep", "blank", "error"],
  nulls: ["keep", "drop-after-depth", "error"],
  blank: ["keep", "error", "drop"],
  grades: ["ignore", "listed"],
  depth: ["all", "k"],
  order: ["input", "score", "score-if-any", "given"],
  float: [32, 64],
  ties: ["id-desc", "id-asc", "given", "given-reversed"],
  self: ["drop"],
  judgedOnly: [true, false],
  tail: ["tied", "below", "negative"],
  floor: [],
};
const AVERAGE_VALUES: {
  readonly [F in "missing" | "undefined"]: readonly AverageRule[F][];
} = {
  missing: ["zero", "leave-out", "compute", "plain-zero", "raise"],
  undefined: ["skip", "zero"],
};

/** Rules that are numbers, and which ones. */
const NUMBERS: Readonly<Record<string, (x: number) => boolean>> = {
  depth: (x) => Number.isSafeInteger(x) && x > 0,
  floor: Number.isFinite,
};

type RuleValue = string | number | boolean;

function checked(option: string, given: unknown, values: readonly RuleValue[]): unknown {
  if (values.includes(given as RuleValue) || (typeof given === "number" && NUMBERS[option]?.(given)))
    return given;
  throw planProblem.error("bad-rule/value", { option, found: written(given), values });
}

const written = (x: unknown): string => String(JSON.stringify(x));

function checkedMatch(match: MatchRule): MatchRule {
  if (typeof match === "object" && match !== null && "ids" in match) {
    parseIdRule(match.ids);
    checked("match.on", match.on, ["hits", "both"]);
  } else if (typeof match === "object" && match !== null && "text" in match) {
    named(textRules, match.text, "text rule");
    if (match.tokens !== undefined) named(tokenRules, match.tokens, "token rule");
    checkShare(match.at);
  } else if (typeof match === "object" && match !== null && "spans" in match) {
    checked("match.spans", match.spans, ["overlap"]);
    checkShare(match.at);
  } else throw planProblem.error("bad-rule/match", { option: "match", found: written(match) });
  return match;
}

function checkShare(at: unknown): void {
  if (at === undefined || (typeof at === "number" && at >= 0 && at <= 1)) return;
  throw planProblem.error("bad-rule/share", { option: "match.at", found: written(at) });
}

/** The rules a caller gave, apart from everything else in the options. */
export function rulesIn(options: Rules): { join: Partial<JoinRule>; average: Partial<AverageRule> } {
  const pick = (table: Readonly<Record<string, readonly RuleValue[]>>): Record<string, unknown> => {
    const given = Object.entries(table).map(
      ([field, values]) => [field, options[field as keyof Rules], values] as const,
    );
    return Object.fromEntries(
      given
        .filter(([, x]) => x !== undefined)
        .map(([field, x, values]) => [field, checked(field, x, values)]),
    );
  };
  const match = options.match === undefined ? {} : { match: checkedMatch(options.match) };
  return { join: { ...pick(JOIN_VALUES), ...match }, average: pick(AVERAGE_VALUES) };
}

const OPTIONS = [
  "gold",
  "run",
  "hits",
  "name",
  "judgements",
  "judgement",
  "metrics",
  "as",
  "options",
  "k",
  "define",
  "comparableScores",
  "match",
  ...Object.keys(JOIN_VALUES),
  ...Object.keys(AVERAGE_VALUES),
];

/** A mistyped option would be silently ignored. */
export function checkNames(options: object): void {
  for (const name of Object.keys(options)) {
    if (OPTIONS.includes(name)) continue;
    const close = nearest(name, OPTIONS, 1);
    throw planProblem.error("unknown-rule", {
      name,
      nearest: close,
      ...(close.length > 0 ? {} : { names: OPTIONS }),
    });
  }
}
