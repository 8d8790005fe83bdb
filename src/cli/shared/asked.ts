/** The flags of scoring commands as options of the library. */

import { splitMetrics } from "../../core/metric-grammar.ts";
import type { GoldieError } from "../../core/problem.ts";
import { type AskedMetrics, Planner } from "../../evaluate/plan/plan.ts";
import type { Rules } from "../../evaluate/plan/rules.ts";
import type { TableReading } from "../../formats/index.ts";
import { ROLES } from "../../formats/rows/column-roles.ts";
import { parseIdsFlag } from "../../match/ids/parse.ts";
import { wrongUse } from "./_problems.ts";
import type { Args } from "./args.ts";

/** Rules with a flag of the same name. */
const NAMED_RULES = ["unit", "order", "ties", "duplicates", "missing"] as const;
/** All flags that change the rules. */
export const RULE_FLAGS = ["ids", "match", ...NAMED_RULES] as const;

export function askedBy(args: Args): AskedMetrics & Rules {
  const as = args.text("as");
  const options = args.all("option");
  const metrics = args.all("metrics").flatMap(namesIn);
  const cutoffs = cutoffsIn(args);
  return {
    ...(as === undefined ? {} : { as }),
    ...(options.length === 0 ? {} : { options }),
    ...(cutoffs === undefined || (as === undefined && metrics.length > 0) ? {} : { k: cutoffs }),
    ...namesFor(metrics, as, cutoffs),
    ...(args.has("incomparable-scores") ? { comparableScores: false } : {}),
    ...rulesBy(args),
  };
}

/** -m ndcg@10,rr. Without a name in it, the defaults would be computed, which the user did not ask for. */
export function namesIn(text: string): readonly string[] {
  const names = splitMetrics(text);
  if (names.length === 0) throw wrongUse("no-metric-named", { found: text });
  return names;
}

/** Where exactly one is expected. */
export const severalMetrics = (found: string, names: readonly string[]): GoldieError =>
  wrongUse("several-metrics", { found, names });

export function rulesBy(args: Args): Rules {
  const rules = Object.fromEntries(
    NAMED_RULES.flatMap((name) => (args.has(name) ? [[name, args.text(name)] as const] : [])),
  );
  return { ...rules, ...matchBy(args) } as Rules;
}

/** The flags for these rules; rules without a flag are left out. */
export function flagsOfRules(rules: Rules): readonly (readonly [flag: string, value: string])[] {
  const { match } = rules;
  const named = NAMED_RULES.flatMap((name) => {
    const value = rules[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (match === undefined) return named;
  if ("ids" in match)
    return typeof match.ids === "string"
      ? [["ids", match.on === "hits" ? `hits:${match.ids}` : match.ids], ...named]
      : named;
  const rule = "text" in match ? match.text : "spans";
  return [["match", match.at === undefined ? rule : `${rule}@${match.at}`], ...named];
}

/** -k 5,10 → [5, 10]. */
function cutoffsIn(args: Args): readonly number[] | undefined {
  const text = args.text("k");
  if (text === undefined) return undefined;
  const cutoffs = text.split(",").map((k) => (/^\s*\d+\s*$/.test(k) ? Number(k) : 0));
  if (cutoffs.some((k) => k < 1 || !Number.isSafeInteger(k))) throw wrongUse("not-cutoffs", { found: text });
  return cutoffs;
}

/** A Goldie metric with an unspecified cut-off gets those of -k. */
function namesFor(
  given: readonly string[],
  as: string | undefined,
  cutoffs: readonly number[] | undefined,
): Pick<AskedMetrics, "metrics"> {
  if (given.length === 0) return {};
  if (as !== undefined || cutoffs === undefined) return { metrics: given };
  const planner = new Planner({});
  const cut = (name: string): string => {
    const [plan] = planner.parse(name);
    const open = plan!.metric.at === "k" && plan!.params.k === undefined && plan!.dialect === planner.as;
    return open && !name.includes("@") ? `${name}@${cutoffs.join(",")}` : name;
  };
  return { metrics: given.map(cut) };
}

/** --ids and --match: by id; or by text or source span, with the minimum share after an @. */
function matchBy(args: Args): Rules {
  const ids = args.text("ids");
  const given = args.text("match");
  if (ids !== undefined && given !== undefined) throw wrongUse("ids-and-match");
  if (ids !== undefined) return { match: parseIdsFlag(ids) };
  if (given === undefined) return {};
  const [, rule = given, share] = /^(.*)@([^@]*)$/.exec(given) ?? [];
  const at = share === undefined ? undefined : Number(share);
  if (at !== undefined && !(at > 0 && at <= 1)) throw wrongUse("not-a-share", { found: given });
  const least = at === undefined ? {} : { at };
  return { match: rule === "spans" ? { spans: "overlap", ...least } : { text: rule, ...least } };
}

/** Fields that can be mapped to a column, and choices among the parts of a folder. */
const COLUMN_ROLES: readonly string[] = [...ROLES, "subtopic", "split", "node", "trial"];
/** In JSON, every key of a row can be mapped. */
const JSON_ROLES =
  "id query_id doc_id hits error relevant grades groups hops forbidden subtopics spans answerable tags".split(
    " ",
  );

/** Parts of a case to judge. */
const CASE_ROLES = ["question", "contexts", "reference", "response"];

function checkRole(role: string, more: readonly string[]): void {
  const plain = role.replace(/^(gold|run|corpus)\./, "");
  const names = [...COLUMN_ROLES, ...more, ...JSON_ROLES];
  if ([...names, ...CASE_ROLES].includes(plain)) return;
  if (plain === "run") throw wrongUse("run-column-without-engine", { found: role });
  throw wrongUse("unknown-column-role", { found: role, names, namesOfCases: CASE_ROLES });
}

/** --col query=question_id → { query: "question_id" }. */
export function columnsBy(args: Args): Readonly<Record<string, string>> {
  const columns: Record<string, string> = {};
  // Only a table has several runs in it.
  const more = args.has("engine") ? ["run"] : [];
  for (const text of args.all("col")) {
    const eq = text.indexOf("=");
    if (eq < 1 || eq === text.length - 1) throw wrongUse("not-a-column", { found: text });
    checkRole(text.slice(0, eq), more);
    columns[text.slice(0, eq)] = text.slice(eq + 1);
  }
  return columns;
}

/** How the cells of tables are written. */
export function tableBy(args: Args): TableReading {
  const listSeparator = args.text("list-separator");
  const decimal = args.text("decimal");
  if (decimal !== undefined && decimal !== "," && decimal !== ".")
    throw wrongUse("bad-decimal", { found: decimal });
  return {
    ...(listSeparator === undefined ? {} : { listSeparator }),
    ...(decimal === undefined ? {} : { decimal }),
  };
}

/** Does a requested metric or rule read the texts of hits? */
export const readsTexts = (asked: AskedMetrics & Rules): boolean =>
  (asked.match !== undefined && "text" in asked.match) ||
  new Planner(asked)
    .plans()
    .some(
      ({ metric, join }) =>
        metric.needs.includes("texts") || (metric.kind === "computed" && "text" in join.match),
    );
