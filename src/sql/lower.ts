/**
 * A join rule and the aggregates that its metrics ask for → one statement. It reads the run once:
 *
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
import type { JoinRule } from "../core/rules.ts";
import {
  LEFT,
  type NamedNode,
  type OrderNode,
  type RelationNode,
  RIGHT,
  type SelectNode,
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
}

/** Gold to look documents up in. */
export type GoldTable =
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
export interface Asked {
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

const integer = (value: number): SqlNode => ({ op: "integer", value });
const ONE = integer(1);
const NONE = integer(0);
const NO_TEXT: SqlNode = { op: "null", type: "text" };
const NO_NUMBER: SqlNode = { op: "null", type: "double" };
const column = (name: string, of?: string): SqlNode => ({
  op: "column",
  name,
  ...(of === undefined ? {} : { of }),
});
const cast = (to: "text" | "double" | "integer", of: SqlNode): SqlNode => ({ op: "cast", to, of });
const isNull = (of: SqlNode): SqlNode => ({ op: "is-null", of });
const not = (node: SqlNode): SqlNode => ({ op: "not", args: [node] });
const eq = (a: SqlNode, b: SqlNode): SqlNode => ({ op: "eq", args: [a, b] });
const gt = (a: SqlNode, b: SqlNode): SqlNode => ({ op: "gt", args: [a, b] });
const all = (nodes: readonly SqlNode[], op: "and" | "or"): SqlNode =>
  nodes.reduce((a, b) => ({ op, args: [a, b] }));
const when = (condition: SqlNode, then: SqlNode, otherwise: SqlNode): SqlNode => ({
  op: "when",
  args: [condition, then, otherwise],
});
const flag = (condition: SqlNode): SqlNode => when(condition, ONE, NONE);
const aggregate = (agg: "sum" | "min" | "max", of: SqlNode): SqlNode => ({ op: "aggregate", agg, of });
const as = (name: string, node: SqlNode): NamedNode => ({ name, node });
const same = (...names: readonly string[]): NamedNode[] => names.map((name) => as(name, column(name)));
const step = (name: string): RelationNode => ({ relation: "step", name });

/** By column: what makes a row of a run unusable. Counted, and refused where there is any. */
export const FAULTS = ["no_query", "no_doc", "empty_doc", "no_score", "no_rank", "same_rank"] as const;
export type Fault = (typeof FAULTS)[number];

/** What every row of the result has, before the aggregates. */
export const RESULT = [
  "run",
  "query",
  "unknown",
  "first_unknown",
  "length",
  "repeated",
  "repeated_doc",
] as const;

/** Columns of gold rows that are sent. */
export const GOLD_COLUMNS = ["query", "doc", "grade", "judged", "relevant"] as const;

export function lower(tables: readonly HitTable[], gold: GoldTable, rule: JoinRule, asked: Asked): Lowered {
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

  const faults: readonly Fault[] = FAULTS.filter(
    (fault) =>
      (fault !== "empty_doc" || rule.blank === "error") &&
      (fault !== "no_score" || byScore) &&
      (!/_rank$/.test(fault) || tables.some(({ rank }) => readsRank(rule, byScore) && rank !== undefined)),
  );
  const early = faults.filter((fault) => fault !== "same_rank");
  const ranked = faults.includes("no_rank");
  const extra = [
    ...asked.gold.map(name),
    ...(asked.forbidden ? ["forbidden"] : []),
    ...(asked.groups ? ["grp"] : []),
  ];
  const [better, tied] = orderOf(rule, byScore, ranked);

  const steps: StepNode[] = [
    {
      name: "gold",
      selects: [gold.kind === "given" ? givenGold(gold.source, extra) : tableGold(gold, asked, name)],
    },
    {
      name: "wanted",
      selects: [{ distinct: true, columns: same("query"), from: step("gold") }],
    },
    { name: "given", selects: tables.map((table) => hitsIn(table, rule, byScore, ranked)) },
    { name: "hit", selects: [knownHits(early, byScore, ranked)] },
  ];
  const values = [...(byScore ? ["score"] : []), ...(ranked ? ["place_given"] : [])];
  // The best score of a document is its place where only score and id decide; else the place is needed first.
  const placed = ranked || typeof rule.depth === "number";
  if (placed) steps.push(placedHits(values, early, faults, [...better, ...tied]));
  steps.push(foldedHits(placed, rule.depth, values, faults));
  const order: readonly OrderNode[] = placed ? [{ by: column("place") }] : [...better, ...tied];
  const list = { partition: ["run", "query"], order } as const;
  const kept = ["doc", "known", "times", ...(byScore ? ["score"] : []), ...faults];
  steps.push(
    {
      name: "ranked",
      selects: [
        {
          columns: [
            ...same("run", "query", ...kept),
            as("rank", { op: "window", fn: "row_number", ...list }),
            as("is_last", { op: "window", fn: "last", ...list }),
          ],
          from: step("folded"),
        },
      ],
    },
    joinedHits(asked, faults, extra, byScore),
  );
  // By name: unknown queries would be one huge list.
  const inList = { partition: ["run", "name"], order: [{ by: column("rank") }] } as const;
  let last = "joined";
  if (asked.running.length > 0 || asked.groups) {
    last = "seen";
    const carried = [
      ...["run", "query", "name", "known", "doc", "times", ...faults, ...(asked.topScore ? ["score"] : [])],
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
                            partition: ["run", "name", "grp"],
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
          ...same("run", "query"),
          as("unknown", aggregate("sum", own(when(known, NONE, ONE)))),
          as("first_unknown", aggregate("min", when(known, NO_TEXT, column("name")))),
          as("length", aggregate("max", when(known, column("rank"), NONE))),
          as(
            "repeated",
            aggregate("sum", own(when(known, { op: "sub", args: [column("times"), ONE] }, NONE))),
          ),
          as("repeated_doc", aggregate("min", when(gt(column("times"), ONE), column("doc"), NO_TEXT))),
          ...faults.map((fault) => as(fault, aggregate("sum", own(column(fault))))),
          ...(asked.topScore
            ? [as("top_score", aggregate("max", when(eq(column("rank"), ONE), column("score"), NO_NUMBER)))]
            : []),
          ...asked.hits.map((node) => as(name(node), hitsOf(node, ofHit))),
        ],
        from: step(last),
        groupBy: ["run", "query"],
      },
    ],
  });
  const result = steps.at(-1)!.selects[0]!.columns.map((one) => one.name);
  return { statement: freeze({ steps, columns: result }), columns };
}

