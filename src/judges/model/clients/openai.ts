import { CallError } from "../../../calls/call-error.ts";
import { fieldsOf, type Outside } from "../../../calls/http.ts";
import { type Header, parseDuration, readLimits } from "../../../calls/rate-headers.ts";
import type { JsonSchema, Message, ModelClient, ModelReply, RateLimits } from "../../model-types.ts";
import { toldUsage } from "../../spend/usage.ts";
import { sendLearning } from "./_learning.ts";
import { COUNTED, postJson, publicUrl } from "./post.ts";

export interface OpenAiOptions extends Outside {
  readonly model: string;
  readonly apiKey?: string;
  /** For any server with a chat completions API: Ollama, llama.cpp, vLLM, LM Studio, a gateway. */
  readonly baseUrl?: string;
  /** In records and cache keys. */
  readonly provider?: string;
  /** Sampling and the rest of the body: temperature, seed, reasoning_effort. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** How JSON is asked for at first; a server that refuses gets less. */
  readonly output?: "schema" | "json" | "text";
}
type OpenaiForm = "schema" | "native" | "json" | "text";
type CompletionRequest = {
  readonly schema: JsonSchema;
  readonly maxOutputTokens: number;
  readonly prompt: string;
};

/** How servers took a schema before they knew response_format; by provider. */
const NATIVE: Readonly<Record<string, string>> = {
  vllm: "guided_json",
  llamacpp: "json_schema",
};

const OPENAI = "https://api.openai.com/v1";

/** A client of chat completions by fetch: OpenAI, or any server with a base URL that speaks like it. */
export function createOpenAiClient(options: OpenAiOptions): ModelClient {
  const { model, apiKey, headers = {}, params = {} } = options;
  const baseUrl = publicUrl(options.baseUrl ?? OPENAI);
  const url = `${baseUrl}/chat/completions`;
  const native = NATIVE[options.provider ?? ""];
  // What this server takes is learned from its refusals, which cost nothing.
  let form: OpenaiForm = options.output ?? "schema";
  let limitName = baseUrl === OPENAI ? "max_completion_tokens" : "max_tokens";
  // The same question should get the same answer; a model that has no temperature says so.
  let defaults: Readonly<Record<string, unknown>> = "temperature" in params ? {} : { temperature: 0 };

  const body = (
    messages: readonly Message[],
    { schema, maxOutputTokens, prompt }: CompletionRequest,
  ): Record<string, unknown> => ({
    model,
    messages,
    [limitName]: maxOutputTokens,
    ...(form === "native" ? { [native!]: schema } : formatOf(form, schema, prompt)),
    ...defaults,
    ...params,
  });
  /** Another way to ask, after a refusal; false where there is none. */
  const adapt = (said: string): boolean => {
    const other = limitName === "max_tokens" ? "max_completion_tokens" : "max_tokens";
    if (
      said.includes(limitName) &&
      (said.includes(other) || /unsupported|unknown|unrecognized/i.test(said))
    ) {
      limitName = other;
      return true;
    }
    if (/temperature/i.test(said) && Object.keys(defaults).length > 0) {
      defaults = {};
      return true;
    }
    if (
      form !== "text" &&
      /response_format|json_schema|json_object|schema|grammar|structured|guided/i.test(said)
    ) {
      form =
        form === "schema" && native !== undefined
          ? "native"
          : form === "schema" || form === "native"
            ? "json"
            : "text";
      return true;
    }
    return false;
  };
  return {
    identity: {
      provider: options.provider ?? "openai",
      baseUrl,
      model,
      params: {
        temperature: 0,
        ...params,
        ...(options.output === undefined ? {} : { output: options.output }),
      },
    },
    send: (messages, request, signal) =>
      sendLearning({
        post: () =>
          postJson(
            url,
            {
              body: body(messages, request),
              headers: { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }), ...headers },
              signal,
              limitsOf,
            },
            options,
          ),
        read: readReply,
        state: () => `${form} ${limitName} ${Object.keys(defaults).length}`,
        adapt: ({ code, message }) => adapt(`${code} ${message}`),
        refusal: ({ code, message }) =>
          /content_filter|content_policy/i.test(`${code} ${message}`)
            ? { text: message, finish: "refusal" }
            : undefined,
        mostTries: 4,
      }),
    batch: {
      kind: "openai",
      url: "/v1/chat/completions",
      body,
      reply: readReply,
      refused: (said) => void adapt(said),
    },
  };
}

const formatOf = (
  form: Exclude<OpenaiForm, "native">,
  schema: JsonSchema,
  prompt: string,
): Readonly<Record<string, unknown>> => {
  if (form === "text") return {};
  if (form === "json") return { response_format: { type: "json_object" } };
  const name = prompt.replace(/[^\w-]+/g, "_").slice(0, 64);
  return { response_format: { type: "json_schema", json_schema: { name, strict: true, schema } } };
};

const limitsOf = (header: Header): RateLimits | undefined =>
  readLimits(header, COUNTED, (what, of) => `x-ratelimit-${what}-${of.toLowerCase()}`, parseDuration);

function readReply(body: unknown): ModelReply {
  const choices = fieldsOf(body)["choices"];
  const choice = fieldsOf(Array.isArray(choices) ? choices[0] : undefined);
  const message = fieldsOf(choice["message"]);
  if (choice["message"] === undefined) throw new CallError("server", "the answer has no choices");
  const refusal = message["refusal"];
  const usage = fieldsOf(fieldsOf(body)["usage"]);
  return {
    text: typeof refusal === "string" && refusal !== "" ? refusal : textOf(message["content"]),
    finish: typeof refusal === "string" && refusal !== "" ? "refusal" : finishOf(choice["finish_reason"]),
    ...toldUsage(usage["prompt_tokens"], usage["completion_tokens"]),
  };
}

const finishOf = (reason: unknown): ModelReply["finish"] =>
  reason === "stop" || reason === "length" ? reason : reason === "content_filter" ? "refusal" : "other";

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content.map((part) => String(fieldsOf(part)["text"] ?? "")).join("")
      : "";
