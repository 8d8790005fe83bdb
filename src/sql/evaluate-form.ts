/** The value of a form, from what an engine counted over the hits of a query and from its gold. */
import { type Form, type GoldNode, type HitsNode, nodeKey } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { type Score, scored, undefinedBecause } from "../core/score.ts";
import { prepareExpression, type Reader } from "./form-expression.ts";

/** A query's gold, as far as forms read it. It does not change: what was added up over it is remembered. */
export interface FormGold extends Pick<JudgedRanking, "pool" | "listed" | "goldListed"> {
  readonly groupCount: number;
}

/** What is known of one query. */
export interface FormFacts {
  readonly gold: FormGold;
  /** How many hits the list has. */
  readonly length: number;
}

/** Facts that know the aggregates over hits; undefined where a minimum has nothing to look at. */
export interface FormFactsWithHits extends FormFacts {
  hits(node: HitsNode): number | undefined;
}

export type PreparedForm<F extends FormFacts> = (facts: F) => Score;

/** Looks up once where an aggregate over hits is found. */
export type HitsReader<F extends FormFacts> = (node: HitsNode) => (facts: F) => number | undefined;

/** One form as a function. */
export const prepareForm = (form: Form): PreparedForm<FormFactsWithHits> =>
  formPreparer<FormFactsWithHits>((node) => (facts) => facts.hits(node))(form);

/** Makes functions of forms that add up the same things over the gold once. */
export function formPreparer<F extends FormFacts>(
  hitsReader: HitsReader<F>,
): (form: Form) => PreparedForm<F> {
  const sums = new Map<string, Reader<F>>();
  const prepare = (node: Form["value"]): Reader<F> =>
    prepareExpression(node, (leaf) => {
      switch (leaf.op) {
        case "size": {
          const { k } = leaf;
          return k === undefined ? ({ length }) => length : ({ length }) => Math.min(length, k);
        }
        case "groups":
          return ({ gold }) => gold.groupCount;
        case "entries":
          return ({ gold }) => gold.goldListed;
        case "hits": {
          const read = hitsReader(leaf);
          const isExtreme = leaf.agg === "min" || leaf.agg === "max";
          return (facts) => {
            const value = read(facts);
            if (value !== undefined) return value;
            // Of no hits the least and the greatest are 0; a sum that is not there is a fault.
            if (isExtreme) return 0;
            throw new TypeError(`${nodeKey(leaf)} is missing`);
          };
        }
        case "gold": {
          const key = nodeKey(leaf);
          const sum = sums.get(key) ?? overGold(leaf, leaf.first && prepare(leaf.first));
          sums.set(key, sum);
          return sum;
        }
        default:
          throw new TypeError(`a query as a whole has no ${leaf.op}`);
      }
    });
  return ({ none, value }) => {
    const cases = none.map(({ when, because }) => ({
      applies: prepare(when),
      score: undefinedBecause(because),
    }));
    const prepared = prepare(value);
    return (facts) => {
      for (let i = 0; i < cases.length; i++) if (cases[i]!.applies(facts) !== 0) return cases[i]!.score;
      return scored(prepared(facts));
    };
  };
}

/** A document of the gold while an aggregate looks at it. */
interface Item {
  rank: number;
  grade: number;
}

const prepareItem = (node: NonNullable<GoldNode["of"]>): Reader<Item> =>
  prepareExpression(node, (leaf) => {
    if (leaf.op === "rank") return ({ rank }) => rank;
    if (leaf.op === "grade") return ({ grade }) => grade;
    throw new TypeError(`a document of the gold has no ${leaf.op}`);
  });

/** Remembers the last gold: metrics of one query, and runs of one gold, ask for the same. */
function overGold<F extends FormFacts>(node: GoldNode, first: Reader<F> | undefined): Reader<F> {
  const { over } = node;
  const add = adder(node);
  let gold: FormGold | undefined;
  let most = 0;
  let value = 0;
  return (facts) => {
    const n = first === undefined ? Number.POSITIVE_INFINITY : first(facts);
    if (facts.gold === gold && n === most) return value;
    gold = facts.gold;
    most = n;
    value = add(over === "entries" ? withRepeats(gold) : gold[over], n);
    return value;
  };
}

/** The pool, and one more of grade 1 for each entry that repeats another. */
function withRepeats({ pool, listed, goldListed }: FormGold): Float64Array {
  if (goldListed <= listed.length) return pool;
  const grades = new Float64Array(pool.length + goldListed - listed.length).fill(1);
  grades.set(pool);
  return grades.sort().reverse();
}

function adder({ agg, where, of, by }: GoldNode): (grades: Float64Array, most: number) => number {
  if (agg === "count" && where === undefined) return (grades, most) => Math.min(grades.length, most);
  const item: Item = { rank: 0, grade: 0 };
  const holds = where && prepareItem(where);
  const worth = of && prepareItem(of);
  const sorted = by && orderedBy(prepareItem(by));
  return (given, most) => {
    const grades = sorted === undefined ? given : sorted(given);
    let total = 0;
    item.rank = 1;
    for (let i = 0; i < grades.length && item.rank <= most; i++) {
      item.grade = grades[i]!;
      if (holds !== undefined && holds(item) === 0) continue;
      const x = agg === "count" ? 1 : worth === undefined ? item.grade : worth(item);
      total = agg !== "max" ? total + x : item.rank === 1 ? x : Math.max(total, x);
      item.rank++;
    }
    return total;
  };
}

/** The grades in another order: the greatest by this expression first. */
function orderedBy(by: Reader<Item>): (grades: Float64Array) => Float64Array {
  const worth = (grade: number): number => by({ rank: 0, grade });
  return (grades) => grades.slice().sort((a, b) => worth(b) - worth(a));
}
