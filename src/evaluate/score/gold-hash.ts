/** A short name for what a query's gold says, the same for every format that says it. */
import { compareIds, type DocId } from "../../core/ids.ts";
import type { ReadGold } from "../input/read-gold.ts";

/**
 * What decides scores, put in order: lists, groups and grades in another order, and a list where all grades are 1, are
 * the same gold. Tags and the answer are not part of it: no format of judgements has them.
 */
export function goldHash(gold: ReadGold): string {
  const { graded, relevant, groups, hops, forbidden, groupGrades, passages, spans, answerable } = gold;
  const listed = relevant === undefined ? undefined : [...relevant].sort(compareIds);
  const grades = graded?.ids.map((id, i) => [id, graded.grades[i]!] as const);
  const facets = [
    grades === undefined
      ? listed?.map((id) => [id, 1] as const)
      : [...grades].sort(([a], [b]) => compareIds(a, b)),
    // Beside grades a list says which of them count.
    grades === undefined ? undefined : listed,
    groups === undefined ? undefined : groupTexts(groups, groupGrades, hops === true),
    passages === undefined
      ? undefined
      : sorted(passages.map((texts) => JSON.stringify([...texts].sort(compareIds)))),
    spans === undefined
      ? undefined
      : sorted(spans.map((group) => JSON.stringify(sorted(group.map((one) => JSON.stringify(one)))))),
    answerable === false ? false : undefined,
    // Facets that came later stand at the end, and only where they are: the hashes of other gold stay as they were.
    ...(hops === true ? ["hops"] : []),
    ...(forbidden === undefined ? [] : [["forbidden", ...sorted(forbidden)]]),
  ];
  return hashOf(JSON.stringify(facets));
}

const sorted = (texts: readonly string[]): string[] => [...texts].sort(compareIds);

/** The order of hops means something. */
function groupTexts(
  groups: readonly (readonly DocId[])[],
  grades: ReadGold["groupGrades"],
  ordered: boolean,
): readonly string[] {
  const texts = groups.map((ids, g) => groupText(ids, grades?.[g]));
  return ordered ? texts : sorted(texts);
}

const groupText = (ids: readonly DocId[], grades: readonly number[] | undefined): string =>
  JSON.stringify(ids.map((id, i) => [id, grades?.[i] ?? 1] as const).sort(([a], [b]) => compareIds(a, b)));

/** 64 bits as 16 hexadecimal digits; two lanes of FNV-1a over UTF-16 with different factors, mixed at the end. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  [a, b] = [mixed(a ^ (b >>> 15)), mixed(b ^ (a >>> 13))];
  return hex(a) + hex(b);
}

/** The end of MurmurHash3: every bit of the input reaches every bit of the output. */
function mixed(h: number): number {
  let x = h ^ (h >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}

const hex = (x: number): string => (x >>> 0).toString(16).padStart(8, "0");
