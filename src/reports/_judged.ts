/** What judge records contain besides scores: the judge, unsupported claims, and cases to review. */
import type { Flag, JudgedBy, JudgementRecord, RecordClaim } from "../core/judgement-record.ts";
import type { ClaimSide } from "./model.ts";

/** A claim that no context states in full. */
export interface UnsupportedClaim {
  readonly query: string;
  readonly question: string;
  readonly of: ClaimSide;
  readonly claim: string;
  readonly text: string;
  /** The contexts that support a part of it, from 1. */
  readonly partly?: readonly number[];
  /** Its names and numbers that no context has, of a judge that tells. */
  readonly missing?: readonly string[];
}

const PART_OF = { reference: "claims", response: "responseClaims" } as const;

/** Those that were judged. */
export function claimsOf(record: JudgementRecord, side: ClaimSide): readonly RecordClaim[] {
  const part = PART_OF[side];
  const holes = (record.unjudged ?? []).filter((hole) => hole.part === part);
  return (record[part] ?? []).filter(
    ({ id }) => !holes.some(({ ids }) => ids === undefined || ids.includes(id)),
  );
}

export function unsupportedIn(records: readonly JudgementRecord[]): UnsupportedClaim[] {
  const of = (record: JudgementRecord, side: ClaimSide): UnsupportedClaim[] =>
    claimsOf(record, side)
      .filter(({ support }) => !support.some(({ level }) => level === "full"))
      .map(({ id, text, support, missing }) => ({
        query: record.id,
        question: record.question,
        of: side,
        claim: id,
        text,
        ...(support.length === 0 ? {} : { partly: support.map(({ chunk }) => chunk + 1) }),
        ...(missing === undefined ? {} : { missing }),
      }));
  return records.flatMap((record) => [...of(record, "reference"), ...of(record, "response")]);
}

/** A claim that a context denies. */
export interface ContradictedClaim {
  readonly query: string;
  readonly of: ClaimSide;
  readonly claim: string;
  readonly text: string;
  /** The contexts that say the opposite, from 1, with their words. */
  readonly by: readonly { readonly context: number; readonly text: string; readonly confidence?: number }[];
}

export function contradictedIn(records: readonly JudgementRecord[]): ContradictedClaim[] {
  const of = (record: JudgementRecord, side: ClaimSide): ContradictedClaim[] =>
    claimsOf(record, side).flatMap(({ id, text, contradicted = [] }) =>
      contradicted.length === 0
        ? []
        : [
            {
              query: record.id,
              of: side,
              claim: id,
              text,
              by: contradicted.map(({ chunk, by, confidence }) => ({
                context: chunk + 1,
                text: record.chunks[chunk]!.statements.filter((s) => by.includes(s.id))
                  .map((s) => s.text)
                  .join(" "),
                ...(confidence === undefined ? {} : { confidence }),
              })),
            },
          ],
    );
  return records.flatMap((record) => [...of(record, "reference"), ...of(record, "response")]);
}

export const judgesOf = (records: readonly JudgementRecord[]): JudgedBy[] => [
  ...new Map(records.map(({ judge }) => [JSON.stringify(judge), judge])).values(),
];

export const flagsIn = (records: readonly JudgementRecord[]): ({ readonly query: string } & Flag)[] =>
  records.flatMap(({ id, flags = [] }) => flags.map((flag) => ({ query: id, ...flag })));

/** How steady the judge was, over all records that tell; undefined where none does. */
export function repeatedIn(
  records: readonly JudgementRecord[],
): { readonly cells: number; readonly flipped: number } | undefined {
  const all = records.flatMap(({ repeated }) => (repeated === undefined ? [] : [repeated]));
  if (all.length === 0) return undefined;
  return {
    cells: all.reduce((sum, { cells }) => sum + cells, 0),
    flipped: all.reduce((sum, { flipped }) => sum + flipped, 0),
  };
}
