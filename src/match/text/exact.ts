import { yesOrNo } from "./types.ts";

const same = (text: string): string => text;

export const exact = yesOrNo<string, string>({
  about: "The text of the hit equals the gold text, character by character.",
  hit: same,
  gold: same,
  matches: (hit, gold) => hit === gold,
  where: (hit) => [0, hit.length],
  index(golds) {
    const byText = new Map<string, number[]>();
    golds.forEach((gold, i) => {
      const known = byText.get(gold);
      if (known === undefined) byText.set(gold, [i]);
      else known.push(i);
    });
    return {
      find: (hit) =>
        (byText.get(hit) ?? []).map((gold) => ({ gold, similarity: 1, start: 0, end: hit.length })),
    };
  },
});
