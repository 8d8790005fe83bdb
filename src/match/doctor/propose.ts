/** Looks for the way to write ids under which most of the gold is found, and verifies it. */

import { idNormalisers } from "../ids/index.ts";
import { parseIdRule } from "../ids/parse.ts";
import { foldedToken, mainToken, spread, tokensOf } from "../ids/tokens.ts";
import { isCoarser } from "./coarser.ts";
import { countByChance, countMatches, type IdCase, type Matches, type WriteId } from "./count.ts";
import { inferredEdits } from "./infer.ts";
import { cutsLists } from "./list-like.ts";

/** A rule that was counted. */
export interface CountedRule extends Matches {
  readonly ids: string;
  readonly on: "hits" | "both";
  /** The lighter, the simpler. */
  readonly weight: number;
  /** It drops what tells gold ids apart: chunks of one document, say. */
  readonly coarser: boolean;
}

/** Enough to tell rules apart; what is proposed is counted on everything. */
const SAMPLE = { cases: 200, gold: 5, hits: 100 };
const SMALL = { cases: 60, gold: 3, hits: 50 };
const GIANT = 5000;
const VERIFIED = 3;
const COMPOSED = 14;
/** A simple rule this good makes more complex ones unnecessary. */
const GOOD = 0.8;

interface Step {
  readonly text: string;
  readonly weight: number;
  readonly write: WriteId;
}

/** Verified rules, the best first; none where ids match as they are, or under no rule. `asGiven`: what matches without a rule. */
export function propose(cases: readonly IdCase[], asGiven: Matches = countMatches(cases)): CountedRule[] {
  if (asGiven.total === 0 || asGiven.found === asGiven.total) return [];
  const sample = sampleOf(cases, SAMPLE);
  if (areTexts(sample)) return [];
  const verified = search(sample)
    .slice(0, VERIFIED)
    .map((rule) => onBestSide(cases, rule));
  return verified.filter((rule) => isReal(cases, rule, asGiven)).sort(byWorth);
}

/** Whole texts in the place of ids are not mended by a rule for ids. */
function areTexts(sample: readonly IdCase[]): boolean {
  const hits = sample.flatMap((one) => one.hits.slice(0, 10));
  return hits.reduce((sum, id) => sum + id.length, 0) > 300 * hits.length;
}

/** Finding by document where the gold names chunks is worth half. */
const worth = ({ found, merged, coarser }: CountedRule): number =>
  (found - merged.gold) * (coarser ? 0.5 : 1);

/** Most gold found, less what is merged; then what merges fewer hits; then the simplest. */
function byWorth(a: CountedRule, b: CountedRule): number {
  return (
    worth(b) - worth(a) ||
    b.anywhere - a.anywhere ||
    a.merged.hits - b.merged.hits ||
    a.weight - b.weight ||
    (a.ids < b.ids ? -1 : 1)
  );
}

/** Rejects rules that find a few more ids by chance, or only blur ids that match already. */
function isReal(cases: readonly IdCase[], rule: CountedRule, asGiven: Matches): boolean {
  const gain = rule.found - rule.merged.gold - asGiven.found;
  const missing = asGiven.total - asGiven.found;
  // If some ids already match, a single additional match is not a pattern.
  const least = asGiven.found > 0 && gain < missing ? 2 : 1;
  if (gain < Math.max(least, 0.02 * missing)) return false;
  const write = parseIdRule(rule.ids);
  if (cases.some((one) => cutsLists(one.gold, write) || cutsLists(one.hits, write))) return false;
  const gold = rule.on === "both" ? write : undefined;
  if (asGiven.anywhere * 10 >= asGiven.total && (rule.merged.gold > 0 || rule.coarser)) return false;
  if (gain * 2 >= missing) return true;
  if (cases.length < 4) return false;
  const sample = sampleOf(cases, SAMPLE);
  const own = countMatches(sample, gold, write);
  const before = countMatches(sample);
  const chance = countByChance(sample, gold, write) - countByChance(sample);
  return own.found - before.found > 1.5 * chance;
}

/** Candidates by what they find in the sample, the best first; each finds more than ids as they are. */
function search(sample: readonly IdCase[]): CountedRule[] {
  const before = countMatches(sample);
  const steps = activeSteps(sample);
  const singles = steps.map((step) => onBestSide(sample, { ...step, ids: step.text }));
  const small = sampleOf(sample, SMALL);
  const found = singles.reduce((most, one) => Math.max(most, one.found), 0);
  const composed = (
    found < GOOD * before.total
      ? compositions(small, steps)
      : found < before.total
        ? forTheRest(sample, steps[singles.indexOf([...singles].sort(byWorth)[0]!)]!, before)
        : []
  ).map((step) => onBestSide(sample, { ...step, ids: step.text }));
  const best = singles.reduce((most, one) => Math.max(most, worth(one)), before.found);
  // A second step must be worth its words: a twentieth of all ids, or half of those that one step leaves.
  const least = best + Math.max(1, Math.min(0.05 * before.total, 0.5 * (before.total - best)));
  const better = [
    ...singles.filter((one) => one.found > before.found),
    ...composed.filter((one) => worth(one) >= least),
  ].sort(byWorth);
  // Keep the simplest of the rules with the same effect.
  return [
    ...new Map(
      better
        .reverse()
        .map((one) => [[one.found, one.anywhere, one.merged.gold, one.merged.hits].join(), one] as const),
    ).values(),
  ].sort(byWorth);
}

