/**
 * Writes a tiny pair classifier as Hugging Face exports one. Its weights are random, but for two words that are given a meaning so that a
 * test can tell one window from another: it shows loading, labels, batching and windows, and understands nothing.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomFrom } from "../../src/core/random.ts";

export interface TinyModel {
  /** In the order of the outputs. */
  readonly labels: readonly string[];
  readonly config?: Readonly<Record<string, unknown>>;
  /** model.onnx unless told. */
  readonly file?: string;
  /** Also an input, as of BERT. */
  readonly tokenTypes?: boolean;
  /** Where the two words push: places of labels. */
  readonly yes?: number;
  readonly no?: number;
  readonly tokens?: number;
  readonly seed?: number;
}

const DIM = 8;
/** What a text says with these, it says for the label `yes` or `no`. */
export const YES_WORD = "indeed";
export const NO_WORD = "wrong";

const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789.,;:!?'()-"];
export const vocabulary = [
  "[PAD]",
  "[UNK]",
  "[CLS]",
  "[SEP]",
  ...letters,
  ...letters.map((letter) => `##${letter}`),
  YES_WORD,
  NO_WORD,
];

export interface TinyWeights {
  /** By token and dimension. */
  readonly embedding: Float32Array;
  /** By dimension and label. */
  readonly head: Float32Array;
}

export function tinyWeights({ labels, yes = 0, no = labels.length - 1, seed = 7 }: TinyModel): TinyWeights {
  const random = randomFrom(seed);
  const embedding = Float32Array.from({ length: vocabulary.length * DIM }, () => random() - 0.5);
  const head = Float32Array.from({ length: DIM * labels.length }, () => (random() - 0.5) / 2);
  // The first two dimensions belong to the two words.
  for (let token = 0; token < vocabulary.length; token++) embedding.fill(0, token * DIM, token * DIM + 2);
  embedding[vocabulary.indexOf(YES_WORD) * DIM] = 60;
  embedding[vocabulary.indexOf(NO_WORD) * DIM + 1] = 60;
  head.fill(0, 0, 2 * labels.length);
  head[yes] = 4;
  head[labels.length + no] = 4;
  head[labels.length + yes] = -4;
  return { embedding, head };
}

/** The same arithmetic without ONNX: the mean of the embeddings, times the head. */
export function tinyLogits(
  ids: readonly number[],
  { embedding, head }: TinyWeights,
  labels: number,
): number[] {
  const mean = Array.from(
    { length: DIM },
    (_, d) => ids.reduce((sum, id) => sum + embedding[id * DIM + d]!, 0) / ids.length,
  );
  return Array.from({ length: labels }, (_, l) =>
    mean.reduce((sum, value, d) => sum + value * head[d * labels + l]!, 0),
  );
}

