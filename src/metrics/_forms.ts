/** What metrics share of their push-down forms. Ranks here count from 1. */

import {
  add,
  and,
  div,
  type Expr,
  eq,
  type Form,
  type FormLeaf,
  form,
  fresh,
  type GoldNode,
  ge,
  gold,
  grade,
  greatest,
  groups,
  gt,
  hits,
  judged,
  le,
  least,
  ln,
  log2,
  lt,
  mul,
  type NoAnswer,
  type NoForm,
  not,
  pow,
  rank,
  relevant,
  running,
  size,
  sub,
  when,
} from "../core/form.ts";
import type { Discount, Worth } from "./_gains.ts";

/** Among the first k. */
export const within = <L extends FormLeaf>(k: number | undefined, condition: Expr<L>): Expr<L | "rank"> =>
  k === undefined ? condition : and(condition, le(rank, k));

/** As isRelevant. */
export const relevantHit = (rel: number | undefined): Expr<"relevant" | "judged" | "grade"> =>
  rel === undefined ? relevant : and(judged, ge(grade, rel));

/** As relevantTotal. */
export const relevantDocs = (rel: number | undefined): Expr<"gold"> =>
  rel === undefined ? gold("listed", "count") : gold("pool", "count", { where: ge(grade, rel) });

/** As found. */
export const foundHits = (k: number | undefined, rel: number | undefined): Expr<"hits"> =>
  hits("count", within(k, relevantHit(rel)));

/** As precisionSum: precision at each relevant hit, added up. */
export const precisionsOfHits = (k: number | undefined, rel: number | undefined): Expr<"hits"> =>
  hits("sum", within(k, relevantHit(rel)), div(running("count", relevantHit(rel), "here"), rank));

/** As satisfied. */
export const satisfiedGroups = (k: number | undefined): Expr<"hits"> => hits("count", within(k, fresh));

/** As precisionBelow. */
export const precisionDivisor = (
  k: number | undefined,
  of: "k" | "retrieved" | "distinct" | "min",
  rel: number | undefined,
): Expr<"gold" | "size"> | number =>
  of === "min"
    ? least(k ?? relevantDocs(rel), relevantDocs(rel))
    : of === "k" && k !== undefined
      ? k
      : size(k);

/** Of what a form divides by. */
export const isZero = <L extends FormLeaf>(below: Expr<L> | number): Expr<L> => eq(below, 0);

export const ifNoRelevant = (rel: number | undefined): NoAnswer => ({
  when: isZero(relevantDocs(rel)),
  because: "no-relevant",
});
export const ifNoGroup: NoAnswer = { when: isZero(groups), because: "no-relevant" };
export const ifEmpty = (below: Expr<"gold" | "size"> | number): NoAnswer => ({
  when: isZero(below),
  because: "empty-ranking",
});

/** As harmonic. */
export function harmonicMean<L extends FormLeaf>(
  p: Expr<L>,
  r: Expr<L>,
  beta: number,
  squared: "yes" | "no",
): Expr<L> {
  const square = squared === "yes" ? beta * beta : beta;
  const below = add(mul(square, p), r);
  const above = squared === "no" ? mul(mul(1 + square, p), r) : mul(1 + square, mul(p, r));
  return when(isZero(below), 0, div(above, below));
}

/** The natural logarithm of what another metric scores. */
export const logOf = (of: Form | NoForm, floor: number): Form | NoForm =>
  "why" in of ? of : form(ln(greatest(of.value, floor)), ...of.none);

/** As worthOf. */
export function worthOfGrade({ gain, min, negatives }: Worth): Expr<"grade"> {
  const keep = negatives === "keep";
  const positive = <L extends FormLeaf = never>(x: Expr<L> | number) => when(gt(grade, 0), x, 0);
  const own = keep ? grade : positive(grade);
  let x: Expr<"grade">;
  if (gain === "binary") x = positive(1);
  else if (gain === "exp") x = keep ? sub(pow(2, grade), 1) : positive(sub(pow(2, grade), 1));
  else if (gain === "linear") x = own;
  else x = [...gain].reduceRight<Expr<"grade">>((rest, [of, is]) => when(eq(grade, of), is, rest), own);
  return min === undefined ? x : when(lt(grade, min), 0, x);
}

const rankDiscount = (discount: Discount): Expr<"rank"> =>
  discount === "log2" ? log2(add(rank, 1)) : when(le(rank, 2), 1, log2(rank));

/** As dcgOfHits. */
export const discountedHits = (k: number | undefined, gains: Worth, discount: Discount): Expr<"hits"> =>
  hits("sum", within(k, judged), div(worthOfGrade(gains), rankDiscount(discount)));

/** Discounted gain of the best documents of the gold. */
export const discountedGold = (
  over: GoldNode["over"],
  gains: Worth,
  discount: Discount,
  rest: { [K in "where" | "first"]?: GoldNode[K] | undefined },
): Expr<"gold"> =>
  gold(over, "sum", {
    ...rest,
    // Only a table may value a lower grade more.
    by: typeof gains.gain === "object" ? worthOfGrade(gains) : undefined,
    of: div(worthOfGrade(gains), rankDiscount(discount)),
  });

/** As worthless. */
export const ifWorthless = (gains: Worth): NoAnswer => ({
  when: isZero(
    gold("pool", "count", {
      where: gains.negatives === "keep" ? not(eq(worthOfGrade(gains), 0)) : gt(worthOfGrade(gains), 0),
    }),
  ),
  because: "no-relevant",
});

/** Why an order of equal scores other than that of the list has no form. */
export const runsOfScores = (ties: string): NoForm => ({
  why: `ties=${ties} needs the runs of equal scores`,
});
