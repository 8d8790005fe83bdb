/** Gold with labels that people gave to documents it did not judge. */
import type { DocId, QueryId } from "../../core/ids.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { GoldColumns } from "../input/gold-columns.ts";
import { type GoldFacets, type GoldValue, type ReadGold, readGold } from "../input/read-gold.ts";

/** Can documents be added to it? Groups and passages name what has to be found, which the label of one document does not. */
export const takesLabels = ({ graded, relevant, groups, passages, spans, answerable }: ReadGold): boolean =>
  answerable !== false &&
  (graded !== undefined ||
    relevant !== undefined ||
    (groups === undefined && passages === undefined && spans === undefined));

/**
 * The gold of one query with labels: a label comes before what the gold says of the same document. Where the gold has a
 * list of relevant documents and no grades, each of them has grade 1. Without labels it is the gold as it was given.
 */
export function labelledGold(
  query: QueryId,
  value: GoldValue,
  labels: ReadonlyMap<DocId, number>,
): GoldValue {
  if (labels.size === 0) return value;
  const { graded, relevant } = readGold(query, value, new ProblemLog());
  const grades = new Map<DocId, number>();
  graded?.ids.forEach((id, i) => void grades.set(id, graded.grades[i]!));
  const both = grades.size > 0 && relevant !== undefined;
  if (!both) for (const id of relevant ?? []) grades.set(id, 1);
  for (const [id, grade] of labels) grades.set(id, grade);
  const { relevant: listed, grades: _, ...others } = facetsOf(value);
  // Groups, passages and spans may be given under this name, too.
  const other = Array.isArray(listed) && relevant === undefined ? { relevant: listed } : {};
  return { ...others, ...other, grades, ...(both ? { relevant: relabelled(relevant, labels) } : {}) };
}

/** Lists and tables of grades have no other facets. */
function facetsOf(value: GoldValue): GoldFacets {
  const plain = !(
    Array.isArray(value) ||
    value instanceof Map ||
    value instanceof Set ||
    value instanceof GoldColumns
  );
  return plain && Object.values(value).some((one) => typeof one !== "number") ? (value as GoldFacets) : {};
}

function relabelled(relevant: readonly DocId[], labels: ReadonlyMap<DocId, number>): DocId[] {
  const listed = new Set(relevant);
  return [
    ...relevant.filter((id) => (labels.get(id) ?? 1) > 0),
    ...[...labels].flatMap(([id, grade]) => (grade > 0 && !listed.has(id) ? [id] : [])),
  ];
}