export function writeTinyModel(folder: string, model: TinyModel): void {
  const { labels, config = {}, file = "model.onnx", tokens = 64 } = model;
  const write = (name: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  write(file, onnxOf(model));
  write(
    "config.json",
    JSON.stringify({
      model_type: "bert",
      max_position_embeddings: tokens,
      pad_token_id: 0,
      id2label: Object.fromEntries(labels.map((label, i) => [i, label])),
      ...config,
    }),
  );
  const special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"];
  const part = (id: string, type: number) => ({
    [id.startsWith("[") ? "SpecialToken" : "Sequence"]: { id, type_id: type },
  });
  write(
    "tokenizer.json",
    JSON.stringify({
      version: "1.0",
      truncation: null,
      padding: null,
      added_tokens: special.map((content, id) => ({
        id,
        content,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      })),
      normalizer: {
        type: "BertNormalizer",
        clean_text: true,
        handle_chinese_chars: true,
        strip_accents: null,
        lowercase: true,
      },
      pre_tokenizer: { type: "BertPreTokenizer" },
      post_processor: {
        type: "TemplateProcessing",
        single: [part("[CLS]", 0), part("A", 0), part("[SEP]", 0)],
        pair: [part("[CLS]", 0), part("A", 0), part("[SEP]", 0), part("B", 1), part("[SEP]", 1)],
        special_tokens: Object.fromEntries(
          ["[CLS]", "[SEP]"].map((id) => [id, { id, ids: [vocabulary.indexOf(id)], tokens: [id] }]),
        ),
      },
      decoder: { type: "WordPiece", prefix: "##", cleanup: true },
      model: {
        type: "WordPiece",
        unk_token: "[UNK]",
        continuing_subword_prefix: "##",
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(vocabulary.map((token, i) => [token, i])),
      },
    }),
  );
}

/** The few messages of ONNX that it takes, as protocol buffers. */
function onnxOf(model: TinyModel): Uint8Array {
  const { labels, tokenTypes = false } = model;
  const { embedding, head } = tinyWeights(model);
  const floats = (name: string, data: Float32Array, ...dims: number[]) =>
    tensor(name, 1, dims, new Uint8Array(data.buffer));
  const one = (name: string, value: number) =>
    tensor(name, 7, [1], new Uint8Array(BigInt64Array.of(BigInt(value)).buffer));
  const nodes = [
    node("Gather", ["embedding", "input_ids"], "embedded"),
    node("Cast", ["attention_mask"], "mask", [attribute("to", 1)]),
    node("Unsqueeze", ["mask", "axis2"], "column"),
    node("Mul", ["embedded", "column"], "kept"),
    node("ReduceSum", ["kept", "axis1"], "sum", [attribute("keepdims", 0)]),
    node("ReduceSum", ["mask", "axis1"], "count", [attribute("keepdims", 1)]),
    node("Div", ["sum", "count"], "mean"),
    node("MatMul", ["mean", "head"], "plain"),
    ...(tokenTypes
      ? [
          // Counts for nothing, but is asked for.
          node("Cast", ["token_type_ids"], "types", [attribute("to", 1)]),
          node("ReduceSum", ["types", "axis1"], "second", [attribute("keepdims", 1)]),
          node("Mul", ["second", "nothing"], "zero"),
          node("Add", ["plain", "zero"], "logits"),
        ]
      : [node("Identity", ["plain"], "logits")]),
  ];
  const graph = [
    ...nodes.map((bytes) => field(1, bytes)),
    field(2, text("tiny")),
    ...[
      floats("embedding", embedding, vocabulary.length, DIM),
      floats("head", head, DIM, labels.length),
      ...(tokenTypes ? [floats("nothing", Float32Array.of(0), 1)] : []),
      one("axis1", 1),
      one("axis2", 2),
    ].map((bytes) => field(5, bytes)),
    ...["input_ids", "attention_mask", ...(tokenTypes ? ["token_type_ids"] : [])].map((name) =>
      field(11, value(name, 7, ["batch", "sequence"])),
    ),
    field(12, value("logits", 1, ["batch", labels.length])),
  ];
  return join8([number(1, 8), field(7, join8(graph)), field(8, join8([field(1, text("")), number(2, 13)]))]);
}

const join8 = (parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);
const text = (words: string): Uint8Array => Buffer.from(words, "utf8");
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  do {
    bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>>= 7;
  } while (left > 0);
  return Uint8Array.from(bytes);
}
const number = (id: number, value: number): Uint8Array => join8([varint(id << 3), varint(value)]);
const field = (id: number, bytes: Uint8Array): Uint8Array =>
  join8([varint((id << 3) | 2), varint(bytes.length), bytes]);
const attribute = (name: string, value: number): Uint8Array =>
  join8([field(1, text(name)), number(3, value), number(20, 2)]);
const node = (
  type: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly Uint8Array[] = [],
): Uint8Array =>
  join8([
    ...inputs.map((name) => field(1, text(name))),
    field(2, text(output)),
    field(3, text(output)),
    field(4, text(type)),
    ...attributes.map((bytes) => field(5, bytes)),
  ]);
const tensor = (name: string, type: number, dims: readonly number[], raw: Uint8Array): Uint8Array =>
  join8([...dims.map((dim) => number(1, dim)), number(2, type), field(8, text(name)), field(9, raw)]);
const value = (name: string, type: number, dims: readonly (string | number)[]): Uint8Array => {
  const shape = dims.map((dim) => field(1, typeof dim === "number" ? number(1, dim) : field(2, text(dim))));
  return join8([field(1, text(name)), field(2, field(1, join8([number(1, type), field(2, join8(shape))])))]);
};
