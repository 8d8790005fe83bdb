/** Whether a statement is about what was asked: strong where a reference says what the answer is, weak by the question alone. */

import type { NamingText } from "./_aliases.ts";
import { type AskedKind, answersKind } from "./_asked.ts";
import type { Rows } from "./_rows.ts";
import type { Sought } from "./_sought.ts";
import { sharesOf } from "./support.ts";

/** By statement, 0 to 1: half how much of one claim it says, half how much of it is in the reference. */
export function relevanceByReference(
  claims: readonly Sought[],
  rows: Rows,
  from: number,
  to: number,
): Float64Array {
  const scores = new Float64Array(to - from);
  for (const claim of claims) {
    const shares = sharesOf(claim, rows, from, to);
    for (let i = 0; i < scores.length; i++) scores[i] = Math.max(scores[i]!, shares[i]!);
  }
  for (let i = 0; i < scores.length; i++) {
    const weight = rows.weight[from + i]!;
    scores[i] = (scores[i]! + (weight === 0 ? 0 : rows.shared[from + i]! / weight)) / 2;
  }
  return scores;
}

/** What the kind of thing asked for (a person, a time) counts beside the words of the question. */
const KIND = 0.2;

/** By statement, 0 to 1: how much of the question it says, and whether it has what is asked for. */
export function relevanceByQuestion(
  question: Sought,
  kind: AskedKind | undefined,
  texts: readonly NamingText[],
  rows: Rows,
  from: number,
  to: number,
): Float64Array {
  const shares = sharesOf(question, rows, from, to);
  return shares.map((share, i) => {
    const has =
      kind === undefined
        ? 0.5
        : answersKind(kind, texts[from + i]!.text, texts[from + i]!.tokens, question.text)
          ? 1
          : 0;
    return (1 - KIND) * share + KIND * has;
  });
}
