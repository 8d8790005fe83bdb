/** Each rule, and the gate as a whole, in one sentence. */
import type { GateReport, RuleReport } from "../../evaluate/gate/gate.ts";
import { counted } from "../../text/counted.ts";
import { oneLine } from "../../text/width.ts";
import { numberText } from "../_number-text.ts";
import { intervalText, pText, signedText } from "../signed-text.ts";
import { exitOf, type ReportedGate } from "./model.ts";

const queries = (n: number): string => counted(n, "query", "queries");

/** Queries that are named in a sentence. */
const NAMED = 5;

/** What was found, and what that means for the rule. */
export function ruleSentence(
  one: RuleReport,
  { report, words }: Pick<ReportedGate, "report" | "words">,
): string {
  const { rule, verdict, failing } = one;
  if (failing !== undefined) {
    if (failing.length === 0) return `all ${queries(one.queries)} meet it`;
    const named = failing.slice(0, NAMED).map(({ query, value }) => {
      const text = words?.get(query);
      return `${oneLine(query)}${text === undefined ? "" : ` "${oneLine(text)}"`} (${numberText(value)})`;
    });
    const more = failing.length > NAMED ? ` and ${failing.length - NAMED} more` : "";
    return `${failing.length} of ${queries(one.queries)} ${failing.length === 1 ? "does" : "do"} not meet it: ${named.join(", ")}${more}`;
  }
  if (verdict === undefined) {
    const interval =
      one.interval === undefined
        ? ""
        : `${intervalText(one.interval, report.confidence, (x) => numberText(x))}, `;
    return `mean ${numberText(one.mean!)} (${interval}${queries(one.queries)})`;
  }
  const { means, difference, interval, adjustedP } = verdict;
  const change = `${numberText(means[0])} → ${numberText(means[1])}, ${signedText(difference)}`;
  if (verdict.call === "same") return `${change}: nothing changed in ${queries(one.queries)}`;
  const sure = [
    ...(interval === undefined ? [] : [intervalText(interval, report.confidence)]),
    ...(adjustedP === undefined ? [] : [pText(adjustedP)]),
  ].join(", ");
  return `${change} (${sure}): ${meaning(one, rule.kind === "not-worse" ? rule.margin : undefined)}`;
}

function meaning(
  { outcome, verdict, possibleDrop = 0, needed, queries: n, marginTooFine }: RuleReport,
  margin?: number,
): string {
  const drop = `a drop of up to ${numberText(possibleDrop)} is possible with these ${queries(n)}`;
  const fine =
    marginTooFine === undefined
      ? ""
      : `; these queries show a drop of ${numberText(verdict!.detectable!)} or more, which is more than the margin`;
  if (outcome === "fail") return margin === undefined ? "a real drop" : "a real drop beyond the margin";
  if (outcome === "undecided") {
    const enough =
      needed === undefined ? "" : `; about ${needed.toLocaleString("en-GB")} queries would decide`;
    return `undecided, ${drop}, and the margin is ${margin}${enough}${fine}`;
  }
  if (margin !== undefined) return `within the margin of ${margin}${fine}`;
  return possibleDrop > 0 ? `no real drop; ${drop}` : "no drop";
}

/** How the gate ended. */
export function gateSentence(gate: ReportedGate): string {
  const { report } = gate;
  const of = (outcome: string): number => report.rules.filter((one) => one.outcome === outcome).length;
  const rules = counted(report.rules.length, "rule", "rules");
  switch (exitOf(gate)) {
    case 3: {
      const { cells, of: all, allowed } = report.failed;
      return `Gate not run to its end: ${cells} of ${counted(all, "score", "scores")} failed, and ${allowed === 0 ? "none" : `${100 * allowed} %`} may (exit 3)`;
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
