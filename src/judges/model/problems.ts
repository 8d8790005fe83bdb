/** Messages about a model judge: its name, calls and replies. */
import type { CallTrouble } from "../../calls/call-error.ts";
import { defineProblems } from "../../core/problem-table.ts";

const AGAIN = "run it again: paid replies are kept, and only the rest is requested";
const INSTALL = {
  why: "this judge is an AI SDK model, which needs the package",
  fix: "npm install ai",
} as const;

const SECRETS = { user: "a user name or password", query: "a query string" } as const;

/** An unanswered call. `message`: the reason from the server, the network or the budget. */
const unanswered =
  (fix: string) =>
  ({ message }: { message: string }) => ({ what: `the model did not answer: ${message}`, fix });

const started = (reply: string): string => JSON.stringify(reply);

export const modelProblem = defineProblems({
  // Which model.
  "unknown-judge/name": (f: { found: string; nearest: readonly string[]; names: readonly string[] }) => ({
    what: `there is no judge ${JSON.stringify(f.found)}`,
    fix: `${f.nearest.length === 0 ? "" : `did you mean ${f.nearest[0]}? `}Judges: lexical, openai:MODEL, anthropic:MODEL, ${f.names.map((local) => `${local}:MODEL`).join(", ")}, an address (http://localhost:8080/v1#MODEL), a model on disk (nli:FOLDER) or a file (./judge.ts)`,
  }),
  "unknown-judge/no-model": ({ provider }: { provider: string }) => ({
    what: `judge ${provider} needs a model name`,
    fix: `add it after a colon: ${provider}:MODEL`,
  }),
  "unknown-judge/no-folder": () => ({
    what: "judge nli needs the folder of a model",
    fix: "add it after the colon: --judge nli:FOLDER",
  }),
  "unknown-judge/address-only": ({ address }: { address: string }) => ({
    what: `judge ${address} needs a model name`,
    fix: `add it after a #: --judge ${address}#MODEL (most servers list their models at ${address}/models)`,
  }),
  "missing-key": ({ judge, variable }: { judge: string; variable: string }) => ({
    what: `judge ${judge} needs an API key, but ${variable} is not set`,
    fix: `set ${variable}, or use the built-in judge: --judge lexical`,
  }),
  "bad-judge/no-model": () => ({
    what: "a model judge needs a model",
    fix: "pass a client: createModelJudge({ client: createOpenAiClient({ model, apiKey }) })",
  }),
  "bad-judge/address": ({ found }: { found: string }) => ({
    what: `${JSON.stringify(found)} is not the address of a model server`,
    fix: "use a URL with http:// or https://, for example http://localhost:8080/v1",
  }),
  "bad-judge/secret": ({ found }: { found: keyof typeof SECRETS }) => ({
    what: `the address of the model server contains ${SECRETS[found]}`,
    why: "the address is stored in every record",
    fix: "pass the key as apiKey or in the environment, and anything else as a header",
  }),
  "bad-option/tokens": ({ option, found }: { option: string; found: string }) => ({
    what: `${option} is ${found}; it must be a whole number above 0`,
    fix: `set ${option} to a number of tokens, or remove it`,
  }),
  "missing-package/old": () => ({
    what: "the installed package ai is too old: it has no generateText with Output.object",
    fix: "npm install ai@latest (version 5 or later)",
  }),
  "missing-package/not-installed": () => ({ what: "the package ai is not installed", ...INSTALL }),
  "missing-package/not-loaded": ({ message }: { message: string }) => ({
    what: `could not load the package ai: ${message}`,
    ...INSTALL,
  }),

  // Calls that were not answered.
  "judge-rate": unanswered(`make fewer calls at once, or ${AGAIN}`),
  "judge-quota": unanswered(`top up the account, then ${AGAIN}`),
  "judge-auth": unanswered("check the key, and that it has access to this model"),
  "judge-too-long": unanswered(
    "use --per-chunk or a model with a larger context window; in code, set a smaller groupTokens",
  ),
  "judge-refused-request": unanswered("check the model name and the judge settings"),
  "judge-server": unanswered(AGAIN),
  "judge-network": unanswered(`check the address and the connection, then ${AGAIN}`),
  "judge-timeout": unanswered(`raise the timeout, or ${AGAIN}`),
  "judge-cancelled/call": unanswered(AGAIN),
  "judge-redirect": unanswered("use the final address of the server: --judge http://HOST/v1#MODEL"),
  "judge-not-api": unanswered(
    "use the address of the API, which usually ends in /v1: --judge http://HOST/v1#MODEL",
  ),
  "judge-too-large": unanswered("check that the address belongs to a model server"),
  "judge-budget": unanswered(`raise the budget, or judge fewer cases (--limit N), then ${AGAIN}`),
  "judge-pending": unanswered("send the batch file, then read its results and run this again"),

  // Replies. `reply`: its first characters.
  "judge-refused": ({ reply }: { reply: string }) => ({
    what: `the model refused to judge this case${reply === "" ? "" : `: ${started(reply)}`}`,
    fix: "check the case; another model or the built-in judge may accept it",
  }),
  "judge-cut-off": ({ limit }: { limit: number }) => ({
    what: `the server cut the reply off; it was asked for up to ${limit} output tokens`,
    fix: "use --per-chunk for shorter replies, a model that reasons less, or a server with a higher limit; in code, raise mostOutputTokens",
  }),
  "judge-unreadable": ({ message, reply }: { message: string; reply: string }) => ({
    what:
      reply.trim() === ""
        ? "the reply was empty, even after a retry"
        : `could not parse the reply, even after a retry: ${message}; it starts ${started(reply)}`,
    fix: "use a model that follows a JSON schema, or a server with structured output",
  }),
  "judge-repeats": () => ({
    what: "the model repeated the prompt instead of answering, even after a retry",
    fix: "use a larger model, or a server with structured output; the built-in judge needs no model: --judge lexical",
  }),
  "judge-no-claims": () => ({
    what: "none of the claims that the judge listed is in the reference",
    fix: "check the reference: it may contain nothing to check, or instructions to the judge",
  }),
  "judge-left-out": ({ count }: { count: number }) => ({
    what: `the judge gave no usable verdict on ${count === 1 ? "a claim" : `${count} claims`}, even when asked about ${count === 1 ? "it" : "them"} alone`,
    why: "it skipped the claim or cited a statement that does not exist",
    fix: "judge this case again, or use a model that follows instructions better",
  }),
  "judge-canary": () => ({
    what: "the judge approved a made-up control sentence, so its verdicts on these texts cannot be trusted",
    why: "instructions hidden in a text can make a model approve everything; a weak model may do so anyway",
    fix: "check the chunks of this case for instructions; if there are none, use a stronger model",
  }),
});

/** By why a call was not answered. */
export const CALL_PROBLEMS = {
  rate: "judge-rate",
  quota: "judge-quota",
  auth: "judge-auth",
  "too-long": "judge-too-long",
  "refused-request": "judge-refused-request",
  server: "judge-server",
  network: "judge-network",
  timeout: "judge-timeout",
  aborted: "judge-cancelled/call",
  redirect: "judge-redirect",
  "not-api": "judge-not-api",
  "too-large": "judge-too-large",
  budget: "judge-budget",
  pending: "judge-pending",
} as const satisfies Readonly<Record<CallTrouble, string>>;
