/** Files of judgement records: reading, resuming and writing. */

import type { QueryId } from "../../../core/ids.ts";
import type { JudgeCase, JudgedBy, JudgementRecord } from "../../../core/judgement-record.ts";
import { GoldieError } from "../../../core/problem.ts";
import type { ProblemLog } from "../../../core/problem-log.ts";
import { PRIVATE } from "../../../files/append-file.ts";
import type { Source } from "../../../files/source.ts";
import { headLines } from "../../../formats/bytes/lines.ts";
import { sameJudge } from "../../../judges/calibrate/correct.ts";
import { prepareCase } from "../../../judges/prepare.ts";
import { parseRecord, recordLine } from "../../../judges/record.ts";
import type { Effects } from "../../effects.ts";
import { writeOutput } from "../output.ts";
import { judgeProblem } from "./problems.ts";

/** Is this a file of records? Decided by its first line. */
export async function holdsRecords(source: Source): Promise<boolean> {
  const [first = ""] = headLines(await source.head(), 1);
  return /^\s*\{\s*"format"\s*:\s*"goldie-judgement@/.test(first);
}

/** Reads and validates records; an invalid line is an error with its place. */
export async function readRecords(source: Source, log: ProblemLog): Promise<JudgementRecord[]> {
  const records: JudgementRecord[] = [];
  const lines = new Map<QueryId, number>();
  const text = new TextDecoder().decode(await source.bytes());
  text.split(/\r?\n/).forEach((row, i) => {
    if (row.trim() === "") return;
    const at = { file: source.name, line: i + 1 };
    try {
      const record = parseRecord(parseJson(row, at), at);
      const before = lines.get(record.id);
      if (before === undefined) {
        lines.set(record.id, i + 1);
        records.push(record);
      } else
        log.add(
          judgeProblem(
            "duplicate-case/record-lines",
            {},
            { at: { ...at, firstLine: before, query: record.id } },
          ),
        );
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      log.add(error.problem);
    }
  });
  return records;
}

function parseJson(row: string, at: { file: string; line: number }): unknown {
  try {
    return JSON.parse(row);
  } catch {
    throw judgeProblem.error("bad-record/not-json", {}, { at, level: "error" });
  }
}

/** Earlier records that are still valid: same case, same judge, nothing unjudged. */
export function stillFit(
  records: readonly JudgementRecord[],
  cases: readonly JudgeCase[],
  by: JudgedBy,
): Map<QueryId, JudgementRecord> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const kept = new Map<QueryId, JudgementRecord>();
  for (const one of cases) {
    const record = byId.get(one.id);
    if (record === undefined || record.unjudged !== undefined || !sameJudge(record.judge, by)) continue;
    const { tags: _, ...base } = prepareCase(one).base;
    if (wordsOf(record) !== wordsOf(base)) continue;
    const { tags: __, ...rest } = record;
    kept.set(one.id, one.tags === undefined ? rest : { ...rest, tags: one.tags });
  }
  return kept;
}

type CaseWords = Pick<JudgementRecord, "question" | "reference" | "response" | "chunks">;
const wordsOf = ({ question, reference, response, chunks }: CaseWords): string =>
  JSON.stringify([
    question,
    reference,
    response,
    chunks.map(({ id, text, statements }) => [id, text, statements.map((one) => one.text)]),
  ]);

export const writeRecords = (
  path: string,
  records: Iterable<JudgementRecord>,
  effects: Effects,
): Promise<void> =>
  writeOutput(
    path,
    effects,
    async (write) => {
      for (const record of records) await write(`${recordLine(record)}\n`);
    },
    PRIVATE,
  );
