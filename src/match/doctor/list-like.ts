/** Ids that look like several: a rule that leaves one of them over finds a part, and calls it the whole. */
import type { WriteId } from "./count.ts";
import { signatureOf } from "./shape.ts";

const SEPARATOR = /[,;|]/;

/** The ids in an id such as "d1, d2"; none where its parts are of different kinds, as in "doc-17|3". */
function listed(id: string): readonly string[] {
  if (id.length > 10_000 || !SEPARATOR.test(id)) return [];
  const parts = id.split(SEPARATOR).map((part) => part.trim());
  return parts.length > 1 &&
    parts.every((part) => part !== "" && signatureOf(part) === signatureOf(parts[0]!))
    ? parts
    : [];
}

/** Does the rule throw away a part of an id that looks like a list? */
export const cutsLists = (ids: Iterable<string>, write: WriteId): boolean => {
  for (const id of ids) {
    const parts = listed(id);
    if (parts.length === 0) continue;
    const left = write(id).toLowerCase();
    if (parts.some((part) => !left.includes(part.toLowerCase()))) return true;
  }
  return false;
};
