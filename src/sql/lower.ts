/**
 * A join rule and the aggregates that its metrics ask for → one statement. It reads the run once:
 *
 *   judgment where the gold is a table: each of its judgments once
 *   gold     documents to look up, with what is known of them
 *   wanted   the queries of the gold
 *   given    the hits as the tables or files have them
 *   hit      the same; of queries that the gold lacks, only that they are there
 *   placed   where more than score and id decide the order: the place of each hit
 *   folded   each document once
 *   ranked   the rank of each hit, and which is the last
 *   joined   hits that the gold names, and the last one, which knows the length
 *   seen     what is counted down the list
 *   (last)   one row for each run and query; queries that the gold lacks share a row
 */
import { type FormNode, type GoldNode, type HitsNode, nodeKey, type RunningNode } from "../core/form.ts";
import type { Problem } from "../core/problem.ts";
import type { JoinRule } from "../core/rules.ts";
import { givenGold, judgments, tableGold } from "./_lower-gold.ts";
import { foldedHits, hitsIn, knownHits, placedHits, runNamed } from "./_lower-steps.ts";
import { orderOf, ordersByScore } from "./_order.ts";
import {
  aggregate,
  all,
  as,
  cast,
  column,
  eq,
  flag,
  gt,
  isNull,
  NO_NUMBER,
  NO_TEXT,
  NONE,
  not,
  ONE,
  same,
  step,
  when,
} from "./_words.ts";
import { faultsLookedFor } from "./lower-faults.ts";
import {
  LEFT,
  type NamedNode,
  type OrderNode,
  RIGHT,
  type SqlNode,
  type SqlSource,
  type StatementNode,
  type StepNode,
} from "./nodes.ts";

/** Hits, and in which columns they have what. */
export interface HitTable {
  readonly source: SqlSource;
  /** A column with the names of runs, or the name of the only one. */
  readonly run: { readonly column: string } | { readonly name: string };
  readonly query: string;
  readonly doc: string;
  readonly score?: string;
  readonly rank?: string;
  /** Of the runs that a column names, those that are read; absent: all. */
  readonly only?: readonly string[];
  /** What there is to say about the run of the table. */
  readonly problems?: readonly Problem[];
}

/** Gold to look documents up in. */
export type GoldRelation =
  /** Rows of ours, in shape: see gold-rows.ts. */
  | { readonly kind: "given"; readonly source: SqlSource }
  /** A table of grades: a document with a grade above 0 is relevant. */
  | {
      readonly kind: "grades";
      readonly source: SqlSource;
      readonly query: string;
      readonly doc: string;
      readonly grade: string;
    };

/** What the metrics of a join rule need to know of a query's hits. */
export interface AskedOfHits {
  readonly hits: readonly HitsNode[];
  readonly running: readonly RunningNode[];
  /** Constants of the gold that expressions over hits read. */
  readonly gold: readonly GoldNode[];
  readonly groups: boolean;
  readonly forbidden: boolean;
  /** The score of the first hit. */
  readonly topScore: boolean;
}

export interface Lowered {
  readonly statement: StatementNode;
  /** The column of each aggregate, by its key. */
  readonly columns: ReadonlyMap<string, string>;
}

