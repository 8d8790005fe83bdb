/** `goldie explain --engine`: the gold and the hits of one query, as if they had been read from files. */

import type { LoadedGold } from "../../../engine/load.ts";
import { type AskedMetrics, type Plan, Planner } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import { sides } from "../../../evaluate/why/why-different.ts";
import { engineKind } from "../../../sql/engines/open.ts";
import { fetchQuery } from "../../../sql/fetch-query.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { goldOfQuery } from "../../shared/engine/gold.ts";
import { hitTables, placeOf, runsOf } from "../../shared/engine/hits.ts";
import { refuseWithEngine } from "../../shared/engine/not-with-engine.ts";
import { oneRun } from "../../shared/engine/one-run.ts";
import { columnsOf, operandsOf, refuseInMemory } from "../../shared/engine/operands.ts";
import { wrongUse as engineUse } from "../../shared/engine/problems.ts";
import { withEngine } from "../../shared/engine/with-engine.ts";
import type { Loaded } from "../../shared/load.ts";
import { unknownQuery } from "./_unknown-query.ts";
import { wrongUse } from "./problems.ts";

export interface AskedExplanation {
  readonly plan: Plan;
  readonly given: AskedMetrics & Rules;
  /** With its dialect. */
  readonly metric: string;
}

export interface ExplainedFiles {
  readonly files: Loaded;
  /** The file or table of the gold. */
  readonly gold: string;
  /** Only one query was read. */
  readonly oneQuery?: boolean;
}

/** `written`: without the metric. */
export async function loadTables(
  written: Args,
  { plan, given, metric }: AskedExplanation,
  effects: Effects,
): Promise<ExplainedFiles> {
  const kind = engineKind(written.text("engine")!);
  refuseWithEngine(written);
  const query = written.text("query");
  if (query === undefined) throw wrongUse("engine-one-query");
  if (plan.metric.kind === "judged") throw engineUse("engine-judged");
  const operands = await operandsOf(written, kind, effects);
  const { args } = operands;
  refuseInMemory(operands);
  const columns = columnsOf(args);
  const versus = args.text("versus");
  const plans = versus === undefined ? new Planner(given).plans() : sides(new Planner({}), metric, versus);
  return withEngine(args, kind, effects, async (engine, options, inputs) => {
    const request = { operands, args, kind, columns, asked: given, plans, inputs, effects };
    const hits = await hitTables(engine, operands, columns.run, request, options);
    const gold = await goldOfQuery(query, request, engine, options);
    if ("others" in gold) throw unknownQuery(query, [...gold.others]);
    const owners = await runsOf(engine, hits, options);
    const run = oneRun([...owners.keys()], args, "explain");
    const found = await fetchQuery({ engine, hits: [owners.get(run)!], query, plans, ...options });
    const ranking = found.get(run);
    return {
      gold: operands.goldName,
      oneQuery: true,
      files: {
        gold: {
          gold: new Map(gold.gold) as LoadedGold["gold"],
          words: new Map(gold.words),
          lines: new Map(gold.lines),
          format: gold.format ?? kind.scheme,
          why: "--engine",
        },
        runs: [
          {
            run: new Map(ranking === undefined ? [] : [[query, ranking]]),
            words: new Map(),
            lines: new Map(),
            responses: new Map(),
            format: kind.scheme,
            why: "--engine",
            path: placeOf(run, hits, owners),
            name: run,
          },
        ],
        problems: [
          ...gold.problems,
          // It is about this query too; those of others are not shown.
          ...(owners.get(run)!.problems ?? []).map((one) => ({ ...one, at: { query } })),
        ],
      },
    };
  });
}
