/** Marks a statement that somebody else runs, so that its rows are known again: all of them, and no others. */
import { contentKey } from "../calls/canonical-json.ts";
import { column, ONE } from "./_words.ts";
import { ALL_FACTS, GOLD_FACTS, goldFacts } from "./gold-facts.ts";
import type { Lowered } from "./lower.ts";
import { LEFT, type NamedNode, RIGHT, type StepNode } from "./nodes.ts";

/** Which statement it was, and how many rows it gave. */
export const PLAN = "goldie_plan";
export const ROWS = "goldie_rows";

/** The number of a statement: 28 bits, a whole number everywhere. */
const numberOf = ({ statement }: Lowered): number =>
  Number.parseInt(contentKey(statement.steps).slice(0, 7), 16);

export interface Stamped extends Lowered {
  readonly plan: number;
}

/** `tells`: also what the table of the gold holds, to compare with the gold that the rows are scored by. */
export function stamped(lowered: Lowered, tells: boolean): Stamped {
  const { statement, columns } = lowered;
  const plan = numberOf(lowered);
  const last = statement.steps.at(-1)!;
  const same = (name: string, of?: string): NamedNode => ({ name, node: column(name, of) });
  const counted: StepNode = {
    name: "counted",
    selects: last.selects.map((select) => ({
      ...select,
      columns: [...select.columns, { name: PLAN, node: { op: "integer", value: plan } }],
    })),
  };
  const rows: NamedNode = {
    name: ROWS,
    node: { op: "window", fn: "sum", of: ONE, partition: [PLAN] },
  };
  const own = [...statement.columns, PLAN];
  const facts = tells ? [...ALL_FACTS, ...GOLD_FACTS] : [];
  const told: StepNode = {
    name: "told",
    selects: [
      {
        columns: [...own.map((name) => same(name, LEFT)), ...ALL_FACTS.map((name) => same(name, RIGHT))],
        from: { relation: "step", name: "counted" },
        join: { from: { relation: "step", name: "gold_all" }, on: [[PLAN, PLAN]] },
      },
    ],
  };
  const result: StepNode = {
    name: "result",
    selects: [
      tells
        ? {
            columns: [
              ...[...own, ...ALL_FACTS].map((name) => same(name, LEFT)),
              ...GOLD_FACTS.map((name) => same(name, RIGHT)),
              rows,
            ],
            from: { relation: "step", name: "told" },
            join: { from: { relation: "step", name: "gold_query" }, on: [["query", "query"]] },
          }
        : {
            columns: [...own.map((name) => same(name)), rows],
            from: { relation: "step", name: "counted" },
          },
    ],
  };
  return {
    plan,
    columns,
    statement: {
      steps: [
        ...statement.steps.slice(0, -1),
        counted,
        ...(tells ? [...goldFacts({ name: PLAN, node: { op: "integer", value: plan } }), told] : []),
        result,
      ],
      columns: [...own, ...facts, ROWS],
    },
  };
}
