/**
 * Is a regular expression linear? An engine that goes back tries every way through the pattern before it says no, so a
 * pattern is slow where one text can be read in many ways. Such texts repeat a word w on which, of two places p and q,
 *   - q comes back to itself in two ways: exponential;
 *   - p comes back to itself, goes on to q, and q comes back to itself: each round may be the last in p: quadratic;
 *   - the search itself stands for p, since it begins anew at every character: quadratic.
 * A place after which the pattern has matched is harmless: nothing is tried again. It is careful: it may call a linear
 * pattern slow (assertions may hold or not, a reference is any text of its group), not the other way round.
 */

import { type Node, parsePattern } from "./_parse.ts";
import { canBeEmpty, groupsOf, nodesOf, type Places, placesOf } from "./_places.ts";

/** Up to so many repetitions count as a constant: in the search, and within a pattern, where they may multiply. */
const FEW_STARTS = 100;
const FEW_ROUNDS = 12;

/** Why it may be slow; undefined: it is linear. */
export function slowness(source: string, flags: string): string | undefined {
  const root = parsePattern(source);
  const nodes = [...nodesOf(root)];
  if (nodes.some((node) => node.kind === "behind" && isEndless(node.of))) return "a lookbehind of any length";
  if (
    nodes.some(
      (node) =>
        node.kind === "again" &&
        nodes.some((group) => group.kind === "group" && group.index === node.index && isEndless(group.of)),
    )
  )
    return "a reference to a group of any length";
  const groups = groupsOf(root);
  if (nodes.some((node) => node.kind === "many" && node.min > 1 && canBeEmpty(node.of, groups)))
    return "a repetition of what may be nothing";
  const here = placesOf(root, { flags, later: false, most: FEW_ROUNDS });
  const loops = loopsOf(here);
  const branches = root.kind === "either" ? root.parts : [root];
  return (
    twoWays(here, loops) ??
    twoLoops(here, loops) ??
    branches
      .map((branch) => beganAnew(placesOf(branch, { flags, later: true, most: FEW_STARTS }, groups)))
      .find((slow) => slow !== undefined)
  );
}

const isEndless = (root: Node): boolean =>
  [...nodesOf(root)].some((node) => node.kind === "many" && node.max > FEW_STARTS);

/** By place, the number of the loop it is in; those in none are absent. `failing`: only loops on which nothing matches. */
function loopsOf({ next, reads, ends }: Places, failing = false): Map<number, number> {
  // What leads nowhere is in no loop: most places of most patterns.
  let left = new Set(reads.keys());
  for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
    before = left.size;
    for (const place of [...left].reverse())
      if (
        reads[place] === 0n ||
        (failing && ends.has(place)) ||
        ![...next[place]!.keys()].some((to) => left.has(to))
      )
        left.delete(place);
    const entered = new Set([...left].flatMap((place) => [...next[place]!.keys()]));
    left = new Set([...left].filter((place) => entered.has(place)));
  }
  const steps = (at: number): number[] => [...next[at]!.keys()].filter((to) => left.has(to));
  const reach = new Map([...left].map((from) => [from, reachedFrom([from], steps)]));
  const loops = new Map<number, number>();
  for (const [a, reached] of reach)
    if (reached.has(a))
      loops.set(a, [...loops.keys()].find((b) => reached.has(b) && reach.get(b)!.has(a)) ?? a);
  return loops;
}

/** All that is reached in one step or more. */
function reachedFrom<T>(from: readonly T[], steps: (at: T) => Iterable<T>): Set<T> {
  const seen = new Set<T>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const to of steps(at))
      if (!seen.has(to)) {
        seen.add(to);
        open.push(to);
      }
  return seen;
}

/** A place that comes back to itself in two ways. */
function twoWays(places: Places, loops: ReadonlyMap<number, number>): string | undefined {
  const { next, reads } = places;
  for (const [from, loop] of loops)
    for (const [to, ways] of next[from]!)
      if (ways > 1 && loops.get(to) === loop && reads[to] !== 0n) return "a repetition within a repetition";
  const n = next.length;
  // Pairs of places that read the same text, within one loop.
  const steps = (pair: number): number[] => {
    const [a, b] = [Math.floor(pair / n), pair % n];
    const found: number[] = [];
    for (const to of next[a]!.keys())
      if (loops.get(to) === loops.get(a))
        for (const other of next[b]!.keys())
          if (loops.get(other) === loops.get(b) && (reads[to]! & reads[other]!) !== 0n)
            found.push(to * n + other);
    return found;
  };
  for (const q of new Set(loops.values())) {
    // All places of a loop reach one another, so one of them stands for all.
    const back = new Map<number, number[]>();
    reachedFrom([q * n + q], (pair) => {
      const found = steps(pair);
      for (const to of found) back.set(to, [...(back.get(to) ?? []), pair]);
      return found;
    });
    const returning = reachedFrom([q * n + q], (pair) => back.get(pair) ?? []);
    if ([...returning].some((pair) => Math.floor(pair / n) !== pair % n))
      return "a repetition of what can be read in two ways";
  }
  return undefined;
}

/** Two loops, one after the other, over the same text. */
function twoLoops(places: Places, loops: ReadonlyMap<number, number>): string | undefined {
  const { next, reads } = places;
  const failing = loopsOf(places, true);
  const n = next.length;
  for (const p of loops.keys()) {
    const reached = reachedFrom([p], (at) => next[at]!.keys());
    for (const q of failing.keys()) {
      // Within one loop there would be two ways.
      if (loops.get(p) === loops.get(q) || !reached.has(q)) continue;
      const steps = (triple: number): number[] => {
        const [a, b, c] = [Math.floor(triple / n / n), Math.floor(triple / n) % n, triple % n];
        const found: number[] = [];
        for (const x of next[a]!.keys()) {
          if (loops.get(x) !== loops.get(p)) continue;
          for (const z of next[c]!.keys()) {
            if (failing.get(z) !== failing.get(q)) continue;
            const both = reads[x]! & reads[z]!;
            if (both === 0n) continue;
            for (const y of next[b]!.keys()) if ((both & reads[y]!) !== 0n) found.push((x * n + y) * n + z);
          }
        }
        return found;
      };
      if (reachedFrom([(p * n + p) * n + q], steps).has((p * n + q) * n + q))
        return "two repetitions in a row over the same characters";
    }
  }
  return undefined;
}

/** A loop that begins at each of many characters, and may come to nothing. */
function beganAnew(places: Places): string | undefined {
  const { next, reads, first, starts } = places;
  const loops = loopsOf(places, true);
  const n = next.length;
  // The search: still on its way, or at a character before which a match may begin.
  const on = n + starts.length;
  const width = on + 1;
  for (const q of loops.keys()) {
    const steps = (pair: number): number[] => {
      const [a, c] = [Math.floor(pair / width), pair % width];
      const found: number[] = [];
      for (const z of next[c]!.keys()) {
        if (loops.get(z) !== loops.get(q) || reads[z] === 0n) continue;
        if (a === on) {
          found.push(on * width + z);
          for (const [i, [before]] of starts.entries())
            if ((reads[z]! & before) !== 0n) found.push((n + i) * width + z);
          continue;
        }
        const begun = starts[a - n]?.[1];
        for (const y of (begun === undefined ? next[a]! : first).keys())
          if ((reads[y]! & reads[z]! & (begun ?? reads[y]!)) !== 0n) found.push(y * width + z);
      }
      return found;
    };
    if (reachedFrom([on * width + q], steps).has(q * width + q))
      return "a repetition that begins anew at every character";
  }
  return undefined;
}
