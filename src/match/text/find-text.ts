import { named } from "../../core/named.ts";
import type { MatchRule } from "../../core/rules.ts";
import { textRules } from "./index.ts";
import type { FoundText, TextRule } from "./types.ts";

/** A text rule by its name, or with its least similarity. */
export type TextMatch = Extract<MatchRule, { text: string }>;

export interface ReadTextMatch {
  readonly rule: TextRule;
  readonly least: number;
  isEnough(similarity: number): boolean;
}

export function readTextMatch(match: string | TextMatch): ReadTextMatch {
  const { text, at, above } = typeof match === "string" ? { text: match } : match;
  const rule = named(textRules, text, "text rule");
  const least = at ?? rule.at;
  return { rule, least, isEnough: (s) => (above === true ? s > least : s >= least) };
}

/**
 * Where the gold text stands in the text of a hit, by a named rule or a whole match rule; undefined where it does not.
 * @example
 * findText("normalised", "It is **14 million** km².", "14 Million km2") // { similarity: 1, start: 8, end: 23 }
 */
export function findText(match: string | TextMatch, hit: string, gold: string): FoundText | undefined {
  const { rule, least, isEnough } = readTextMatch(match);
  const found = rule.find(rule.hit(hit), rule.gold(gold), least);
  return found !== undefined && isEnough(found.similarity) ? found : undefined;
}
