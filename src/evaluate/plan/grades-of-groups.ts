import type { DocId } from "../../core/ids.ts";

/**
 * Groups as plain grades of 1: alternatives then count as separate documents. Never done automatically,
 * because it changes the question: for (a or b), a metric over grades expects both.
 * @example
 * gradesOfGroups([["a", "b"], ["c"]]) // Map { "a" => 1, "b" => 1, "c" => 1 }
 */
export const gradesOfGroups = (groups: readonly (readonly DocId[])[]): Map<DocId, number> =>
  new Map(groups.flat().map((id) => [id, 1]));
