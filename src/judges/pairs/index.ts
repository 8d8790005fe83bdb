/** A judge of pairs: a function of the user, or a model on disk, says how far a context supports a claim; words settle the rest. */
import { CallError } from "../../calls/call-error.ts";
import type { Clock } from "../../calls/clock.ts";
import type { CallLimits } from "../../calls/limits.ts";
import type {
  Contradiction,
  Judged,
  JudgedBy,
  JudgedPart,
  PreparedCase,
  RecordClaim,
  Support,
  Unjudged,
} from "../../core/judgement-record.ts";
import { GoldieError, type Problem } from "../../core/problem.ts";
import { judgesProblem } from "../_problems.ts";
import type { Judge } from "../judge-types.ts";
import { createLexicalJudge } from "../lexical/index.ts";
import { type SureCell, sureCells } from "../lexical/sure.ts";
import { callProblem } from "../model/call-problem.ts";
import type { CallStore } from "../spend/store.ts";
import { createPairAsker, type PairUsage } from "./asker.ts";
import type { PairScore, ScorePairs } from "./pair-types.ts";

export interface PairThresholds {
  /** A text with this support, or more, supports the claim in full. */
  readonly full: number;
  readonly partial: number;
  /** A text with this contradiction, or more, contradicts it. */
  readonly contradicted: number;
}

export interface PairJudgeOptions {
  /** Scores batches of pairs. Asked about a pair once, and only if words leave it open. */
  readonly score: ScorePairs;
  /** In records and in the keys of saved scores: change it when the function changes. */
  readonly name?: string;
  /** Every setting that can change a score. */
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly thresholds?: Partial<PairThresholds>;
  /** Most pairs of a batch (default: 32). */
  readonly batch?: number;
  /** Where scores are kept (default: in memory). Not closed here. */
  readonly store?: CallStore;
  /** Batches at once, deadlines, retries. */
  readonly limits?: CallLimits;
  readonly clock?: Clock;
  /** What the scorer cannot do, besides what holds for any. */
  readonly limitsOfScorer?: readonly string[];
}

export interface PairJudge extends Judge {
  usage(): PairUsage;
  close(): Promise<void>;
}

const usual: PairThresholds = { full: 0.5, partial: 0.25, contradicted: 0.5 };

/**
 * A judge that asks a function how far each context supports each claim: your own NLI model or cross-encoder, local or remote.
 * @example
 * createPairJudge({ name: "my-nli", score: (pairs) => pairs.map(({ claim, text }) => (text.includes(claim) ? 1 : 0)) });
 */
export function createPairJudge(options: PairJudgeOptions): PairJudge {
  const { name = "function", params = {}, batch = 32, limitsOfScorer = [] } = options;
  const thresholds = checked({ ...usual, ...options.thresholds });
  if (!(Number.isInteger(batch) && batch >= 1))
    throw judgesProblem.error("bad-option/count", { option: "batch", found: String(batch), least: 1 });
  const asker = createPairAsker({ ...options, batch, identity: { provider: "pairs", model: name, params } });
  const lexical = createLexicalJudge();
  const by: JudgedBy = {
    name,
    version: "1",
    settings: { ...params, ...thresholds, words: `lexical@${lexical.by.version}` },
  };
  const score = (one: PreparedCase, claim: string, chunk: number, signal: AbortSignal | undefined) => {
    const statements = one.chunks[chunk]!.statements.map(({ text }) => text);
    return asker.ask({ claim, text: statements.join("\n"), statements }, one.id, signal);
  };
  return {
    by,
    limits: [
      "It scores each claim against each context alone, so it misses a claim that two contexts support together.",
      ...limitsOfScorer,
      "Claims, entities and relevance to the question come from the built-in judge, which compares words.",
    ],
    usage: asker.usage,
    close: asker.close,
    async judge(one, signal) {
      const words = await lexical.judge(one);
      const sure = sureCells(one);
      const unjudged: Unjudged[] = [];
      let pairs = 0;
      let reused = 0;
      const judged = async <T extends RecordClaim>(claim: T, row: number, part: JudgedPart): Promise<T> => {
        const cells = await Promise.all(
          one.chunks.map(async (_, chunk): Promise<PairScore & { readonly cell: SureCell }> => {
            const cell = sure[row]![chunk]!;
            if (cell.verdict !== undefined) return { support: cell.verdict === "full" ? 1 : 0, cell };
            try {
              const asked = await score(one, claim.text, chunk, signal);
              if (asked.reused) reused++;
              else pairs++;
              return { ...asked.score, cell };
            } catch (error) {
              return { support: 0, cell, problem: problemOf(error) };
            }
          }),
        );
        const failed = cells.find(({ problem }) => problem !== undefined)?.problem;
        if (failed !== undefined) unjudged.push({ part, ids: [claim.id], problem: failed });
        return { ...claim, ...verdictsOf(one, cells, thresholds) };
      };
      const claims = words.claims ?? [];
      const [references, responses] = await Promise.all([
        Promise.all(claims.map((claim, i) => judged(claim, i, "claims"))),
        Promise.all(
          (words.responseClaims ?? []).map((claim, i) => judged(claim, claims.length + i, "responseClaims")),
        ),
      ]);
      const cost = { calls: 0, pairs, ...(reused === 0 ? {} : { reused }) };
      return together(words, references, responses, { unjudged, cost });
    },
  };
}

