/** Shared tokens of a hit and a gold text: each counts as often as it is in both. */

import type { Derivation } from "../core/derivation.ts";
import { ratio, value } from "../core/derivation.ts";
import type { Overlap } from "../core/ranking.ts";
import type { MatchRule } from "../core/rules.ts";

export const tokenMatch: MatchRule = { text: "exact", tokens: "answer" };

const shared = (o: Overlap, hit: number, gold: number): number => o.shared[hit * o.golds + gold]!;
const share = (part: number, whole: number): number => (part === 0 ? 0 : part / whole);

export const precision = (o: Overlap, hit: number, gold: number): number =>
  share(shared(o, hit, gold), o.hitSize[hit]!);
export const recall = (o: Overlap, hit: number, gold: number): number =>
  share(shared(o, hit, gold), o.goldSize[gold]!);

function explainShare(what: string, part: number, whole: string, size: number, hit: number): Derivation {
  if (part === 0) return value(`${what}: no token in common with any gold text`, 0, hit + 1);
  return ratio(what, value("shared tokens", part), value(whole, size), hit + 1);
}

export const explainPrecision = (o: Overlap, hit: number, gold: number): Derivation =>
  explainShare(
    `precision against gold text ${gold + 1}`,
    shared(o, hit, gold),
    "tokens of the hit",
    o.hitSize[hit]!,
    hit,
  );
export const explainRecall = (o: Overlap, hit: number, gold: number): Derivation =>
  explainShare(
    `recall of gold text ${gold + 1}`,
    shared(o, hit, gold),
    "tokens of the gold text",
    o.goldSize[gold]!,
    hit,
  );
