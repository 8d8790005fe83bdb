/**
 * The push-down form of a metric: its formula as data, for engines that aggregate where the rows are. An engine computes
 * the aggregates over hits; everything else is worked out here, from the same nodes.
 *
 * A form relies on a join that leaves each document in the list once.
 */
import type { Because } from "./score.ts";

/** What an expression may read of a document in the gold: its grade, and its rank in the ideal order. */
type ItemLeaf = "rank" | "grade";
/** What it may read of a hit besides. */
export type HitLeaf = ItemLeaf | "judged" | "relevant" | "forbidden" | "fresh" | "running" | "gold";
/** What it may read of a query as a whole. */
export type QueryLeaf = "hits" | "gold" | "size" | "groups" | "entries";
export type FormLeaf = HitLeaf | QueryLeaf;

export type Operation =
  | ("add" | "sub" | "mul" | "div" | "pow" | "least" | "greatest" | "log2" | "ln" | "trunc")
  | ("le" | "ge" | "lt" | "gt" | "eq" | "and" | "or" | "not")
  /** when(condition, then, otherwise) */
  | "when";

/**
 * An aggregate over the hits of a query that fulfil a condition. An engine may leave out hits that are neither judged, nor
 * forbidden, nor fresh: no condition holds for them, and in a running product they are a factor of 1.
 */
export interface HitsNode {
  readonly op: "hits";
  readonly agg: "count" | "sum" | "min" | "max";
  readonly where: Expr<HitLeaf>;
  readonly of?: Expr<HitLeaf>;
}
/**
 * An aggregate over the gold of a query: a constant. pool: every judged document; listed: the relevant ones; entries: the
 * pool, and once more with grade 1 each document that the gold lists again (never for an expression over hits). Those that
 * fulfil the condition are ordered, greatest `by` first (default: their grade), which gives their rank; then the first few count.
 */
export interface GoldNode {
  readonly op: "gold";
  readonly over: "pool" | "listed" | "entries";
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
  /**
   * judged, relevant (as JudgedRanking has it), forbidden. fresh: the first hit of a group, looked at once for each such
   * group; nothing else is known of it there than its rank.
   */
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
    node({ op, args: Object.freeze([expr(a), expr(b)]) });
const unary =
  (op: Operation) =>
  <A extends FormLeaf>(a: Expr<A>): Expr<A> =>
    node({ op, args: Object.freeze([a]) });

export const add = binary("add");
export const sub = binary("sub");
export const mul = binary("mul");
export const div = binary("div");
export const pow = binary("pow");
export const least = binary("least");
export const greatest = binary("greatest");
export const log2 = unary("log2");
export const ln = unary("ln");
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
): Expr<A | B | C> => node({ op: "when", args: Object.freeze([condition, expr(then), expr(otherwise)]) });

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
  { where, of, by, first }: { [K in "where" | "of" | "by" | "first"]?: GoldNode[K] | undefined } = {},
): Expr<"gold"> =>
  node({
    op: "gold",
    over,
    agg,
    ...(where === undefined ? {} : { where }),
    ...(of === undefined ? {} : { of }),
    ...(by === undefined ? {} : { by }),
    ...(first === undefined ? {} : { first }),
  });
export const running = (
  agg: RunningNode["agg"],
  of: Expr<Exclude<HitLeaf, "running">>,
  to: RunningNode["to"],
): Expr<"running"> => node({ op: "running", agg, of, to });

export const form = (value: Expr<QueryLeaf>, ...none: readonly NoAnswer[]): Form =>
  Object.freeze({ none: Object.freeze(none.map((one) => Object.freeze({ ...one }))), value });

/** The expressions that a node is made of. */
const partsOf = (node: FormNode): readonly FormNode[] =>
  "args" in node
    ? node.args
    : [
        "where" in node ? node.where : undefined,
        "of" in node ? node.of : undefined,
        "by" in node ? node.by : undefined,
        "first" in node ? node.first : undefined,
      ].filter((part) => part !== undefined);

/** The same text for nodes that say the same, and only for those. */
export function nodeKey(node: FormNode): string {
  const said = (name: string, part: FormNode | undefined) =>
    part === undefined ? [] : [name, nodeKey(part)];
  switch (node.op) {
    case "const":
      return String(node.value);
    case "size":
      return node.k === undefined ? "size" : `size(${node.k})`;
    case "hits":
      return `hits(${[node.agg, ...said("where", node.where), ...said("of", node.of)].join(" ")})`;
    case "running":
      return `running(${[node.agg, ...said("of", node.of), node.to].join(" ")})`;
    case "gold": {
      const { over, agg, where, of, by, first } = node;
      const parts = [said("where", where), said("of", of), said("by", by), said("first", first)];
      return `gold(${[over, agg, ...parts.flat()].join(" ")})`;
    }
    default:
      return "args" in node ? `${node.op}(${node.args.map(nodeKey).join(" ")})` : node.op;
  }
}

/** What an engine has to compute for some forms; equal nodes once, by their keys. */
export interface NodesOfForms {
  readonly hits: ReadonlyMap<string, HitsNode>;
  readonly running: ReadonlyMap<string, RunningNode>;
  /** Only those that an expression over hits reads. */
  readonly gold: ReadonlyMap<string, GoldNode>;
}

export function nodesIn(...forms: readonly Form[]): NodesOfForms {
  const found = {
    hits: new Map<string, HitsNode>(),
    running: new Map<string, RunningNode>(),
    gold: new Map<string, GoldNode>(),
  };
  const look = (node: FormNode, ofHit: boolean): void => {
    if (node.op === "hits") found.hits.set(nodeKey(node), node);
    else if (node.op === "running") found.running.set(nodeKey(node), node);
    else if (node.op === "gold" && ofHit) found.gold.set(nodeKey(node), node);
    for (const part of partsOf(node)) look(part, ofHit || node.op === "hits");
  };
  for (const { none, value } of forms)
    for (const node of [...none.map(({ when }) => when), value]) look(node, false);
  return found;
}
