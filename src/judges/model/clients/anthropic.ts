import { CallError } from "../../../calls/call-error.ts";
import { fieldsOf, type Outside } from "../../../calls/http.ts";
import { type Header, readLimits, untilDate } from "../../../calls/rate-headers.ts";
import type { JsonSchema, Message, ModelClient, ModelReply, RateLimits } from "../../model-types.ts";
import { toldUsage } from "../../spend/usage.ts";
import { sendLearning } from "./_learning.ts";
import { COUNTED, postJson, publicUrl } from "./post.ts";

export interface AnthropicOptions extends Outside {
  readonly model: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** Sampling and the rest of the body: temperature, thinking. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** How JSON is asked for at first; older models get a tool instead of a schema. */
  readonly output?: AnthropicForm;
}
type AnthropicForm = "schema" | "tool" | "text";
type MessageRequest = { readonly schema: JsonSchema; readonly maxOutputTokens: number };

const TOOL = "reply";

/** A client of Anthropic's messages by fetch. */
export function createAnthropicClient(options: AnthropicOptions): ModelClient {
  const { model, apiKey, headers = {}, params = {}, now = Date.now } = options;
  const baseUrl = publicUrl(options.baseUrl ?? "https://api.anthropic.com");
  let form: AnthropicForm = options.output ?? "schema";
  let defaults: Readonly<Record<string, unknown>> = "temperature" in params ? {} : { temperature: 0 };

  const body = (
    messages: readonly Message[],
    { schema, maxOutputTokens }: MessageRequest,
  ): Record<string, unknown> => ({
    model,
    max_tokens: maxOutputTokens,
    system: messages
      .filter((m) => m.role === "system")
      .map((m) => m.content)
      .join("\n"),
    messages: messages.filter((m) => m.role !== "system"),
    ...formatOf(form, schema),
    ...defaults,
    ...params,
  });
  const adapt = (said: string): boolean => {
    if (/temperature/i.test(said) && Object.keys(defaults).length > 0) {
      defaults = {};
      return true;
    }
    if (form !== "text" && /output_config|output_format|schema|tool/i.test(said)) {
      form = form === "schema" ? "tool" : "text";
      return true;
    }
    return false;
  };
  return {
    identity: {
      provider: "anthropic",
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
            `${baseUrl}/v1/messages`,
            {
              body: body(messages, request),
              headers: {
                ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
                "anthropic-version": "2023-06-01",
                ...headers,
              },
              signal,
              limitsOf: (header) => limitsOf(header, now()),
            },
            options,
          ),
        read: readReply,
        state: () => `${form} ${Object.keys(defaults).length}`,
        adapt: ({ message }) => adapt(message),
        mostTries: 3,
      }),
    batch: { kind: "anthropic", body, reply: readReply, refused: (said) => void adapt(said) },
  };
}

function formatOf(form: AnthropicForm, schema: JsonSchema): Readonly<Record<string, unknown>> {
  if (form === "schema") return { output_config: { format: { type: "json_schema", schema } } };
  if (form === "text") return {};
  return { tools: [{ name: TOOL, input_schema: schema }], tool_choice: { type: "tool", name: TOOL } };
}

const limitsOf = (header: Header, now: number): RateLimits | undefined =>
  readLimits(
    header,
    COUNTED,
    (what, of) => `anthropic-ratelimit-${of.toLowerCase()}-${what}`,
    (text) => untilDate(text, now),
  );

function readReply(body: unknown): ModelReply {
  const { content, stop_reason: reason, usage } = fieldsOf(body);
  if (!Array.isArray(content)) throw new CallError("server", "the answer has no content");
  const blocks = content.map(fieldsOf);
  const tool = blocks.find((block) => block["type"] === "tool_use");
  const said = blocks.filter((block) => block["type"] === "text").map((block) => String(block["text"] ?? ""));
  const used = fieldsOf(usage);
  const read = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"].map(
    (name, i) => used[name] ?? (i === 0 ? undefined : 0),
  );
  // One that is not a count makes the sum none.
  const input = read.every((n) => typeof n === "number" && n >= 0)
    ? (read as number[]).reduce((sum, n) => sum + n, 0)
    : undefined;
  return {
    text: tool === undefined ? said.join("") : JSON.stringify(tool["input"]),
    finish: FINISH[String(reason)] ?? "other",
    ...toldUsage(input, used["output_tokens"]),
  };
}

const FINISH: Readonly<Record<string, ModelReply["finish"]>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refusal",
};
