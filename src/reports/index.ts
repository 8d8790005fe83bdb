/** Report writers for people and programs. Writers that imitate another tool's files are named after it. */
import { csv } from "./csv.ts";
import { json } from "./json.ts";
import { jsonl } from "./jsonl.ts";
import { markdown } from "./markdown.ts";
import type { ReportWriter } from "./model.ts";
import { table } from "./table.ts";
import { trec } from "./trec.ts";
import { tsv } from "./tsv.ts";

/** By extension each at most once. */
export const reports: readonly ReportWriter[] = [table, json, jsonl, csv, tsv, markdown, trec];

export { verdictSentence } from "./compare/sentences.ts";
export type {
  ClaimSide,
  CorrectedMeans,
  Judging,
  Report,
  Reported,
  ReportOptions,
  ReportWriter,
  RunJudgement,
  RunReport,
  ShownHit,
  TextSource,
} from "./model.ts";
export { renderTable, type SummaryOptions, summaryTable, type TableOptions } from "./table.ts";
