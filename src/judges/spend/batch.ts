import { randomBytes } from "node:crypto";
import { CallError } from "../../calls/call-error.ts";
import { type Clock, systemClock } from "../../calls/clock.ts";
import type { Problem } from "../../core/problem.ts";
import { GoldieError } from "../../core/problem.ts";
import type { BatchFormat, Caller, ModelClient, ModelRequest } from "../model-types.ts";
import { callKey } from "./key.ts";
import { spendProblem } from "./problems.ts";
import type { CallStore } from "./store.ts";

/** One request of a batch; its custom_id is the key of the call. */
export interface BatchRequest {
  readonly key: string;
  readonly prompt: string;
  readonly item?: string;
  readonly body: unknown;
}
export interface BatchCaller extends Caller {
  /** What was asked for and is not in the store, each once, in the order of asking. */
  readonly requests: readonly BatchRequest[];
}

/**
 * A caller for runs by batch: it answers from the store, and collects what is not there; such a call ends as `pending`.
 * Run, write the file, let it be worked on, read the results, and run again: a judge with two questions needs two rounds.
 */
export function createBatchCaller({ client, store }: { client: ModelClient; store: CallStore }): BatchCaller {
  const { batch } = client;
  if (batch === undefined) throw noBatches(client);
  const requests = new Map<string, BatchRequest>();
  /** By case, the prompt that it waits for. Its next question would be asked without that answer, and be paid for nothing. */
  const waitsFor = new Map<string, string>();
  return {
    get requests() {
      return [...requests.values()];
    },
    async call(request: ModelRequest) {
      const key = callKey(client.identity, request);
      const stored = await store.get(key);
      if (stored !== undefined) return { reply: stored.reply, reused: true };
      const { prompt, item } = request;
      if (item !== undefined && !waitsFor.has(item)) waitsFor.set(item, prompt);
      const tooEarly = item !== undefined && waitsFor.get(item) !== prompt;
      if (!tooEarly && !requests.has(key)) {
        const body = batch.body(request.render(randomBytes(9).toString("base64url")), request);
        requests.set(key, { key, prompt, ...(item === undefined ? {} : { item }), body });
      }
      throw new CallError("pending", "the question is in a batch file, and its answer is not here yet");
    },
    reject: (request, why) => store.drop(callKey(client.identity, request), why),
  };
}

/** What the services take in one batch, with some room: OpenAI 50,000 requests and 200 MB, Anthropic 100,000 and 256 MB. */
const most = {
  openai: { requests: 50_000, bytes: 190e6 },
  anthropic: { requests: 100_000, bytes: 240e6 },
} as const;

/** The texts of the files to upload: JSONL for OpenAI, the body of POST /v1/messages/batches for Anthropic. */
export function* printBatch(
  requests: readonly BatchRequest[],
  format: Pick<BatchFormat, "kind" | "url">,
  limit: { readonly requests: number; readonly bytes: number } = most[format.kind],
): Generator<string, void> {
  let lines: string[] = [];
  let bytes = 0;
  const file = (): string =>
    format.kind === "openai" ? `${lines.join("\n")}\n` : `{"requests":[\n${lines.join(",\n")}\n]}\n`;
  for (const { key, body } of requests) {
    const line = JSON.stringify(
      format.kind === "openai"
        ? { custom_id: key, method: "POST", url: format.url ?? "/v1/chat/completions", body }
        : { custom_id: key, params: body },
    );
    const size = Buffer.byteLength(line) + 2;
    if (lines.length > 0 && (lines.length >= limit.requests || bytes + size > limit.bytes)) {
      yield file();
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield file();
}

export interface BatchRead {
  /** Replies that are in the store now. */
  readonly stored: number;
  /** Replies that were there before. */
  readonly known: number;
  /** Requests without a reply: they are asked again in the next batch. */
  readonly problems: readonly Problem[];
}

/** Reads results of a batch (the output file, or the error file) into the store, where the next run finds them. */
export async function readBatchResults(
  lines: Iterable<string> | AsyncIterable<string>,
  {
    client,
    store,
    clock = systemClock,
    file,
  }: { client: ModelClient; store: CallStore; clock?: Clock; file?: string },
): Promise<BatchRead> {
  const { batch, identity } = client;
  if (batch === undefined) throw noBatches(client);
  const problems: Problem[] = [];
  let stored = 0;
  let known = 0;
  let line = 0;
  const refusals = new Set<string>();
  for await (const text of lines) {
    line++;
    if (text.trim() === "") continue;
    const at = { ...(file === undefined ? {} : { file }), line };
    try {
      const { key, body } = resultOf(JSON.parse(text), batch.kind);
      if ((await store.get(key)) !== undefined) {
        known++;
        continue;
      }
      const { text: said, finish, usage } = batch.reply(body);
      const reply = { text: said, finish, ...(usage === undefined ? {} : { usage }) };
      const { provider, model } = identity;
      await store.put({
        key,
        at: new Date(clock.now()).toISOString(),
        provider,
        model,
        prompt: "batch",
        reply,
      });
      stored++;
    } catch (error) {
      if (error instanceof GoldieError) throw error;
      const said = error instanceof Error ? error.message : String(error);
      // Once for all lines that say the same: each further time would give up more.
      if (!refusals.has(said)) batch.refused?.(said);
      refusals.add(said);
      problems.push(spendProblem("batch-result", { message: said }, { at }));
    }
  }
  return { stored, known, problems };
}

interface OpenAiLine {
  readonly custom_id?: string;
  readonly response?: { readonly status_code?: number; readonly body?: unknown } | null;
  readonly error?: { readonly code?: string; readonly message?: string } | null;
}
interface AnthropicLine {
  readonly custom_id?: string;
  readonly result?: {
    readonly type?: string;
    readonly message?: unknown;
    readonly error?: { readonly error?: { readonly message?: string }; readonly message?: string };
  };
}

/** The body of a good answer, and whose it is. */
function resultOf(
  line: unknown,
  kind: BatchFormat["kind"],
): { readonly key: string; readonly body: unknown } {
  const { custom_id: key } = (line ?? {}) as OpenAiLine;
  if (typeof key !== "string" || !/^[0-9a-f]{64}$/u.test(key))
    throw new Error("the line has no custom_id of ours");
  if (kind === "openai") {
    const { response, error } = line as OpenAiLine;
    if (response?.status_code === 200) return { key, body: response.body };
    const said = error ?? (response?.body as { readonly error?: OpenAiLine["error"] } | undefined)?.error;
    throw new Error(said?.message ?? said?.code ?? `status ${response?.status_code ?? "unknown"}`);
  }
  const { result } = line as AnthropicLine;
  if (result?.type === "succeeded") return { key, body: result.message };
  throw new Error(result?.error?.error?.message ?? result?.error?.message ?? result?.type ?? "no result");
}

const noBatches = ({ identity }: ModelClient): GoldieError =>
  spendProblem.error("no-batches", { provider: identity.provider });
