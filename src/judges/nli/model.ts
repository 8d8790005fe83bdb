/** A model in memory: its files, the session that runs it, its tokenizer and what its outputs mean. */
import { resolve } from "node:path";
import { findModelFiles, mostTokens, readModelFolder } from "./folder.ts";
import { labelsOf, type NliLabels, sharesOf } from "./labels.ts";
import {
  type LoadPackage,
  loadPackages,
  type Onnx,
  type OnnxSession,
  type OnnxTensor,
  type PairTokenizer,
  packagesFrom,
} from "./packages.ts";
import { nliProblem } from "./problems.ts";

export interface ModelOptions {
  /** model.onnx or onnx/model.onnx, tokenizer.json and config.json, as Hugging Face exports them; or one .onnx file of such a folder. */
  readonly folder: string;
  /** The label that means support, where the names of the labels do not tell. */
  readonly support?: string;
  /** Windows that the model reads at once (default: 16). */
  readonly batch?: number;
  /** The folder that `folder` and the packages are looked for from (default: the working folder). */
  readonly at?: string;
  /** Loads onnxruntime-node and @huggingface/tokenizers; default: beside this package, or from `at`. */
  readonly load?: LoadPackage;
}

export interface TokenRow {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

export interface NliModel {
  readonly name: string;
  /** Everything that decides a score. */
  readonly params: Readonly<Record<string, string | number>>;
  readonly tokenizer: PairTokenizer;
  readonly labels: NliLabels;
  /** Tokens that the model reads at once. */
  readonly most: number;
  /** Tokens that the tokenizer puts around a pair of texts. */
  readonly marks: number;
  readonly batch: number;
  /** Shares of the labels, by row. */
  run(rows: readonly TokenRow[]): Promise<number[][]>;
  /** Waits for what is running. */
  close(): Promise<void>;
}

const INPUTS = new Set(["input_ids", "attention_mask", "token_type_ids"]);

export async function loadNliModel(options: ModelOptions): Promise<NliModel> {
  const { folder: shown, at = ".", support, batch = 16 } = options;
  // Before the packages: installing them does not help a wrong folder.
  await findModelFiles(resolve(at, shown), shown);
  const { onnx, tokenizers } = await loadPackages(options.load ?? packagesFrom(resolve(at)));
  const folder = await readModelFolder(resolve(at, shown), shown);
  const labels = labelsOf(folder.config, shown, support);
  const { tokenizer, marks } = inTokenizer(`${folder.shown}/tokenizer.json`, () => {
    const made = new tokenizers.Tokenizer(folder.tokenizer, folder.tokenizerConfig);
    const single = made.encode("a", { add_special_tokens: false }).ids.length;
    // An empty text would be taken for none.
    return { tokenizer: made, marks: made.encode("a", { text_pair: "a" }).ids.length - 2 * single };
  });
  const most = mostTokens(folder);
  const session = await onnx.InferenceSession.create(folder.model, {
    // Its remarks would go to standard error; what fails is thrown too.
    logSeverityLevel: 4,
  }).catch((error: unknown) => {
    throw nliProblem.error("bad-nli-model/session", { file: folder.model, message: firstLine(error) });
  });
  const others = session.inputNames.filter((name) => !INPUTS.has(name));
  if (others.length > 0 || !session.inputNames.includes("input_ids")) {
    await session.release?.();
    throw nliProblem.error("bad-nli-model/inputs", { found: session.inputNames });
  }
  const pad = padOf(folder, tokenizer);
  let last: Promise<unknown> = Promise.resolve();
  let released: Promise<void> | undefined;
  return {
    name: folder.name,
    params: {
      model: folder.hash,
      support: labels.names[labels.support]!,
      supportOutput: labels.support,
      ...(labels.contradiction === undefined
        ? {}
        : {
            contradiction: labels.names[labels.contradiction]!,
            contradictionOutput: labels.contradiction,
          }),
      activation: labels.activation,
      tokens: most,
    },
    tokenizer,
    labels,
    most,
    marks,
    batch,
    run(rows) {
      // One after the other: a cancelled run cannot be stopped in the session.
      const after = last.then(() => runRows(rows, { onnx, session, labels, pad, file: folder.model }));
      last = after.catch(() => {});
      return after;
    },
    close() {
      released ??= last.then(() => session.release?.());
      return released;
    },
  };
}

function inTokenizer<T>(file: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw nliProblem.error("bad-nli-model/tokenizer", { file, message: firstLine(error) });
  }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]!;

async function runRows(
  rows: readonly TokenRow[],
  {
    onnx,
    session,
    labels,
    pad,
    file,
  }: {
    readonly onnx: Onnx;
    readonly session: OnnxSession;
    readonly labels: NliLabels;
    readonly pad: number;
    readonly file: string;
  },
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
  const out = await session.run(feeds).catch((error: unknown) => {
    throw nliProblem.error("bad-nli-model/run", { file, message: firstLine(error) });
  });
  const name = session.outputNames.includes("logits") ? "logits" : session.outputNames[0]!;
  const { dims } = out[name]!;
  const count = labels.names.length;
  const isFlat = dims.length === 1 && count === 1;
  if (dims[0] !== rows.length || !(isFlat || (dims.length === 2 && dims[1] === count)))
    throw nliProblem.error("bad-nli-model/output", {
      found: `${name} with the shape ${dims.join(" × ")}`,
      wanted: `${rows.length} × ${count} (${labels.names.join(", ")})`,
    });
  const numbers = numbersOf(out[name]!, name);
  return rows.map((_, r) => {
    const logits = Array.from({ length: count }, (_, i) => numbers(r * count + i));
    if (!logits.every(Number.isFinite))
      throw nliProblem.error("bad-nli-model/output", { found: logits.join(", "), wanted: "finite numbers" });
    return sharesOf(logits, labels);
  });
}

function numbersOf({ type, data }: OnnxTensor, name: string): (at: number) => number {
  if (type === "float32" || type === "float64") return (at) => data[at]!;
  // Bits, but for versions of Node that have a Float16Array.
  if (type === "float16") return data instanceof Uint16Array ? (at) => halfOf(data[at]!) : (at) => data[at]!;
  throw nliProblem.error("bad-nli-model/output", {
    found: `${name} as ${type}`,
    wanted: "float32, float16 or float64",
  });
}

/** The number of 16 bits: sign, 5 of exponent, 10 of fraction. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
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
