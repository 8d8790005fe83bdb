/** The hits of some queries, as rows: what metrics without a form, explanations and the look at ids need. */
import { onlyRuns } from "./_lower-steps.ts";
import {
  aggregate,
  as,
  cast,
  column,
  count,
  isNull,
  NO_NUMBER,
  NONE,
  not,
  ONE,
  step,
  when,
} from "./_words.ts";
import type { HitTable } from "./lower.ts";
import { LEFT, RIGHT, type SelectNode, type SqlNode, type SqlSource, type StatementNode } from "./nodes.ts";

const HIT_COLUMNS = ["run", "query", "doc", "score", "rank"] as const;

/** The queries that are wanted, in a column of rows of ours or of a table of gold. */
export interface WantedQueries {
  readonly source: SqlSource;
  readonly query: string;
}

function rowsIn(table: HitTable): SelectNode {
  const number = (name: string | undefined): SqlNode =>
    name === undefined ? NO_NUMBER : cast("double", column(name));
  const run: SqlNode =
    "column" in table.run ? column(table.run.column) : { op: "value", value: table.run.name };
  return {
    columns: [
      as("run", cast("text", run)),
      as("query", cast("text", column(table.query))),
      as("doc", cast("text", column(table.doc))),
      as("score", number(table.score)),
      as("rank", number(table.rank)),
    ],
    from: { relation: "source", source: table.source },
    ...onlyRuns(table),
  };
}

const given = (tables: readonly HitTable[]): StatementNode["steps"] => [
  { name: "given", selects: tables.map(rowsIn) },
];
const steps = (tables: readonly HitTable[], { source, query }: WantedQueries): StatementNode["steps"] => [
  ...given(tables),
  {
    name: "wanted",
    selects: [
      {
        distinct: true,
        columns: [as("query", cast("text", column(query)))],
        from: { relation: "source", source },
      },
    ],
  },
];
const joined = { from: step("given"), join: { from: step("wanted"), on: [["query", "query"]] } } as const;
const isWanted: SqlNode = not(isNull(column("query", RIGHT)));
const orderBy = [{ by: column("run", LEFT) }, { by: column("query", LEFT) }];
const columns = HIT_COLUMNS.map((name) => as(name, column(name, LEFT)));

/** Without `wanted`, those of all queries. Rows without a query come too, so that they can be refused. */
export const lowerHits = (tables: readonly HitTable[], wanted: WantedQueries | undefined): StatementNode => ({
  steps:
    wanted === undefined
      ? [...given(tables), { name: "result", selects: [{ columns, from: step("given"), orderBy }] }]
      : [
          ...steps(tables, wanted),
          {
            name: "result",
            selects: [
              {
                columns,
                ...joined,
                where: { op: "or", args: [isWanted, isNull(column("query", LEFT))] },
                orderBy,
              },
            ],
          },
        ],
  columns: HIT_COLUMNS,
});

/** How many rows that would be. */
export const lowerCount = (tables: readonly HitTable[], wanted: WantedQueries): StatementNode => ({
  steps: [
    ...steps(tables, wanted),
    {
      name: "result",
      selects: [{ columns: [as("rows", count(when(isWanted, ONE, NONE)))], ...joined }],
    },
  ],
  columns: ["rows"],
});

/** The queries of each run that are not wanted: how many, and the first. */
export const lowerUnknown = (tables: readonly HitTable[], wanted: WantedQueries): StatementNode => ({
  steps: [
    ...steps(tables, wanted),
    {
      name: "unknown",
      selects: [
        {
          distinct: true,
          columns: ["run", "query"].map((name) => as(name, column(name, LEFT))),
          ...joined,
          where: not(isWanted),
        },
      ],
    },
    {
      name: "result",
      selects: [
        {
          columns: [
            as("run", column("run")),
            as("queries", aggregate("sum", ONE)),
            as("first", aggregate("min", column("query"))),
          ],
          from: step("unknown"),
          groupBy: ["run"],
        },
      ],
    },
  ],
  columns: ["run", "queries", "first"],
});
