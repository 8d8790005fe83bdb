/** The hits of some queries, as rows: what metrics without a form, explanations and the look at ids need. */
import type { HitTable } from "./lower.ts";
import {
  LEFT,
  type NamedNode,
  type RelationNode,
  RIGHT,
  type SelectNode,
  type SqlNode,
  type SqlSource,
  type StatementNode,
} from "./nodes.ts";

const column = (name: string, of?: string): SqlNode => ({
  op: "column",
  name,
  ...(of === undefined ? {} : { of }),
});
const cast = (to: "text" | "double", of: SqlNode): SqlNode => ({ op: "cast", to, of });
const step = (name: string): RelationNode => ({ relation: "step", name });
const isNull = (of: SqlNode): SqlNode => ({ op: "is-null", of });

export const HIT_COLUMNS = ["run", "query", "doc", "score", "rank"] as const;

function rowsIn(table: HitTable): SelectNode {
  const number = (name: string | undefined): SqlNode =>
    name === undefined ? { op: "null", type: "double" } : cast("double", column(name));
  const run: SqlNode =
    "column" in table.run ? column(table.run.column) : { op: "value", value: table.run.name };
  return {
    columns: [
      { name: "run", node: cast("text", run) },
      { name: "query", node: cast("text", column(table.query)) },
      { name: "doc", node: cast("text", column(table.doc)) },
      { name: "score", node: number(table.score) },
      { name: "rank", node: number(table.rank) },
    ],
    from: { relation: "source", source: table.source },
  };
}

/** `wanted`: rows of ours with a column "query". */
const steps = (tables: readonly HitTable[], wanted: SqlSource): StatementNode["steps"] => [
  { name: "given", selects: tables.map(rowsIn) },
  {
    name: "wanted",
    selects: [
      { columns: [{ name: "query", node: column("query") }], from: { relation: "source", source: wanted } },
    ],
  },
];
const joined = { from: step("given"), join: { from: step("wanted"), on: [["query", "query"]] } } as const;
const isWanted: SqlNode = { op: "not", args: [isNull(column("query", RIGHT))] };

/** Rows without a query come too, so that they can be refused. */
export const lowerHits = (tables: readonly HitTable[], wanted: SqlSource): StatementNode => ({
  steps: [
    ...steps(tables, wanted),
    {
      name: "result",
      selects: [
        {
          columns: HIT_COLUMNS.map((name): NamedNode => ({ name, node: column(name, LEFT) })),
          ...joined,
          where: { op: "or", args: [isWanted, isNull(column("query", LEFT))] },
          orderBy: [{ by: column("run", LEFT) }, { by: column("query", LEFT) }],
        },
      ],
    },
  ],
  columns: HIT_COLUMNS,
});

const sum = (of: SqlNode): SqlNode => ({ op: "aggregate", agg: "sum", of });
const ONE: SqlNode = { op: "integer", value: 1 };
const NONE: SqlNode = { op: "integer", value: 0 };

/** How many rows that would be. */
export const lowerCount = (tables: readonly HitTable[], wanted: SqlSource): StatementNode => ({
  steps: [
    ...steps(tables, wanted),
    {
      name: "result",
      selects: [
        { columns: [{ name: "rows", node: sum({ op: "when", args: [isWanted, ONE, NONE] }) }], ...joined },
      ],
    },
  ],
  columns: ["rows"],
});

/** The queries of each run that the gold lacks: how many, and the first. */
export const lowerUnknown = (tables: readonly HitTable[], wanted: SqlSource): StatementNode => ({
  steps: [
    ...steps(tables, wanted),
    {
      name: "unknown",
      selects: [
        {
          distinct: true,
          columns: ["run", "query"].map((name) => ({ name, node: column(name, LEFT) })),
          ...joined,
          where: { op: "not", args: [isWanted] },
        },
      ],
    },
    {
      name: "result",
      selects: [
        {
          columns: [
            { name: "run", node: column("run") },
            { name: "queries", node: sum(ONE) },
            { name: "first", node: { op: "aggregate", agg: "min", of: column("query") } },
          ],
          from: step("unknown"),
          groupBy: ["run"],
        },
      ],
    },
  ],
  columns: ["run", "queries", "first"],
});
