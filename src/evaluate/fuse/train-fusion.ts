/** What a fusion learns from gold about the runs. */

import type { DocId, QueryId } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import type { JudgedList } from "../../fusion/index.ts";
import { ofGold } from "../input/problems.ts";
import { type GoldInput, type GoldValue, goldByQuery, readGold } from "../input/read-gold.ts";
import { type FusionModel, type FusionOptions, type FusionSetup, listsOf, readSetup } from "./fuse.ts";
import { fuseProblem } from "./problems.ts";

export interface TrainFusionOptions extends FusionOptions {
  /** Queries that are not scored afterwards: a fusion knows the ones it learnt from. */
  readonly gold: GoldInput;
}
export interface TrainedFusion extends FusionModel {
  readonly problems: readonly Problem[];
}

/**
 * Learns from gold what a method needs to know of each run. A run that lacks a query of the gold found nothing there.
 * @example
 * trainFusion({ method: "mapfuse", runs: [{ run: { q1: ["x", "a"] } }], gold: { q1: ["a"] } }).runs // [[0.5]]
 */
export function trainFusion({ gold, ...options }: TrainFusionOptions): TrainedFusion {
  const setup = readSetup(options);
  const { fusion, params } = setup.call;
  if (fusion.train === undefined) throw fuseProblem.error("bad-option/learns-nothing", { method: fusion.id });
  const values = goldByQuery(gold, setup.log);
  const lists: JudgedList[][] = setup.runs.map(() => []);
  for (const query of values.keys())
    judge(setup, query, values.get(query)!).forEach((list, run) => void lists[run]!.push(list));
  if (lists[0]!.length === 0)
    throw fuseProblem.error("bad-gold/nothing-to-learn", {}, { at: { side: "gold" } });
  return {
    method: fusion.id,
    runs: lists.map((one) => fusion.train!(one, params)),
    problems: setup.log.list(),
  };
}

function judge(setup: FusionSetup, query: QueryId, value: GoldValue): JudgedList[] {
  const relevant = relevantIn(setup, query, value);
  const { ids, lists } = listsOf(setup, query);
  return lists.map(({ docs }) => ({
    relevant: Uint8Array.from(docs, (doc) => (relevant.has(ids[doc]!) ? 1 : 0)),
    total: relevant.size,
  }));
}

/** The list, or what has a grade above 0, or every document of a group. */
function relevantIn({ log }: FusionSetup, query: QueryId, value: GoldValue): Set<DocId> {
  const { relevant, graded, groups } = readGold(query, value, log);
  if (relevant !== undefined) return new Set(relevant);
  if (graded !== undefined) return new Set(graded.ids.filter((_, i) => graded.grades[i]! > 0));
  if (groups !== undefined) return new Set(groups.flat());
  throw fuseProblem.error("no-grades/nothing-to-learn", {}, ofGold(query));
}
