/** Nodes → the SQL of an engine. */
import type { SqlDialect } from "./dialect.ts";
import {
  LEFT,
  type NamedNode,
  type OrderNode,
  type RelationNode,
  RIGHT,
  type SelectNode,
  type SqlNode,
  type StatementNode,
  type WindowNode,
} from "./nodes.ts";

/** A statement ready to be sent. */
export interface SqlText {
  readonly sql: string;
  /** The values that are bound to it. */
  readonly values: readonly string[];
}

const INFIX: Readonly<Record<string, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  div: "/",
  le: "<=",
  ge: ">=",
  lt: "<",
  gt: ">",
  eq: "=",
  and: "AND",
  or: "OR",
};
const FUNCTION: Readonly<Record<string, string>> = { least: "least", greatest: "greatest", ln: "ln" };

export function compile(statement: StatementNode, dialect: SqlDialect): SqlText {
  const values: string[] = [];
  const quote = (name: string): string => dialect.quote(name);
  // No table of the user's has such a name: a step would hide it.
  const stepName = (name: string): string => quote(`goldie__${name}`);

  const expression = (node: SqlNode): string => {
    switch (node.op) {
      case "const":
        return dialect.number(node.value);
      case "integer":
        return String(node.value);
      case "value": {
        const { text, bound } = dialect.value(node.value, values.length);
        if (bound) values.push(node.value);
        return text;
      }
      case "null":
        return dialect.cast("NULL", node.type);
      case "column":
        return node.of === undefined ? quote(node.name) : `${node.of}.${quote(node.name)}`;
      case "cast":
        return dialect.cast(expression(node.of), node.to);
      case "single":
        if (dialect.single === undefined) throw new TypeError(`${dialect.id} has no single precision`);
        return dialect.single(expression(node.of));
      case "is-null":
        return `${expression(node.of)} IS NULL`;
      case "is-empty":
        return `${expression(node.of)} = ''`;
      case "is-finite":
        return dialect.isFinite(expression(node.of));
      case "coalesce":
        return `coalesce(${node.args.map(expression).join(", ")})`;
      case "aggregate":
        return `${node.agg}(${expression(node.of)})`;
      case "window":
        return windowed(node);
      default:
        return operation(node.op, node.args.map(expression));
    }
  };

  const operation = (op: string, args: readonly string[]): string => {
    if (op === "when") return `CASE WHEN ${args[0]} THEN ${args[1]} ELSE ${args[2]} END`;
    if (op === "not") return `NOT (${args[0]})`;
    if (op === "log2") return dialect.log2(args[0]!);
    if (op === "pow") return dialect.power(args[0]!, args[1]!);
    // Never of a negative number.
    if (op === "trunc") return `floor(${args[0]})`;
    const between = INFIX[op];
    return between === undefined
      ? `${FUNCTION[op]}(${args.join(", ")})`
      : `(${args[0]} ${between} ${args[1]})`;
  };

  const order = ({ by, descending, bytes }: OrderNode): string => {
    const text = expression(by);
    return `${bytes ? dialect.bytes(text) : text}${descending ? " DESC" : ""}`;
  };

  const windowed = ({ fn, of, partition, order: by, rows }: WindowNode): string => {
    const over = `OVER (PARTITION BY ${partition.map(quote).join(", ")}${
      by === undefined ? "" : ` ORDER BY ${by.map(order).join(", ")}`
    }${
      rows === undefined
        ? ""
        : ` ROWS BETWEEN UNBOUNDED PRECEDING AND ${rows === "here" ? "CURRENT ROW" : "1 PRECEDING"}`
    })`;
    const x = of === undefined ? "" : expression(of);
    if (fn === "product") return dialect.product(x, over);
    if (fn === "last") return dialect.last(over);
    if (fn === "previous") return dialect.previous(x, over);
    return `${fn}(${x}) ${over}`;
  };

  const relation = (node: RelationNode): string =>
    node.relation === "step" ? stepName(node.name) : dialect.source(node.source);

  const select = ({ columns, distinct, from, join, where, groupBy, orderBy }: SelectNode): string => {
    const named = ({ name, node }: NamedNode) =>
      node.op === "column" && node.name === name && node.of === undefined
        ? quote(name)
        : `${expression(node)} AS ${quote(name)}`;
    const lines = [`SELECT ${distinct ? "DISTINCT " : ""}${columns.map(named).join(",\n  ")}`];
    lines.push(`FROM ${relation(from)} ${LEFT}`);
    if (join !== undefined) {
      const on = join.on.map(([l, r]) => `${LEFT}.${quote(l)} = ${RIGHT}.${quote(r)}`).join(" AND ");
      lines.push(`LEFT JOIN ${relation(join.from)} ${RIGHT} ON ${on}`);
    }
    if (where !== undefined) lines.push(`WHERE ${expression(where)}`);
    if (groupBy !== undefined) lines.push(`GROUP BY ${groupBy.map(quote).join(", ")}`);
    if (orderBy !== undefined) lines.push(`ORDER BY ${orderBy.map(order).join(", ")}`);
    return lines.join("\n");
  };

  const steps = statement.steps.map(
    ({ name, selects }) => [name, selects.map(select).join("\nUNION ALL\n")] as const,
  );
  const last = steps.pop()!;
  const before = steps.map(([name, text]) => `${stepName(name)} AS (\n${text}\n)`).join(",\n");
  const sql = `${before === "" ? "" : `WITH ${before}\n`}${last[1]}`;
  return { sql: dialect.settings === undefined ? sql : `${sql}\n${dialect.settings}`, values };
}