export function lower(
  tables: readonly HitTable[],
  gold: GoldRelation,
  rule: JoinRule,
  asked: AskedOfHits,
): Lowered {
  const columns = new Map<string, string>();
  const names = (nodes: readonly FormNode[], letter: string) =>
    nodes.forEach((node, i) => {
      columns.set(nodeKey(node), `${letter}${i}`);
    });
  names(asked.gold, "g");
  names(asked.running, "w");
  names(asked.hits, "h");
  const name = (node: FormNode): string => columns.get(nodeKey(node))!;

  const byScore = ordersByScore(rule, tables);
  const ofHit = (node: FormNode): SqlNode => {
    switch (node.op) {
      case "const":
        return node;
      case "rank":
      case "grade":
        return column(node.op);
      case "judged":
      case "relevant":
      case "forbidden":
      case "fresh":
        return eq(column(node.op), ONE);
      case "running":
      case "gold":
        return column(name(node));
      case "hits":
      case "size":
      case "groups":
      case "entries":
        throw new TypeError(`${node.op} is known of a whole query only`);
      default:
        return { op: node.op, args: node.args.map(ofHit) };
    }
  };

  const faults = faultsLookedFor(tables, rule);
  const ranked = faults.includes("no_rank");
  // One run needs no name on the way: it would be a key of every group and window.
  const only = tables.length === 1 && "name" in tables[0]!.run ? tables[0]!.run : undefined;
  const keys = only === undefined ? ["run", "query"] : ["query"];
  const extra = [
    ...asked.gold.map(name),
    ...(asked.forbidden ? ["forbidden"] : []),
    ...(asked.groups ? ["grp"] : []),
  ];
  const [better, tied] = orderOf(rule, byScore, ranked);

  const steps: StepNode[] = [
    ...(gold.kind === "given"
      ? [{ name: "gold", selects: [givenGold(gold.source, extra)] }]
      : [
          { name: "judgment", selects: [judgments(gold)] },
          { name: "gold", selects: [tableGold(asked, name)] },
        ]),
    {
      name: "wanted",
      selects: [{ distinct: true, columns: same("query"), from: step("gold") }],
    },
    { name: "given", selects: tables.map((table) => hitsIn(table, rule, byScore, ranked)) },
    { name: "hit", selects: [knownHits(keys, faults, byScore, ranked)] },
  ];
  const values = [...(byScore ? ["score"] : []), ...(ranked ? ["place_given"] : [])];
  // The best score of a document is its place where only score and id decide; else the place is needed first.
  const placed = ranked || typeof rule.depth === "number";
  if (placed) steps.push(placedHits(keys, values, faults, [...better, ...tied]));
  steps.push(foldedHits(keys, placed, rule.depth, values));
  const order: readonly OrderNode[] = placed ? [{ by: column("place") }] : [...better, ...tied];
  const list = { partition: keys, order } as const;
  const topScore = asked.topScore && byScore;
  const kept = ["doc", "known", "times", "fault", ...(topScore ? ["score"] : [])];
  steps.push(
    {
      name: "ranked",
      selects: [
        {
          columns: [
            ...same(...keys, ...kept),
            as("rank", { op: "window", fn: "row_number", ...list }),
            as("is_last", { op: "window", fn: "last", ...list }),
          ],
          from: step("folded"),
        },
      ],
    },
    joinedHits(keys, topScore, extra),
  );
  // By name: unknown queries would be one huge list.
  const named = keys.map((key) => (key === "query" ? "name" : key));
  const inList = { partition: named, order: [{ by: column("rank") }] } as const;
  let last = "joined";
  if (asked.running.length > 0 || asked.groups) {
    last = "seen";
    const carried = [
      ...[...keys, "name", "known", "doc", "times", "fault", ...(topScore ? ["score"] : [])],
      ...["rank", "grade", "judged", "relevant", ...extra],
    ];
    steps.push({
      name: "seen",
      selects: [
        {
          columns: [
            ...same(...carried),
            ...(asked.groups
              ? [
                  as(
                    "fresh",
                    when(
                      isNull(column("grp")),
                      NONE,
                      flag(
                        eq(
                          {
                            op: "window",
                            fn: "row_number",
                            partition: [...named, "grp"],
                            order: inList.order,
                          },
                          ONE,
                        ),
                      ),
                    ),
                  ),
                ]
              : []),
            ...asked.running.map((node) => as(name(node), runningOf(node, ofHit, inList))),
          ],
          from: step("joined"),
        },
      ],
    });
  }
  // A row of a group repeats a hit.
  const own = (node: SqlNode): SqlNode => (asked.groups ? when(isNull(column("grp")), node, NONE) : node);
  const known = eq(column("known"), ONE);
  steps.push({
    name: "result",
    selects: [
      {
        columns: [
          only === undefined ? as("run", column("run")) : as("run", runNamed(only)),
          as("query", column("query")),
          as("unknown", aggregate("sum", own(when(known, NONE, ONE)))),
          as("first_unknown", aggregate("min", when(known, NO_TEXT, column("name")))),
          as("length", aggregate("max", when(known, column("rank"), NONE))),
          as(
            "repeated",
            aggregate("sum", own(when(known, { op: "sub", args: [column("times"), ONE] }, NONE))),
          ),
          as("repeated_doc", aggregate("min", when(gt(column("times"), ONE), column("doc"), NO_TEXT))),
          as("fault", aggregate("max", column("fault"))),
          ...(topScore
            ? [as("top_score", aggregate("max", when(eq(column("rank"), ONE), column("score"), NO_NUMBER)))]
            : []),
          ...asked.hits.map((node) => as(name(node), hitsOf(node, ofHit))),
        ],
        from: step(last),
        groupBy: keys,
      },
    ],
  });
  const result = steps.at(-1)!.selects[0]!.columns.map((one) => one.name);
  return { statement: freeze({ steps, columns: result }), columns };
}

