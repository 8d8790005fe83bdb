/** A statement as data: steps that read one another, made of expressions. One compiler turns it into the SQL of an engine. */
import type { Operation } from "../core/form.ts";

export type SqlType = "text" | "double" | "integer";

export type SqlNode =
  /** A number of a formula: a double, so that a division is never one of whole numbers. */
  | { readonly op: "const"; readonly value: number }
  | { readonly op: "integer"; readonly value: number }
  /** A string of the user's: bound or encoded, never pasted. */
  | { readonly op: "value"; readonly value: string }
  | { readonly op: "null"; readonly type: SqlType }
  /** `of`: the alias of the relation, where a step reads two. */
  | { readonly op: "column"; readonly name: string; readonly of?: string }
  | { readonly op: Operation; readonly args: readonly SqlNode[] }
  | { readonly op: "coalesce"; readonly args: readonly SqlNode[] }
  | { readonly op: "cast"; readonly to: SqlType; readonly of: SqlNode }
  /** Rounded to single precision; what does not fit is infinite. */
  | { readonly op: "single"; readonly of: SqlNode }
  | { readonly op: "is-null" | "is-finite" | "is-empty"; readonly of: SqlNode }
  | { readonly op: "aggregate"; readonly agg: "sum" | "min" | "max"; readonly of: SqlNode }
  | WindowNode;

export interface WindowNode {
  readonly op: "window";
  /** last: 1 for the last row, else 0; previous: the value in the row before, or null. */
  readonly fn: "row_number" | "last" | "previous" | "sum" | "max" | "product";
  readonly of?: SqlNode;
  readonly partition: readonly string[];
  readonly order?: readonly OrderNode[];
  /** The rows that count: down to this one, or above it. Absent: all of the partition. */
  readonly rows?: "here" | "above";
}
export interface OrderNode {
  readonly by: SqlNode;
  readonly descending?: true;
  /** Ids are compared byte by byte. */
  readonly bytes?: true;
}

/** A table or file as the user names it, rows that are sent along, or an earlier step. */
export type RelationNode =
  | { readonly relation: "step"; readonly name: string }
  | { readonly relation: "source"; readonly source: SqlSource };

export interface NamedNode {
  readonly name: string;
  readonly node: SqlNode;
}

/** SELECT columns FROM from [LEFT JOIN join] [WHERE where] [GROUP BY groupBy] [ORDER BY orderBy]. */
export interface SelectNode {
  readonly columns: readonly NamedNode[];
  readonly distinct?: true;
  readonly from: RelationNode;
  readonly join?: {
    readonly from: RelationNode;
    readonly on: readonly (readonly [left: string, right: string])[];
  };
  readonly where?: SqlNode;
  readonly groupBy?: readonly string[];
  readonly orderBy?: readonly OrderNode[];
}

/** Several selects are put one below the other. */
export interface StepNode {
  readonly name: string;
  readonly selects: readonly SelectNode[];
}

export interface StatementNode {
  readonly steps: readonly StepNode[];
  /** What the last step gives, in the order of its columns. */
  readonly columns: readonly string[];
}

/** Aliases of the two sides of a join. */
export const LEFT = "l";
export const RIGHT = "r";

/** Where rows come from. */
export type SqlSource =
  /** The parts of a name: catalog, schema, table. */
  | { readonly kind: "table"; readonly name: readonly string[] }
  | SqlFile
  /** Rows of ours that the engine was given before. */
  | { readonly kind: "given"; readonly text: string };

export interface SqlFile {
  readonly kind: "file";
  readonly path: string;
  /** As Problems show it. Default: the path. */
  readonly name?: string;
  /** One file of exactly this path, even if an engine would take the path for a pattern. */
  readonly exact?: true;
  readonly format: "parquet" | "csv" | "jsonl" | "trec-run";
  /** What separates the fields of a line. */
  readonly delimiter?: string;
  /** The fields of a JSON object that are read. */
  readonly fields?: readonly string[];
}
