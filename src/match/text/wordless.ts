import { named } from "../../core/named.ts";
import type { MatchRule } from "../../core/rules.ts";
import { textRules } from "./index.ts";

/** Gold texts that the rule cannot look for, such as "..." under fuzzy; none under a rule for ids or spans. */
export function wordlessTexts(groups: readonly (readonly string[])[], match: MatchRule): string[] {
  const sees = seesOf(match);
  return sees === undefined ? [] : groups.flat().filter((text) => !sees.test(text));
}

/** The gold without such texts. A group that had nothing else is gone: nothing could satisfy it. */
export function withoutWordless(
  groups: readonly (readonly string[])[],
  match: MatchRule,
): readonly (readonly string[])[] {
  const sees = seesOf(match);
  if (sees === undefined || groups.every((group) => group.every((text) => sees.test(text)))) return groups;
  return groups.flatMap((group) => {
    const left = group.filter((text) => sees.test(text));
    return left.length === 0 && group.length > 0 ? [] : [left];
  });
}

const seesOf = (match: MatchRule): RegExp | undefined =>
  "text" in match ? named(textRules, match.text, "text rule").sees : undefined;
