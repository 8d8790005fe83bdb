import { CallError } from "../../../calls/call-error.ts";
import { sendError } from "../../../calls/http.ts";
import type { JsonSchema, Message, ModelClient } from "../../model-types.ts";

/** Anything that answers messages with JSON: a value, or a text with JSON in it. */
export type JudgeFunction = (
  messages: readonly Message[],
  schema: JsonSchema,
  more: { readonly signal: AbortSignal; readonly maxOutputTokens: number },
) => unknown;

export interface FunctionOptions {
  readonly ask: JudgeFunction;
  /** In records and cache keys: change it when the function changes, or old replies are used again. */
  readonly name?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A function of your own as the model. */
export function createFunctionClient({ ask, name = ask.name, params = {} }: FunctionOptions): ModelClient {
  return {
    identity: { provider: "function", model: name, params },
    async send(messages, { schema, maxOutputTokens }, signal) {
      let answer: unknown;
      try {
        signal.throwIfAborted();
        answer = await untilAborted(ask(messages, schema, { signal, maxOutputTokens }), signal);
      } catch (error) {
        if (signal.aborted || error instanceof CallError) throw sendError(error, signal);
        const words = error instanceof Error ? error.message : String(error);
        throw new CallError("server", `the function failed: ${words}`, { cause: error });
      }
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      return { text: text ?? "", finish: "stop" };
    },
  };
}

/** The function may not look at the signal. */
function untilAborted(answer: unknown, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
