/** A gate as JUnit XML, as Jenkins and GitLab read it: a test case per rule, and one per query of a `must` rule that fails. */

import { visible } from "../../core/visible.ts";
import type { RuleReport } from "../../evaluate/gate/gate.ts";
import { numberText } from "../_number-text.ts";
import { exitOf, type ReportedGate } from "./model.ts";
import { gateSentence, ruleSentence } from "./sentences.ts";

/** Characters that XML 1.0 does not allow, not even as references, come as our escapes. */
const xml = (text: string): string =>
  visible(text)
    .replace(/[\ud800-\udfff\ufffe\uffff]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);

export function gateJunit(gate: ReportedGate): string {
  const { report } = gate;
  const cases = report.rules.flatMap((one) => casesOf(one, gate));
  const failures = cases.filter(({ state }) => state === "failure").length;
  const errors = exitOf(gate) === 3 ? 1 : 0;
  const all = [
    ...cases.map(({ xml: text }) => text),
    ...(errors === 0
      ? []
      : [testcase("failed scores", `<error message="${xml(gateSentence(gate))}" type="failed-cells"/>`)]),
  ];
  const skipped = cases.filter(({ state }) => state === "skipped").length;
  const counts = `tests="${all.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="goldie gate" ${counts} time="0">
  <testsuite name="${xml(report.name)}" ${counts} time="0">
${all.map((one) => `    ${one}`).join("\n")}
  </testsuite>
</testsuites>
`;
}

const testcase = (name: string, inside: string): string =>
  `<testcase classname="goldie.gate" name="${xml(name)}" time="0">${inside}</testcase>`;

interface JunitCase {
  readonly state: "passed" | "failure" | "skipped";
  readonly xml: string;
}

function casesOf(one: RuleReport, gate: ReportedGate): JunitCase[] {
  const sentence = ruleSentence(one, gate);
  const failure = (message: string, body: string): string =>
    `<failure message="${xml(message)}" type="${one.rule.kind}">${xml(body)}</failure>`;
  const whole: JunitCase =
    one.outcome === "fail"
      ? { state: "failure", xml: testcase(one.text, failure(`${one.text}: ${sentence}`, sentence)) }
      : one.outcome === "undecided" && gate.allowUndecided
        ? { state: "skipped", xml: testcase(one.text, `<skipped message="${xml(sentence)}"/>`) }
        : one.outcome === "undecided"
          ? { state: "failure", xml: testcase(one.text, failure(`${one.text}: ${sentence}`, sentence)) }
          : { state: "passed", xml: testcase(one.text, `<system-out>${xml(sentence)}</system-out>`) };
  const queries = (one.failing ?? []).map(({ query, value }): JunitCase => {
    const text = gate.words?.get(query);
    const message = `${one.rule.metric} of query ${query} is ${numberText(value)}`;
    return {
      state: "failure",
      xml: testcase(
        `${one.text}: ${query}`,
        failure(message, text === undefined ? message : `${message}\n${text}`),
      ),
    };
  });
  return [whole, ...queries];
}
