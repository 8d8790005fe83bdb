/** Between a model judge, the engine of calls, and the client of an API. */
import type { ServerLimits } from "../calls/call-error.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}
/** The subset of JSON Schema that structured output takes everywhere. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One question to a model, before it is rendered. What makes the cache key is data; the text of a call has a random fence in it. */
export interface ModelRequest {
  /** Which prompt, and the hash of its text and schema. */
  readonly prompt: string;
  readonly hash: string;
  /** All that the messages are made from, JSON only. */
  readonly inputs: unknown;
  readonly schema: JsonSchema;
  readonly maxOutputTokens: number;
  /** The case it is asked for, in events and in the journal; no part of the key. */
  readonly item?: string;
  /** What its case will ask next, so that a budget begins no case that it cannot end; no part of the key. */
  readonly next?: Following;
  /** `nonce`: unguessable, new for every call. */
  render(nonce: string): readonly Message[];
  /** A reply that would do, of the usual length: lets a dry run go on to the next question. */
  dryReply?(): string;
}

export interface Following {
  readonly calls: number;
  /** What all of them read beyond what this one does, about. */
  tokens(): number;
}

export interface ModelReply {
  readonly text: string;
  /** length: the reply was cut off. */
  readonly finish: "stop" | "length" | "refusal" | "other";
  readonly usage?: { readonly input: number; readonly output: number };
  readonly limits?: RateLimits;
}
/** What a server said about its limits, in headers. */
export type RateLimits = ServerLimits<"Requests" | "Tokens">;

export interface ModelClient {
  /** Everything of the client that can change a reply; part of the cache key, never a secret. */
  readonly identity: {
    readonly provider: string;
    readonly baseUrl?: string;
    readonly model: string;
    readonly params: Readonly<Record<string, unknown>>;
  };
  /** One attempt. Throws a CallError. */
  send(
    messages: readonly Message[],
    request: Pick<ModelRequest, "schema" | "maxOutputTokens" | "prompt">,
    signal: AbortSignal,
  ): Promise<ModelReply>;
  /** The same call as a line of a batch file, where the API has batches. */
  readonly batch?: BatchFormat;
}
export interface BatchFormat {
  readonly kind: "openai" | "anthropic";
  /** "/v1/chat/completions"; OpenAI's lines name it. */
  readonly url?: string;
  /** What send would have posted. */
  body(
    messages: readonly Message[],
    request: Pick<ModelRequest, "schema" | "maxOutputTokens" | "prompt">,
  ): unknown;
  /** What send makes of the body of a good answer. Throws a CallError. */
  reply(body: unknown): ModelReply;
  /** What the service refused a request for: the next batch asks in another way, as send would. */
  refused?(said: string): void;
}

/** The engine: reuses what was paid for, holds rates, budgets and deadlines, tries again. */
export interface Caller {
  call(request: ModelRequest, signal?: AbortSignal): Promise<Called>;
  /** The reply was unusable, even after a repair. It stays in the journal, and a later run asks again. */
  reject?(request: ModelRequest, why: string): Promise<void>;
}
export interface Called {
  readonly reply: ModelReply;
  /** Answered from the store of earlier calls, or by the same call of another case. */
  readonly reused: boolean;
  /** In dollars, where the price is known and the call was paid now. */
  readonly money?: number;
}
