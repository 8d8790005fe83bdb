/**
 * Writes a tiny pair classifier as Hugging Face exports one. Its weights are random, but for two words that are given a meaning so that a
 * test can tell one window from another: it shows loading, labels, batching and windows, and understands nothing. Every token counts by its
 * place and by its type, and there are as many places as config.json says: swapped texts, wrong types and rows that are too long show.
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
  /** Places, as max_position_embeddings. */
  readonly tokens?: number;
  /** The place of the first token: 2 in RoBERTa. */
  readonly shift?: number;
  /** Type of the logits (default: float32). */
  readonly output?: keyof typeof OUTPUTS;
  /** Where the weights of the head are kept: a file beside the model. */
  readonly weights?: string;
  /** Instead of the random weights of the head. */
  readonly head?: number;
  /** How far the two words push (default: 4). */
  readonly strength?: number;
  readonly tokenizerConfig?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
}

/** Their numbers in ONNX. */
const OUTPUTS = { float32: 1, int64: 7, float16: 10, float64: 11 };

const DIM = 8;
const TOKENS = 64;
/** What a text says with these, it says for the label `yes` or `no`. */
export const YES_WORD = "indeed";
export const NO_WORD = "wrong";

const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789.,;:!?'()-"];
const vocabulary = [
  "[PAD]",
  "[UNK]",
  "[CLS]",
  "[SEP]",
  ...letters,
  ...letters.map((letter) => `##${letter}`),
  YES_WORD,
  NO_WORD,
];

interface TinyWeights {
  /** By token and dimension. */
  readonly embedding: Float32Array;
  /** By place and dimension: what a token there is multiplied with. */
  readonly places: Float32Array;
  /** By type (0 or 1) and dimension. */
  readonly types: Float32Array;
  /** By dimension and label. */
  readonly head: Float32Array;
}

function tinyWeights(model: TinyModel): TinyWeights {
  const { labels, yes = 0, no = labels.length - 1, seed = 7, tokens = TOKENS, tokenTypes } = model;
  const { strength = 4 } = model;
  const random = randomFrom(seed);
  const embedding = Float32Array.from({ length: vocabulary.length * DIM }, () => random() - 0.5);
  const head = Float32Array.from({ length: DIM * labels.length }, () => random() - 0.5);
  const places = Float32Array.from({ length: tokens * DIM }, () => 0.5 + random());
  const types = Float32Array.from({ length: 2 * DIM }, (_, i) =>
    i % DIM < 2 || tokenTypes !== true ? 0 : 2 * random() - 1,
  );
  // The first two dimensions belong to the two words.
  for (let token = 0; token < vocabulary.length; token++) embedding.fill(0, token * DIM, token * DIM + 2);
  embedding[vocabulary.indexOf(YES_WORD) * DIM] = 60;
  embedding[vocabulary.indexOf(NO_WORD) * DIM + 1] = 60;
  head.fill(0, 0, 2 * labels.length);
  head[yes] = strength;
  head[labels.length + no] = strength;
  head[labels.length + yes] = -strength;
  if (model.head !== undefined) head.fill(model.head, 2 * labels.length);
  return { embedding, places, types, head };
}

/** The same arithmetic without ONNX: the mean of what the tokens mean by type and place, times the head. */
export function tinyLogits(ids: readonly number[], types: readonly number[], model: TinyModel): number[] {
  const { labels, shift = 0 } = model;
  const weights = tinyWeights(model);
  const mean = Array.from({ length: DIM }, (_, d) => {
    const one = (id: number, at: number): number =>
      (weights.embedding[id * DIM + d]! + weights.types[types[at]! * DIM + d]!) *
      weights.places[(at + shift) * DIM + d]!;
    return ids.reduce((sum, id, at) => sum + one(id, at), 0) / ids.length;
  });
  return labels.map((_, l) =>
    mean.reduce((sum, value, d) => sum + value * weights.head[d * labels.length + l]!, 0),
  );
}

