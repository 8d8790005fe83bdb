import type { CallError, CallTrouble } from "../../calls/call-error.ts";
import type { Problem } from "../../core/problem.ts";

const again = "run it again: what was paid for is kept, and only the rest is asked";

const FIX: Readonly<Record<CallTrouble, Pick<Problem, "code" | "fix">>> = {
  rate: { code: "judge-rate", fix: `ask for fewer calls at once, or ${again}` },
  quota: { code: "judge-quota", fix: `top up the account, then ${again}` },
  auth: { code: "judge-auth", fix: "check the key and whether it may use this model" },
  "too-long": {
    code: "judge-too-long",
    fix: "give the judge a smaller groupTokens, or take a model with a larger context",
  },
  "refused-request": {
    code: "judge-refused-request",
    fix: "check the name of the model and the settings of the judge",
  },
  server: { code: "judge-server", fix: again },
  network: { code: "judge-network", fix: `check the address and the connection, then ${again}` },
  timeout: { code: "judge-timeout", fix: `allow more time for a call, or ${again}` },
  aborted: { code: "judge-cancelled", fix: again },
  budget: { code: "judge-budget", fix: `raise the budget, or judge fewer cases (--limit N), then ${again}` },
  pending: { code: "judge-pending", fix: "send the batch file, then read its results and run this again" },
};

/** Why a call was not answered, for people. */
export const callProblem = (error: CallError): Problem => ({
  ...FIX[error.trouble],
  what: `the model did not answer: ${error.message}`,
});