/** Do scores decide the order of these tables under this rule? Rows of a table have no order of their own. */
export const ordersByScore = ({ order }: JoinRule, tables: readonly HitTable[]): boolean =>
  order !== "given" && tables.every(({ score }) => score !== undefined);

/** Whether ranks decide something: the order, or that of equal scores. */
export const readsRank = ({ ties }: JoinRule, byScore: boolean): boolean =>
  !byScore || ties === "given" || ties === "given-reversed";

function orderOf(
  { ties }: JoinRule,
  byScore: boolean,
  ranked: boolean,
): readonly [better: readonly OrderNode[], tied: readonly OrderNode[]] {
  const place: OrderNode = {
    by: column("place_given"),
    ...(byScore && ties === "given-reversed" ? { descending: true } : {}),
  };
  const id: OrderNode = {
    by: column("doc"),
    bytes: true,
    ...(ties === "id-asc" ? {} : { descending: true }),
  };
  if (!byScore) return [[place], []];
  return [[{ by: column("score"), descending: true }], ranked ? [place] : [id]];
}

const givenGold = (source: SqlSource, extra: readonly string[]): SelectNode => ({
  columns: same(...GOLD_COLUMNS, ...extra),
  from: { relation: "source", source },
});

function tableGold(
  gold: Extract<GoldTable, { kind: "grades" }>,
  asked: Asked,
  name: (node: FormNode) => string,
): SelectNode {
  const grade = cast("double", column(gold.grade));
  const isRelevant = gt(grade, NONE);
  const ofGrade = (node: FormNode): SqlNode => {
    if (node.op === "const") return node;
    if (node.op === "grade") return grade;
    if (!("args" in node)) throw new TypeError(`${node.op} is not known of a row of the gold`);
    return { op: node.op, args: node.args.map(ofGrade) };
  };
  const constantOf = ({ over, agg, where, of }: GoldNode): SqlNode => {
    const conditions = [
      ...(over === "listed" ? [isRelevant] : []),
      ...(where === undefined ? [] : [ofGrade(where)]),
    ];
    const x = agg === "count" ? ONE : of === undefined ? grade : ofGrade(of);
    const row =
      conditions.length === 0 ? x : when(all(conditions, "and"), x, agg === "max" ? NO_NUMBER : NONE);
    const windowed: SqlNode = {
      op: "window",
      fn: agg === "max" ? "max" : "sum",
      of: row,
      partition: [gold.query],
    };
    return cast("double", { op: "coalesce", args: [windowed, NONE] });
  };
  return {
    columns: [
      as("query", cast("text", column(gold.query))),
      as("doc", cast("text", column(gold.doc))),
      as("grade", grade),
      as("judged", ONE),
      as("relevant", flag(isRelevant)),
      ...asked.gold.map((node) => as(name(node), constantOf(node))),
    ],
    from: { relation: "source", source: gold.source },
  };
}

