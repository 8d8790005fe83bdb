/** What Ragas does without a model, on the same pairs: a text supports another where their edit similarity is above a half. */
import { editDistance } from "../../src/core/problem.ts";
import { splitStatements } from "../../src/judges/split/statements.ts";
import type { ClapnqQuestion, WiceClaim } from "./data.ts";
import { auc, balancedAccuracy, type Groups } from "./figures.ts";

/** 1 - distance / length of the longer, of the most similar sentence. Lengths too far apart cannot be similar. */
function editScore(claim: string, statements: readonly string[]): number {
  let best = 0;
  for (const statement of statements) {
    const longest = Math.max(claim.length, statement.length, 1);
    if (Math.min(claim.length, statement.length) / longest > best)
      best = Math.max(best, 1 - editDistance(claim, statement) / longest);
  }
  return best;
}

const HALF = 0.5 + Number.EPSILON;

export function editBaseline(
  wice: readonly WiceClaim[],
  clapnq: readonly ClapnqQuestion[],
  names: { readonly page: string; readonly half: string; readonly whole: string; readonly cut: string },
) {
  const page: { yes: number[]; no: number[] } = { yes: [], no: [] };
  for (const { claim, evidence, label } of wice)
    (label === "supported" ? page.yes : page.no).push(editScore(claim, evidence));
  const cut: { yes: number[]; no: number[] } = { yes: [], no: [] };
  for (const { answer, sentences, selectedByAny } of clapnq)
    for (const { text } of splitStatements(answer)) {
      cut.yes.push(editScore(text, sentences));
      cut.no.push(
        editScore(
          text,
          sentences.filter((sentence) => !selectedByAny.has(sentence)),
        ),
      );
    }
  const row = (task: string, data: string, groups: Groups) => [
    {
      task: `${task}: edit similarity > 0.5`,
      data,
      figure: "balanced accuracy",
      value: balancedAccuracy(groups, HALF),
    },
    { task: `${task}: edit similarity`, data, figure: "AUC", value: auc(groups) },
  ];
  return [...row(names.cut, names.half, cut), ...row(names.whole, names.page, page)];
}
