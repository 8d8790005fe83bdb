/** A model as Hugging Face exports it: model.onnx, tokenizer.json and config.json in one folder. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { nliProblem } from "./problems.ts";

type ModelFields = Readonly<Record<string, unknown>>;

export interface ModelFolder {
  readonly model: string;
  readonly tokenizer: ModelFields;
  /** Empty where there is no tokenizer_config.json. */
  readonly tokenizerConfig: ModelFields;
  readonly config: ModelFields;
  /** Of the model's bytes. */
  readonly hash: string;
}

const MODELS = ["model.onnx", "onnx/model.onnx"];

export async function readModelFolder(folder: string, shown: string): Promise<ModelFolder> {
  const names = await filesIn(folder, shown);
  const model = MODELS.find((name) => names.includes(name));
  const missing = [
    ...(model === undefined ? ["model.onnx"] : []),
    ...["tokenizer.json", "config.json"].filter((name) => !names.includes(name)),
  ];
  if (model === undefined || missing.length > 0)
    throw nliProblem.error("bad-nli-model/no-files", { folder: shown, missing, found: names.slice(0, 12) });
  const json = (name: string): Promise<ModelFields> => readFields(join(folder, name), `${shown}/${name}`);
  return {
    model: join(folder, model),
    tokenizer: await json("tokenizer.json"),
    tokenizerConfig: names.includes("tokenizer_config.json") ? await json("tokenizer_config.json") : {},
    config: await json("config.json"),
    hash: await hashOf(join(folder, model)),
  };
}

async function filesIn(folder: string, shown: string): Promise<string[]> {
  const facts = await stat(folder).catch(() => undefined);
  if (facts?.isDirectory() !== true) throw nliProblem.error("bad-nli-model/no-folder", { folder: shown });
  const names = (await readdir(folder)).sort();
  const inside = await readdir(join(folder, "onnx")).catch(() => []);
  return [...names.filter((name) => name !== "onnx"), ...inside.sort().map((name) => `onnx/${name}`)];
}

async function readFields(path: string, shown: string): Promise<ModelFields> {
  let message = "it is not a JSON object";
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as ModelFields;
  } catch (error) {
    message = error instanceof Error ? error.message : String(error);
  }
  throw nliProblem.error("bad-nli-model/not-json", { file: shown, message });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex").slice(0, 16);
}

/** Position embeddings of this family begin behind the padding. */
const SHIFTED = /roberta|camembert|longformer|mpnet/;
const USUAL = 512;
/** Transformers writes a huge number for "no limit". */
const NO_LIMIT = 1e6;

/** How many tokens the model reads at once. */
export function mostTokens({ config, tokenizer, tokenizerConfig }: ModelFolder): number {
  const positions = Number(config["max_position_embeddings"] ?? config["n_positions"]);
  const shift = SHIFTED.test(String(config["model_type"])) ? Number(config["pad_token_id"] ?? 1) + 1 : 0;
  const truncation = tokenizer["truncation"] as { readonly max_length?: unknown } | null | undefined;
  const told = [
    positions - shift,
    Number(tokenizerConfig["model_max_length"]),
    Number(truncation?.max_length),
  ];
  const known = told.filter((limit) => limit > 0 && limit < NO_LIMIT);
  return known.length === 0 ? USUAL : Math.min(...known);
}
