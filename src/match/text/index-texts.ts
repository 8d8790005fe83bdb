import { readTextMatch, type TextMatch } from "./find-text.ts";
import type { TextIndex } from "./types.ts";

/**
 * Gold texts made ready to be looked for in many hits, all at once. What it finds is what `findText` finds with each of them.
 * @example
 * createTextIndex(["red fox", "lazy dog"], "contains").find("the lazy dog") // [{ gold: 1, similarity: 1, start: 4, end: 12 }]
 */
export function createTextIndex(golds: readonly string[], match: string | TextMatch): TextIndex {
  const { rule, least, isEnough } = readTextMatch(match);
  const index = rule.index?.(golds, least) ?? oneByOne(golds.map(rule.gold), rule, least);
  return { find: (hit) => index.find(hit).filter(({ similarity }) => isEnough(similarity)) };
}

/** For rules that know no faster way. */
function oneByOne(
  golds: readonly unknown[],
  rule: ReturnType<typeof readTextMatch>["rule"],
  least: number,
): TextIndex {
  return {
    find(text) {
      const hit = rule.hit(text);
      return golds.flatMap((wanted, gold) => {
        const found = rule.find(hit, wanted, least);
        return found === undefined ? [] : { gold, ...found };
      });
    },
  };
}