/** Words say what is relevant; what shows a claim of the reference is relevant too. Their flags are about verdicts that are not theirs any more. */
function together(
  words: Judged,
  claims: readonly RecordClaim[],
  responseClaims: NonNullable<Judged["responseClaims"]>,
  rest: Pick<Judged, "unjudged" | "cost">,
): Judged {
  const shown = claims.flatMap(({ support }) => support.flatMap((s) => (s.level === "full" ? s.by : [])));
  const { flags: _, ...said } = words;
  return {
    ...said,
    ...(words.claims === undefined ? {} : { claims }),
    ...(words.responseClaims === undefined ? {} : { responseClaims }),
    ...(words.relevant === undefined ? {} : { relevant: [...new Set([...words.relevant, ...shown])] }),
    ...rest,
  };
}

function verdictsOf(
  { chunks }: PreparedCase,
  cells: readonly (PairScore & { readonly cell: SureCell })[],
  { full, partial, contradicted: least }: PairThresholds,
): Pick<RecordClaim, "support" | "contradicted" | "confidence"> {
  const support: Support[] = [];
  const contradicted: Contradiction[] = [];
  const confidence: number[] = [];
  chunks.forEach(({ at, statements }, i) => {
    const { support: share, contradiction = 0, by, against, cell } = cells[i]!;
    confidence[at] = share;
    const ids = statements.map(({ id }) => id);
    const named = (places: readonly number[] | undefined): readonly string[] => {
      if (places !== undefined && places.length > 0) return places.map((place) => ids[place]!);
      return cell.by.length > 0 ? [...cell.by].sort((a, b) => ids.indexOf(a) - ids.indexOf(b)) : ids;
    };
    // A text that says both is taken at its stronger word.
    if (contradiction >= least && contradiction > share)
      contradicted.push({ chunk: at, by: named(against ?? by), confidence: contradiction });
    else if (share >= full) support.push({ chunk: at, level: "full", by: named(by) });
    else if (share >= partial) support.push({ chunk: at, level: "partial", by: named(by) });
  });
  // Places of repeated chunks, which makeRecord fills.
  for (let at = 0; at < confidence.length; at++) confidence[at] ??= 0;
  return { support, ...(contradicted.length === 0 ? {} : { contradicted }), confidence };
}

function problemOf(error: unknown): Problem {
  if (error instanceof GoldieError) return error.problem;
  if (error instanceof CallError && error.trouble !== "aborted") return callProblem(error);
  throw error;
}

function checked(thresholds: PairThresholds): PairThresholds {
  for (const [name, value] of Object.entries(thresholds))
    if (typeof value !== "number" || !(value >= 0 && value <= 1))
      throw judgesProblem.error("bad-threshold/range", { name, found: String(value) });
  if (thresholds.partial > thresholds.full) throw judgesProblem.error("bad-threshold/order", {});
  return thresholds;
}
