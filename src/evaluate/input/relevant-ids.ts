import type { DocId } from "../../core/ids.ts";
import type { ReadGold } from "./read-gold.ts";

/** The relevant ids of a query's gold, in any form of gold. */
export const relevantIds = ({ relevant, groups, graded }: ReadGold): readonly DocId[] =>
  relevant ?? groups?.flat() ?? graded?.ids.filter((_, i) => graded.grades[i]! > 0) ?? [];
