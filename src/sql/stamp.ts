/** Marks a statement that somebody else runs, so that its rows are known again: all of them, and no others. */
import { contentKey } from "../calls/canonical-json.ts";
import type { Lowered } from "./lower.ts";
import type { NamedNode, SqlNode, StepNode } from "./nodes.ts";

/** Which statement it was, and how many rows it gave. */
export const PLAN = "goldie_plan";
export const ROWS = "goldie_rows";

/** The number of a statement: 28 bits, a whole number everywhere. */
const numberOf = ({ statement }: Lowered): number =>
  Number.parseInt(contentKey(statement.steps).slice(0, 7), 16);

export interface Stamped extends Lowered {
  readonly plan: number;
}

export function stamped(lowered: Lowered): Stamped {
  const { statement, columns } = lowered;
  const plan = numberOf(lowered);
  const last = statement.steps.at(-1)!;
  const same = (name: string): NamedNode => ({ name, node: { op: "column", name } });
  const one: SqlNode = { op: "integer", value: 1 };
  const counted: StepNode = {
    name: "counted",
    selects: last.selects.map((select) => ({
      ...select,
      columns: [...select.columns, { name: PLAN, node: { op: "integer", value: plan } }],
    })),
  };
  const rows: NamedNode = {
    name: ROWS,
    node: { op: "window", fn: "sum", of: one, partition: [PLAN] },
  };
  const result: StepNode = {
    name: "result",
    selects: [
      {
        columns: [...statement.columns.map(same), same(PLAN), rows],
        from: { relation: "step", name: "counted" },
      },
    ],
  };
  return {
    plan,
    columns,
    statement: {
      steps: [...statement.steps.slice(0, -1), counted, result],
      columns: [...statement.columns, PLAN, ROWS],
    },
  };
}
