/** Short forms of nodes. */
import type { NamedNode, RelationNode, SqlNode } from "./nodes.ts";

export const integer = (value: number): SqlNode => ({ op: "integer", value });
export const ONE = integer(1);
export const NONE = integer(0);
export const NO_TEXT: SqlNode = { op: "null", type: "text" };
export const NO_NUMBER: SqlNode = { op: "null", type: "double" };
export const column = (name: string, of?: string): SqlNode => ({
  op: "column",
  name,
  ...(of === undefined ? {} : { of }),
});
export const cast = (to: "text" | "double" | "integer", of: SqlNode): SqlNode => ({ op: "cast", to, of });
export const isNull = (of: SqlNode): SqlNode => ({ op: "is-null", of });
export const not = (node: SqlNode): SqlNode => ({ op: "not", args: [node] });
export const eq = (a: SqlNode, b: SqlNode): SqlNode => ({ op: "eq", args: [a, b] });
export const gt = (a: SqlNode, b: SqlNode): SqlNode => ({ op: "gt", args: [a, b] });
export const all = (nodes: readonly SqlNode[], op: "and" | "or"): SqlNode =>
  nodes.reduce((a, b) => ({ op, args: [a, b] }));
export const when = (condition: SqlNode, then: SqlNode, otherwise: SqlNode): SqlNode => ({
  op: "when",
  args: [condition, then, otherwise],
});
export const flag = (condition: SqlNode): SqlNode => when(condition, ONE, NONE);
export const aggregate = (agg: "sum" | "min" | "max", of: SqlNode): SqlNode => ({ op: "aggregate", agg, of });
/** The sum of no rows is NULL. */
export const count = (of: SqlNode): SqlNode => ({ op: "coalesce", args: [aggregate("sum", of), NONE] });
export const as = (name: string, node: SqlNode): NamedNode => ({ name, node });
export const same = (...names: readonly string[]): NamedNode[] => names.map((name) => as(name, column(name)));
export const step = (name: string): RelationNode => ({ relation: "step", name });
