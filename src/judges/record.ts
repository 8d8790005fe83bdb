import type {
  Contradiction,
  Judged,
  JudgedBy,
  JudgedPart,
  JudgementRecord,
  RecordChunk,
  RecordClaim,
  Support,
  Unjudged,
} from "../core/judgement-record.ts";
import type { Problem } from "../core/problem.ts";
import type { RecordBase } from "./prepare.ts";

export { parseRecord } from "./_parse-record.ts";
export { recordLine } from "./_record-line.ts";

/** What is known of a case and what a judge said of it, as one record: verdicts of a chunk hold for the chunks with the same text. */
export function makeRecord(base: RecordBase, judged: Judged, by: JudgedBy): JudgementRecord {
  const copies = sameTexts(base.chunks);
  const unjudged = withCopies(judged.unjudged ?? [], base.chunks);
  // Without a question, relevance is undefined.
  const asked = base.question.trim() !== "";
  const relevant = asked && judged.relevant !== undefined ? new Set(judged.relevant) : undefined;
  const unknown = unknownStatements(unjudged);
  const chunks = base.chunks.map((chunk, own): RecordChunk => {
    const at = chunk.sameAs ?? own;
    return {
      ...chunk,
      statements: chunk.statements.map(({ id, text }, i) => {
        if (relevant === undefined || unknown(id)) return { id, text };
        const place = chunk.sameAs === undefined ? id : `${at + 1}.${i + 1}`;
        const relevance = judged.relevance?.get(place);
        return { id, text, relevant: relevant.has(place), ...(relevance === undefined ? {} : { relevance }) };
      }),
    };
  });
  const spread = <T extends RecordClaim>(claim: T): T => ({
    ...claim,
    support: claim.support.flatMap((s) => [s, ...copiesOf(s, copies)]).sort((a, b) => a.chunk - b.chunk),
    ...(claim.contradicted === undefined
      ? {}
      : {
          contradicted: claim.contradicted
            .flatMap((c) => [c, ...copiesOf(c, copies)])
            .sort((a, b) => a.chunk - b.chunk),
        }),
    ...(claim.confidences === undefined
      ? {}
      : { confidences: base.chunks.map(({ sameAs }, at) => claim.confidences![sameAs ?? at] ?? 0) }),
  });
  return {
    format: "goldie-judgement@1",
    ...base,
    chunks,
    ...(judged.claims === undefined ? {} : { claims: judged.claims.map(spread) }),
    ...(judged.responseClaims === undefined ? {} : { responseClaims: judged.responseClaims.map(spread) }),
    ...(judged.entities === undefined
      ? {}
      : {
          entities: judged.entities.map((e) => ({
            ...e,
            chunks: e.chunks.flatMap((c) => [c, ...(copies.get(c) ?? [])]).sort((a, b) => a - b),
          })),
        }),
    judge: by,
    ...(judged.cost === undefined ? {} : { cost: judged.cost }),
    ...(unjudged.length === 0 ? {} : { unjudged }),
    ...(judged.flags === undefined || judged.flags.length === 0 ? {} : { flags: judged.flags }),
    ...(judged.repeated === undefined ? {} : { repeated: judged.repeated }),
  };
}

/** A case that could not be judged: names every part its metrics would read, so that none becomes 0. */
export function unjudgedRecord(base: RecordBase, problem: Problem, by: JudgedBy): JudgementRecord {
  const parts: JudgedPart[] = [
    ...(base.reference === undefined ? [] : (["claims", "entities"] as const)),
    ...(base.response === undefined ? [] : (["responseClaims"] as const)),
    ...(base.chunks.some((c) => c.statements.length > 0) ? (["statements"] as const) : []),
  ];
  return makeRecord(base, { unjudged: parts.map((part) => ({ part, problem })) }, by);
}

function sameTexts(chunks: readonly RecordChunk[]): ReadonlyMap<number, readonly number[]> {
  const copies = new Map<number, number[]>();
  chunks.forEach(({ sameAs }, at) => {
    if (sameAs !== undefined) copies.set(sameAs, [...(copies.get(sameAs) ?? []), at]);
  });
  return copies;
}

const copiesOf = <T extends Support | Contradiction>(
  one: T,
  copies: ReadonlyMap<number, readonly number[]>,
): T[] =>
  (copies.get(one.chunk) ?? []).map((at) => ({ ...one, chunk: at, by: one.by.map((id) => idIn(at, id)) }));

const idIn = (at: number, id: string): string => `${at + 1}.${id.slice(id.indexOf(".") + 1)}`;

/** A statement without a verdict is also unjudged in chunks with the same text. */
function withCopies(unjudged: readonly Unjudged[], chunks: readonly RecordChunk[]): Unjudged[] {
  const copies = sameTexts(chunks);
  return unjudged.map((u) => {
    if (u.part !== "statements" || u.ids === undefined) return u;
    const ids = u.ids.flatMap((id) => [
      id,
      ...(copies.get(Number.parseInt(id, 10) - 1) ?? []).map((at) => idIn(at, id)),
    ]);
    return { ...u, ids };
  });
}

function unknownStatements(unjudged: readonly Unjudged[]): (id: string) => boolean {
  const ofStatements = unjudged.filter((u) => u.part === "statements");
  if (ofStatements.some((u) => u.ids === undefined)) return () => true;
  const ids = new Set(ofStatements.flatMap((u) => u.ids ?? []));
  return (id) => ids.has(id);
}
