import type { Called, Caller, ModelClient, ModelRequest } from "../model-types.ts";
import { estimateRequest, estimateTokens, moneyFor, type Prices } from "./estimate.ts";
import { callKey } from "./key.ts";
import type { CallStore } from "./store.ts";
import { createUsage, type Usage } from "./usage.ts";

export interface DryRunOptions {
  readonly identity: ModelClient["identity"];
  /** Calls that are in it cost nothing. */
  readonly store?: CallStore;
  readonly prices?: Prices;
}
export interface DryCaller extends Caller {
  /** What a run would cost; all of its tokens are estimated. */
  usage(): Usage;
}

// Like a real one, and the same every time: two dry runs tell the same.
const nonce = "q7Zk2-Xw9_Ba";

/** A caller that sends nothing: it renders, counts, and answers as a model might, so that the judge goes on to its next question. */
export function createDryCaller({ identity, store, prices }: DryRunOptions): DryCaller {
  const usage = createUsage(prices);
  const asked = new Map<string, string>();

  async function call(request: ModelRequest): Promise<Called> {
    const key = callKey(identity, request);
    const before = asked.get(key);
    const stored = before === undefined ? await store?.get(key) : undefined;
    if (before !== undefined || stored !== undefined) {
      usage.add(request.prompt, { reused: 1 });
      return { reply: stored?.reply ?? { text: before ?? "", finish: "stop" }, reused: true };
    }
    const text = request.dryReply?.() ?? JSON.stringify(sampleOf(request.schema));
    asked.set(key, text);
    const tokens = {
      input: estimateRequest(request.render(nonce), request.schema),
      output: Math.min(estimateTokens(text), request.maxOutputTokens),
    };
    usage.add(request.prompt, {
      calls: 1,
      estimated: 1,
      inputTokens: tokens.input,
      outputTokens: tokens.output,
    });
    const money = prices === undefined ? undefined : moneyFor(tokens, prices);
    return {
      reply: { text, finish: "stop", usage: tokens },
      reused: false,
      ...(money === undefined ? {} : { money }),
    };
  }
  return { call, usage: usage.read };
}

/**
 * Calls, tokens and money of a run, before anything is spent. Repairs of bad replies are not foreseen.
 * @example
 * const cost = await dryRun({ identity: client.identity, prices }, (caller) => judge({ cases, judge: createModelJudge({ caller }) }));
 */
export async function dryRun(
  options: DryRunOptions,
  run: (caller: Caller) => Promise<unknown>,
): Promise<Usage> {
  const caller = createDryCaller(options);
  await run(caller);
  return caller.usage();
}

/** The smallest thing of a shape, where a request does not say what a usual reply is. */
function sampleOf(schema: unknown): unknown {
  const {
    type,
    properties,
    items,
    enum: values,
  } = (schema ?? {}) as {
    readonly type?: string;
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly items?: unknown;
    readonly enum?: readonly unknown[];
  };
  if (values !== undefined) return values[0];
  if (type === "array") return [sampleOf(items)];
  if (type === "string") return "Something is stated here.";
  if (type === "number" || type === "integer") return 0;
  if (type === "boolean") return false;
  return Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, sampleOf(one)]));
}
