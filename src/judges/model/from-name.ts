import type { Outside } from "../../calls/http.ts";
import { nearest } from "../../core/problem.ts";
import type { ModelClient } from "../model-types.ts";
import { createAnthropicClient } from "./clients/anthropic.ts";
import { createOpenAiClient } from "./clients/openai.ts";
import { publicUrl } from "./clients/post.ts";
import { modelProblem } from "./problems.ts";

export type NamedJudge =
  | { readonly kind: "lexical" }
  | { readonly kind: "model"; readonly client: ModelClient }
  /** A pair classifier on disk. `support`: the label that means support, where it is named. */
  | { readonly kind: "nli"; readonly folder: string; readonly support?: string }
  /** A module of the user: exports a judge, or a function that answers messages. */
  | { readonly kind: "module"; readonly path: string };

export interface NameOptions extends Outside {
  /** Keys are read here and nowhere else. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Sampling: temperature, seed. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Local servers and their default addresses. */
const LOCAL: Readonly<Record<string, string>> = {
  ollama: "http://localhost:11434/v1",
  lmstudio: "http://localhost:1234/v1",
  llamacpp: "http://localhost:8080/v1",
  vllm: "http://localhost:8000/v1",
};

/** "lexical", "openai:gpt-5-mini", "anthropic:claude-…", "ollama:qwen3", "http://localhost:8080/v1#model", "nli:FOLDER", "./judge.ts". */
export function parseJudge(name: string, { env, ...options }: NameOptions): NamedJudge {
  if (name === "lexical") return { kind: "lexical" };
  if (/^https?:\/\//.test(name)) {
    const [address = "", model = ""] = name.split("#");
    // What a server takes for its default is not known, and would not be in the record.
    if (model === "") throw modelProblem.error("unknown-judge/address-only", { address: publicUrl(address) });
    // Keys of others stay here: an address gets only the one that is meant for it.
    return ownServer("http", address, model, env, options);
  }
  if (name.startsWith("nli:")) return nliJudge(name.slice("nli:".length));
  if (/\.[cm]?[jt]s$/.test(name)) return { kind: "module", path: name };
  const colon = name.indexOf(":");
  const provider = colon < 0 ? name : name.slice(0, colon);
  const model = colon < 0 ? "" : name.slice(colon + 1);
  const local = Object.hasOwn(LOCAL, provider) ? LOCAL[provider] : undefined;
  if (provider !== "openai" && provider !== "anthropic" && local === undefined) unknownJudge(name);
  if (model === "") noModel(provider);
  if (local !== undefined) return ownServer(provider, local, model, env, options);
  const variable = provider === "openai" ? "OPENAI" : "ANTHROPIC";
  const baseUrl = filled(env[`${variable}_BASE_URL`]);
  const apiKey =
    filled(env[`${variable}_API_KEY`]) ??
    (baseUrl === undefined ? noKey(name, `${variable}_API_KEY`) : undefined);
  const given = {
    ...options,
    model,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
  return {
    kind: "model",
    client: provider === "openai" ? createOpenAiClient(given) : createAnthropicClient(given),
  };
}

function nliJudge(text: string): NamedJudge {
  const hash = text.lastIndexOf("#");
  const [folder, support] = hash < 0 ? [text, ""] : [text.slice(0, hash), text.slice(hash + 1)];
  if (folder === "") throw modelProblem.error("unknown-judge/no-folder", {});
  return { kind: "nli", folder, ...(support === "" ? {} : { support }) };
}

function ownServer(
  provider: string,
  baseUrl: string,
  model: string,
  env: NameOptions["env"],
  options: Omit<NameOptions, "env">,
): NamedJudge {
  const apiKey = filled(env["GOLDIE_API_KEY"]);
  return {
    kind: "model",
    client: createOpenAiClient({
      ...options,
      provider,
      baseUrl,
      model,
      ...(apiKey === undefined ? {} : { apiKey }),
    }),
  };
}

const filled = (text: string | undefined): string | undefined =>
  text === undefined || text === "" ? undefined : text;

function unknownJudge(name: string): never {
  const names = ["lexical", "openai", "anthropic", ...Object.keys(LOCAL), "nli"];
  const close = nearest(name.split(":")[0]!, names, 1);
  throw modelProblem.error("unknown-judge/name", { found: name, nearest: close, names: Object.keys(LOCAL) });
}
function noModel(provider: string): never {
  throw modelProblem.error("unknown-judge/no-model", { provider });
}
function noKey(name: string, variable: string): never {
  throw modelProblem.error("missing-key", { judge: name, variable });
}
