/** Which statements, and which claims of the response behind them, are about what was asked. */
import type { PreparedCase, RecordClaim } from "../../core/judgement-record.ts";
import { kindAsked } from "./_asked.ts";
import type { CaseRows } from "./_case.ts";
import type { Texts } from "./_texts.ts";
import type { Thresholds } from "./_thresholds.ts";
import { relevanceByQuestion, relevanceByReference } from "./relevance.ts";

/** Places in the rows; undefined where there is neither a reference nor a question. */
export function relevantPlaces(
  { question }: PreparedCase,
  { claims, statements, responseClaims }: Texts,
  read: CaseRows,
  thresholds: Thresholds,
  supported: readonly RecordClaim[],
  scores: Float64Array | undefined,
): ReadonlySet<number> | undefined {
  if (claims.length === 0 && question.trim() === "") return undefined;
  const all = statements.length + responseClaims.length;
  const places = new Set<number>();
  const byReference = claims.length > 0;
  const own = byReference
    ? relevanceByReference(read.claims, read.rows, 0, all)
    : relevanceByQuestion(
        read.question,
        kindAsked(question),
        [...statements, ...responseClaims],
        read.rows,
        0,
        all,
      );
  const enough = byReference ? thresholds.relevant : thresholds.question;
  const theirs = byReference ? scores : undefined;
  for (let place = 0; place < all; place++)
    if (theirs !== undefined && place < statements.length) {
      for (let row = 0; row < claims.length; row++)
        if (theirs[row * statements.length + place]! >= thresholds.relevant) places.add(place);
    } else if (own[place]! >= enough) places.add(place);
  // What shows a claim of the reference is relevant.
  const evidence = new Set(
    supported.flatMap(({ support }) => support.flatMap((s) => (s.level === "full" ? s.by : []))),
  );
  statements.forEach(({ id }, place) => {
    if (evidence.has(id)) places.add(place);
  });
  return places;
}
