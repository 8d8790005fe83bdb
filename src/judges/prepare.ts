import type { JudgeCase, JudgementRecord, PreparedCase, RecordChunk } from "../core/judgement-record.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import { judgesProblem } from "./_problems.ts";
import { splitClaims } from "./split/claims.ts";
import { isNoAnswer } from "./split/no-claims.ts";
import { splitStatements } from "./split/statements.ts";

/** The part of a record that is known before judging. */
export type RecordBase = Pick<
  JudgementRecord,
  "id" | "question" | "reference" | "response" | "tags" | "chunks"
>;

export interface Prepared {
  readonly base: RecordBase;
  /** What a judge has to see; absent where nothing has to be judged. */
  readonly prepared?: PreparedCase;
  /** A reference or response without any statement to support it: split without asking the judge. */
  readonly unsupported?: PreparedCase;
}

/** Splits and numbers a case, and finds chunks that are the same text: the denominators are settled here, not by a judge. */
export function prepareCase(c: JudgeCase): Prepared {
  checkCase(c);
  const firstOf = new Map<string, number>();
  const chunks: RecordChunk[] = c.contexts.map((context, at) => {
    const { id, text } = typeof context === "string" ? { id: undefined, text: context } : context;
    const statements = splitStatements(text)
      .filter((s) => s.text.trim() !== "")
      .map((s, i) => ({ id: statementId(at, i), text: s.text }));
    const first = firstOf.get(text);
    if (first === undefined) firstOf.set(text, at);
    return {
      ...(id === undefined ? {} : { id }),
      text,
      statements,
      ...(first === undefined ? {} : { sameAs: first }),
    };
  });
  const reference = textOr(c.reference);
  const response = textOr(c.response);
  const base: RecordBase = {
    id: c.id,
    question: c.question,
    ...(reference === undefined ? {} : { reference }),
    ...(response === undefined ? {} : { response }),
    ...(c.tags === undefined ? {} : { tags: c.tags }),
    chunks,
  };
  const distinct = chunks
    .map(({ statements, sameAs }, at) => ({ at, statements, sameAs }))
    .filter((chunk) => chunk.sameAs === undefined && chunk.statements.length > 0)
    .map(({ at, statements }) => ({ at, statements }));
  const one: PreparedCase = {
    id: c.id,
    question: c.question,
    ...(reference === undefined ? {} : { reference }),
    ...(response === undefined
      ? {}
      : {
          responseClaims: splitClaims(response)
            .filter(({ text }) => !isNoAnswer(text))
            .map(({ text }, i) => ({ id: `r${i + 1}`, text })),
        }),
    chunks: distinct,
  };
  if (distinct.length > 0) return { base, prepared: one };
  return reference === undefined && response === undefined ? { base } : { base, unsupported: one };
}

/** The ids of the first statements of the first chunks, made when they are first asked for: nearly every case has them. */
const ids: string[][] = [];
const KEPT = 64;

function statementId(chunk: number, statement: number): string {
  if (chunk >= KEPT || statement >= KEPT) return `${chunk + 1}.${statement + 1}`;
  ids[chunk] ??= Array.from({ length: KEPT }, (_, i) => `${chunk + 1}.${i + 1}`);
  return ids[chunk][statement]!;
}

const textOr = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === "" ? undefined : text;

function checkCase(c: JudgeCase): void {
  const bad = (problem: Problem): never => {
    throw new GoldieError(problem);
  };
  const place = typeof c?.id === "string" ? { at: { side: "cases", query: c.id } as const } : {};
  if (typeof c !== "object" || c === null || typeof c.id !== "string" || c.id === "")
    bad(judgesProblem("bad-case/no-id", {}, place));
  if (typeof c.question !== "string") bad(judgesProblem("bad-case/no-question", {}, place));
  if (!Array.isArray(c.contexts)) bad(judgesProblem("bad-case/no-contexts", {}, place));
  c.contexts.forEach((context: unknown, at) => {
    const text = typeof context === "string" ? context : (context as { text?: unknown } | null)?.text;
    if (typeof text !== "string") bad(judgesProblem("bad-case/context", { rank: at + 1 }, place));
  });
  for (const part of ["reference", "response"] as const)
    if (c[part] !== undefined && typeof c[part] !== "string")
      bad(judgesProblem("bad-case/not-a-text", { part }, place));
}
