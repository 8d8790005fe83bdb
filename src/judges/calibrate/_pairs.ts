/** Labels and verdicts of the judge, joined cell by cell. */

import type { QueryId } from "../../core/ids.ts";
import type { JudgementRecord } from "../../core/judgement-record.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import type { Level } from "./_levels.ts";
import { type Cell, cellKey, cellWithout, findCell } from "./cells.ts";
import type { ReadLabel } from "./labels.ts";
import { calibrateProblem } from "./problems.ts";

export interface Pair {
  readonly cell: Cell;
  /** What people said, in the order of the rows; the judge is compared with the first. */
  readonly human: readonly [Level, ...Level[]];
  readonly judge: Level;
}

export interface Joined {
  readonly pairs: readonly Pair[];
  /** Parts whose labels know partial support. */
  readonly graded: ReadonlySet<Cell["part"]>;
  readonly problems: readonly Problem[];
}

export function joinLabels(
  labels: readonly ReadLabel[],
  records: ReadonlyMap<QueryId, JudgementRecord>,
): Joined {
  const pairs = new Map<string, { cell: Cell; human: [Level, ...Level[]]; judge: Level; by: Set<string> }>();
  const graded = new Set<Cell["part"]>();
  const log = new ProblemLog();
  for (const label of labels) {
    const found = verdictFor(label, records);
    if ("code" in found) {
      log.add(found);
      continue;
    }
    if (label.graded) graded.add(found.cell.part);
    const key = `${JSON.stringify(label.id)} ${cellKey(found.cell)}`;
    const levels = [label.level, ...(label.second === undefined ? [] : [label.second])] as const;
    const who = label.annotator ?? "";
    const known = pairs.get(key);
    if (known === undefined)
      pairs.set(key, { ...found, human: [...levels] as [Level, ...Level[]], by: new Set([who]) });
    else if (known.by.has(who)) log.add(calibrateProblem("label-twice", {}, { at: label.at }));
    else {
      known.human.push(...levels);
      known.by.add(who);
    }
  }
  return { pairs: [...pairs.values()].map(({ by: _, ...pair }) => pair), graded, problems: log.list() };
}

function verdictFor(
  label: ReadLabel,
  records: ReadonlyMap<QueryId, JudgementRecord>,
): { readonly cell: Cell; readonly judge: Level } | Problem {
  const { id, about, at } = label;
  const record = records.get(id);
  const found = record && findCell(record, about);
  if (label.judge !== undefined)
    return { cell: found && "cell" in found ? found.cell : cellWithout(label), judge: label.judge };
  if (found === undefined) return calibrateProblem("label-without-record", {}, { at });
  if ("missing" in found) return calibrateProblem("label-not-found", found.missing, { at });
  if ("message" in found)
    return calibrateProblem("label-unjudged/problem", { message: found.message }, { at });
  if ("unjudged" in found) return calibrateProblem(`label-unjudged/${found.unjudged}`, {}, { at });
  return { cell: found.cell, judge: found.level };
}
