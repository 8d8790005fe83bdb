/** Cells of a judgement: one verdict each, found by what a label is about. */

import type { QueryId } from "../../core/ids.ts";
import type { JudgedPart, JudgementRecord, RecordClaim } from "../../core/judgement-record.ts";
import type { Level } from "./_levels.ts";
import { once } from "./_once.ts";
import type { About } from "./labels.ts";
import type { Missing } from "./problems.ts";

export const PARTS = {
  claims: "claims of the reference, supported by any chunk",
  support: "claims of the reference × chunks",
  responseClaims: "claims of the response, supported by any chunk",
  responseSupport: "claims of the response × chunks",
  statements: "statements, relevant to the question",
  chunks: "chunks that help",
} as const;
export type Part = keyof typeof PARTS;

export interface Cell {
  readonly id: QueryId;
  readonly part: Part;
  readonly claim?: string;
  /** Rank from 1; the id of the document where nothing tells the rank. */
  readonly chunk?: number | string;
  readonly statement?: string;
  /** Of the claim or the statement, where a record tells it. */
  readonly text?: string;
}
export const cellKey = ({ part, claim, chunk, statement }: Cell): string =>
  JSON.stringify([part, claim ?? null, chunk ?? null, statement ?? null]);

export type FoundCell =
  | { readonly cell: Cell; readonly level: Level }
  | { readonly missing: Missing }
  | { readonly unjudged: "not-asked" | "statements" | "claims" }
  /** What the judge said of why there is no verdict. */
  | { readonly message: string };

/** The cell by the words of the label alone. */
export function cellWithout({ id, about }: { readonly id: QueryId; readonly about: About }): Cell {
  const { claim, chunk, statement, text } = about;
  const ofResponse = claim !== undefined && /^r\d+$/.test(claim);
  return { id, part: partOf(about, ofResponse), ...spread({ claim, chunk, statement, text }) };
}

const partOf = ({ claim, chunk, statement }: About, ofResponse: boolean): Part => {
  if (statement !== undefined) return "statements";
  if (claim === undefined) return "chunks";
  if (chunk === undefined) return ofResponse ? "responseClaims" : "claims";
  return ofResponse ? "responseSupport" : "support";
};

const spread = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** What a record says of it. */
export function findCell(record: JudgementRecord, about: About): FoundCell {
  if (about.statement !== undefined) return findStatement(record, about.statement, about.text);
  const chunk = about.chunk === undefined ? undefined : chunkPlace(record, about.chunk);
  if (chunk === -1) return { missing: { part: "chunk", id: about.chunk! } };
  if (about.claim === undefined) return findChunk(record, chunk!);
  const claim = findClaim(record, about.claim, about.text);
  if (claim === undefined)
    return isUnjudged(record, "claims") ?? { missing: { part: "claim", id: about.claim } };
  const ofResponse = record.responseClaims?.includes(claim) ?? false;
  const hole = isUnjudged(record, ofResponse ? "responseClaims" : "claims", claim.id);
  if (hole !== undefined) return hole;
  const at = about.chunk === undefined ? {} : { chunk: chunk! + 1 };
  return {
    cell: { id: record.id, part: partOf(about, ofResponse), claim: claim.id, ...at, text: claim.text },
    level: chunk === undefined ? bestLevel(claim) : levelAt(claim, chunk),
  };
}

export const levelAt = (claim: RecordClaim, chunk: number): Level => levelsOf(claim).get(chunk) ?? 0;
/** By chunk. */
const levelsOf = once(
  ({ support }: RecordClaim) =>
    new Map(support.map(({ chunk, level }): [number, Level] => [chunk, level === "full" ? 2 : 1])),
);

const bestLevel = ({ support }: RecordClaim): Level =>
  support.some(({ level }) => level === "full") ? 2 : support.length > 0 ? 1 : 0;

/** The place of the first chunk with the same text; -1 where there is none, or where several texts have the id of one document. */
function chunkPlace({ chunks }: JudgementRecord, chunk: number | string): number {
  if (typeof chunk === "number")
    return chunks[chunk - 1] === undefined ? -1 : (chunks[chunk - 1]!.sameAs ?? chunk - 1);
  const meant = new Set(chunks.flatMap(({ id, sameAs }, i) => (id === chunk ? [sameAs ?? i] : [])));
  return meant.size === 1 ? [...meant][0]! : -1;
}

const squeezed = (text: string): string => text.trim().replace(/\s+/g, " ");

/** By its id, if the text is not another; then by its text. */
function findClaim(record: JudgementRecord, name: string, text?: string): RecordClaim | undefined {
  const all: readonly RecordClaim[] = [...(record.claims ?? []), ...(record.responseClaims ?? [])];
  const same = (claim: RecordClaim, words: string): boolean => squeezed(claim.text) === squeezed(words);
  return (
    all.find((claim) => claim.id === name && (text === undefined || same(claim, text))) ??
    all.find((claim) => same(claim, text ?? name))
  );
}

/** By id; of two with the same id the first. */
const statementsOf = once(
  ({ chunks }: JudgementRecord) =>
    new Map(chunks.flatMap(({ statements }) => statements.map((one) => [one.id, one] as const)).reverse()),
);

function findStatement(record: JudgementRecord, id: string, text?: string): FoundCell {
  const statement = statementsOf(record).get(id);
  if (statement === undefined || (text !== undefined && squeezed(statement.text) !== squeezed(text)))
    return { missing: { part: "statement", id } };
  if (statement.relevant === undefined)
    return isUnjudged(record, "statements", id) ?? { unjudged: "not-asked" };
  const cell = { id: record.id, part: "statements" as const, statement: id, text: statement.text };
  return { cell, level: statement.relevant ? 2 : 0 };
}

/** Supports a claim of the reference, or is about the question where there is none. */
function findChunk(record: JudgementRecord, chunk: number): FoundCell {
  const cell = { id: record.id, part: "chunks" as const, chunk: chunk + 1 };
  if (record.reference === undefined) {
    const bits = record.chunks[chunk]!.statements.map(({ relevant }) => relevant);
    if (bits.includes(undefined)) return { unjudged: "statements" };
    return { cell, level: bits.includes(true) ? 2 : 0 };
  }
  const hole = isUnjudged(record, "claims", ...(record.claims ?? []).map(({ id }) => id));
  if (hole !== undefined || record.claims === undefined) return hole ?? { unjudged: "claims" };
  return { cell, level: Math.max(0, ...record.claims.map((claim) => levelAt(claim, chunk))) as Level };
}

function isUnjudged(record: JudgementRecord, part: JudgedPart, ...ids: string[]): FoundCell | undefined {
  const hole = record.unjudged?.find(
    (one) => one.part === part && (one.ids === undefined || one.ids.some((id) => ids.includes(id))),
  );
  return hole && { message: hole.problem.what };
}
