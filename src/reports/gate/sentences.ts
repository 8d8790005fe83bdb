/** Each rule, and the gate as a whole, in one sentence. */
import { withCommas } from "../../core/shown.ts";
import type { GateReport, RuleReport } from "../../evaluate/gate/gate.ts";
import { counted } from "../../text/counted.ts";
import { oneLine } from "../../text/width.ts";
import { numberText } from "../_number-text.ts";
import { intervalText, percentText, pText, signedText } from "../signed-text.ts";
import { exitOf, type ReportedGate } from "./model.ts";

const queries = (n: number): string => counted(n, "query", "queries");

/** Queries that are named in a sentence. */
const NAMED = 5;

/** What was found, and what that means for the rule. */
export function ruleSentence(
  one: RuleReport,
  { report, words }: Pick<ReportedGate, "report" | "words">,
): string {
  const { rule, verdict, failing, failedQueries = [] } = one;
  if (failing !== undefined) {
    if (failedQueries.length > 0)
      return `${failedQueries.length} of ${queries(one.queries)} failed, so it cannot be checked: ${failedQueries.slice(0, NAMED).map(oneLine).join(", ")}`;
    if (failing.length === 0) return `all ${queries(one.queries)} meet it`;
    const named = failing.slice(0, NAMED).map(({ query, value }) => {
      const text = words?.get(query);
      return `${oneLine(query)}${text === undefined ? "" : ` "${oneLine(text)}"`} (${numberText(value)})`;
    });
    const more = failing.length > NAMED ? ` and ${failing.length - NAMED} more` : "";
    return `${failing.length} of ${queries(one.queries)} ${failing.length === 1 ? "does" : "do"} not meet it: ${named.join(", ")}${more}`;
  }
  if (one.latency !== undefined) {
    const interval =
      one.interval === undefined ? "" : `${intervalText(one.interval, report.confidence, millis)} ms, `;
    return `${millis(one.latency)} ms (${interval}${queries(one.queries)})`;
  }
  if (verdict === undefined) {
    const interval =
      one.interval === undefined
        ? ""
        : `${intervalText(one.interval, report.confidence, (x) => numberText(x))}, `;
    return `mean ${numberText(one.mean!)} (${interval}${queries(one.queries)})`;
  }
  const { means, difference = 0, interval, adjustedP } = verdict;
  const change = `${numberText(means![0])} → ${numberText(means![1])}, ${signedText(difference)}`;
  if (verdict.call === "same") return `${change}: nothing changed in ${queries(one.queries)}`;
  const sure = [
    ...(interval === undefined ? [] : [intervalWords(interval, report)]),
    ...(adjustedP === undefined ? [] : [pText(adjustedP)]),
  ].join(", ");
  return `${change} (${sure}): ${meaning(one, rule.kind === "not-worse" ? rule.margin : undefined)}`;
}

/** Times to a tenth of a millisecond. */
const millis = (ms: number): string => withCommas(Math.round(ms * 10) / 10);

/** Several rules widen the interval, as they raise p. */
function intervalWords(interval: readonly [number, number], { rules, confidence }: GateReport): string {
  const compared = rules.filter(({ verdict }) => verdict !== undefined).length;
  const text = intervalText(interval, confidence);
  return compared < 2 ? text : `${text}, adjusted for ${compared} rules`;
}

function meaning(
  { outcome, verdict, possibleDrop, needed, queries: n, marginTooFine }: RuleReport,
  margin?: number,
): string {
  const { direction, interval, difference = 0, wins, losses } = verdict!;
  const drop = direction === "higher" ? "drop" : "rise";
  const possible =
    possibleDrop === undefined
      ? `all ${queries(n)} changed by the same amount, so there is no interval`
      : `a ${drop} of up to ${numberText(possibleDrop)} is possible with these ${queries(n)}`;
  const fine =
    marginTooFine === undefined
      ? ""
      : `; with these queries only a ${drop} of ${numberText(verdict!.detectable!)} or more would show, which is more than the margin`;
  if (outcome === "fail") return margin === undefined ? `a real ${drop}` : `a real ${drop} beyond the margin`;
  if (outcome === "undecided") {
    const enough = needed === undefined ? "" : `; about ${withCommas(needed)} queries would decide`;
    return `undecided, ${possible}, and the margin is ${margin}${enough}${fine}`;
  }
  if (margin !== undefined) return `within the margin of ${margin}${fine}`;
  if (possibleDrop === 0) return `no ${drop}`;
  // With few differences, the score interval of paired proportions is narrower than the exact test.
  const worse = direction === "higher" ? difference < 0 : difference > 0;
  const excluded = worse && interval !== undefined && (interval[1] < 0 || interval[0] > 0);
  const test = excluded
    ? `: the interval excludes 0, but only ${queries(wins + losses)} ${wins + losses === 1 ? "differs" : "differ"}, and the exact sign test decides for yes/no metrics`
    : "";
  return `no real ${drop}${test}; ${possible}`;
}

