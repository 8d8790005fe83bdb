/** Words for what is wrong with a model as a judge: its name, its calls, and what it replies. */
import type { CallTrouble } from "../../calls/call-error.ts";
import { defineProblems } from "../../core/problem-table.ts";

const AGAIN = "run it again: what was paid for is kept, and only the rest is asked";
const INSTALL = {
  why: "this judge is a model of the AI SDK, which is called through it",
  fix: "npm install ai",
} as const;

const SECRETS = { user: "a name or password", query: "a query" } as const;

/** A call that was not answered. `message`: what the server, the network or the budget said. */
const unanswered =
  (fix: string) =>
  ({ message }: { message: string }) => ({ what: `the model did not answer: ${message}`, fix });

const started = (reply: string): string => JSON.stringify(reply);

export const modelProblem = defineProblems({
  // Which model.
  "unknown-judge/name": (f: { found: string; nearest: readonly string[]; names: readonly string[] }) => ({
    what: `there is no judge ${JSON.stringify(f.found)}`,
    fix: `${f.nearest.length === 0 ? "" : `did you mean ${f.nearest[0]}? `}Judges are lexical, openai:MODEL, anthropic:MODEL, ${f.names.map((local) => `${local}:MODEL`).join(", ")}, an address (http://localhost:8080/v1#MODEL) or a file (./judge.ts)`,
  }),
  "unknown-judge/no-model": ({ provider }: { provider: string }) => ({
    what: `the judge ${provider} needs the name of a model`,
    fix: `write it after a colon: ${provider}:MODEL`,
  }),
  "unknown-judge/address-only": ({ address }: { address: string }) => ({
    what: `the judge ${address} needs the name of a model`,
    fix: `write it after a #: --judge ${address}#MODEL; ${address}/models lists those of most servers`,
  }),
  "missing-key": ({ judge, variable }: { judge: string; variable: string }) => ({
    what: `the judge ${judge} needs a key, and ${variable} is not set`,
    fix: `set ${variable}, or use the embedded judge: lexical`,
  }),
  "bad-judge/no-model": () => ({
    what: "a model judge needs a model",
    fix: "give a client: createModelJudge({ client: createOpenAiClient({ model, apiKey }) })",
  }),
  "bad-judge/address": ({ found }: { found: string }) => ({
    what: `${JSON.stringify(found)} is not the address of a model server`,
    fix: "give it with http:// or https://, for example http://localhost:8080/v1",
  }),
  "bad-judge/secret": ({ found }: { found: keyof typeof SECRETS }) => ({
    what: `the address of the model server has ${SECRETS[found]} in it`,
    why: "the address is kept in every record",
    fix: "give the key as apiKey, or in the environment, and anything else as a header",
  }),
  "bad-option/tokens": ({ option, found }: { option: string; found: string }) => ({
    what: `${option} is ${found}; it must be a whole number above 0`,
    fix: `give ${option} in tokens, or leave it out`,
  }),
  "missing-package/old": () => ({
    what: "the package ai is there, but has no generateText with Output.object",
    fix: "npm install ai@latest (version 5 or later)",
  }),
  "missing-package/not-installed": () => ({ what: "the package ai is not installed", ...INSTALL }),
  "missing-package/not-loaded": ({ message }: { message: string }) => ({
    what: `the package ai cannot be loaded: ${message}`,
    ...INSTALL,
  }),

  // Calls that were not answered.
  "judge-rate": unanswered(`ask for fewer calls at once, or ${AGAIN}`),
  "judge-quota": unanswered(`top up the account, then ${AGAIN}`),
  "judge-auth": unanswered("check the key and whether it may use this model"),
  "judge-too-long": unanswered("give the judge a smaller groupTokens, or take a model with a larger context"),
  "judge-refused-request": unanswered("check the name of the model and the settings of the judge"),
  "judge-server": unanswered(AGAIN),
  "judge-network": unanswered(`check the address and the connection, then ${AGAIN}`),
  "judge-timeout": unanswered(`allow more time for a call, or ${AGAIN}`),
  "judge-cancelled/call": unanswered(AGAIN),
  "judge-redirect": unanswered("give the final address of the server: --judge http://HOST/v1#MODEL"),
  "judge-too-large": unanswered("check that the address is that of a model server"),
  "judge-budget": unanswered(`raise the budget, or judge fewer cases (--limit N), then ${AGAIN}`),
  "judge-pending": unanswered("send the batch file, then read its results and run this again"),

  // Replies. `reply`: how it starts.
  "judge-refused": ({ reply }: { reply: string }) => ({
    what: `the model refused to judge this case${reply === "" ? "" : `: ${started(reply)}`}`,
    fix: "read the case; another model, or the embedded judge, may take it",
  }),
  "judge-cut-off": ({ limit }: { limit: number }) => ({
    what: `the reply was cut off after ${limit} tokens, twice`,
    fix: "raise mostOutputTokens; a model that thinks first needs more of them",
  }),
  "judge-unreadable": ({ message, reply }: { message: string; reply: string }) => ({
    what: `could not parse the reply, even after a retry: ${message}; it starts ${started(reply)}`,
    fix: "take a model that follows a JSON schema, or a server that offers structured output",
  }),
  "judge-no-claims": () => ({
    what: "no claim that the judge found is in the reference",
    fix: "read the reference: it may say nothing that can be checked, or tell the judge what to do",
  }),
  "judge-left-out": ({ count }: { count: number }) => ({
    what: `the judge left out ${count === 1 ? "a claim" : `${count} claims`}, or named no statement that exists, and again when asked about ${count === 1 ? "it" : "them"} alone`,
    fix: "judge this case again, or take a model that follows instructions better",
  }),
  "judge-canary": () => ({
    what: "the judge took an invented sentence for true or relevant, so its verdicts on these texts cannot be trusted",
    why: "an instruction in a text can make a model approve of everything; so can a model that is too weak",
    fix: "read the chunks of this case for instructions; otherwise take a stronger model",
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
  "too-large": "judge-too-large",
  budget: "judge-budget",
  pending: "judge-pending",
} as const satisfies Readonly<Record<CallTrouble, string>>;
