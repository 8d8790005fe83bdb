/** A stored run, read back. */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../core/answer.ts";
import type { QueryId } from "../core/ids.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import type { Hit } from "../core/ranking.ts";
import { answerOfRow } from "../evaluate/answers/stored-answer.ts";
import { systemCode } from "../files/write-trouble.ts";
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
  const scores = await readScores(info);
  return { info, retrievers, words, ...(scores === undefined ? {} : { scores }), problems };
}

/** Without the answers. */
export const readScores = ({ folder }: StoredRunInfo): Promise<string | undefined> =>
  readText(join(folder, SCORES));

/** A later line of a query wins: it was asked again. */
async function readAnswers(
  file: string,
  words: Map<QueryId, string>,
  problems: Problem[],
): Promise<Map<QueryId, Answer>> {
  const answers = new Map<QueryId, Answer>();
  let broken = 0;
  let first: number | undefined;
  let line = 0;
  for await (const row of linesOf(file)) {
    line++;
    if (row?.length === 0) continue;
    const value = row === undefined ? undefined : parsed(row);
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

/** No answer is so long; what is longer is damaged. */
const LONGEST_LINE = 2 ** 28;
const LF = 10;

/** A whole run may be longer than a text can be. Undefined: a line that is too long. */
async function* linesOf(file: string): AsyncGenerator<Uint8Array | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (piece: Uint8Array): void => {
    length += piece.length;
    if (length <= LONGEST_LINE) parts.push(piece);
    else parts = [];
  };
  const line = (): Uint8Array | undefined => {
    const whole = length > LONGEST_LINE ? undefined : parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    parts = [];
    length = 0;
    return whole;
  };
  const pieces = createReadStream(file, { highWaterMark: 2 ** 20 }) as AsyncIterable<Uint8Array>;
  try {
    for await (const piece of pieces) {
      let from = 0;
      for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, from)) {
        add(piece.subarray(from, at));
        yield line();
        from = at + 1;
      }
      add(piece.subarray(from));
    }
  } catch (error) {
    if (systemCode(error) === "ENOENT") return;
    throw error;
  }
  if (length > 0) yield line();
}

const decoder = new TextDecoder();

function parsed(row: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(row));
  } catch {
    return undefined;
  }
}
