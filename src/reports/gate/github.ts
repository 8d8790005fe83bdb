/** A gate as GitHub workflow commands: annotations on the gold's lines. */
import { numberText } from "../_number-text.ts";
import type { ReportedGate } from "./model.ts";
import { ruleSentence } from "./sentences.ts";

/** In a message, % and line breaks are escaped; in a property also : and , (GitHub's own rules). */
const data = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

export function gateGithub(gate: ReportedGate): string {
  const { report, gold, words, allowUndecided } = gate;
  const line = (level: string, title: string, message: string, at: readonly string[] = []): string =>
    `::${level} ${[...at, `title=${property(title)}`].join(",")}::${data(message)}\n`;
  const file = gold === undefined ? [] : [`file=${property(gold.file)}`];
  return report.rules
    .flatMap((one) => {
      if (one.outcome === "pass") return [];
      const level = one.outcome === "undecided" && allowUndecided ? "warning" : "error";
      const whole = line(level, `goldie gate: ${one.text}`, ruleSentence(one, gate), file);
      const queries = (one.failing ?? []).map(({ query, value }) => {
        const at = gold?.lines.get(query);
        const text = words?.get(query);
        return line(
          "error",
          `goldie gate: ${one.text}`,
          `${one.rule.metric} of query ${query} is ${numberText(value)}${text === undefined ? "" : `: ${text}`}`,
          [...file, ...(at === undefined || gold === undefined ? [] : [`line=${at}`])],
        );
      });
      return [whole, ...queries];
    })
    .join("");
}
