import { unitsOf } from "../../text/units.ts";
import { AnchorIndex } from "./_anchors.ts";
import { A_WORD_OR_SIGN, type FoundText, yesOrNo } from "./types.ts";

const same = (text: string): string => text;

export const contains = yesOrNo<string, string>({
  about:
    "The hit contains the gold text, character by character. Gold texts that are only punctuation are ignored.",
  sees: A_WORD_OR_SIGN,
  hit: same,
  gold: same,
  matches: (hit, gold) => gold !== "" && hit.includes(gold),
  where: (hit, gold) => [hit.indexOf(gold), hit.indexOf(gold) + gold.length],
  index(golds) {
    const anchors = new AnchorIndex(golds);
    let units = new Uint16Array(1024);
    return {
      find(hit) {
        if (hit.length > units.length) units = new Uint16Array(2 * hit.length);
        const found: (FoundText & { gold: number })[] = [];
        anchors.scan(unitsOf(hit, units), hit.length, (gold, at) =>
          found.push({ gold, similarity: 1, start: at, end: at + golds[gold]!.length }),
        );
        return found.sort((a, b) => a.gold - b.gold);
      },
    };
  },
});
