/** A model as Hugging Face exports it: model.onnx, tokenizer.json and config.json in one folder. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { nliProblem } from "./problems.ts";

type ModelFields = Readonly<Record<string, unknown>>;

export interface ModelFolder {
  /** Of the folder, and of the file where it was named. */
  readonly name: string;
  /** The folder as the user wrote it. */
  readonly shown: string;
  readonly model: string;
  readonly tokenizer: ModelFields;
  /** Empty where there is no tokenizer_config.json. */
  readonly tokenizerConfig: ModelFields;
  readonly config: ModelFields;
  /** Of the bytes of every file that decides a score: the model, weights beside it, its tokenizer and its settings. */
  readonly hash: string;
}

const MODELS = ["model.onnx", "onnx/model.onnx"];

interface FoundFiles {
  readonly folder: string;
  readonly shown: string;
  /** As named, if it was. */
  readonly file: string | undefined;
  readonly model: string;
  readonly names: readonly string[];
}

/** `path`: a folder, or a file of ONNX in it or in its folder onnx. Throws if a file is missing; reads none. */
export async function findModelFiles(path: string, shown: string): Promise<FoundFiles> {
  const named = path.endsWith(".onnx") ? placeOf(path, shown) : { folder: path, shown, file: undefined };
  const { folder } = named;
  const names = await filesIn(folder, named.shown);
  const model = (named.file === undefined ? MODELS : [named.file]).find((name) => names.includes(name));
  const missing = [
    ...(model === undefined ? [named.file ?? "model.onnx"] : []),
    ...["tokenizer.json", "config.json"].filter((name) => !names.includes(name)),
  ];
  if (model === undefined || missing.length > 0) {
    const others = names.filter((name) => name.endsWith(".onnx"));
    const fields = { folder: named.shown, missing, found: names.slice(0, 12) };
    if (model === undefined && missing.length === 1 && others.length > 0)
      throw nliProblem.error("bad-nli-model/other-files", { ...fields, others });
    throw nliProblem.error("bad-nli-model/no-files", fields);
  }
  return { ...named, model, names };
}

export async function readModelFolder(path: string, given: string): Promise<ModelFolder> {
  const { folder, shown, file, model, names } = await findModelFiles(path, given);
  const json = (name: string): Promise<ModelFields> => readFields(join(folder, name), `${shown}/${name}`);
  const settings = ["tokenizer.json", "tokenizer_config.json", "config.json"].filter((name) =>
    names.includes(name),
  );
  return {
    name: [basename(folder), ...(file === undefined ? [] : [file])].join("/"),
    shown,
    model: join(folder, model),
    tokenizer: await json("tokenizer.json"),
    tokenizerConfig: names.includes("tokenizer_config.json") ? await json("tokenizer_config.json") : {},
    config: await json("config.json"),
    hash: await hashOf(
      join(folder, model),
      settings.map((name) => join(folder, name)),
    ),
  };
}

/** optimum and the hub keep models in a folder onnx beside the tokenizer. */
function placeOf(path: string, shown: string): { folder: string; shown: string; file: string } {
  const inOnnx = basename(dirname(path)) === "onnx";
  const up = (name: string): string => (inOnnx ? dirname(dirname(name)) : dirname(name));
  return { folder: up(path), shown: up(shown), file: `${inOnnx ? "onnx/" : ""}${basename(path)}` };
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

/** In a stream: a model can have gigabytes. The files count by what they are, not by the folder they are in. */
async function hashOf(model: string, settings: readonly string[]): Promise<string> {
  const all = createHash("sha256");
  const { hash, locations } = await readOnce(model);
  all.update(`model ${hash}\n`);
  const [at, own] = [dirname(model), basename(model)];
  const beside = (await readdir(at)).filter((name) => name !== own && name.startsWith(own));
  for (const name of [...new Set([...beside, ...locations])].sort()) {
    const facts = await stat(join(at, name)).catch(() => undefined);
    if (facts?.isFile() === true) all.update(`weights ${name} ${(await readOnce(join(at, name))).hash}\n`);
  }
  for (const path of settings) all.update(`${basename(path)} ${(await readOnce(path)).hash}\n`);
  return all.digest("hex").slice(0, 16);
}

/** How ONNX names a file of weights: the key "location" and the length of a name, which follows. */
const LOCATION = Buffer.from("\n\x08location\x12", "latin1");
const LONGEST_NAME = 127;

async function readOnce(path: string): Promise<{ hash: string; locations: ReadonlySet<string> }> {
  const hash = createHash("sha256");
  const locations = new Set<string>();
  let kept = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    const bytes = Buffer.concat([kept, chunk]);
    for (let at = bytes.indexOf(LOCATION); at >= 0; at = bytes.indexOf(LOCATION, at + 1)) {
      const start = at + LOCATION.length + 1;
      locations.add(bytes.toString("utf8", start, start + (bytes[start - 1] ?? 0)));
    }
    // A name can begin in one chunk and end in the next.
    kept = bytes.subarray(Math.max(0, bytes.length - LOCATION.length - 1 - LONGEST_NAME));
  }
  return { hash: hash.digest("hex"), locations };
}

/** Position embeddings of this family begin behind the padding. */
const SHIFTED = /roberta|camembert|longformer|mpnet|data2vec-text|luke|xmod|ibert|ernie_m/;
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
