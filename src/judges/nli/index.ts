/** A pair classifier on disk as a judge: any NLI model, or a model that says whether a text supports a claim. Nothing goes over the network. */
import { CallError } from "../../calls/call-error.ts";
import type { Clock } from "../../calls/clock.ts";
import { createPairJudge, type PairJudge, type PairThresholds } from "../pairs/index.ts";
import type { PairScore, TextPair } from "../pairs/pair-types.ts";
import type { CallStore } from "../spend/store.ts";
import type { NliLabels } from "./labels.ts";
import { loadNliModel, type ModelOptions, type NliModel, type TokenRow } from "./model.ts";
import { nliProblem } from "./problems.ts";
import { type TextWindow, windowsOf } from "./windows.ts";

export { loadNliModel } from "./model.ts";

export interface NliOptions extends ModelOptions {
  readonly thresholds?: Partial<PairThresholds>;
  /** Where scores are kept (default: in memory). */
  readonly store?: CallStore;
  readonly clock?: Clock;
}

const A_DAY = 86_400_000;

/**
 * A judge that runs a pair classifier from a folder: entailment is support, contradiction is contradicted.
 * @example
 * const { judgements } = await judge({ cases, judge: await createNliJudge({ folder: "models/nli-deberta-v3-base" }) });
 */
export async function createNliJudge(options: NliOptions): Promise<PairJudge> {
  const model = await loadNliModel(options);
  try {
    return nliJudgeOf(model, options);
  } catch (error) {
    await model.close();
    throw error;
  }
}

/** A judge with a model that is loaded, and that it closes. */
export function nliJudgeOf(
  model: NliModel,
  { thresholds, store, clock }: Pick<NliOptions, "thresholds" | "store" | "clock">,
): PairJudge {
  const closing = new AbortController();
  const judge = createPairJudge({
    score: (pairs, signal) => scorePairs(pairs, model, AbortSignal.any([signal, closing.signal])),
    name: `nli:${model.name}`,
    params: model.params,
    // Sorted by length within a batch, so that little is padded.
    batch: model.batch * 4,
    // Nothing is paid for, so nothing is waited for once a run is cancelled.
    limits: { concurrency: 1, attempts: 1, attemptMs: A_DAY, totalMs: A_DAY, graceMs: 0 },
    ...(thresholds === undefined ? {} : { thresholds }),
    ...(store === undefined ? {} : { store }),
    ...(clock === undefined ? {} : { clock }),
    limitsOfScorer: [
      "A classifier of text pairs can be wrong with confidence: compare it with labels of your own (goldie calibrate).",
    ],
  });
  return {
    ...judge,
    async close() {
      closing.abort(new CallError("aborted", "the judge was closed"));
      await judge.close();
      await model.close();
    },
  };
}

interface WindowRow extends TokenRow {
  readonly pair: number;
  readonly places: readonly number[];
}

async function scorePairs(
  pairs: readonly TextPair[],
  model: NliModel,
  signal: AbortSignal,
): Promise<PairScore[]> {
  const read = pairs.map((pair, i) => rowsOf(pair, i, model));
  const rows = read
    .flatMap((one) => ("rows" in one ? one.rows : []))
    .sort((a, b) => a.ids.length - b.ids.length);
  const scores = pairs.map((_, i): PairScore => {
    const one = read[i]!;
    return "problem" in one ? { support: 0, problem: one.problem } : { support: 0 };
  });
  for (let from = 0; from < rows.length; from += model.batch) {
    signal.throwIfAborted();
    const batch = rows.slice(from, from + model.batch);
    const shares = await model.run(batch);
    batch.forEach(({ pair, places }, i) => {
      scores[pair] = better(scores[pair]!, shares[i]!, places, model.labels);
    });
  }
  return scores;
}

/** The best window decides: for support the one that supports most, for contradiction the one that contradicts most. */
function better(
  score: PairScore,
  shares: readonly number[],
  places: readonly number[],
  labels: NliLabels,
): PairScore {
  const support = shares[labels.support]!;
  const contradiction = labels.contradiction === undefined ? undefined : shares[labels.contradiction]!;
  return {
    ...score,
    ...(score.by === undefined || support > score.support ? { support, by: places } : {}),
    ...(contradiction !== undefined && (score.against === undefined || contradiction > score.contradiction!)
      ? { contradiction, against: places }
      : {}),
  };
}

/** Less than this beside a claim is no text to judge by. */
const LEAST_ROOM = 8;

function rowsOf(
  { claim, statements }: TextPair,
  pair: number,
  { tokenizer, most, marks }: NliModel,
): { readonly rows: WindowRow[] } | { readonly problem: ReturnType<typeof nliProblem> } {
  const count = (text: string): number => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
  const room = most - marks - count(claim);
  if (room < LEAST_ROOM) return { problem: nliProblem("nli-too-long", { count: count(claim), most }) };
  const encoded = ({ text, places }: TextWindow): WindowRow => {
    const { ids, token_type_ids: types = [] } = tokenizer.encode(text, {
      text_pair: claim,
      return_token_type_ids: true,
    });
    return { pair, places, ids, types };
  };
  // Texts joined can have a token more than their sum: a smaller window then, never a cut.
  for (let size = room; size >= 1; size = Math.floor(size * 0.9)) {
    const rows = windowsOf(statements, size, count).map(encoded);
    if (rows.every(({ ids }) => ids.length <= most)) return { rows };
  }
  return { problem: nliProblem("nli-too-long", { count: count(claim), most }) };
}
