/** Rows that cannot be used: how a statement finds them, and one that counts them. */
import type { JoinRule } from "../core/rules.ts";
import { hitsIn } from "./_lower-steps.ts";
import { ordersByScore, readsRank } from "./_order.ts";
import { aggregate, all, as, column, flag, isNull, NO_TEXT, not, step, when } from "./_words.ts";
import type { HitTable } from "./lower.ts";
import type { SqlNode, StatementNode } from "./nodes.ts";

/** What makes a row of a run unusable. Where there is any, there is no result. */
const FAULTS = ["no_run", "no_query", "no_doc", "empty_doc", "no_score", "no_rank", "same_rank"] as const;
export type Fault = (typeof FAULTS)[number];

/** Which of them can be there under this rule, first come first served. */
export function faultsLookedFor(tables: readonly HitTable[], rule: JoinRule): readonly Fault[] {
  const byScore = ordersByScore(rule, tables);
  const ranked = readsRank(rule, byScore) && tables.some(({ rank }) => rank !== undefined);
  return FAULTS.filter(
    (fault) =>
      (fault !== "no_run" || tables.some(({ run }) => "column" in run)) &&
      (fault !== "empty_doc" || rule.blank === "error") &&
      (fault !== "no_score" || byScore) &&
      (!/_rank$/.test(fault) || ranked),
  );
}

/** The condition under which a row has it; `of`: its columns. A rank is the same as another's only beside others. */
export function faultIn(fault: Exclude<Fault, "same_rank">, of: (name: string) => SqlNode): SqlNode {
  const unusable = (node: SqlNode): SqlNode => all([isNull(node), not({ op: "is-finite", of: node })], "or");
  switch (fault) {
    case "no_run":
      // Engines without NULL have an empty text in its place.
      return all([isNull(of("run")), { op: "is-empty", of: of("run") }], "or");
    case "no_query":
      return isNull(of("query"));
    case "no_doc":
      return isNull(of("doc"));
    case "empty_doc":
      return { op: "is-empty", of: of("doc") };
    case "no_score":
      return unusable(of("score_given"));
    case "no_rank":
      return unusable(of("place_given"));
  }
}

/** As a row has it: 0 for none. */
export const faultNumber = (fault: Fault): number => FAULTS.indexOf(fault) + 1;

/** For each fault that a row can have by itself: how many rows have it, and the first query of those. */
export function lowerFaults(tables: readonly HitTable[], rule: JoinRule): StatementNode {
  const faults = faultsLookedFor(tables, rule);
  const own = faults.filter((fault) => fault !== "same_rank");
  const columns = own.flatMap((fault) => {
    const isFaulty = faultIn(fault, column);
    return [
      as(fault, aggregate("sum", flag(isFaulty))),
      as(`${fault}_query`, aggregate("min", when(isFaulty, column("query"), NO_TEXT))),
    ];
  });
  const ranked = faults.includes("no_rank");
  return {
    steps: [
      {
        name: "given",
        selects: tables.map((table) => hitsIn(table, rule, ordersByScore(rule, tables), ranked)),
      },
      { name: "result", selects: [{ columns, from: step("given") }] },
    ],
    columns: columns.map(({ name }) => name),
  };
}
