/** A gate as a GitLab Code Quality report: what fails, on the gold's lines. */
import { numberText } from "../_number-text.ts";
import type { ReportedGate } from "./model.ts";
import { ruleSentence } from "./sentences.ts";

export function gateGitlab(gate: ReportedGate): string {
  const { report, gold, allowUndecided } = gate;
  const path = gold?.file ?? report.name;
  const issue = (key: string, description: string, severity: string, line = 1): object => ({
    description,
    check_name: "goldie-gate",
    // Stable from run to run, so that GitLab can tell new findings from old ones.
    fingerprint: fingerprint(key),
    severity,
    location: { path, lines: { begin: line } },
  });
  const issues = report.rules.flatMap((one) => {
    if (one.outcome === "pass") return [];
    const severity = one.outcome === "fail" ? "major" : allowUndecided ? "info" : "minor";
    return [
      issue(one.text, `${one.text}: ${ruleSentence(one, gate)}`, severity),
      ...(one.failing ?? []).map(({ query, value }) =>
        issue(
          `${one.text}\n${query}`,
          `${one.rule.metric} of query ${query} is ${numberText(value)} (${one.text})`,
          "critical",
          gold?.lines.get(query) ?? 1,
        ),
      ),
    ];
  });
  return `${JSON.stringify(issues, null, 2)}\n`;
}

/** Two 32-bit FNV-1a hashes, forwards and backwards: names a finding, protects nothing. */
function fingerprint(text: string): string {
  const hash = (units: Iterable<number>): string => {
    let h = 0x811c9dc5;
    for (const unit of units) h = Math.imul(h ^ unit, 0x01000193) >>> 0;
    return h.toString(16).padStart(8, "0");
  };
  const units = [...text].map((char) => char.codePointAt(0)!);
  return hash(units) + hash(units.toReversed());
}
