/** What a retriever throws: may it pass, and what to tell of it. */
import { CallError } from "../calls/call-error.ts";
import { clientError } from "../calls/client-error.ts";
import { GoldieError, type Problem, type ProblemPlace } from "../core/problem.ts";
import { liveProblem } from "./problems.ts";

/** A client's own error, sorted by what it says of itself; anything else is taken for a bug, which no other try cures. */
export function asCallError(error: unknown): CallError {
  const sorted = clientError(error);
  return sorted instanceof CallError
    ? sorted
    : new CallError("refused-request", messageOf(error), { cause: error });
}

/** fetch says "fetch failed", and the reason is its cause's. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : "";
  return cause === "" || error.message.includes(cause) ? error.message : `${error.message}: ${cause}`;
}

/** A query that was not answered. A Problem of the answer's reader stays what it is. */
export function failureOf(error: unknown, at: ProblemPlace): Problem {
  const own = ownProblem(error);
  if (own !== undefined) return { ...own, at: { ...own.at, ...at } };
  return liveProblem("retriever-failed/error", { message: messageOf(error) }, { at });
}

function ownProblem(error: unknown): Problem | undefined {
  if (error instanceof GoldieError) return error.problem;
  return error instanceof CallError && error.cause instanceof GoldieError ? error.cause.problem : undefined;
}
