/** Messages about a scorer that did not answer. */
import type { CallTrouble } from "../../calls/call-error.ts";
import { defineProblems } from "../../core/problem-table.ts";

const AGAIN = "run it again: saved scores are kept, and only the rest is asked for";

/** `message`: what the scorer threw. */
const failed =
  (fix: string) =>
  ({ message }: { message: string }) => ({ what: `the scorer failed: ${message}`, fix });

export const pairsProblem = defineProblems({
  "judge-rate/scorer": failed(`set limits.concurrency lower, or ${AGAIN}`),
  "judge-quota/scorer": failed(`top up the account, then ${AGAIN}`),
  "judge-auth/scorer": failed("check the key of the service that your function calls"),
  "judge-too-long/scorer": failed("set a smaller batch, or shorten the texts in your function"),
  "judge-failed/scorer": failed(
    'check the error in your function; throw a CallError of the kind "network", "server", "rate" or "timeout" for what may pass, and it is tried again',
  ),
  "judge-server/scorer": failed(AGAIN),
  "judge-network/scorer": failed(
    `check the address and the connection of the service that your function calls, then ${AGAIN}`,
  ),
  "judge-timeout/scorer": failed(`raise limits.attemptMs or set a smaller batch, then ${AGAIN}`),
});

type ScorerProblem = keyof typeof pairsProblem.table;

/** By why a batch was not scored; of the others the message has to do. */
const PROBLEMS: Readonly<Partial<Record<CallTrouble, ScorerProblem>>> = {
  rate: "judge-rate/scorer",
  quota: "judge-quota/scorer",
  auth: "judge-auth/scorer",
  "too-long": "judge-too-long/scorer",
  server: "judge-server/scorer",
  network: "judge-network/scorer",
  timeout: "judge-timeout/scorer",
};

export const scorerProblem = (trouble: CallTrouble, message: string) =>
  pairsProblem(PROBLEMS[trouble] ?? "judge-failed/scorer", { message });
