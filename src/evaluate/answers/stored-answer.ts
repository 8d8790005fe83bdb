/** Answers as lines of a file: what they look like, and whether a line is one. */
import type { Answer, Answered, AnswerStage } from "../../core/answer.ts";
import type { QueryId } from "../../core/ids.ts";
import { type Problem, printProblem } from "../../core/problem.ts";
import type { Hit } from "../../core/ranking.ts";

/** A row of a run file: other tools, and Goldie's own readers, find the hits where they look for them. */
export type AnswerRow =
  | ({ readonly id: QueryId; readonly query?: string } & Omit<Answered, "status">)
  | {
      readonly id: QueryId;
      readonly query?: string;
      readonly error: string;
      readonly problem: Problem;
      readonly attempts: number;
    };

export function rowOfAnswer(id: QueryId, answer: Answer, query?: string): AnswerRow {
  const asked = { id, ...(query === undefined ? {} : { query }) };
  if (answer.status === "failed") {
    const { problem, attempts } = answer;
    return { ...asked, error: printProblem(problem), problem, attempts };
  }
  const { status: _, ...rest } = answer;
  return { ...asked, ...rest };
}

/** Undefined where it is something else. */
export function answerOfRow(row: unknown): { readonly id: QueryId; readonly answer: Answer } | undefined {
  if (!isRecord(row) || typeof row["id"] !== "string") return undefined;
  const { id, query: _, error, problem, ...rest } = row;
  if (typeof error === "string") {
    const { attempts } = rest;
    if (!isProblem(problem) || typeof attempts !== "number") return undefined;
    return { id: id as QueryId, answer: { status: "failed", problem, attempts } };
  }
  const answer = { status: "answered", ...rest };
  return isStoredAnswered(answer) ? { id: id as QueryId, answer } : undefined;
}

/** Whether data from a file is an answer that was written there. */
export function isStoredAnswered(x: unknown): x is Answered {
  if (!isRecord(x) || x["status"] !== "answered" || !isHits(x["hits"])) return false;
  const { stages, filtered, cost, ms, attempts } = x;
  return (
    typeof attempts === "number" &&
    (stages === undefined || (Array.isArray(stages) && stages.every(isStage))) &&
    (filtered === undefined || (Array.isArray(filtered) && filtered.every((id) => typeof id === "string"))) &&
    (cost === undefined || isAmount(cost)) &&
    (ms === undefined || isAmount(ms))
  );
}

const isRecord = (x: unknown): x is Readonly<Record<string, unknown>> =>
  typeof x === "object" && x !== null && !Array.isArray(x);

const isAmount = (x: unknown): boolean => typeof x === "number" && Number.isFinite(x);

const isHits = (x: unknown): x is readonly Hit[] =>
  Array.isArray(x) &&
  x.every(
    (hit) =>
      isRecord(hit) &&
      (hit["id"] === null || typeof hit["id"] === "string") &&
      (hit["score"] === undefined || isAmount(hit["score"])) &&
      (hit["text"] === undefined || typeof hit["text"] === "string"),
  );

const isStage = (x: unknown): x is AnswerStage =>
  isRecord(x) && typeof x["name"] === "string" && isHits(x["hits"]);

const isProblem = (x: unknown): x is Problem =>
  isRecord(x) &&
  typeof x["code"] === "string" &&
  typeof x["what"] === "string" &&
  typeof x["fix"] === "string";
