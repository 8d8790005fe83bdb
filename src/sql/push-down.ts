/** What is computed where the rows are, and what is not: by rule and value, with the reason. */
import type { Form } from "../core/form.ts";
import type { AverageRule, JoinRule } from "../core/rules.ts";
import { GUARD_CONDITIONS } from "../core/rules.ts";
import type { Plan } from "../evaluate/plan/plan.ts";

/** yes; rank: with a column of ranks; gold: where the gold is sent along; or why not. */
export type PushedDown = "yes" | "rank" | "gold" | { readonly why: string };

const no = (why: string): PushedDown => ({ why });
const CODE = no("this needs code that engines do not have");
const VANISH = no("a query left without hits would look like one that was never run");

/** Every value of every join rule. A test holds that none is missing. */
export const JOIN_PUSHED: {
  readonly [F in keyof JoinRule]-?: Readonly<Record<string, PushedDown>>;
} = {
  match: { exact: "yes", "another id rule": CODE, text: CODE, spans: CODE },
  shape: {
    "as-given": "yes",
    groups: "gold",
    "one-group": "gold",
    "each-own-group": "gold",
    "each-distinct": "gold",
  },
  unit: { chunk: "yes", doc: no("the document of a chunk is not among the columns") },
  duplicates: {
    first: "yes",
    error: "yes",
    keep: no("the formulas take each document once"),
    blank: no("the formulas take each document once"),
  },
  // NULL is refused whatever the rule.
  nulls: { keep: "yes", "drop-after-depth": "yes", error: "yes" },
  blank: { keep: "yes", error: "yes", drop: VANISH },
  grades: { absent: "yes", ignore: "gold", listed: "gold" },
  depth: { all: "yes", k: "yes", "a number": "yes" },
  order: { input: "yes", score: "yes", "score-if-any": "yes", given: "rank" },
  float: { 64: "yes", 32: "yes" },
  self: { absent: "yes", keep: "yes", drop: VANISH },
  judgedOnly: { absent: "yes", false: "yes", true: no("ranks among the judged hits are not counted there") },
  tail: {
    absent: "yes",
    tied: no("gold that was not retrieved is not among the rows"),
    below: no("gold that was not retrieved is not among the rows"),
    negative: no("gold that was not retrieved is not among the rows"),
  },
  floor: { absent: "yes", "a number": no("hits that count as not retrieved are not told apart there") },
  ties: { "id-desc": "yes", "id-asc": "yes", given: "rank", "given-reversed": "rank" },
};

/** The averaging rules that need hits; all others work on the scores of the queries. */
const AVERAGE_PUSHED: Readonly<Record<string, PushedDown>> = {
  "over=retrieved": no("queries that the gold lacks are counted there, not scored"),
  "poison on hits": no("the condition looks at hits"),
};

/** What stands in the way of a plan. */
export interface PushRefusal {
  readonly metric: string;
  /** "duplicates=keep"; absent where the metric itself is the reason. */
  readonly rule?: string;
  readonly why: string;
  /** Only a file of gold says what the metric needs. */
  readonly goldFile?: true;
}

/** What the tables and the engine have. */
export interface Tables {
  readonly rank: boolean;
  readonly score: boolean;
  /** The gold is read where it is. */
  readonly goldInPlace: boolean;
  readonly single: boolean;
}

function ruleValue(rule: keyof JoinRule, join: JoinRule): string {
  const x = join[rule];
  if (rule === "match") {
    const { match } = join;
    if ("ids" in match) return match.ids === "exact" ? "exact" : "another id rule";
    return "text" in match ? "text" : "spans";
  }
  if (x === undefined) return "absent";
  return typeof x === "number" && rule !== "float" ? "a number" : String(x);
}

const NO_RANK = "rows of a table have no order; name a column of ranks";

function refusedRule(rule: keyof JoinRule, join: JoinRule, tables: Tables): string | undefined {
  const pushed = JOIN_PUSHED[rule][ruleValue(rule, join)];
  if (pushed === undefined) return "no engine was asked for this yet";
  if (typeof pushed === "object") return pushed.why;
  if (pushed === "rank" && !tables.rank) return NO_RANK;
  if (pushed === "gold" && tables.goldInPlace) return "gold in a table is taken as it is";
  if (rule === "float" && join.float === 32 && !tables.single) return "the engine has no single precision";
  if (rule === "order" && join.order === "score" && !tables.score) return "there is no column of scores";
  return undefined;
}

/** "ties=given" where there is no column of ranks: not even the hits themselves would have this order. */
export const unorderedRule = (join: JoinRule, tables: Pick<Tables, "rank">): string | undefined =>
  (["order", "ties"] as const)
    .filter((rule) => !tables.rank && JOIN_PUSHED[rule][ruleValue(rule, join)] === "rank")
    .map((rule) => `${rule}=${ruleValue(rule, join)}`)[0];

const readsHits = ({ over, poison }: AverageRule): string | undefined => {
  const reason = (key: string) => (AVERAGE_PUSHED[key] as { why: string }).why;
  if (over === "retrieved") return reason("over=retrieved");
  const onHits = (poison ?? []).some(({ when }) => (GUARD_CONDITIONS as readonly string[]).includes(when));
  return onHits ? reason("poison on hits") : undefined;
};

/** The form of a plan, or why it has none. */
export function formOf(plan: Plan, tables: Tables): Form | PushRefusal {
  const { key: metric, join, average, guard } = plan;
  if (plan.metric.kind === "judged") return { metric, why: "it is judged from texts, not counted from ids" };
  for (const rule of Object.keys(JOIN_PUSHED) as (keyof JoinRule)[]) {
    const why = refusedRule(rule, join, tables);
    if (why !== undefined) return { metric, rule: `${rule}=${ruleValue(rule, join)}`, why };
  }
  const why = readsHits(average);
  if (why !== undefined) return { metric, why };
  if (guard.length > 0) return { metric, why: "its dialect looks at the hits before it computes" };
  const { needs } = plan.metric;
  if (tables.goldInPlace && needs.some((facet) => facet !== "grades"))
    return {
      metric,
      why: `a table of grades has no ${needs.filter((facet) => facet !== "grades").join(", ")}`,
      ...(needs.includes("forbidden") ? { goldFile: true as const } : {}),
    };
  const form = plan.metric.pushDown?.(plan.params);
  if (form === undefined) return { metric, why: "it needs the hits themselves" };
  return "why" in form ? { metric, why: form.why } : form;
}
