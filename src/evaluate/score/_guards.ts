/** What a tool looks at before it computes. */
import type { Judgement } from "../../core/judgement.ts";
import type { GuardCondition } from "../../core/rules.ts";

export interface Facts {
  /** Ids or texts, whichever the join reads, as given; with the gold that a rule adds to the candidates. */
  readonly hits: readonly (string | null)[];
  /** The gold in the shape the join rule asks for. */
  readonly groups: readonly (readonly string[])[];
  readonly judgement: Judgement | undefined;
  /** The grade of a hit; undefined if it is unjudged. */
  grade(hit: string | null): number | undefined;
}

// As Python's strip: the four separators from U+001C are white space, a byte order mark is not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const WHITE = /[\p{White_Space}\u001c-\u001f]/u;
function strip(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && WHITE.test(text[start]!)) start++;
  while (end > start && WHITE.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

const blank = (text: string | null | undefined): boolean =>
  text === null || text === undefined || strip(text) === "";
const joined = (f: Facts): string => (f.judgement?.contexts ?? []).join("\n");

export const conditions: Readonly<Record<GuardCondition, (f: Facts) => boolean>> = {
  "empty-ranking": (f) => f.hits.length === 0,
  "empty-gold": (f) => f.groups.every((group) => group.length === 0),
  "empty-both": (f) => f.hits.length === 0 && f.groups.every((group) => group.length === 0),
  "no-relevant-hit": (f) => {
    const wanted = new Set<string | null>(f.groups.flat());
    return !f.hits.some((hit) => wanted.has(hit));
  },
  "one-hit": (f) => f.hits.length === 1,
  "negative-grade-hit": (f) => f.hits.some((hit) => (f.grade(hit) ?? 0) < 0),
  "blank-hit": (f) => f.hits.some(blank),
  "blank-hit-ascii": (f) => f.hits.some((hit) => hit === null || /^[ \t\n\r]*$/.test(hit)),
  "duplicate-hit": (f) => new Set(f.hits).size < f.hits.length,
  "gold-hole": (f) =>
    f.groups.length === 0 || f.groups.some((group) => group.length === 0 || group.some(blank)),
  "gold-empty-id": (f) => f.groups.some((group) => group.includes("")),
  "gold-one-empty-group": (f) => f.groups.length === 1 && f.groups[0]!.length === 0,
  "no-contexts": (f) => f.judgement?.contexts?.length === 0,
  "blank-contexts": (f) => f.judgement?.contexts !== undefined && blank(joined(f)),
  "contexts-in-question": (f) =>
    f.judgement?.contexts !== undefined &&
    f.judgement.question !== undefined &&
    strip(f.judgement.question).includes(strip(joined(f))),
  "empty-question": (f) => f.judgement?.question === "",
  "empty-reference": (f) => f.judgement?.reference === "",
  "empty-response": (f) => f.judgement?.response === "",
};
