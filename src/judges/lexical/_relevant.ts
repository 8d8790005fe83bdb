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
  const scores = byReference
    ? relevanceByReference(read.claims, read.rows, 0, all)
    : relevanceByQuestion(
        read.question,
        kindAsked(question),
        [...statements, ...responseClaims],
        read.rows,
        0,
        all,
      );
  const evidence = new Set(
    supported.flatMap(({ support }) => support.flatMap((s) => (s.level === "full" ? s.by : []))),
  );
  const shown = new Set<number>();
  if (evidence.size > 0)
    statements.forEach(({ id }, place) => {
      if (evidence.has(id)) shown.add(place);
    });
  return { scores, enough: byReference ? thresholds.relevant : thresholds.question, shown };
}

export const isRelevant = ({ scores, enough, shown }: Relevance, place: number): boolean =>
  scores[place]! >= enough || shown.has(place);
