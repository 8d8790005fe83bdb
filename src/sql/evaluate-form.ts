/** The value of a form, from what an engine counted over the hits of a query and from its gold. */
import type { Form, FormNode, GoldNode, HitsNode } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { type Score, scored, undefinedBecause } from "../core/score.ts";

/** A query's gold, as far as forms read it. */
export interface FormGold extends Pick<JudgedRanking, "pool" | "listed" | "goldListed"> {
  readonly groupCount: number;
}

/** What is known of one query. */
export interface FormFacts {
  readonly gold: FormGold;
  /** How many hits the list has. */
  readonly length: number;
  /** An aggregate over its hits; undefined where a minimum has nothing to look at. */
  hits(node: HitsNode): number | undefined;
}

/** A document while an aggregate looks at it. */
interface Item {
  readonly rank: number;
  readonly grade: number;
}

export function evaluateForm({ none, value }: Form, facts: FormFacts): Score {
  for (const { when, because } of none) if (truth(when, facts)) return undefinedBecause(because);
  return scored(valueOf(value, facts));
}

const truth = (node: FormNode, facts: FormFacts, item?: Item): boolean => valueOf(node, facts, item) !== 0;

/** Truths are 1 and 0. */
export function valueOf(node: FormNode, facts: FormFacts, item?: Item): number {
  switch (node.op) {
    case "const":
      return node.value;
    case "rank":
    case "grade":
      return item![node.op];
    case "size":
      return Math.min(facts.length, node.k ?? facts.length);
    case "groups":
      return facts.gold.groupCount;
    case "entries":
      return facts.gold.goldListed;
    case "hits":
      return facts.hits(node) ?? 0;
    case "gold":
      return overGold(node, facts);
    case "judged":
    case "relevant":
    case "forbidden":
    case "fresh":
    case "running":
      throw new TypeError(`${node.op} is known of a hit only`);
    default:
      return operate(node.op, node.args, (arg) => valueOf(arg, facts, item));
  }
}

/** An operation over arguments whose values the caller knows. */
export function operate(op: string, args: readonly FormNode[], value: (node: FormNode) => number): number {
  const [first, second, third] = args;
  const a = value(first!);
  switch (op) {
    // Only the side that is asked for: the other may divide by 0.
    case "when":
      return value(a !== 0 ? second! : third!);
    case "and":
      return a !== 0 && value(second!) !== 0 ? 1 : 0;
    case "or":
      return a !== 0 || value(second!) !== 0 ? 1 : 0;
    case "not":
      return a === 0 ? 1 : 0;
    case "log2":
      return Math.log2(a);
    case "trunc":
      return Math.trunc(a);
  }
  return PAIRS[op]!(a, value(second!));
}

const PAIRS: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  pow: (a, b) => a ** b,
  least: Math.min,
  greatest: Math.max,
  le: (a, b) => (a <= b ? 1 : 0),
  ge: (a, b) => (a >= b ? 1 : 0),
  lt: (a, b) => (a < b ? 1 : 0),
  gt: (a, b) => (a > b ? 1 : 0),
  eq: (a, b) => (a === b ? 1 : 0),
};

export function overGold(node: GoldNode, facts: FormFacts): number {
  const { over, agg, where, of, by, first } = node;
  const given = facts.gold[over];
  const most = first === undefined ? given.length : valueOf(first, facts);
  let grades: ArrayLike<number> = given;
  if (where !== undefined || by !== undefined) {
    const kept = Array.from(given).filter(
      (grade) => where === undefined || truth(where, facts, { rank: 0, grade }),
    );
    const worth = (grade: number) => (by === undefined ? grade : valueOf(by, facts, { rank: 0, grade }));
    grades = by === undefined ? kept : kept.sort((a, b) => worth(b) - worth(a));
  }
  const n = Math.min(grades.length, most);
  if (agg === "count") return n;
  let total = 0;
  for (let i = 0; i < n; i++) {
    const x = of === undefined ? grades[i]! : valueOf(of, facts, { rank: i + 1, grade: grades[i]! });
    total = agg === "max" ? (i === 0 ? x : Math.max(total, x)) : total + x;
  }
  return total;
}