/** How the gate ended. */
export function gateSentence(gate: ReportedGate): string {
  const { report } = gate;
  const of = (outcome: string): number => report.rules.filter((one) => one.outcome === outcome).length;
  const rules = counted(report.rules.length, "rule", "rules");
  switch (exitOf(gate)) {
    case 3: {
      const { cells, of: all, allowed } = report.failed;
      const must = report.rules.flatMap(({ failedQueries = [] }) => failedQueries);
      if (must.length > 0 && cells <= allowed * all)
        return `Gate not decided: ${counted(must.length, "query", "queries")} of a must rule failed (exit 3)`;
      return `Gate not decided: ${cells} of ${counted(all, "score", "scores")} failed, and ${allowed === 0 ? "none" : percentText(allowed)} may (exit 3)`;
    }
    case 1:
      return `Gate failed: ${of("fail")} of ${rules} not met (exit 1)`;
    case 4:
      return `Gate undecided: ${of("undecided")} of ${rules} could not be decided (exit 4; --allow-undecided accepts that)`;
    default:
      return of("undecided") > 0
        ? `Gate passed: ${of("undecided")} of ${rules} undecided, which --allow-undecided accepts`
        : `Gate passed: ${rules} met`;
  }
}

/** Where the rules come from, and which of them replace others; none where all were given directly. */
export function rulesSentences({ rules }: GateReport): string[] {
  const stored = rules.filter(({ from }) => from !== undefined);
  const replaced = rules.filter(({ instead }) => instead !== undefined);
  if (stored.length + replaced.length === 0) return [];
  const froms = [...new Set(stored.map(({ from }) => from!))];
  const counts = froms.map((name) => {
    const count = stored.filter(({ from }) => from === name).length;
    return `${count} from ${oneLine(name)}`;
  });
  const given = rules.length - stored.length;
  return [
    `Rules: ${[...counts, ...(given === 0 ? [] : [`${given} given here`])].join(", ")}.`,
    ...replaced.map(({ text, instead }) => `${oneLine(text)} replaces the stored rule ${oneLine(instead!)}.`),
  ];
}

/** What to keep in mind: small samples, and few differences. */
export function gateCautions({ rules }: GateReport): string[] {
  const verdicts = rules.flatMap(({ verdict }) =>
    verdict === undefined || verdict.call === "same" ? [] : [verdict],
  );
  const few = verdicts.filter(({ warnings }) => warnings.includes("few-queries"));
  const differing = verdicts.filter(({ warnings }) => warnings.includes("few-differences"));
  return [
    ...(few.length === 0
      ? []
      : [
          `${queries(Math.min(...few.map(({ n }) => n)))} is a small sample; below 50, intervals and p-values are rough.`,
        ]),
    ...(differing.length === 0
      ? []
      : [
          `Fewer than 6 queries differ in ${differing.map(({ metric }) => metric).join(", ")}: little can be said.`,
        ]),
  ];
}

/** What changed in the gold since the baseline; undefined where nothing did. */
export function goldSentence({ gold }: GateReport): string | undefined {
  if (gold === undefined) return undefined;
  const { added, removed, edited, shared } = gold;
  const parts = [
    [added.length, "added"],
    [removed.length, "removed"],
    [edited.length, "edited"],
  ].flatMap(([n, what]) => (n === 0 ? [] : [`${n} ${what}`]));
  if (parts.length === 0) return undefined;
  return `The gold changed since the baseline: ${parts.join(", ")}; compared on the ${queries(shared)} that did not change.`;
}
