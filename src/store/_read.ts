/** A stored run, read back. */
import { join } from "node:path";
import type { Answer } from "../core/answer.ts";
import type { QueryId } from "../core/ids.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import type { Hit } from "../core/ranking.ts";
import { answerOfRow } from "../evaluate/answers/stored-answer.ts";
import { readText } from "./_manifest.ts";
import { storeProblem } from "./problems.ts";
import type { StoredAnswers, StoredRun, StoredRunInfo } from "./store.ts";

export const SCORES = "scores.json";

export async function readStored(info: StoredRunInfo): Promise<StoredRun> {
  const { folder, manifest, problem } = info;
  if (manifest === undefined) throw new GoldieError(problem!);
  const problems: Problem[] = [];
  const words = new Map<QueryId, string>();
  const retrievers: StoredAnswers[] = [];
  for (const { file, ...about } of manifest.retrievers) {
    const answers = await readAnswers(join(folder, file), words, problems);
    const run = new Map<QueryId, readonly Hit[] | Error>();
    for (const [query, answer] of answers)
      run.set(query, answer.status === "failed" ? new GoldieError(answer.problem) : answer.hits);
    retrievers.push({ ...about, answers, run });
  }
  const scores = await readText(join(folder, SCORES));
  return { info, retrievers, words, ...(scores === undefined ? {} : { scores }), problems };
}

/** A later line of a query wins: it was asked again. */
async function readAnswers(
  file: string,
  words: Map<QueryId, string>,
  problems: Problem[],
): Promise<Map<QueryId, Answer>> {
  const answers = new Map<QueryId, Answer>();
  const text = (await readText(file)) ?? "";
  let broken = 0;
  let first: number | undefined;
  let line = 0;
  for (const row of text.split("\n")) {
    line++;
    if (row === "") continue;
    const value = parsed(row);
    const found = answerOfRow(value);
    if (found === undefined) {
      broken++;
      first ??= line;
      continue;
    }
    // In the place of the last line.
    answers.delete(found.id);
    answers.set(found.id, found.answer);
    const { query } = value as { readonly query?: unknown };
    if (typeof query === "string") words.set(found.id, query);
  }
  if (broken > 0) {
    const at = { file, ...(first === undefined ? {} : { line: first }) };
    problems.push(storeProblem("damaged-run/lines", { lines: broken }, { at, count: broken }));
  }
  return answers;
}

function parsed(row: string): unknown {
  try {
    return JSON.parse(row);
  } catch {
    return undefined;
  }
}
