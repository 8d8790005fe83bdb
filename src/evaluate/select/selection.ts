/** Several settings side by side: the best, the frontier, and what other rules would choose. */
import type { Problem } from "../../core/problem.ts";
import type { LiveFacts } from "../answers/facts.ts";
import type { Result } from "../score/result.ts";
import { onSameQueries } from "./_same-queries.ts";
import { type BestSetting, bestSetting } from "./best.ts";
import { type FrontierPlace, frontierOf } from "./frontier.ts";
import { selectProblem } from "./problems.ts";
import { SELECTION_RULES, type SelectionCase, type SelectionRule, selectBy } from "./strategies.ts";

export interface SelectOptions {
  /** Default: the first metric. */
  readonly by?: string;
  /** Settings with a mean latency above this, or with none, are left out of the rules, unless all are. */
  readonly slowestMs?: number;
}
export interface Selection {
  readonly metric: string;
  readonly best: BestSetting;
  /** In the order of the runs, of those that are compared. Latency is p50 in milliseconds, cost that of a query. */
  readonly frontier: readonly FrontierPlace[];
  /** The choice of AutoRAG's strategies over all metrics where more is better. */
  readonly rules: Readonly<Partial<Record<SelectionRule, string>>>;
  /** The limit on latency that the strategies were given. */
  readonly slowestMs?: number;
  readonly problems: readonly Problem[];
}

export type SelectedRun = { readonly result: Result } & Pick<LiveFacts, "timing" | "cost">;

/** Undefined where there is nothing to choose between. */
export function selectionOf(
  runs: readonly SelectedRun[],
  { by, slowestMs }: SelectOptions = {},
): Selection | undefined {
  const [first] = runs;
  const metric = by ?? first?.result.rowMetrics[0];
  if (runs.length < 2 || metric === undefined) return undefined;
  const best = bestSetting(
    runs.map(({ result }) => result),
    metric,
  );
  if (best === undefined) return undefined;
  const sign = first!.result.direction(metric) === "higher" ? 1 : -1;
  const { kept } = onSameQueries(
    runs.map(({ result }) => result),
    metric,
  );
  const meanOf = new Map(kept.map(({ result, mean }) => [result, mean]));
  const frontier = frontierOf(
    runs.flatMap(({ result, timing, cost }) => {
      const mean = meanOf.get(result);
      if (mean === undefined) return [];
      const latency = timing === undefined ? {} : { latency: timing.p50 };
      const each = cost === undefined ? {} : { cost: cost.total / cost.queries };
      return [{ name: result.name, quality: sign * mean, ...latency, ...each }];
    }),
  ).map((place) => ({ ...place, quality: sign * place.quality }));
  const cases = runs.filter(({ result }) => meanOf.has(result)).map(caseOf);
  return {
    metric,
    best,
    frontier,
    rules: Object.fromEntries(
      SELECTION_RULES.flatMap((rule) => {
        const chosen = selectBy(rule, cases, slowestMs);
        return chosen === undefined ? [] : [[rule, chosen.best]];
      }),
    ),
    ...(slowestMs === undefined ? {} : { slowestMs }),
    problems: [...best.problems, ...untimed(cases, slowestMs)],
  };
}

/** Answered from the cache: how fast they are is not known. */
function untimed(cases: readonly SelectionCase[], slowestMs: number | undefined): Problem[] {
  const names = cases.flatMap(({ name, time }) => (time === undefined ? [name] : []));
  return slowestMs === undefined || names.length === 0
    ? []
    : [selectProblem("not-timed", { names, slowestMs })];
}

function caseOf({ result, timing }: SelectedRun): SelectionCase {
  const metrics = result.rowMetrics.filter((metric) => result.direction(metric) === "higher");
  const scores = metrics.map((metric) => {
    const { values, states } = result.column(metric);
    return Array.from(values, (value, i) => (states[i] === 0 ? value : undefined));
  });
  return { name: result.name, scores, ...(timing === undefined ? {} : { time: timing.mean }) };
}
