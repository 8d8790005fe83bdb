/** The judgement record: who supports what, as plain data. A judge fills it once, every judged metric reads it, and it can be scored again without judging. */
import type { DocId, QueryId } from "./ids.ts";
import type { Problem } from "./problem.ts";

/** What is to be judged: a question, what was retrieved for it, and what is known or was answered. */
export interface JudgeCase {
  readonly id: QueryId;
  readonly question: string;
  readonly contexts: readonly (string | JudgeContext)[];
  readonly reference?: string;
  readonly response?: string;
  readonly tags?: Readonly<Record<string, string>>;
}
export interface JudgeContext {
  readonly id?: DocId;
  readonly text: string;
}

/** One line of a file of judgements. Chunks and claims are in order: rank 1 first. */
export interface JudgementRecord {
  readonly format: "goldie-judgement@1";
  readonly id: QueryId;
  readonly question: string;
  readonly reference?: string;
  readonly response?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly chunks: readonly RecordChunk[];
  /** Of the reference; absent where there is none. */
  readonly claims?: readonly RecordClaim[];
  /** Of the response; absent where there is none. `relevant`: to the question. */
  readonly responseClaims?: readonly ResponseClaim[];
  /** Of the reference, each once. */
  readonly entities?: readonly RecordEntity[];
  readonly judge: JudgedBy;
  readonly cost?: Cost;
  /** What could not be judged. The metrics that read it are failed, not 0. */
  readonly unjudged?: readonly Unjudged[];
  /** Things to review: a negation that differs, an id that the judge made up. */
  readonly flags?: readonly Flag[];
  /** How consistent the judge was, if asked several times. */
  readonly repeated?: Repeated;
}

export interface RecordChunk {
  readonly id?: DocId;
  readonly text: string;
  /** Split and numbered by our code: "2.1" is the first statement of the second chunk. */
  readonly statements: readonly RecordStatement[];
  /** The earlier chunk (from 0) with the same text, whose verdicts hold here too. */
  readonly sameAs?: number;
}
export interface RecordStatement {
  readonly id: string;
  readonly text: string;
  /** Relevance to the question. Absent: not asked, or not judged (then it is in `unjudged`). */
  readonly relevant?: boolean;
  /** How relevant, from 0 to 1, of a judge that has such a number. What shows a claim of the reference is relevant, whatever this says. */
  readonly relevance?: number;
}
export interface RecordClaim {
  /** "c1" of the reference, "r1" of the response. */
  readonly id: string;
  readonly text: string;
  /** The chunks that support it; a chunk that is not here supports nothing of it. */
  readonly support: readonly Support[];
  /** The chunks that say the opposite, of a judge that tells. A chunk may be in `support` too: one of its statements says so, another denies it. */
  readonly contradicted?: readonly Contradiction[];
  /** How far the claim is supported, from 0 to 1: thresholds can be moved without judging again. Absent where the judge has no such number. */
  readonly confidence?: number;
  /** The same by chunk, in rank order. */
  readonly confidences?: readonly number[];
  /** Of a claim without full support: its names and numbers that were not found. */
  readonly missing?: readonly string[];
}
export interface ResponseClaim extends RecordClaim {
  /** To the question. */
  readonly relevant?: boolean;
  /** How relevant, from 0 to 1. */
  readonly relevance?: number;
}
export interface Contradiction {
  /** From 0, in rank order. */
  readonly chunk: number;
  /** Statements that show it, at least one. */
  readonly by: readonly string[];
  /** From 0 to 1, of a judge that has such a number. */
  readonly confidence?: number;
}
export interface Support {
  /** From 0, in rank order. */
  readonly chunk: number;
  readonly level: SupportLevel;
  /** Statements that show it, at least one. */
  readonly by: readonly string[];
  /** Chunks (from 0) that support the claim together with this one; none of them does alone. */
  readonly with?: readonly number[];
  /** The chunk is the claim, word for word, so that a scorer of pairs was not asked. */
  readonly sameWords?: true;
}
export type SupportLevel = "full" | "partial";
export interface RecordEntity {
  readonly text: string;
  /** Chunks (from 0) that name it. */
  readonly chunks: readonly number[];
}
export interface JudgedBy {
  /** "lexical", "openai:gpt-5-mini", "function". */
  readonly name: string;
  readonly version: string;
  /** Hash of the prompts and their schemas, of a judge that has them. */
  readonly prompts?: string;
  /** Every setting that can change a verdict. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** How often each cell was judged; the majority verdict counts. */
  readonly repeats?: number;
}
export interface Cost {
  /** Of a model; of a pair scorer, the batches, each of which counts for the case of its first pair. */
  readonly calls: number;
  /** Pairs of a claim and a context that a pair scorer was asked about. */
  readonly pairs?: number;
  /** Answered from saved replies or scores. */
  readonly reused?: number;
  /** Pairs that were answered together with the same pair of another case or context of this run. */
  readonly shared?: number;
  /** Calls that ended without a reply and may have been billed. */
  readonly lost?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** In dollars, where the price is known. */
  readonly money?: number;
}
export interface Unjudged {
  readonly part: JudgedPart;
  /** Claims or statements; all of that part where absent. */
  readonly ids?: readonly string[];
  readonly problem: Problem;
}
/** What asking again showed. The flip rate is flipped / cells. */
export interface Repeated {
  readonly runs: number;
  /** Claim × chunk and statement verdicts that were given more than once. */
  readonly cells: number;
  /** Those of them that changed between repeats. */
  readonly flipped: number;
}
export type JudgedPart = "claims" | "responseClaims" | "entities" | "statements";
export interface Flag {
  readonly code: string;
  readonly what: string;
  /** Claims or statements that it is about. */
  readonly ids?: readonly string[];
  /** Their texts, where they have to be read side by side. */
  readonly texts?: readonly string[];
}

/** A case as a judge sees it: split and numbered, each distinct text once, nothing in it that needs no judge. */
export interface PreparedCase {
  readonly id: QueryId;
  readonly question: string;
  readonly reference?: string;
  /** Asked for the n-th time again (1, 2 …): part of the key of the verdicts, not of the claims, so that no stored reply answers it. */
  readonly repeat?: number;
  /** Split by our code; ids "r1", "r2". */
  readonly responseClaims?: readonly { readonly id: string; readonly text: string }[];
  /** Distinct chunks only; `at` is the place in the record, which statement ids begin with (at + 1). */
  readonly chunks: readonly {
    readonly at: number;
    readonly statements: readonly { readonly id: string; readonly text: string }[];
  }[];
}

/** What a judge says of a prepared case. Chunks are places in the record. */
export interface Judged {
  readonly claims?: readonly RecordClaim[];
  readonly responseClaims?: readonly ResponseClaim[];
  readonly entities?: readonly RecordEntity[];
  /** Ids of the statements that are relevant; absent where that was not judged. */
  readonly relevant?: readonly string[];
  /** By statement: how relevant, from 0 to 1, of a judge that has such a number. */
  readonly relevance?: ReadonlyMap<string, number>;
  readonly unjudged?: readonly Unjudged[];
  readonly flags?: readonly Flag[];
  readonly cost?: Cost;
  readonly repeated?: Repeated;
}
