/** The gold of a statement: rows of ours, or a table of grades. */
import type { FormNode, GoldNode } from "../core/form.ts";
import { all, as, cast, column, flag, gt, NO_NUMBER, NONE, ONE, same, step, when } from "./_words.ts";
import type { AskedOfHits, GoldRelation } from "./lower.ts";
import type { SelectNode, SqlNode, SqlSource } from "./nodes.ts";

/** Columns of gold rows that are sent. */
const GOLD_COLUMNS = ["query", "doc", "grade", "judged", "relevant"] as const;

export const givenGold = (source: SqlSource, extra: readonly string[]): SelectNode => ({
  columns: same(...GOLD_COLUMNS, ...extra),
  from: { relation: "source", source },
});

/** The rows of a table of grades, each judgment once. */
export const judgments = (gold: Extract<GoldRelation, { kind: "grades" }>): SelectNode => ({
  distinct: true,
  columns: [
    as("query", cast("text", column(gold.query))),
    as("doc", cast("text", column(gold.doc))),
    as("grade", cast("double", column(gold.grade))),
  ],
  from: { relation: "source", source: gold.source },
});

export function tableGold(asked: AskedOfHits, name: (node: FormNode) => string): SelectNode {
  const grade = column("grade");
  const isRelevant = gt(grade, NONE);
  const ofGrade = (node: FormNode): SqlNode => {
    if (node.op === "const") return node;
    if (node.op === "grade") return grade;
    if (!("args" in node)) throw new TypeError(`${node.op} is not known of a row of the gold`);
    return { op: node.op, args: node.args.map(ofGrade) };
  };
  const constantOf = ({ over, agg, where, of }: GoldNode): SqlNode => {
    const conditions = [
      ...(over === "listed" ? [isRelevant] : []),
      ...(where === undefined ? [] : [ofGrade(where)]),
    ];
    const x = agg === "count" ? ONE : of === undefined ? grade : ofGrade(of);
    const row =
      conditions.length === 0 ? x : when(all(conditions, "and"), x, agg === "max" ? NO_NUMBER : NONE);
    const windowed: SqlNode = {
      op: "window",
      fn: agg === "max" ? "max" : "sum",
      of: row,
      partition: ["query"],
    };
    return cast("double", { op: "coalesce", args: [windowed, NONE] });
  };
  return {
    columns: [
      ...same("query", "doc", "grade"),
      as("judged", ONE),
      as("relevant", flag(isRelevant)),
      ...asked.gold.map((node) => as(name(node), constantOf(node))),
    ],
    from: step("judgment"),
  };
}
