/**
 * The push-down form of a metric: its formula as data, for engines that aggregate where the rows are. An engine computes
 * the aggregates over hits; everything else is worked out here, from the same nodes.
 *
 * A form relies on a join that leaves each document in the list once.
 */
import type { Because } from "./score.ts";

/** What an expression may read of a document in the gold: its grade, and its rank in the ideal order. */
export type ItemLeaf = "rank" | "grade";
/** What it may read of a hit besides. */
export type HitLeaf = ItemLeaf | "judged" | "relevant" | "forbidden" | "fresh" | "running" | "gold";
/** What it may read of a query as a whole. */
export type QueryLeaf = "hits" | "gold" | "size" | "groups" | "entries";
export type FormLeaf = HitLeaf | QueryLeaf;

export type Operation =
  | ("add" | "sub" | "mul" | "div" | "pow" | "least" | "greatest" | "log2" | "trunc")
  | ("le" | "ge" | "lt" | "gt" | "eq" | "and" | "or" | "not")
  /** when(condition, then, otherwise) */
  | "when";

/** An aggregate over the hits of a query that fulfil a condition. */
export interface HitsNode {
  readonly op: "hits";
  readonly agg: "count" | "sum" | "min";
  readonly where: Expr<HitLeaf>;
  readonly of?: Expr<HitLeaf>;
}
/**
 * An aggregate over the gold of a query: a constant. pool: every judged document; listed: the relevant ones. Those that
 * fulfil the condition are ordered, greatest `by` first (default: their grade), which gives their rank; then the first few count.
 */
export interface GoldNode {
  readonly op: "gold";
  readonly over: "pool" | "listed";
  readonly agg: "count" | "sum" | "max";
  readonly where?: Expr<"grade">;
  readonly of?: Expr<ItemLeaf>;
  readonly by?: Expr<"grade">;
  readonly first?: Expr<QueryLeaf>;
}
/** A count or product over the hits above a hit, or down to it. */
export interface RunningNode {
  readonly op: "running";
  readonly agg: "count" | "product";
  readonly of: Expr<HitLeaf>;
  readonly to: "here" | "above";
}
export type FormNode =
  | { readonly op: "const"; readonly value: number }
  /** judged, relevant (as JudgedRanking has it), forbidden; fresh: the first hit of a group. */
  | { readonly op: "rank" | "grade" | "judged" | "relevant" | "forbidden" | "fresh" }
  /** Groups of the gold; entries of the gold, duplicates counted. */
  | { readonly op: "groups" | "entries" }
  /** Hits among the first k. */
  | { readonly op: "size"; readonly k?: number }
  | { readonly op: Operation; readonly args: readonly FormNode[] }
  | HitsNode
  | GoldNode
  | RunningNode;

/** `reads` is never set: it carries the leaves in the type, so that nothing can be asked of a place that does not have it. */
export type Expr<L extends FormLeaf = FormLeaf> = FormNode & { readonly reads?: L };

/** A formula, after the cases in which it has no answer: the first that applies decides. */
export interface Form {
  readonly none: readonly NoAnswer[];
  readonly value: Expr<QueryLeaf>;
}
export interface NoAnswer {
  readonly when: Expr<QueryLeaf>;
  readonly because: Because;
}

/** Why a metric with these parameters cannot be pushed down. */
export interface NoForm {
  readonly why: string;
}

const node = <L extends FormLeaf>(given: FormNode): Expr<L> => Object.freeze(given) as Expr<L>;
type Arg<L extends FormLeaf> = Expr<L> | number;

export const constant = (value: number): Expr<never> => node({ op: "const", value });
const expr = <L extends FormLeaf>(given: Arg<L>): Expr<L> =>
  typeof given === "number" ? (constant(given) as Expr<L>) : given;

const binary =
  (op: Operation) =>
  <A extends FormLeaf = never, B extends FormLeaf = never>(a: Arg<A>, b: Arg<B>): Expr<A | B> =>
    node({ op, args: [expr(a), expr(b)] });
const unary =
  (op: Operation) =>
  <A extends FormLeaf>(a: Expr<A>): Expr<A> =>
    node({ op, args: [a] });

export const add = binary("add");
export const sub = binary("sub");
export const mul = binary("mul");
export const div = binary("div");
export const pow = binary("pow");
export const least = binary("least");
export const greatest = binary("greatest");
export const log2 = unary("log2");
export const trunc = unary("trunc");
export const le = binary("le");
export const ge = binary("ge");
export const lt = binary("lt");
export const gt = binary("gt");
export const eq = binary("eq");
export const and = binary("and");
export const or = binary("or");
export const not = unary("not");
export const when = <A extends FormLeaf, B extends FormLeaf = never, C extends FormLeaf = never>(
  condition: Expr<A>,
  then: Arg<B>,
  otherwise: Arg<C>,
): Expr<A | B | C> => node({ op: "when", args: [condition, expr(then), expr(otherwise)] });

export const rank: Expr<"rank"> = node({ op: "rank" });
export const grade: Expr<"grade"> = node({ op: "grade" });
export const judged: Expr<"judged"> = node({ op: "judged" });
export const relevant: Expr<"relevant"> = node({ op: "relevant" });
export const forbidden: Expr<"forbidden"> = node({ op: "forbidden" });
export const fresh: Expr<"fresh"> = node({ op: "fresh" });
export const groups: Expr<"groups"> = node({ op: "groups" });
export const entries: Expr<"entries"> = node({ op: "entries" });
export const size = (k?: number): Expr<"size"> => node({ op: "size", ...(k === undefined ? {} : { k }) });

export const hits = (agg: HitsNode["agg"], where: Expr<HitLeaf>, of?: Expr<HitLeaf>): Expr<"hits"> =>
  node({ op: "hits", agg, where, ...(of === undefined ? {} : { of }) });
export const gold = (
  over: GoldNode["over"],
  agg: GoldNode["agg"],
  rest: Pick<GoldNode, "where" | "of" | "by" | "first"> = {},
): Expr<"gold"> => node({ op: "gold", over, agg, ...rest });
export const running = (
  agg: RunningNode["agg"],
  of: Expr<Exclude<HitLeaf, "running">>,
  to: RunningNode["to"],
): Expr<"running"> => node({ op: "running", agg, of, to });

export const form = (value: Expr<QueryLeaf>, ...none: readonly NoAnswer[]): Form =>
  Object.freeze({ none: Object.freeze(none), value });
