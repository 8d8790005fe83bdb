import { CallError } from "../../src/calls/call-error.ts";
import type { Clock } from "../../src/calls/clock.ts";
import type { ModelClient, ModelReply, ModelRequest } from "../../src/judges/model-types.ts";

export const ok = (text = "{}"): ModelReply => ({ text, finish: "stop", usage: { input: 100, output: 10 } });

export const request = (inputs: unknown, more: Partial<ModelRequest> = {}): ModelRequest => ({
  prompt: "claims",
  hash: "h1",
  inputs,
  schema: { type: "object" },
  maxOutputTokens: 1000,
  render: (nonce) => [{ role: "user", content: `${nonce} ${JSON.stringify(inputs)}` }],
  ...more,
});

export interface FakeClient extends ModelClient {
  /** Inputs as sent, each try. */
  readonly sent: string[];
  /** Most calls under way at once, since the last look. */
  peak: number;
  /** When each try was sent. */
  readonly times: number[];
}

/** Answers after so long with what the script says of the nth try; a CallError is thrown. */
export function createFakeClient(
  clock: Clock,
  script: (n: number, text: string) => ModelReply | CallError,
  { latencyMs = 50, identity = {} }: { latencyMs?: number; identity?: Partial<ModelClient["identity"]> } = {},
): FakeClient {
  let active = 0;
  const client: FakeClient = {
    identity: { provider: "fake", model: "m", params: { temperature: 0 }, ...identity },
    sent: [],
    peak: 0,
    times: [],
    async send(messages, _, signal) {
      const text = messages.at(-1)!.content;
      const n = client.sent.push(text);
      client.times.push(clock.now());
      active++;
      client.peak = Math.max(client.peak, active);
      try {
        await clock.sleep(latencyMs, signal);
        if (signal.aborted) throw new CallError("aborted", "aborted");
        const reply = script(n, text);
        if (reply instanceof CallError) throw reply;
        return reply;
      } finally {
        active--;
      }
    },
  };
  return client;
}
