/** What a run would cost, before anything is spent. */

import { jsonText } from "../../../core/json-text.ts";
import { withCommas } from "../../../core/shown.ts";
import type { CallUsage } from "../../../judges/spend/usage.ts";
import { judgeName, moneyText } from "../../../reports/judging-text.ts";
import { renderTable } from "../../../reports/table.ts";
import { counted } from "../../../text/counted.ts";
import { oneLine } from "../../../text/width.ts";
import type { Args } from "../../shared/args.ts";
import type { Setup } from "../../shared/judge/setup.ts";
import type { JudgedFile } from "./_report.ts";

export function dryText(judged: readonly JudgedFile[], { judge, calls }: Setup, args: Args): string {
  const usage = calls?.usage();
  const cases = judged.reduce((sum, { records }) => sum + records.length, 0);
  if (args.has("json")) return `${jsonText({ judge: judge.by, cases, usage: usage ?? { calls: 0 } }, 2)}\n`;
  const name = oneLine(judgeName(judge.by));
  const many = counted(cases, "case", "cases");
  if (calls === undefined || usage === undefined)
    return `${many} by ${name}: ${judge.by.name === "lexical" ? "no calls, no cost" : "it makes its own calls, so the cost is unknown"}\n`;
  const row = (title: string, one: CallUsage): string[] => [
    title,
    withCommas(one.calls),
    withCommas(one.reused),
    withCommas(one.inputTokens),
    withCommas(one.outputTokens),
    ...(one.money === undefined ? [] : [moneyText(one.money)]),
  ];
  const head = [
    "",
    "calls",
    "known",
    "tokens read",
    "written",
    ...(usage.money === undefined ? [] : ["money"]),
  ];
  const prompts = Object.entries(usage.byPrompt);
  const rows = [...prompts.map(([prompt, one]) => row(prompt, one)), row("all", usage)];
  return `${many} by ${name} would take about\n\n${renderTable([head, ...rows])}\n\nknown: answered in ${oneLine(calls.store)}, or by the same question of another case\nnothing was sent; repairs of bad replies come on top\n`;
}
