/** A judge of pairs: a function of the user, or a model on disk, says how far a context supports a claim. */
import { createHash } from "node:crypto";
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
import { chunkVerdict } from "../_chunk-verdict.ts";
import { judgesProblem } from "../_problems.ts";
import type { Judge } from "../judge-types.ts";
import { createWordJudge } from "../lexical/by-words.ts";
import { type SureCell, sureCells } from "../lexical/sure.ts";
import type { CallStore } from "../spend/store.ts";
import { createPairAsker, type PairUsage } from "./asker.ts";
import type { PairScore, ScorePairs } from "./pair-types.ts";
import { scorerProblem } from "./problems.ts";

export interface PairThresholds {
  /** A text with this support, or more, supports the claim in full. */
  readonly full: number;
  readonly partial: number;
  /** A text with this contradiction, or more, contradicts it. */
  readonly contradicted: number;
}

export interface PairJudgeOptions {
  /**
   * Scores batches of pairs. Asked about a pair once, and not about a context that is the claim, word for word. What it throws is tried
   * again if it is a network error, has an HTTP status that may pass, or is a CallError of the kind "network", "server", "rate" or "timeout".
   */
  readonly score: ScorePairs;
  /**
   * In records and in the keys of saved scores: change it when the function changes. Without a name, a hash of the function's source
   * tells it from others; functions that differ only in the variables around them (closures) need one.
   */
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
export const createPairJudge = (options: PairJudgeOptions): PairJudge =>
  judgeOfPairs(options, createWordJudge());

/** `words` settles what words can. `named`: who judges, by the thresholds and the scorer; otherwise the scorer. */
export function judgeOfPairs(
  options: PairJudgeOptions,
  words: Judge,
  named?: (thresholds: PairThresholds, scorer: Scorer) => JudgedBy,
): PairJudge {
  const { name = "function", batch = 32, limitsOfScorer = [] } = options;
  if (typeof options.score !== "function")
    throw judgesProblem.error("bad-option/scorer", { found: JSON.stringify(options.score) ?? "missing" });
  const source = options.name === undefined ? { source: sourceHash(options.score) } : {};
  const params = { ...source, ...options.params };
  const thresholds = checked({ ...usual, ...options.thresholds });
  if (!(Number.isInteger(batch) && batch >= 1))
    throw judgesProblem.error("bad-option/count", { option: "batch", found: String(batch), least: 1 });
  const asker = createPairAsker({ ...options, batch, identity: { provider: "pairs", model: name, params } });
  const by = named?.(thresholds, { name, ...source }) ?? {
    name,
    version: "1",
    settings: { ...params, ...thresholds, words: `lexical@${words.by.version}` },
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
      const said = await words.judge(one);
      const sure = sureCells(one);
      // What only words judge stays unjudged where they cannot; claims are the scorer's.
      const unjudged: Unjudged[] = (said.unjudged ?? []).filter(
        ({ part }) => part === "entities" || part === "statements",
      );
      // A batch has pairs of several cases; it counts once, for the first of them.
      let calls = 0;
      let pairs = 0;
      let reused = 0;
      let shared = 0;
      const judged = async <T extends RecordClaim>(claim: T, row: number, part: JudgedPart): Promise<T> => {
        const cells = await Promise.all(
          one.chunks.map(async (_, chunk): Promise<PairScore & { readonly cell: SureCell }> => {
            const cell = sure[row]![chunk]!;
            if (cell.same) return { support: 1, cell };
            try {
              const statements = one.chunks[chunk]!.statements.map(({ text }) => text);
              const pair = { claim: claim.text, text: statements.join("\n"), statements };
              const asked = await asker.ask(pair, one.id, signal, () => calls++);
              if (asked.from === "store") reused++;
              else if (asked.from === "run") shared++;
              else pairs++;
              return { ...asked.score, cell };
            } catch (error) {
              return { support: 0, cell, problem: problemOf(error) };
            }
          }),
        );
        const failed = cells.find(({ problem }) => problem !== undefined)?.problem;
        if (failed !== undefined) unjudged.push({ part, ids: [claim.id], problem: failed });
        // The rest of what words say of it is about verdicts of their own.
        const { id, text } = claim;
        const rated = {
          ...("relevant" in claim ? { relevant: claim.relevant } : {}),
          ...("relevance" in claim ? { relevance: claim.relevance } : {}),
        };
        return { id, text, ...verdictsOf(one, cells, thresholds), ...rated } as unknown as T;
      };
      const claims = said.claims ?? [];
      const [references, responses] = await Promise.all([
        Promise.all(claims.map((claim, i) => judged(claim, i, "claims"))),
        Promise.all(
          (said.responseClaims ?? []).map((claim, i) => judged(claim, claims.length + i, "responseClaims")),
        ),
      ]);
      const cost = {
        calls,
        pairs,
        ...(reused === 0 ? {} : { reused }),
        ...(shared === 0 ? {} : { shared }),
      };
      return together(said, references, responses, { unjudged, cost });
    },
  };
}

/** `source`: the hash of a function without a name. */
interface Scorer {
  readonly name: string;
  readonly source?: string;
}

const sourceHash = (score: ScorePairs): string =>
  createHash("sha256").update(String(score)).digest("hex").slice(0, 16);

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
): Pick<RecordClaim, "support" | "contradicted" | "confidence" | "confidences"> {
  const support: Support[] = [];
  const contradicted: Contradiction[] = [];
  const confidences: number[] = [];
  chunks.forEach(({ at, statements }, i) => {
    const { support: share, contradiction, by, against, cell, problem } = cells[i]!;
    if (problem !== undefined) return;
    confidences[at] = share;
    const ids = statements.map(({ id }) => id);
    const named = (places: readonly number[] | undefined): readonly string[] => {
      if (places !== undefined && places.length > 0) return places.map((place) => ids[place]!);
      return cell.by.length > 0 ? [...cell.by].sort((a, b) => ids.indexOf(a) - ids.indexOf(b)) : ids;
    };
    const said = chunkVerdict(at, {
      full: share >= full ? named(by) : [],
      partial: share >= partial ? named(by) : [],
      against: contradiction !== undefined && contradiction >= least ? named(against ?? by) : [],
    });
    support.push(...said.support.map((one) => (cell.same ? { ...one, sameWords: true as const } : one)));
    contradicted.push(...said.contradicted.map((one) => ({ ...one, confidence: contradiction! })));
  });
  const verdicts = { support, ...(contradicted.length === 0 ? {} : { contradicted }) };
  // A pair that failed has no confidence, and without it nor has the claim.
  if (cells.some(({ problem }) => problem !== undefined)) return verdicts;
  // Places of repeated chunks, which makeRecord fills.
  let confidence = 0;
  for (let at = 0; at < confidences.length; at++) {
    confidences[at] ??= 0;
    confidence = Math.max(confidence, confidences[at]!);
  }
  return { ...verdicts, confidence, confidences };
}

function problemOf(error: unknown): Problem {
  if (error instanceof GoldieError) return error.problem;
  if (error instanceof CallError && error.trouble !== "aborted")
    return scorerProblem(error.trouble, error.message);
  throw error;
}

function checked(thresholds: PairThresholds): PairThresholds {
  for (const [name, value] of Object.entries(thresholds))
    if (typeof value !== "number" || !(value >= 0 && value <= 1))
      throw judgesProblem.error("bad-threshold/range", { name, found: String(value) });
  if (thresholds.partial > thresholds.full) throw judgesProblem.error("bad-threshold/order", {});
  return thresholds;
}
