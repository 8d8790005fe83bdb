/** The rules a caller may give, checked. */
import { named } from "../../core/named.ts";
import { GoldieError, nearest } from "../../core/problem.ts";
import type { AverageRule, JoinRule, MatchRule } from "../../core/rules.ts";
import { parseIdRule } from "../../match/ids/parse.ts";
import { textRules } from "../../match/text/index.ts";
import { tokenRules } from "../../text/token-rules.ts";

/** Rules that replace those of the dialect, or the textbook's. */
export type Rules = Partial<JoinRule> & Partial<Pick<AverageRule, "missing" | "undefined">>;

/** What each rule may be; depth and floor may be numbers too. */
const JOIN_VALUES: {
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
const NUMBERS: Readonly<Record<string, { fits: (x: number) => boolean; words: string }>> = {
  depth: { fits: (x) => Number.isSafeInteger(x) && x > 0, words: "a number of hits of 1 or more" },
  floor: { fits: Number.isFinite, words: "a finite score" },
};

function checked(field: string, given: unknown, values: readonly unknown[]): unknown {
  const number = NUMBERS[field];
  if (values.includes(given) || (typeof given === "number" && number?.fits(given))) return given;
  const names = [...values.map((x) => JSON.stringify(x)), ...(number === undefined ? [] : [number.words])];
  throw new GoldieError({
    code: "bad-rule",
    what: `${field} cannot be ${JSON.stringify(given)}`,
    fix: `choose ${names.length > 1 ? "one of " : ""}${names.join(", ")}`,
  });
}

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
  } else
    throw new GoldieError({
      code: "bad-rule",
      what: `match cannot be ${JSON.stringify(match)}`,
      fix: 'give { ids: "exact", on: "hits" }, { text: "normalised" } or { spans: "overlap" }',
    });
  return match;
}

function checkShare(at: unknown): void {
  if (at === undefined || (typeof at === "number" && at >= 0 && at <= 1)) return;
  throw new GoldieError({
    code: "bad-rule",
    what: `match.at cannot be ${JSON.stringify(at)}`,
    fix: "give a share from 0 to 1",
  });
}

/** The rules a caller gave, apart from everything else in the options. */
export function rulesIn(options: Rules): { join: Partial<JoinRule>; average: Partial<AverageRule> } {
  const pick = (table: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown> => {
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
  "match",
  ...Object.keys(JOIN_VALUES),
  ...Object.keys(AVERAGE_VALUES),
];

/** A mistyped option would change nothing, and nobody would see it. */
export function checkNames(options: object): void {
  for (const name of Object.keys(options)) {
    if (OPTIONS.includes(name)) continue;
    const close = nearest(name, OPTIONS, 1);
    throw new GoldieError({
      code: "unknown-rule",
      what: `there is no option ${JSON.stringify(name)}`,
      fix: close.length > 0 ? `did you mean ${close[0]}?` : `the options are ${OPTIONS.join(", ")}`,
    });
  }
}