/** Where one step finds most gold ids: a second one that finds the rest; where ids mostly match as they are, two. */
function forTheRest(sample: readonly IdCase[], first: Step, before: Matches): Step[] {
  const once = countMatches(sample, first.write, first.write).found > before.found;
  const rest = (once ? written(sample, first.write) : sample).flatMap(({ gold, hits }) => {
    const there = new Set(hits);
    const lost = gold.filter((id) => !there.has(id));
    return lost.length === 0 ? [] : [{ gold: lost, hits }];
  });
  const steps = activeSteps(rest);
  if (!once) return compositions(sampleOf(rest, SMALL), steps);
  return steps
    .map((step) => ({
      step: inRow(first, step),
      found: countMatches(rest, step.write, step.write).found,
    }))
    .filter(({ found }) => found > 0)
    .sort((a, b) => b.found - a.found || a.step.weight - b.step.weight)
    .slice(0, 3)
    .map(({ step }) => step);
}

/** Two steps in a row, and a third on top of the best two. */
function compositions(sample: readonly IdCase[], steps: readonly Step[]): Step[] {
  const promising = [...steps].sort((a, b) => a.weight - b.weight).slice(0, COMPOSED);
  const pairs = promising.flatMap((first) => {
    const once = written(sample, first.write);
    return promising
      .filter((second) => second !== first)
      .map((second) => ({
        step: inRow(first, second),
        found: countMatches(once, second.write, second.write).found,
      }));
  });
  const top = pairs
    .filter(({ found }) => found > 0)
    .sort((a, b) => b.found - a.found || a.step.weight - b.step.weight)
    .slice(0, 3);
  if (top.length === 0 || top[0]!.found >= GOOD * countMatches(sample).total)
    return top.map(({ step }) => step);
  const once = written(sample, top[0]!.step.write);
  const triples = promising.map((third) => ({
    step: inRow(top[0]!.step, third),
    found: countMatches(once, third.write, third.write).found,
  }));
  return [...top, ...triples.filter(({ found }) => found > top[0]!.found)]
    .sort((a, b) => b.found - a.found || a.step.weight - b.step.weight)
    .slice(0, 3)
    .map(({ step }) => step);
}

const inRow = (first: Step, second: Step): Step => ({
  text: `${first.text}+${second.text}`,
  weight: first.weight + second.weight,
  write: (id) => second.write(first.write(id)),
});
const written = (cases: readonly IdCase[], write: WriteId): IdCase[] =>
  cases.map(({ gold, hits }) => ({ gold: gold.map(write), hits: hits.map(write) }));

/** Longer rules are not useful, and a pattern of thousands of characters may not compile. */
const LONGEST = 300;

/** Steps that change anything at all here. */
function activeSteps(sample: readonly IdCase[]): Step[] {
  const all = [
    ...idNormalisers.map(({ id }, i) => ({ text: id, weight: 1 + i / 100 })),
    ...inferredEdits(sample),
  ];
  const ids = spread([...new Set(sample.flatMap(({ gold, hits }) => [...gold, ...hits]))], 4000);
  return all
    .filter(({ text }) => text.length <= LONGEST)
    .map((one) => ({ ...one, write: parseIdRule(one.text) }))
    .filter(({ write }) => ids.some((id) => write(id) !== id));
}

/** Both sides are written by the rule, unless it finds more when the gold stays as it is. */
function onBestSide(
  cases: readonly IdCase[],
  rule: { readonly ids: string; readonly weight: number },
): CountedRule {
  const { ids, weight } = rule;
  const write = parseIdRule(ids);
  const coarser = isCoarser(cases, write);
  const both = { ids, weight, coarser, on: "both" as const, ...countMatches(cases, write, write) };
  if (both.found === both.total && both.merged.gold === 0) return both;
  if (cases.every(({ gold }) => gold.every((id) => write(id) === id))) return both;
  const hits = { ids, weight, coarser: false, on: "hits" as const, ...countMatches(cases, undefined, write) };
  return worth(hits) > worth(both) ? hits : both;
}

/** Some of the cases, evenly spread; of a giant one, the hits that have something in common with its gold. */
function sampleOf(
  cases: readonly IdCase[],
  most: { readonly cases: number; readonly gold: number; readonly hits: number },
): readonly IdCase[] {
  const usable = cases.filter(({ gold, hits }) => gold.length > 0 && hits.length > 0);
  if (usable.length === 1 && usable[0]!.hits.length > most.hits) return [related(usable[0]!, most.cases)];
  return spread(usable, most.cases).map(({ gold, hits }) => ({
    gold: spread(gold, most.gold),
    hits: hits.length <= most.hits ? hits : hits.slice(0, most.hits),
  }));
}

function related({ gold, hits }: IdCase, most: number): IdCase {
  const some = spread(gold, most);
  if (hits.length <= GIANT) return { gold: some, hits };
  const tokens = new Set(some.flatMap((id) => tokensOf(id).map(foldedToken)));
  const mains = new Set(some.map(mainToken));
  const close = hits.filter((hit) => {
    const main = mainToken(hit);
    return (
      (main !== undefined && tokens.has(main)) || tokensOf(hit).some((token) => mains.has(foldedToken(token)))
    );
  });
  return { gold: some, hits: close.length > GIANT ? spread(close, GIANT) : close };
}
