/** A gate as plain data. */
import { escapeHidden } from "../../core/visible.ts";
import { exitOf, type ReportedGate } from "./model.ts";
import { gateSentence, ruleSentence } from "./sentences.ts";

export function gateJson(gate: ReportedGate): string {
  const { rules, ...report } = gate.report;
  const json = {
    schema: 1,
    kind: "goldie-gate",
    exit: exitOf(gate),
    summary: gateSentence(gate),
    ...report,
    rules: rules.map((one) => ({ ...one, found: ruleSentence(one, gate) })),
  };
  return `${escapeHidden(JSON.stringify(json, null, 2))}\n`;
}
