/** The two packages that run a model: optional, and loaded on use. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { nliProblem } from "./problems.ts";

/** What is used of onnxruntime-node. */
export interface Onnx {
  readonly InferenceSession: {
    create(path: string, options?: Readonly<Record<string, unknown>>): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: string, data: BigInt64Array, dims: readonly number[]) => unknown;
}
export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, OnnxTensor>>>;
  release?(): Promise<void>;
}
export interface OnnxTensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: ArrayLike<number>;
}
/** What is used of @huggingface/tokenizers. */
export interface Tokenizers {
  readonly Tokenizer: new (tokenizer: object, config: object) => PairTokenizer;
}
export interface PairTokenizer {
  encode(
    text: string,
    options: {
      readonly text_pair?: string;
      readonly add_special_tokens?: boolean;
      readonly return_token_type_ids?: boolean;
    },
  ): { readonly ids: readonly number[]; readonly token_type_ids?: readonly number[] };
  token_to_id(token: string): number | undefined;
}

export type LoadPackage = (name: string) => Promise<unknown>;

// Not literals: neither the compiler nor a bundler may look for them.
const ONNX = "onnxruntime-node";
const TOKENIZERS = "@huggingface/tokenizers";

/** Beside this package, or in the project of `from`: a global installation sees the peers of the project too. */
export const packagesFrom =
  (from: string): LoadPackage =>
  async (name) => {
    try {
      return await import(name);
    } catch (error) {
      if (!isAbsent(error)) throw error;
      return import(pathToFileURL(createRequire(join(from, "package.json")).resolve(name)).href);
    }
  };

export async function loadPackages(
  load: LoadPackage,
): Promise<{ readonly onnx: Onnx; readonly tokenizers: Tokenizers }> {
  const absent: string[] = [];
  const one = async (name: string): Promise<Readonly<Record<string, unknown>>> => {
    try {
      const loaded = (await load(name)) as Readonly<Record<string, unknown>>;
      // What is CommonJS may come as a default export only.
      return { ...(loaded["default"] as object | undefined), ...loaded };
    } catch (error) {
      if (isAbsent(error)) absent.push(name);
      else {
        const message = (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
        throw nliProblem.error("missing-package/nli-not-loaded", { package: name, message });
      }
      return {};
    }
  };
  const onnx = await one(ONNX);
  const tokenizers = await one(TOKENIZERS);
  if (absent.length > 0) throw nliProblem.error("missing-package/nli", { packages: absent });
  return { onnx: onnx as unknown as Onnx, tokenizers: tokenizers as unknown as Tokenizers };
}

/** Loaders other than Node's say it in words only. */
const isAbsent = (error: unknown): boolean =>
  ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(
    String((error as { readonly code?: unknown } | null)?.code),
  ) ||
  (error instanceof Error && /^(?:Could not|Failed to) resolve/.test(error.message));
