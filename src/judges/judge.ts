import { setImmediate } from "node:timers/promises";
import { CallError } from "../calls/call-error.ts";
import { inOrder } from "../calls/in-order.ts";
import type { QueryId } from "../core/ids.ts";
import type { Cost, JudgeCase, JudgedBy, JudgementRecord } from "../core/judgement-record.ts";
import type { Problem } from "../core/problem.ts";
import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import { judgesProblem } from "./_problems.ts";
import { addCost, noCost } from "./cost.ts";
import type { Judge } from "./judge-types.ts";
import { createLexicalJudge } from "./lexical/index.ts";
import { callProblem } from "./model/call-problem.ts";
import { type Prepared, prepareCase } from "./prepare.ts";
import { makeRecord, unjudgedRecord } from "./record.ts";

export interface JudgeOptions {
  readonly cases: Iterable<JudgeCase> | AsyncIterable<JudgeCase>;
  /** Default: the embedded judge, which needs no key and no network. */
  readonly judge?: Judge;
  /** Stops asking; what was judged is kept, and the other cases say that they were cancelled. */
  readonly signal?: AbortSignal;
  /** Called for each record, in the order of the cases. */
  readonly onRecord?: (record: JudgementRecord) => void | Promise<void>;
  /** Cases under way at once; how many calls that makes is up to the judge. */
  readonly concurrency?: number;
  /** Only so many cases, from the first. */
  readonly limit?: number;
}

export interface JudgeResult {
  readonly judgements: ReadonlyMap<QueryId, JudgementRecord>;
  readonly cost: Cost;
  readonly problems: readonly Problem[];
  readonly by: JudgedBy;
}

/**
 * Judges cases and gives a record for each of them, in their order. A case that cannot be judged has a record that says why.
 * @example
 * const { judgements } = await judge({ cases: [{ id: "q1", question: "Who?", contexts: ["Ada did."], reference: "Ada." }] });
 */
export async function judge(options: JudgeOptions): Promise<JudgeResult> {
  const chosen = options.judge ?? createLexicalJudge();
  const judgements = new Map<QueryId, JudgementRecord>();
  const log = new ProblemLog();
  let cost = noCost;
  for await (const record of judgeEach({ ...options, judge: chosen, onProblem: (p) => log.add(p) })) {
    judgements.set(record.id, record);
    cost = addCost(cost, record.cost);
    for (const { problem } of record.unjudged ?? [])
      log.add({ ...problem, at: { ...problem.at, query: record.id } });
  }
  return { judgements, cost, problems: log.list(), by: chosen.by };
}

/** The records one by one, in the order of the cases, as soon as each can be given. */
export async function* judgeEach(
  options: JudgeOptions & { readonly onProblem?: (problem: Problem) => void },
): AsyncGenerator<JudgementRecord, void> {
  const { cases, signal, onRecord, onProblem, concurrency = 32, limit = Number.POSITIVE_INFINITY } = options;
  checkCount("concurrency", concurrency, 1);
  checkCount("limit", limit, 0);
  const judge = options.judge ?? createLexicalJudge();
  const fresh = distinctCases(cases, limit, onProblem);
  for await (const record of inOrder(fresh, concurrency, (c) => judgeCase(c, judge, signal))) {
    await onRecord?.(record);
    yield record;
  }
}

/** One case, whatever happens: never throws for what a judge or the network did. */
async function judgeCase(
  c: JudgeCase,
  judge: Judge,
  signal: AbortSignal | undefined,
): Promise<JudgementRecord> {
  const parts = prepareCase(c);
  try {
    if (parts.prepared === undefined) return await withoutJudge(parts, judge);
    if (signal?.aborted) return unjudgedRecord(parts.base, cancelled, judge.by);
    return makeRecord(parts.base, await judge.judge(parts.prepared, signal), judge.by);
  } catch (error) {
    return unjudgedRecord(parts.base, signal?.aborted ? cancelled : problemOf(error), judge.by);
  }
}

/** Without chunks, a claim is unsupported: there is nothing to ask a judge. */
async function withoutJudge({ base, unsupported }: Prepared, judge: Judge): Promise<JudgementRecord> {
  if (unsupported === undefined) return makeRecord(base, {}, judge.by);
  const { claims, responseClaims, entities } = await createLexicalJudge().judge(unsupported);
  return makeRecord(
    base,
    {
      ...(claims === undefined ? {} : { claims: claims.map((claim) => ({ ...claim, support: [] })) }),
      ...(responseClaims === undefined
        ? {}
        : { responseClaims: responseClaims.map(({ id, text }) => ({ id, text, support: [] })) }),
      ...(entities === undefined ? {} : { entities: entities.map((e) => ({ ...e, chunks: [] })) }),
    },
    judge.by,
  );
}

const cancelled = judgesProblem("judge-cancelled/case", {});

function problemOf(error: unknown): Problem {
  if (error instanceof GoldieError) return error.problem;
  if (error instanceof CallError) return callProblem(error);
  return judgesProblem("judge-failed", { message: error instanceof Error ? error.message : String(error) });
}

async function* distinctCases(
  cases: JudgeOptions["cases"],
  limit: number,
  onProblem: ((problem: Problem) => void) | undefined,
): AsyncGenerator<JudgeCase, void> {
  const seen = new Set<QueryId>();
  if (limit === 0) return;
  for await (const c of cases) {
    if (seen.has(c.id)) {
      onProblem?.(judgesProblem("duplicate-case/cases", {}, { at: { side: "cases", query: c.id } }));
      continue;
    }
    seen.add(c.id);
    yield c;
    // What one case asks is on its way while the next is prepared.
    await setImmediate();
    if (seen.size >= limit) return;
  }
}

function checkCount(name: string, value: number, least: number): void {
  if (value >= least && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) return;
  throw judgesProblem.error("bad-option/count", { option: name, found: String(value), least });
}
