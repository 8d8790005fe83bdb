/** Which judged metrics are requested. */
import type { Facet } from "../../../core/score.ts";
import { type AskedMetrics, type Plan, Planner } from "../../../evaluate/plan/plan.ts";
import type { Args } from "../../shared/args.ts";
import { namesIn } from "../../shared/asked.ts";
import { ownMetrics } from "../../shared/own-metrics.ts";
import { wrongUse } from "./problems.ts";

const FOUR = ["context-precision", "context-recall", "context-entities-recall", "context-relevancy"];
const OF_RESPONSES = ["faithfulness", "answer-relevancy"];

/** What no record contains. */
const NOT_IN_RECORDS: readonly Facet[] = ["ratings"];
const readsNoRecord = ({ metric }: Plan): boolean =>
  metric.needs.some((need) => NOT_IN_RECORDS.includes(need));
const isJudged = ({ metric }: Plan): boolean => metric.kind === "judged";

/** The metrics of `-m` and `--as`; refuses those that cannot be computed from a judgement. `undefined`: the defaults. */
export function judgedBy(args: Args): AskedMetrics | undefined {
  const as = args.text("as");
  const names = args.all("metrics").flatMap(namesIn);
  if (names.length === 0 && as === undefined) return undefined;
  const asked: AskedMetrics = {
    ...(as === undefined ? {} : { as }),
    ...(names.length === 0 ? {} : { metrics: names }),
  };
  const plans = new Planner(asked).plans();
  if (names.length > 0) {
    const other = plans.find((plan) => !isJudged(plan));
    if (other !== undefined) throw wrongUse("metric-without-judge", { metric: other.key });
    const rated = plans.find(readsNoRecord);
    if (rated !== undefined) throw wrongUse("metric-of-ratings", { metric: rated.key });
    ownMetrics(asked);
    return asked;
  }
  const known = plans.filter((plan) => isJudged(plan) && !readsNoRecord(plan));
  if (known.length === 0) throw wrongUse("dialect-without-judge", { dialect: as! });
  return { ...asked, metrics: known.map(({ key }) => key) };
}

/** What a dialect has but its numbers here lack; noted below them. */
export function dialectNotes(args: Args, hasMeans: boolean): string[] {
  const as = args.text("as");
  if (as === undefined) return [];
  const planner = new Planner({ as });
  const rated = args.has("metrics") ? [] : planner.plans().filter(readsNoRecord);
  const one = rated.length === 1;
  return [
    ...(hasMeans
      ? []
      : [`${planner.as.tool} gives no mean over queries, so there is none here; without --as there is`]),
    ...(rated.length === 0
      ? []
      : [
          `left out: ${rated.map(({ key }) => key).join(", ")}, which ${one ? "reads" : "read"} ratings; no record holds any`,
        ]),
  ];
}

export const usualMetrics = (responses: boolean): AskedMetrics => ({
  metrics: responses ? [...FOUR, ...OF_RESPONSES] : FOUR,
});
