/** A pair classifier on disk as a judge: any NLI model, or a model that says whether a text supports a claim. Nothing goes over the network. */
import { basename, resolve } from "node:path";
import type { Clock } from "../../calls/clock.ts";
import { createPairJudge, type PairJudge, type PairThresholds } from "../pairs/index.ts";
import type { PairScore, TextPair } from "../pairs/pair-types.ts";
import type { CallStore } from "../spend/store.ts";
import { mostTokens, readModelFolder } from "./folder.ts";
import { labelsOf, type NliLabels, sharesOf } from "./labels.ts";
import {
  type LoadPackage,
  loadPackages,
  type Onnx,
  type OnnxSession,
  type PairTokenizer,
  packagesFrom,
} from "./packages.ts";
import { nliProblem } from "./problems.ts";
import { type TextWindow, windowsOf } from "./windows.ts";

export interface NliOptions {
  /** model.onnx or onnx/model.onnx, tokenizer.json and config.json, as Hugging Face exports them. */
  readonly folder: string;
  /** The label that means support, where the names of the labels do not tell. */
  readonly support?: string;
  /** Windows that the model reads at once (default: 16). */
  readonly batch?: number;
  readonly thresholds?: Partial<PairThresholds>;
  /** Where scores are kept (default: in memory). */
  readonly store?: CallStore;
  readonly clock?: Clock;
  /** The folder that `folder` and the packages are looked for from (default: the working folder). */
  readonly at?: string;
  /** Loads onnxruntime-node and @huggingface/tokenizers; default: beside this package, or from `at`. */
  readonly load?: LoadPackage;
}

const A_DAY = 86_400_000;

/**
 * A judge that runs a pair classifier from a folder: entailment is support, contradiction is contradicted.
 * @example
 * const { judgements } = await judge({ cases, judge: await createNliJudge({ folder: "models/nli-deberta-v3-base" }) });
 */
export async function createNliJudge(options: NliOptions): Promise<PairJudge> {
  const { folder: shown, at = ".", support, batch = 16, thresholds, store, clock } = options;
  const { onnx, tokenizers } = await loadPackages(options.load ?? packagesFrom(resolve(at)));
  const folder = await readModelFolder(resolve(at, shown), shown);
  const labels = labelsOf(folder.config, shown, support);
  const most = mostTokens(folder);
  const session = await onnx.InferenceSession.create(folder.model, {
    // Its remarks about a graph would go to standard error.
    logSeverityLevel: 3,
  }).catch((error: unknown) => {
    const message = (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
    throw nliProblem.error("bad-nli-model/session", { file: folder.model, message });
  });
  const others = session.inputNames.filter((name) => !INPUTS.has(name));
  if (others.length > 0 || !session.inputNames.includes("input_ids"))
    throw nliProblem.error("bad-nli-model/inputs", { found: session.inputNames });
  const tokenizer = new tokenizers.Tokenizer(folder.tokenizer, folder.tokenizerConfig);
  const model = { onnx, session, tokenizer, labels, most, batch, pad: padOf(folder, tokenizer) };
  const judge = createPairJudge({
    score: (pairs, signal) => scorePairs(pairs, model, signal),
    name: `nli:${basename(resolve(shown))}`,
    params: {
      model: folder.hash,
      support: labels.names[labels.support]!,
      ...(labels.contradiction === undefined ? {} : { contradiction: labels.names[labels.contradiction]! }),
      activation: labels.activation,
      tokens: most,
    },
    // Sorted by length within a batch, so that little is padded.
    batch: batch * 4,
    limits: { concurrency: 1, attempts: 1, attemptMs: A_DAY, totalMs: A_DAY },
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
      await judge.close();
      await session.release?.();
    },
  };
}

const INPUTS = new Set(["input_ids", "attention_mask", "token_type_ids"]);

interface LoadedModel {
  readonly onnx: Onnx;
  readonly session: OnnxSession;
  readonly tokenizer: PairTokenizer;
  readonly labels: NliLabels;
  readonly most: number;
  readonly batch: number;
  readonly pad: number;
}

interface TokenRow {
  readonly pair: number;
  readonly places: readonly number[];
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

async function scorePairs(
  pairs: readonly TextPair[],
  model: LoadedModel,
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
    const shares = await run(batch, model);
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
  { tokenizer, most }: LoadedModel,
): { readonly rows: TokenRow[] } | { readonly problem: ReturnType<typeof nliProblem> } {
  const count = (text: string): number => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
  const marks = tokenizer.encode("", { text_pair: "" }).ids.length;
  const room = most - marks - count(claim);
  if (room < LEAST_ROOM) return { problem: nliProblem("nli-too-long", { count: count(claim), most }) };
  const encoded = ({ text, places }: TextWindow): TokenRow => {
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

async function run(
  rows: readonly TokenRow[],
  { onnx, session, labels, pad }: LoadedModel,
): Promise<number[][]> {
  const width = Math.max(...rows.map(({ ids }) => ids.length));
  const filled = (of: (row: TokenRow, at: number) => number): unknown => {
    const data = new BigInt64Array(rows.length * width);
    rows.forEach((row, r) => {
      for (let at = 0; at < width; at++) data[r * width + at] = BigInt(of(row, at));
    });
    return new onnx.Tensor("int64", data, [rows.length, width]);
  };
  const feeds: Record<string, unknown> = {};
  for (const name of session.inputNames)
    feeds[name] =
      name === "input_ids"
        ? filled(({ ids }, at) => ids[at] ?? pad)
        : name === "attention_mask"
          ? filled(({ ids }, at) => (at < ids.length ? 1 : 0))
          : filled(({ types }, at) => types[at] ?? 0);
  const out = await session.run(feeds);
  const name = session.outputNames.includes("logits") ? "logits" : session.outputNames[0]!;
  const { dims, data } = out[name]!;
  const count = labels.names.length;
  const isFlat = dims.length === 1 && count === 1;
  if (dims[0] !== rows.length || !(isFlat || (dims.length === 2 && dims[1] === count)))
    throw nliProblem.error("bad-nli-model/output", {
      found: `${name} with the shape ${dims.join(" × ")}`,
      wanted: `${rows.length} × ${count} (${labels.names.join(", ")})`,
    });
  return rows.map((_, r) => {
    const logits = Array.from({ length: count }, (_, i) => Number(data[r * count + i]));
    if (!logits.every(Number.isFinite))
      throw nliProblem.error("bad-nli-model/output", { found: logits.join(", "), wanted: "finite numbers" });
    return sharesOf(logits, labels);
  });
}

function padOf(
  {
    config,
    tokenizerConfig,
  }: {
    readonly config: Readonly<Record<string, unknown>>;
    readonly tokenizerConfig: Readonly<Record<string, unknown>>;
  },
  tokenizer: PairTokenizer,
): number {
  const id = config["pad_token_id"];
  if (typeof id === "number") return id;
  const token = tokenizerConfig["pad_token"];
  const text =
    typeof token === "string" ? token : String((token as { content?: unknown } | null)?.content ?? "[PAD]");
  return tokenizer.token_to_id(text) ?? 0;
}