function hitsIn(table: HitTable, rule: JoinRule, byScore: boolean, ranked: boolean): SelectNode {
  const score = cast("double", column(table.score ?? ""));
  // Adding 0 makes one score of -0 and 0.
  const sum: SqlNode = {
    op: "add",
    args: [rule.float === 32 ? cast("double", { op: "single", of: score }) : score, NONE],
  };
  return {
    columns: [
      as(
        "run",
        "column" in table.run
          ? cast("text", column(table.run.column))
          : cast("text", { op: "value", value: table.run.name }),
      ),
      as("query", cast("text", column(table.query))),
      as("doc", cast("text", column(table.doc))),
      ...(byScore ? [as("score", sum), as("score_given", score)] : []),
      ...(ranked ? [as("place_given", cast("double", column(table.rank!)))] : []),
    ],
    from: { relation: "source", source: table.source },
  };
}

function knownHits(faults: readonly Fault[], byScore: boolean, ranked: boolean): SelectNode {
  const of = (name: string) => column(name, LEFT);
  const isKnown = not(isNull(column("query", RIGHT)));
  const unusable = (node: SqlNode): SqlNode =>
    flag(all([isNull(node), not({ op: "is-finite", of: node })], "or"));
  const FAULT: Readonly<Record<Exclude<Fault, "same_rank">, () => SqlNode>> = {
    no_query: () => flag(isNull(of("query"))),
    no_doc: () => flag(isNull(of("doc"))),
    empty_doc: () => flag({ op: "is-empty", of: of("doc") }),
    no_score: () => unusable(of("score_given")),
    no_rank: () => unusable(of("place_given")),
  };
  return {
    columns: [
      as("run", of("run")),
      as("query", of("query")),
      as("known", flag(isKnown)),
      as("doc", when(isKnown, of("doc"), NO_TEXT)),
      ...(byScore ? [as("score", of("score"))] : []),
      ...(ranked ? [as("place_given", of("place_given"))] : []),
      ...faults.map((fault) => as(fault, FAULT[fault as keyof typeof FAULT]())),
    ],
    from: step("given"),
    join: { from: step("wanted"), on: [["query", "query"]] },
  };
}

function placedHits(
  values: readonly string[],
  early: readonly Fault[],
  faults: readonly Fault[],
  order: readonly OrderNode[],
): StepNode {
  const list = { partition: ["run", "query"], order } as const;
  const before: SqlNode = { op: "window", fn: "previous", of: column("place_given"), ...list };
  const numbered: SelectNode = {
    columns: [
      ...same("run", "query", "known", "doc", ...values, ...early),
      as("place", { op: "window", fn: "row_number", ...list }),
      // Unknown queries share what they have.
      ...(faults.includes("same_rank")
        ? [as("same_rank", when(eq(column("known"), ONE), flag(eq(before, column("place_given"))), NONE))]
        : []),
    ],
    from: step("hit"),
  };
  return { name: "placed", selects: [numbered] };
}

function foldedHits(
  placed: boolean,
  depth: JoinRule["depth"],
  values: readonly string[],
  faults: readonly Fault[],
): StepNode {
  const within = (most: number): SqlNode =>
    // Faults are refused wherever they are.
    all(
      [
        { op: "le", args: [column("place"), integer(most)] },
        ...faults.map((fault) => eq(column(fault), ONE)),
      ],
      "or",
    );
  return {
    name: "folded",
    selects: [
      {
        columns: [
          ...same("run", "query", "known", "doc"),
          as("times", aggregate("sum", ONE)),
          ...(placed ? [as("place", aggregate("min", column("place")))] : []),
          ...values
            .filter((value) => value === "score")
            .map((value) => as(value, aggregate("max", column(value)))),
          ...faults.map((fault) => as(fault, aggregate("sum", column(fault)))),
        ],
        from: step(placed ? "placed" : "hit"),
        ...(typeof depth === "number" ? { where: within(depth) } : {}),
        groupBy: ["run", "query", "known", "doc"],
      },
    ],
  };
}

function joinedHits(
  asked: Asked,
  faults: readonly Fault[],
  extra: readonly string[],
  byScore: boolean,
): StepNode {
  const of = (name: string) => column(name, LEFT);
  const known = eq(of("known"), ONE);
  const looked = (name: string, node: SqlNode = NONE): NamedNode =>
    as(name, { op: "coalesce", args: [column(name, RIGHT), node] });
  const score = asked.topScore && byScore;
  return {
    name: "joined",
    selects: [
      {
        columns: [
          as("run", of("run")),
          as("query", when(known, of("query"), NO_TEXT)),
          as("name", of("query")),
          as("known", of("known")),
          as("doc", of("doc")),
          as("rank", cast("double", of("rank"))),
          as("times", of("times")),
          ...(score ? [as("score", of("score"))] : []),
          ...faults.map((fault) => as(fault, of(fault))),
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
            ...(score ? [eq(of("rank"), ONE)] : []),
            ...faults.map((fault) => gt(of(fault), NONE)),
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
