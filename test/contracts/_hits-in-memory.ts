/** What an engine computes over the hits of a query, from a JudgedRanking in memory. */
import {
  type FormNode,
  form,
  type GoldNode,
  type HitsNode,
  nodeKey,
  type RunningNode,
} from "../../src/core/form.ts";
import type { JudgedRanking } from "../../src/core/ranking.ts";
import {
  type FormFacts,
  type FormFactsWithHits,
  formPreparer,
  type HitsReader,
  prepareForm,
} from "../../src/sql/evaluate-form.ts";
import { prepareExpression, type Reader } from "../../src/sql/form-expression.ts";

/** One hit, or one group that a hit is the first of. */
interface Row {
  readonly at: number;
  readonly rank: number;
  readonly grade: number;
  readonly judged: number;
  readonly relevant: number;
  readonly forbidden: number;
  readonly fresh: number;
  readonly facts: MemoryFacts;
}
interface MemoryFacts extends FormFacts {
  readonly rows: Row[];
}

export function factsOf(r: JudgedRanking): MemoryFacts {
  const { pool, listed, goldListed, groups } = r;
  const gold = { pool, listed, goldListed, groupCount: groups?.count ?? 0 };
  const facts: MemoryFacts = { gold, length: r.length, rows: [] };
  const nothing = { grade: 0, judged: 0, relevant: 0, forbidden: 0, fresh: 0 };
  for (let i = 0; i < r.length; i++) {
    const at = () => ({ at: facts.rows.length, rank: i + 1, facts });
    facts.rows.push({
      ...at(),
      grade: r.grades[i]!,
      judged: r.judged[i]!,
      relevant: r.relevant[i]!,
      forbidden: (r.forbidden?.[i] ?? 0) > 0 ? 1 : 0,
      fresh: 0,
    });
    for (let g = 0; g < gold.groupCount; g++)
      if (groups!.start[g]! < groups!.start[g + 1]! && groups!.ranks[groups!.start[g]!] === i)
        facts.rows.push({ ...nothing, ...at(), fresh: 1 });
  }
  return facts;
}

/** Forms as functions of rankings. */
export const memoryPreparer = () => formPreparer<MemoryFacts>(overHits);

/** An engine joins hits with what the gold says of them: no other hit reaches its aggregates. */
const isLeftOut = ({ judged, forbidden, fresh }: Row): boolean => judged + forbidden + fresh === 0;

function neutral(node: FormNode, read: Reader<Row>, nothing: number): Reader<Row> {
  return (row) => {
    const value = read(row);
    if (isLeftOut(row) && value !== nothing)
      throw new Error(`${nodeKey(node)} is ${value} for a hit that the gold does not know`);
    return value;
  };
}

const overHits: HitsReader<MemoryFacts> = (node: HitsNode) => {
  const where = neutral(node.where, ofRow(node.where), 0);
  const of = node.of === undefined ? undefined : ofRow(node.of);
  return ({ rows }) => {
    const values = rows.filter((row) => where(row) !== 0).map((row) => of?.(row) ?? 1);
    if (node.agg === "count" || node.agg === "sum") return values.reduce((sum, x) => sum + x, 0);
    if (values.length === 0) return undefined;
    return values.reduce((a, b) => (node.agg === "min" ? Math.min(a, b) : Math.max(a, b)));
  };
};

const ofRow = (node: FormNode): Reader<Row> =>
  prepareExpression<Row>(node, (leaf) => {
    switch (leaf.op) {
      case "rank":
      case "grade":
      case "judged":
      case "relevant":
      case "forbidden":
      case "fresh":
        return (row) => row[leaf.op];
      case "running":
        return overRowsAbove(leaf);
      case "gold":
        return ofGold(leaf);
      default:
        throw new TypeError(`a hit has no ${leaf.op}`);
    }
  });

function overRowsAbove({ agg, of, to }: RunningNode): Reader<Row> {
  const start = agg === "count" ? 0 : 1;
  const read = neutral(of, ofRow(of), start);
  let known: MemoryFacts | undefined;
  let values: readonly number[] = [];
  return (row) => {
    if (row.facts !== known) {
      known = row.facts;
      let total = start;
      values = known.rows.map((each) => {
        const above = total;
        total = agg === "count" ? total + (read(each) === 0 ? 0 : 1) : total * read(each);
        return to === "above" ? above : total;
      });
    }
    return values[row.at]!;
  };
}

function ofGold(node: GoldNode): Reader<Row> {
  const prepared = prepareForm(form(node));
  return ({ facts }) => {
    const score = prepared(facts as MemoryFacts & FormFactsWithHits);
    return score.status === "scored" ? score.value : Number.NaN;
  };
}
