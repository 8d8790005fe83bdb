import type { CallError } from "../../../calls/call-error.ts";
import { fieldsOf, readErrorBody, sendError } from "../../../calls/http.ts";
import { type Mask, maskOf } from "../../../calls/mask.ts";
import { parseDuration, readLimits, retryAfter } from "../../../calls/rate-headers.ts";
import { GoldieError } from "../../../core/problem.ts";
import type { ModelClient, ModelReply } from "../../model-types.ts";
import { toldUsage } from "../../spend/usage.ts";
import { modelProblem } from "../problems.ts";
import { modelError } from "./_errors.ts";
import { COUNTED, publicUrl } from "./post.ts";

export interface AiSdkOptions {
  /** A model of the AI SDK, version 5 or later: openai("gpt-5-mini"), anthropic("claude-..."). */
  readonly model: unknown;
  /** Where it is, in records and cache keys; needed only where the model does not tell. */
  readonly baseUrl?: string;
  /** Settings of generateText: temperature, seed, providerOptions. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly now?: () => number;
  /** The package `ai`; loaded when the first question is asked. */
  readonly load?: () => Promise<unknown>;
}

/** What is used of the package. */
interface Ai {
  generateText(settings: Readonly<Record<string, unknown>>): Promise<unknown>;
  jsonSchema(schema: unknown): unknown;
  readonly Output: { object(settings: { readonly schema: unknown }): unknown };
}

// Not a literal: the package is optional, so neither the compiler nor a bundler may look for it.
const PACKAGE = "ai";

/**
 * A model of the AI SDK. A provider for compatible servers sends the schema only with `supportsStructuredOutputs: true`;
 * without it the reply is read as text, which works too.
 */
export function createAiSdkClient(options: AiSdkOptions): ModelClient {
  const { model, params = {}, now = Date.now, load = () => import(PACKAGE) } = options;
  let ai: Promise<Ai> | undefined;
  const named = fieldsOf(model);
  const mask = maskOf(headersOf(named));
  const baseUrl = options.baseUrl === undefined ? addressOf(named) : publicUrl(options.baseUrl);
  return {
    identity: {
      provider: String(named["provider"] ?? "ai"),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      model: String(named["modelId"] ?? model),
      params: { temperature: 0, ...params },
    },
    async send(messages, { schema, maxOutputTokens }, signal) {
      ai ??= load().then(checkAi, missing);
      const { generateText, jsonSchema, Output } = await ai;
      try {
        signal.throwIfAborted();
        const result = await generateText({
          model,
          system: messages.find((m) => m.role === "system")?.content,
          messages: messages.filter((m) => m.role !== "system"),
          output: Output.object({ schema: jsonSchema(schema) }),
          maxOutputTokens,
          temperature: 0,
          ...params,
          // The engine around this client tries again; two of them would multiply.
          maxRetries: 0,
          abortSignal: signal,
        });
        return readResult(fieldsOf(result), mask);
      } catch (error) {
        const thrown = fieldsOf(error);
        // It could not read the object; our reader may.
        if (typeof thrown["text"] === "string" && "finishReason" in thrown) return readResult(thrown, mask);
        throw troubleOf(error, signal, now(), mask);
      }
    },
  };
}

/** Two servers can have a model of the same name. Providers keep the address in their settings, as a text or as what makes it. */
function addressOf({ config, modelId }: Readonly<Record<string, unknown>>): string | undefined {
  const { baseURL, url } = fieldsOf(config);
  try {
    const at: unknown = baseURL ?? (typeof url === "function" ? url({ path: "", modelId }) : undefined);
    return typeof at === "string" ? publicUrl(at.replace(/[?#].*/s, "")) : undefined;
  } catch {
    return undefined;
  }
}

/** What its provider sends, where it tells: the key must not come back in a reply. */
function headersOf({ config }: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const { headers } = fieldsOf(config);
  try {
    const given = fieldsOf(typeof headers === "function" ? headers() : headers);
    return Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
  } catch {
    return {};
  }
}

function readResult(result: Readonly<Record<string, unknown>>, mask: Mask): ModelReply {
  const usage = fieldsOf(result["usage"]);
  return {
    text: mask(String(result["text"] ?? "")),
    finish: FINISH[String(result["finishReason"])] ?? "other",
    ...toldUsage(usage["inputTokens"], usage["outputTokens"]),
  };
}

const FINISH: Readonly<Record<string, ModelReply["finish"]>> = {
  stop: "stop",
  "tool-calls": "stop",
  length: "length",
  "content-filter": "refusal",
};

/** Its errors for calls have the status, the headers and the body of the answer. */
function troubleOf(error: unknown, signal: AbortSignal, now: number, mask: Mask): CallError {
  const { statusCode, responseHeaders, responseBody, message } = fieldsOf(error);
  if (signal.aborted || typeof statusCode !== "number") return sendError(error, signal, mask);
  const headers = fieldsOf(responseHeaders);
  const header = (name: string): string | undefined =>
    headers[name] === undefined ? undefined : String(headers[name]);
  const wait = retryAfter(header, now);
  const limits = readLimits(
    header,
    COUNTED,
    (what, of) => `x-ratelimit-${what}-${of.toLowerCase()}`,
    parseDuration,
  );
  return modelError(statusCode, readErrorBody(String(responseBody ?? message ?? ""), mask), {
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(limits === undefined ? {} : { limits }),
  });
}

function checkAi(loaded: unknown): Ai {
  const { generateText, Output } = fieldsOf(loaded);
  if (typeof generateText === "function" && fieldsOf(Output)["object"] !== undefined) return loaded as Ai;
  throw modelProblem.error("missing-package/old", {});
}

function missing(error: unknown): never {
  const absent = fieldsOf(error)["code"] === "ERR_MODULE_NOT_FOUND";
  throw new GoldieError(
    absent
      ? modelProblem("missing-package/not-installed", {})
      : modelProblem("missing-package/not-loaded", { message: String(error) }),
  );
}