function joinedHits(keys: readonly string[], topScore: boolean, extra: readonly string[]): StepNode {
  const of = (name: string) => column(name, LEFT);
  const known = eq(of("known"), ONE);
  const looked = (name: string): NamedNode => as(name, { op: "coalesce", args: [column(name, RIGHT), NONE] });
  return {
    name: "joined",
    selects: [
      {
        columns: [
          ...keys.map((key) => as(key, key === "query" ? when(known, of(key), NO_TEXT) : of(key))),
          as("name", of("query")),
          as("known", of("known")),
          as("doc", of("doc")),
          as("rank", cast("double", of("rank"))),
          as("times", of("times")),
          as("fault", of("fault")),
          ...(topScore ? [as("score", of("score"))] : []),
          looked("grade"),
          looked("judged"),
          looked("relevant"),
          ...extra.map((name) => (name === "grp" ? as(name, column(name, RIGHT)) : looked(name))),
        ],
        from: step("ranked"),
        join: {
          from: step("gold"),
          on: [
            ["query", "query"],
            ["doc", "doc"],
          ],
        },
        where: all(
          [
            not(isNull(column("query", RIGHT))),
            eq(of("is_last"), ONE),
            gt(of("times"), ONE),
            gt(of("fault"), NONE),
            ...(topScore ? [eq(of("rank"), ONE)] : []),
          ],
          "or",
        ),
      },
    ],
  };
}

function runningOf(
  { agg, of, to }: RunningNode,
  ofHit: (node: FormNode) => SqlNode,
  list: { readonly partition: readonly string[]; readonly order: readonly OrderNode[] },
): SqlNode {
  const product = agg === "product";
  const windowed: SqlNode = {
    op: "window",
    fn: product ? "product" : "sum",
    of: product ? ofHit(of) : flag(ofHit(of)),
    ...list,
    rows: to,
  };
  // Above the first hit there is nothing.
  return product ? windowed : cast("double", { op: "coalesce", args: [windowed, NONE] });
}

function hitsOf({ agg, where, of }: HitsNode, ofHit: (node: FormNode) => SqlNode): SqlNode {
  const extreme = agg === "min" || agg === "max";
  return aggregate(
    extreme ? agg : "sum",
    when(ofHit(where), agg === "count" ? ONE : ofHit(of!), extreme ? NO_NUMBER : NONE),
  );
}

function freeze<T>(node: T): T {
  if (typeof node !== "object" || node === null || Object.isFrozen(node)) return node;
  for (const part of Object.values(node)) freeze(part);
  return Object.freeze(node);
}
