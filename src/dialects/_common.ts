/** What dialects of other tools start from. Names for data, nothing that computes. */
import type { AverageRule, Guard, JoinRule, VerdictRule } from "../core/rules.ts";
import type { Because, Score } from "../core/score.ts";
import { textbook } from "./textbook.ts";

export const zero: Score = { status: "scored", value: 0 };
export const one: Score = { status: "scored", value: 1 };
const no = (because: Because): Score => ({ status: "undefined", because });
export const none = no("tool-none");
export const nan = no("tool-nan");
export const absent = no("tool-absent");
export const raises = no("tool-raises");

/** A list of ids, compared verbatim and in the given order; duplicates and oddities stay. */
export const listJoin: JoinRule = {
  ...textbook.join,
  shape: "each-distinct",
  duplicates: "keep",
  nulls: "keep",
  blank: "keep",
  ties: "given",
};
/** The same for tools without grades. */
export const binaryJoin: JoinRule = { ...listJoin, grades: "ignore" };

/** Python's NaN for the mean of nothing. */
export const nanMean: AverageRule = { ...textbook.average, empty: nan };

/** Most tools print 0 where a formula divides by nothing. */
export const zeroIf = (...because: Because[]): Partial<Record<Because, Score>> =>
  Object.fromEntries(because.map((one) => [one, zero]));

/** Judges answer with numbers, or with words that a person can read too. */
export const plainVerdicts: VerdictRule = {
  ...textbook.verdicts,
  numbers: "clamp",
  rating: "exact",
  unread: "skip",
};

/** The same answer under each of the conditions, for guards and for what poisons a mean. */
export const when = <T extends Guard["then"], C extends string>(
  then: T,
  ...conditions: C[]
): { when: C; then: T }[] => conditions.map((condition) => ({ when: condition, then }));
