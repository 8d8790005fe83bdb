/** A pattern as an automaton: its states are the places where it reads a character (Glushkov), edges are counted. */
import { kindsOf } from "./_alphabet.ts";
import type { Node } from "./_parse.ts";

/** From a place to the ones that may read next, and in how many ways (2: or more). */
type Ways = Map<number, number>;

export interface Places {
  /** What each place reads, as bits; nothing for a place where no way goes on. */
  readonly reads: readonly bigint[];
  readonly first: Ways;
  readonly next: readonly Ways[];
  /** Places after which the pattern has matched, whatever follows. */
  readonly ends: ReadonlySet<number>;
  /** What may stand before a match that begins with one of these characters: pairs of sets. */
  readonly starts: readonly (readonly [before: bigint, first: bigint])[];
}

export interface Reading {
  readonly flags: string;
  /** Not at the start of the text: ^ does not hold. */
  readonly later: boolean;
  /** A number of repetitions beyond it is none. */
  readonly most: number;
}

interface Part {
  /** Ways to read nothing, and those of them that depend on no assertion. */
  readonly empty: number;
  readonly surely: number;
  readonly first: Ways;
  readonly last: ReadonlyMap<number, { readonly ways: number; readonly surely: boolean }>;
}

const capped = (n: number): number => Math.min(n, 2);

/** `groups`: those that a part of a pattern may refer to. */
export function placesOf(root: Node, { flags, later, most }: Reading, groups = groupsOf(root)): Places {
  const { kinds, all } = kindsOf(["\\w", ...[root, ...groups.values()].flatMap(setsOf)], flags);
  const reads: bigint[] = [];
  const next: Ways[] = [];

  const place = (set: bigint): Part => {
    reads.push(set);
    next.push(new Map());
    const index = reads.length - 1;
    return {
      empty: 0,
      surely: 0,
      first: new Map([[index, 1]]),
      last: new Map([[index, { ways: 1, surely: true }]]),
    };
  };
  const nothing: Part = { empty: 1, surely: 1, first: new Map(), last: new Map() };
  /** Holds or not: who reads on must be ready for both. */
  const assertion: Part = { empty: 1, surely: 0, first: new Map(), last: new Map() };

  const join = (a: Part, b: Part): void => {
    for (const [from, { ways }] of a.last)
      for (const [to, count] of b.first)
        next[from]!.set(to, capped((next[from]!.get(to) ?? 0) + ways * count));
  };
  const row = (a: Part, b: Part): Part => {
    join(a, b);
    const first: Ways = new Map(a.first);
    if (a.empty > 0)
      for (const [to, count] of b.first) first.set(to, capped((first.get(to) ?? 0) + count * a.empty));
    const last = new Map(b.last);
    if (b.empty > 0)
      for (const [from, { ways, surely }] of a.last) {
        const known = last.get(from);
        last.set(from, {
          ways: capped((known?.ways ?? 0) + ways * b.empty),
          surely: known?.surely === true || (surely && b.surely > 0),
        });
      }
    return { empty: capped(a.empty * b.empty), surely: capped(a.surely * b.surely), first, last };
  };
  const either = (a: Part, b: Part): Part => ({
    empty: capped(a.empty + b.empty),
    surely: capped(a.surely + b.surely),
    first: new Map([...a.first, ...b.first]),
    last: new Map([...a.last, ...b.last]),
  });
  const maybe = (a: Part): Part => ({ ...a, empty: capped(a.empty + 1), surely: capped(a.surely + 1) });
  /** The engine leaves a round that read nothing. */
  const star = (a: Part): Part => {
    join(a, a);
    return { ...a, empty: 1, surely: 1 };
  };

  const build = (node: Node): Part => {
    switch (node.kind) {
      case "one":
        return place(kinds.get(node.text)!);
      case "row":
        return node.parts.map(build).reduce(row, nothing);
      case "either":
        return node.parts.map(build).reduce(either);
      case "group":
        return build(node.of);
      case "again":
        return build(groups.get(node.index)!);
      case "start":
        return later ? place(0n) : assertion;
      case "end":
        return flags.includes("m") ? assertion : place(0n);
      case "edge":
        return assertion;
      case "behind":
        return assertion;
      case "ahead":
        // It is read, and then the rest from where it began.
        return either(assertion, row(build(node.of), place(0n)));
      case "many":
        return many(node.of, node.min, node.max);
    }
  };
  const many = (of: Node, min: number, max: number): Part => {
    if (max > most && (max === Number.POSITIVE_INFINITY || max > 1)) {
      let part = nothing;
      for (let i = 1; i < Math.min(min, most); i++) part = row(part, build(of));
      const loop = star(build(of));
      const round = min === 0 ? loop : { ...loop, empty: empties(of), surely: 0 };
      return row(part, round);
    }
    const copies = Array.from({ length: max }, () => build(of));
    const part = copies.reduceRight(
      (rest, one, i) => (i < min ? row(one, rest) : maybe(row(one, rest))),
      nothing,
    );
    return part;
  };
  const empties = (of: Node): number => (canBeEmpty(of, groups) ? 1 : 0);

  const whole = build(root);
  const ends = new Set([...whole.last].filter(([, { surely }]) => surely).map(([place]) => place));
  return { reads, first: whole.first, next, ends, starts: startsOf(root, kinds, all) };
}

export function canBeEmpty(node: Node, groups: ReadonlyMap<number, Node>): boolean {
  if (node.kind === "one") return false;
  if (node.kind === "row") return node.parts.every((part) => canBeEmpty(part, groups));
  if (node.kind === "either") return node.parts.some((part) => canBeEmpty(part, groups));
  if (node.kind === "many") return node.min === 0 || canBeEmpty(node.of, groups);
  if (node.kind === "group") return canBeEmpty(node.of, groups);
  if (node.kind === "again") return canBeEmpty(groups.get(node.index)!, groups);
  return true;
}

/** A pattern may begin with (?<!x), (?<=x) or \b: then it cannot begin everywhere. */
function startsOf(root: Node, kinds: ReadonlyMap<string, bigint>, all: bigint): Places["starts"] {
  const head = root.kind === "row" ? root.parts[0] : root;
  if (head?.kind === "edge" && !head.not) {
    const word = kinds.get("\\w")!;
    return [
      [word, all & ~word],
      [all & ~word, word],
    ];
  }
  if (head?.kind !== "behind" || head.of.kind !== "one") return [[all, all]];
  const set = kinds.get(head.of.text)!;
  return [[head.not ? all & ~set : set, all]];
}

export function* nodesOf(node: Node): Iterable<Node> {
  yield node;
  if ("parts" in node) for (const part of node.parts) yield* nodesOf(part);
  else if ("of" in node) yield* nodesOf(node.of);
}
const setsOf = (root: Node): string[] =>
  [...nodesOf(root)].flatMap((node) => (node.kind === "one" ? [node.text] : []));
export const groupsOf = (root: Node): Map<number, Node> =>
  new Map([...nodesOf(root)].flatMap((node) => (node.kind === "group" ? [[node.index, node.of]] : [])));
