/** What a page says in sentences: notes, problems, the gate, the judge, the rules. */
import type { Problem } from "../../core/problem.ts";
import { counted } from "../../text/counted.ts";
import { abstentionText } from "../_abstention.ts";
import { bestOfSweep } from "../_best-of-sweep.ts";
import { contradictedNotes } from "../_contradicted.ts";
import { leaksText } from "../_leaks.ts";
import { matchedText, unanswerableText } from "../_remarks.ts";
import { syntheticText } from "../_synthetic.ts";
import type { ReportedGate } from "../gate/model.ts";
import { gateSentence, ruleSentence } from "../gate/sentences.ts";
import { costText, judgeName } from "../judging-text.ts";
import type { Judging, Report, Reported } from "../model.ts";
import { shownProblem } from "./_problem-words.ts";
import type { GateView, JudgingView, ShownProblem, View } from "./model.ts";

/** Pages break lines themselves. */
const WIDE = Number.POSITIVE_INFINITY;
const SHOWN = 200;

/** Sentences below the scores; several lines are several notes. */
export function notesOf(report: Report): string[] {
  const best = bestOfSweep(report);
  return [
    ...(report.notes ?? []),
    matchedText(report),
    syntheticText(report),
    unanswerableText(report, WIDE),
    abstentionText(best, WIDE),
    ...contradictedNotes(report),
    leaksText(report, false, WIDE),
  ].flatMap((text) => text.split("\n").filter((line) => line !== ""));
}

/** Each once, as far as there is room; `notes`: how many more there are. */
export function shownProblems(problems: Iterable<Problem>): {
  readonly problems: readonly ShownProblem[];
  readonly notes: readonly string[];
} {
  const all = new Map<string, ShownProblem>();
  for (const one of problems) {
    const shown = shownProblem(one);
    all.set(JSON.stringify(shown), shown);
  }
  const list = [...all.values()];
  const more = list.length - SHOWN;
  return {
    problems: list.slice(0, SHOWN),
    notes: more <= 0 ? [] : [`${counted(more, "more problem is", "more problems are")} not shown.`],
  };
}

export const gateView = (gate: ReportedGate): GateView => ({
  outcome: gate.report.outcome,
  headline: gateSentence(gate),
  rules: gate.report.rules.map((one) => ({
    rule: one.text,
    outcome: one.failedQueries === undefined ? one.outcome : "failed-cells",
    words: ruleSentence(one, gate),
  })),
});

export const judgingView = ({ by, limits, cost, store }: Judging): JudgingView => ({
  by: [...new Set(by.map(judgeName))],
  limits,
  // A judge that makes no calls costs nothing.
  ...(cost === undefined || (store === undefined && cost.calls === 0)
    ? {}
    : {
        cost: costText(cost, store, WIDE)
          .trim()
          .replace(/^cost: /, ""),
      }),
});

/** "exact", "ids: exact, chunks: as documents". */
function ruleText(value: unknown): string {
  if (Array.isArray(value)) return value.map(ruleText).join(", ");
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${ruleText(one)}`)
      .join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** Name and value of each rule in force; what each metric is in Goldie's terms comes last. */
export function ruleRows(result: Reported | undefined): View["rules"] {
  if (result === undefined) return [];
  const { metrics, byMetric, ...rules } = result.rules;
  const of = (value: unknown, name: (key: string) => string): (readonly [string, string])[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([key, one]) => [name(key), ruleText(one)] as const)
      : [];
  return [
    ...Object.entries(rules)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, ruleText(value)] as const),
    ...of(byMetric, (key) => `rules of ${key}`),
    ...of(metrics, (key) => key),
  ];
}
