import type { DocId } from "../../core/ids.ts";
import type { ReadGold } from "./read-gold.ts";

/** The ids that a query's gold holds for right, in whatever form. */
export const relevantIds = ({ relevant, groups, graded }: ReadGold): readonly DocId[] =>
  relevant ?? groups?.flat() ?? graded?.ids.filter((_, i) => graded.grades[i]! > 0) ?? [];
