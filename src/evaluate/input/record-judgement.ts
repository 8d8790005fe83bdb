/** A judgement record as the judged metrics read judgements. */

import type { Claim, Judgement } from "../../core/judgement.ts";
import type { Flag, JudgedPart, JudgementRecord, RecordClaim } from "../../core/judgement-record.ts";
import type { Problem } from "../../core/problem.ts";
import type { Facet } from "../../core/score.ts";

export const isRecord = (given: object): given is JudgementRecord => "format" in given && "chunks" in given;

const fully = ({ support }: RecordClaim): number[] =>
  support.filter(({ level }) => level === "full").map(({ chunk }) => chunk);

const claimOf = (claim: RecordClaim, flags: readonly Flag[]): Claim => {
  const by = fully(claim);
  const note = noteOf(claim, flags);
  return { text: claim.text, verdict: by.length > 0, by, ...(note === undefined ? {} : { note }) };
};

/** A claim that is supported and contradicted, or that has a flag, is more than its verdict. */
function noteOf({ id, contradicted = [] }: RecordClaim, flags: readonly Flag[]): string | undefined {
  const codes = new Set(flags.flatMap(({ code, ids = [] }) => (ids.includes(id) ? [code] : [])));
  const parts = [
    ...(contradicted.length === 0
      ? []
      : [`contradicted by context ${contradicted.map(({ chunk }) => chunk + 1).join(", ")}`]),
    ...[...codes].map((code) => `flag ${code}`),
  ];
  return parts.length === 0 ? undefined : parts.join(", ");
}

const LEVELS = { partial: 1, full: 2 } as const;

function levels(claims: readonly RecordClaim[], chunks: number): number[][] {
  return claims.map(({ support }) => {
    const row = new Array<number>(chunks).fill(0);
    for (const { chunk, level } of support) row[chunk] = Math.max(row[chunk]!, LEVELS[level]);
    return row;
  });
}

/** What is read of each part that may stay unjudged. Without a reference, relevance says which contexts help. */
function partsOf(part: JudgedPart, reference: boolean): readonly Facet[] {
  switch (part) {
    case "claims":
      return reference ? ["claims", "verdicts", "support"] : [];
    case "responseClaims":
      return ["responseClaims", "responseVerdicts", "responseRelevant"];
    case "statements":
      // Metrics ask for verdicts first, and for those of the question in their place.
      return reference ? ["statements"] : ["statements", "questionVerdicts", "verdicts"];
    case "entities":
      return ["entities"];
  }
}

/** A context helps if it states a claim of the reference in full; without a reference, if a statement of it is relevant to the question. */
export function judgementOf(record: JudgementRecord): Judgement {
  const { question, reference, response, chunks, claims, responseClaims, entities } = record;
  const flags = record.flags ?? [];
  const unjudged: Partial<Record<Facet, Problem>> = {};
  // One request covers the relevance of statements and response.
  const open = responseClaims?.some(({ relevant }) => relevant === undefined) === true;
  for (const { part, problem } of record.unjudged ?? [])
    for (const facet of [
      ...partsOf(part, reference !== undefined || claims !== undefined),
      ...(open && part === "statements" ? (["responseRelevant"] as const) : []),
    ])
      unjudged[facet] ??= { ...problem, at: { ...problem.at, query: record.id } };
  const judged = (facet: Facet): boolean => unjudged[facet] === undefined;
  const helps = (list: readonly RecordClaim[]): boolean[] => {
    // A text without words makes no claim, so whether a context helps is undefined.
    if (list.length === 0) return [];
    const helpful = new Set(list.flatMap(fully));
    return chunks.map((_, i) => helpful.has(i));
  };
  const relevances = chunks.map(({ statements }) =>
    statements.map(({ text, relevant }) => ({ text, verdict: relevant ?? false })),
  );
  // Nobody asked where no statement has a verdict.
  const asked = chunks.every(({ statements }) => statements.every(({ relevant }) => relevant !== undefined));
  const found = (entities ?? []).filter(({ chunks: where }) => where.length > 0);
  const parts: Judgement = {
    question,
    contexts: chunks.map(({ text }) => text),
    ...(reference === undefined ? {} : { reference }),
    ...(response === undefined ? {} : { response }),
    ...(reference !== undefined || !asked
      ? {}
      : { questionVerdicts: relevances.map((statements) => statements.some(({ verdict }) => verdict)) }),
    ...(claims === undefined
      ? {}
      : {
          verdicts: helps(claims),
          claims: claims.map((claim) => claimOf(claim, flags)),
          support: levels(claims, chunks.length),
        }),
    ...(responseClaims === undefined
      ? {}
      : {
          responseClaims: responseClaims.map((claim) => claimOf(claim, flags)),
          responseVerdicts: helps(responseClaims),
          ...(responseClaims.every(({ relevant }) => relevant !== undefined)
            ? { responseRelevant: responseClaims.map(({ relevant }) => relevant!) }
            : {}),
        }),
    ...(asked ? { statements: relevances } : {}),
    ...(entities === undefined
      ? {}
      : {
          entities: { reference: entities.map(({ text }) => text), contexts: found.map(({ text }) => text) },
        }),
  };
  const known = Object.entries(parts).filter(([part]) => judged(part as Facet));
  return { ...Object.fromEntries(known), unjudged };
}
