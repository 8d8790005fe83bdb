/** Computed parts of hand-written pages: `<!-- name -->` … `<!-- /name -->`. */

import { commandHelp } from "./commands.ts";
import { configProblems } from "./config-problems.ts";
import { dashboardProblems } from "./dashboard-problems.ts";
import { edgeCases } from "./edge-cases.ts";
import { fileProblems } from "./file-problems.ts";
import { formatExamples, formatTable } from "./format-tables.ts";
import { fusionTable, normalisationTable } from "./fusion-tables.ts";
import { idRuleTable } from "./id-rules.ts";
import { judgeProblems } from "./judge-problems.ts";
import { labelProblems } from "./label-problems.ts";
import { liveProblems } from "./live-problems.ts";
import { problemTable } from "./problems.ts";
import { pushedMetrics, pushedRules } from "./push-down.ts";
import { queriesNeeded, visibleDifferences } from "./queries-needed.ts";
import { retrieverProblems } from "./retriever-problems.ts";
import { rulesTable } from "./rules.ts";
import { sameList } from "./same-list.ts";
import { sqlProblems } from "./sql-problems.ts";
import { textRuleTable } from "./text-rules.ts";

const regions: Readonly<Record<string, () => string | Promise<string>>> = {
  commands: commandHelp,
  "edge-cases": edgeCases,
  "file-problems": fileProblems,
  "format-examples": formatExamples,
  formats: formatTable,
  fusions: fusionTable,
  "id-rules": idRuleTable,
  "judge-problems": judgeProblems,
  "live-problems": liveProblems,
  "dashboard-problems": dashboardProblems,
  "label-problems": labelProblems,
  normalisations: normalisationTable,
  problems: problemTable,
  "pushed-metrics": pushedMetrics,
  "pushed-rules": pushedRules,
  "queries-needed": queriesNeeded,
  "config-problems": configProblems,
  "retriever-problems": retrieverProblems,
  rules: rulesTable,
  "same-list": sameList,
  "sql-problems": sqlProblems,
  "text-rules": textRuleTable,
  "visible-differences": visibleDifferences,
};

/** The text between the markers of a region; undefined if the page has none. */
export function regionIn(text: string, name: string): string | undefined {
  return pattern(name).exec(text)?.[2]?.trim();
}

export function withRegion(text: string, name: string, content: string): string {
  return text.replace(pattern(name), (_, open, __, close) => `${open}\n${content}\n${close}`);
}

/** The page with every computed part regenerated. */
export async function fillRegions(text: string): Promise<string> {
  let filled = text;
  for (const [name, render] of Object.entries(regions))
    if (regionIn(filled, name) !== undefined) filled = withRegion(filled, name, await render());
  return filled;
}

const pattern = (name: string): RegExp => new RegExp(`(<!-- ${name} -->)([\\s\\S]*?)(<!-- /${name} -->)`);
