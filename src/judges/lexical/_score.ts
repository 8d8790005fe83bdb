/** A scorer of the user (embeddings, entailment, a cross-encoder) in the place of shared words. */
import type { PreparedCase } from "../../core/judgement-record.ts";
import { judgesProblem } from "../_problems.ts";

/** How far a statement says a claim, from 0 to 1. */
export type ScoreCell = (claim: string, statement: string) => number | Promise<number>;

/** By claim and statement, row by row. One after the other: the scorer may hold a model that does one thing at a time. */
export async function scoreCells(
  score: ScoreCell,
  claims: readonly string[],
  statements: readonly string[],
  one: Pick<PreparedCase, "id">,
  signal?: AbortSignal,
): Promise<Float64Array> {
  const cells = new Float64Array(claims.length * statements.length);
  for (const [row, claim] of claims.entries())
    for (const [column, statement] of statements.entries()) {
      signal?.throwIfAborted();
      const given = score(claim, statement);
      cells[row * statements.length + column] = check(
        typeof given === "number" ? given : await given,
        one.id,
      );
    }
  return cells;
}

function check(value: number, query: string): number {
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw judgesProblem.error("bad-cell-score", { found: String(value) }, { at: { query } });
}