export function writeTinyModel(folder: string, model: TinyModel): void {
  const { labels, config = {}, file = "model.onnx", tokens = TOKENS, weights, tokenizerConfig } = model;
  const write = (name: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  write(file, onnxOf(model));
  if (weights !== undefined)
    write(join(dirname(file), weights), new Uint8Array(tinyWeights(model).head.buffer));
  if (tokenizerConfig !== undefined) write("tokenizer_config.json", JSON.stringify(tokenizerConfig));
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
  const { labels, tokenTypes = false, tokens = TOKENS, shift = 0, output = "float32", weights } = model;
  const { embedding, places, types, head } = tinyWeights(model);
  const floats = (name: string, data: Float32Array, ...dims: number[]) =>
    tensor(name, 1, dims, new Uint8Array(data.buffer));
  const one = (name: string, value: number) =>
    tensor(name, 7, [1], new Uint8Array(BigInt64Array.of(BigInt(value)).buffer));
  const scalar = (name: string, value: number) =>
    tensor(name, 7, [], new Uint8Array(BigInt64Array.of(BigInt(value)).buffer));
  const nodes = [
    node("Shape", ["input_ids"], "shape"),
    node("Gather", ["shape", "second"], "length"),
    node("Range", ["none", "length", "step"], "from0"),
    node("Add", ["from0", "shift"], "at"),
    node("Gather", ["places", "at"], "place"),
    node("Gather", ["embedding", "input_ids"], "token"),
    ...(tokenTypes
      ? [node("Gather", ["types", "token_type_ids"], "type"), node("Add", ["token", "type"], "typed")]
      : [node("Identity", ["token"], "typed")]),
    node("Mul", ["typed", "place"], "embedded"),
    node("Cast", ["attention_mask"], "mask", [attribute("to", 1)]),
    node("Unsqueeze", ["mask", "axis2"], "column"),
    node("Mul", ["embedded", "column"], "kept"),
    node("ReduceSum", ["kept", "axis1"], "sum", [attribute("keepdims", 0)]),
    node("ReduceSum", ["mask", "axis1"], "count", [attribute("keepdims", 1)]),
    node("Div", ["sum", "count"], "mean"),
    node("MatMul", ["mean", "head"], "plain"),
    node("Cast", ["plain"], "logits", [attribute("to", OUTPUTS[output])]),
  ];
  const graph = [
    ...nodes.map((bytes) => field(1, bytes)),
    field(2, text("tiny")),
    ...[
      floats("embedding", embedding, vocabulary.length, DIM),
      floats("places", places, tokens, DIM),
      weights === undefined
        ? floats("head", head, DIM, labels.length)
        : tensorBeside("head", 1, [DIM, labels.length], weights),
      ...(tokenTypes ? [floats("types", types, 2, DIM)] : []),
      one("axis1", 1),
      one("axis2", 2),
      scalar("second", 1),
      scalar("none", 0),
      scalar("step", 1),
      scalar("shift", shift),
    ].map((bytes) => field(5, bytes)),
    ...["input_ids", "attention_mask", ...(tokenTypes ? ["token_type_ids"] : [])].map((name) =>
      field(11, value(name, 7, ["batch", "sequence"])),
    ),
    field(12, value("logits", OUTPUTS[output], ["batch", labels.length])),
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
/** With its bytes in another file. */
const tensorBeside = (name: string, type: number, dims: readonly number[], file: string): Uint8Array =>
  join8([
    ...dims.map((dim) => number(1, dim)),
    number(2, type),
    field(8, text(name)),
    field(13, join8([field(1, text("location")), field(2, text(file))])),
    number(14, 1),
  ]);
const value = (name: string, type: number, dims: readonly (string | number)[]): Uint8Array => {
  const shape = dims.map((dim) => field(1, typeof dim === "number" ? number(1, dim) : field(2, text(dim))));
  return join8([field(1, text(name)), field(2, field(1, join8([number(1, type), field(2, join8(shape))])))]);
};
