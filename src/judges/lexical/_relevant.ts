/** Which statements, and which claims of the response behind them, are about what was asked. */
import type { PreparedCase, RecordClaim } from "../../core/judgement-record.ts";
import { kindAsked } from "./_asked.ts";
import type { CaseRows } from "./_case.ts";
import type { Texts } from "./_texts.ts";
import type { Thresholds } from "./_thresholds.ts";
import { relevanceByQuestion, relevanceByReference } from "./relevance.ts";

export interface Relevance {
  /** By place in the rows, from 0 to 1. */
  readonly scores: Float64Array;
  /** From here on, a statement is relevant. */
  readonly enough: number;
  /** Of the claims of the response, also by the question; a wrong answer is about it too. Absent where the scores are by the question. */
  readonly asked?: { readonly from: number; readonly scores: Float64Array; readonly enough: number };
  /** What shows a claim of the reference is relevant, whatever its score. */
  readonly shown: ReadonlySet<number>;
}

/** Undefined where there is neither a reference nor a question. */
export function relevanceOf(
  { question }: PreparedCase,
  { claims, statements, responseClaims }: Texts,
  read: CaseRows,
  thresholds: Thresholds,
  supported: readonly RecordClaim[],
): Relevance | undefined {
  if (claims.length === 0 && question.trim() === "") return undefined;
  const all = statements.length + responseClaims.length;
  const byReference = claims.length > 0;
  const byQuestion = (from: number): Float64Array =>
    relevanceByQuestion(
      read.question,
      kindAsked(question),
      [...statements, ...responseClaims],
      read.rows,
      from,
      all,
    );
  const scores = byReference ? relevanceByReference(read.claims, read.rows, 0, all) : byQuestion(0);
  const evidence = new Set(
    supported.flatMap(({ support }) => support.flatMap((s) => (s.level === "full" ? s.by : []))),
  );
  const shown = new Set<number>();
  if (evidence.size > 0)
    statements.forEach(({ id }, place) => {
      if (evidence.has(id)) shown.add(place);
    });
  if (!byReference) return { scores, enough: thresholds.question, shown };
  const from = statements.length;
  const also = responseClaims.length > 0 && question.trim() !== "";
  return {
    scores,
    enough: thresholds.relevant,
    ...(also ? { asked: { from, scores: byQuestion(from), enough: thresholds.question } } : {}),
    shown,
  };
}

export const isRelevant = ({ scores, enough, asked, shown }: Relevance, place: number): boolean =>
  scores[place]! >= enough ||
  shown.has(place) ||
  (asked !== undefined && place >= asked.from && asked.scores[place - asked.from]! >= asked.enough);

/** The number of the verdict: the higher of the two. */
export const relevanceAt = ({ scores, asked }: Relevance, place: number): number =>
  asked === undefined || place < asked.from
    ? scores[place]!
    : Math.max(scores[place]!, asked.scores[place - asked.from]!);
