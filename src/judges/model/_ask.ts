import { CallError } from "../../calls/call-error.ts";
import type { Cost } from "../../core/judgement-record.ts";
import type { Problem } from "../../core/problem.ts";
import { addCost, noCost } from "../cost.ts";
import type { Called, Caller, Message, ModelReply, ModelRequest } from "../model-types.ts";
import { withoutThinking } from "./_read-json.ts";
import type { Read } from "./_replies.ts";
import { callProblem } from "./call-problem.ts";
import { modelProblem } from "./problems.ts";

export type ModelAnswer<T> = { readonly value: T; readonly cost: Cost } | NotAnswered;
interface NotAnswered {
  readonly problem: Problem;
  readonly cost: Cost;
  /** A smaller question may be answered. */
  readonly tooMuch: boolean;
  /** No reply came: the next question would fare no better. */
  readonly silent: boolean;
  /** Marks the replies as unusable, so that a later run asks again. */
  giveUp(): Promise<void>;
}

export interface AskOptions {
  readonly caller: Caller;
  /** What a reply may grow to when it was cut off. */
  readonly mostOutputTokens: number;
  readonly signal?: AbortSignal | undefined;
}

const LONGEST_QUOTE = 4000;

/** One question, two calls at most: cut off → once more with room, unreadable → one repair with the reason; then a Problem. */
export async function ask<T>(
  request: ModelRequest,
  read: (text: string) => Read<T>,
  { caller, mostOutputTokens, signal }: AskOptions,
): Promise<ModelAnswer<T>> {
  let cost = noCost;
  const used: ModelRequest[] = [];
  const call = async (one: ModelRequest): Promise<{ reply: ModelReply; got: Read<T> }> => {
    const called = await caller.call(one, signal);
    used.push(one);
    cost = addCost(cost, costOf(called));
    const { reply } = called;
    return {
      reply,
      got: repeatsPrompt(reply.text, one) ? { error: REPEATED, cutOff: false } : read(reply.text),
    };
  };
  const fail = (problem: Problem, tooMuch = false, silent = false): ModelAnswer<T> => ({
    problem,
    tooMuch,
    silent,
    cost,
    giveUp: async () => {
      for (const one of used) await caller.reject?.(one, problem.what);
    },
  });
  const room = Math.min(request.maxOutputTokens * 4, mostOutputTokens);
  const hasRoom = request.maxOutputTokens < mostOutputTokens;
  try {
    let { reply, got } = await call(request);
    if ("error" in got && reply.finish !== "refusal" && (hasRoom || reply.finish !== "length")) {
      const roomy = { ...request, maxOutputTokens: room };
      // Not every server says that it cut a reply off.
      const same = got.cutOff && hasRoom ? roomy : request;
      ({ reply, got } = await call(
        reply.finish === "length" ? roomy : repairOf(same, reply.text, got.error),
      ));
    }
    if (reply.finish === "refusal") return fail(refused(reply.text));
    if ("value" in got) return { value: got.value, cost };
    if (reply.finish === "length")
      return fail(modelProblem("judge-cut-off", { limit: used.at(-1)!.maxOutputTokens }), true);
    if (got.error === REPEATED) return fail(modelProblem("judge-repeats", {}));
    return fail(modelProblem("judge-unreadable", { message: got.error, reply: startOf(reply.text) }));
  } catch (error) {
    if (!(error instanceof CallError) || error.trouble === "aborted") throw error;
    return fail(callProblem(error), error.trouble === "too-long", error.trouble !== "too-long");
  }
}

const REPEATED = "it repeats the prompt";
/** Shorter texts are in a prompt by chance. */
const LEAST_REPEATED = 20;
/** Names no line of any data. */
const NONCE = "no-such-fence";

/** The reply is a piece of what was sent, or has all the instructions in it: small models copy the example, the last message, or everything. */
function repeatsPrompt(text: string, request: ModelRequest): boolean {
  const messages = request.render(NONCE);
  const prompt = wordsOf(messages);
  // The fence is new for each call.
  const own = withoutThinking(text)
    .replace(/^\s*```\w*|```\s*$/g, "")
    .replace(/[\w-]{12,}/g, (word) => (prompt.includes(word) ? word : ""));
  const said = bare(own);
  if (said.length < LEAST_REPEATED) return false;
  // Every reply comes by here: each message is read once.
  const sent = messages.map(({ role, content }) => ({ role, text: bare(content.split(NONCE).join("")) }));
  const textOf = (kept: (role: Message["role"]) => boolean): string =>
    sent
      .filter(({ role }) => kept(role))
      .map(({ text }) => text)
      .join("");
  const instructions = textOf((role) => role === "system");
  if (instructions.length >= LEAST_REPEATED && said.includes(instructions)) return true;
  if (textOf((role) => role !== "assistant").includes(said)) return true;
  // Its own reply, quoted to it, is no prompt: the same words again are as unreadable as before.
  return (
    sent.some(({ role }) => role === "assistant") &&
    textOf(() => true).includes(said) &&
    !textOf((role) => role === "assistant").includes(said)
  );
}

const wordsOf = (messages: readonly Message[]): string => messages.map(({ content }) => content).join("\n");
const bare = (words: string): string => words.replace(/\s+/g, "");

function repairOf(request: ModelRequest, reply: string, error: string): ModelRequest {
  const quoted = reply.slice(0, LONGEST_QUOTE);
  const messages: readonly Message[] = [
    { role: "assistant", content: quoted === "" ? "(nothing)" : quoted },
    {
      role: "user",
      content: `This cannot be read: ${error}. Reply with the JSON only, in the shape that was asked for.`,
    },
  ];
  return {
    ...request,
    inputs: { repairs: request.inputs, reply: quoted, error },
    render: (nonce) => [...request.render(nonce), ...messages],
  };
}

const costOf = ({ reply, reused, money }: Called): Cost =>
  reused
    ? { calls: 0, reused: 1 }
    : {
        calls: 1,
        ...(reply.usage === undefined
          ? {}
          : { inputTokens: reply.usage.input, outputTokens: reply.usage.output }),
        ...(money === undefined ? {} : { money }),
      };

const startOf = (text: string): string => (text.length > 120 ? `${text.slice(0, 117)}...` : text);
const refused = (text: string): Problem => modelProblem("judge-refused", { reply: startOf(text) });
