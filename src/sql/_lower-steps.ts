/** The steps from rows of a run to ranks. */
import type { JoinRule } from "../core/rules.ts";
import {
  aggregate,
  all,
  as,
  cast,
  column,
  eq,
  flag,
  gt,
  integer,
  isNull,
  NO_TEXT,
  NONE,
  not,
  ONE,
  same,
  step,
  when,
} from "./_words.ts";
import type { HitTable } from "./lower.ts";
import { type Fault, faultIn, faultNumber } from "./lower-faults.ts";
import { LEFT, type OrderNode, RIGHT, type SelectNode, type SqlNode, type StepNode } from "./nodes.ts";

export const runNamed = ({ name }: { readonly name: string }): SqlNode =>
  cast("text", { op: "value", value: name });

/** The rows of a table under names of ours. */
export function hitsIn(table: HitTable, rule: JoinRule, byScore: boolean, ranked: boolean): SelectNode {
  const score = cast("double", column(table.score ?? ""));
  // Adding 0 makes one score of -0 and 0.
  const sum: SqlNode = {
    op: "add",
    args: [rule.float === 32 ? cast("double", { op: "single", of: score }) : score, NONE],
  };
  return {
    columns: [
      as("run", "column" in table.run ? cast("text", column(table.run.column)) : runNamed(table.run)),
      as("query", cast("text", column(table.query))),
      as("doc", cast("text", column(table.doc))),
      ...(byScore ? [as("score", sum), as("score_given", score)] : []),
      ...(ranked ? [as("place_given", cast("double", column(table.rank!)))] : []),
    ],
    from: { relation: "source", source: table.source },
    ...onlyRuns(table),
  };
}

/** The condition that leaves out the other runs of a table. */
export function onlyRuns({ run, only = [] }: HitTable): Pick<SelectNode, "where"> {
  if (!("column" in run) || only.length === 0) return {};
  const name = cast("text", column(run.column));
  return {
    where: all(
      only.map((value) => eq(name, { op: "value", value })),
      "or",
    ),
  };
}

export function knownHits(
  keys: readonly string[],
  faults: readonly Fault[],
  byScore: boolean,
  ranked: boolean,
): SelectNode {
  const of = (name: string) => column(name, LEFT);
  const isKnown = not(isNull(column("query", RIGHT)));
  const fault = faults
    .filter((one) => one !== "same_rank")
    .reduceRight<SqlNode>((rest, one) => when(faultIn(one, of), integer(faultNumber(one)), rest), NONE);
  return {
    columns: [
      ...keys.map((key) => as(key, of(key))),
      as("known", flag(isKnown)),
      as("doc", when(isKnown, of("doc"), NO_TEXT)),
      ...(byScore ? [as("score", of("score"))] : []),
      ...(ranked ? [as("place_given", of("place_given"))] : []),
      as("fault", fault),
    ],
    from: step("given"),
    join: { from: step("wanted"), on: [["query", "query"]] },
  };
}

export function placedHits(
  keys: readonly string[],
  values: readonly string[],
  faults: readonly Fault[],
  order: readonly OrderNode[],
): StepNode {
  const list = { partition: keys, order } as const;
  const asBefore = (name: string): SqlNode =>
    eq({ op: "window", fn: "previous", of: column(name), ...list }, column(name));
  // Hits of unknown queries are not looked at. Where scores differ, they decide.
  const alike = [...values.map(asBefore), eq(column("known"), ONE)];
  const isSame = all(alike, "and");
  const fault = faults.includes("same_rank")
    ? when(isSame, integer(faultNumber("same_rank")), column("fault"))
    : column("fault");
  const place: SqlNode = { op: "window", fn: "row_number", ...list };
  return {
    name: "placed",
    selects: [
      {
        columns: [...same(...keys, "known", "doc", ...values), as("fault", fault), as("place", place)],
        from: step("hit"),
      },
    ],
  };
}

export function foldedHits(
  keys: readonly string[],
  placed: boolean,
  depth: JoinRule["depth"],
  values: readonly string[],
): StepNode {
  const within = (most: number): SqlNode =>
    // Faults are refused wherever they are.
    all([{ op: "le", args: [column("place"), integer(most)] }, gt(column("fault"), NONE)], "or");
  return {
    name: "folded",
    selects: [
      {
        columns: [
          ...same(...keys, "doc"),
          as("known", aggregate("max", column("known"))),
          as("times", aggregate("sum", ONE)),
          ...(placed ? [as("place", aggregate("min", column("place")))] : []),
          ...(values.includes("score") ? [as("score", aggregate("max", column("score")))] : []),
          as("fault", aggregate("max", column("fault"))),
        ],
        from: step(placed ? "placed" : "hit"),
        ...(typeof depth === "number" ? { where: within(depth) } : {}),
        groupBy: [...keys, "doc"],
      },
    ],
  };
}
