import type { Problem } from "../../core/types.ts";
import type { CallError, CallTrouble } from "../_model-types.ts";

const again = "run it again: what was paid for is kept, and only the rest is asked";

const FIX: Readonly<Record<CallTrouble, readonly [code: string, fix: string]>> = {
  rate: ["judge-rate", `ask for fewer calls at once, or ${again}`],
  quota: ["judge-quota", `top up the account, then ${again}`],
  auth: ["judge-auth", "check the key and whether it may use this model"],
  "too-long": [
    "judge-too-long",
    "give the judge a smaller groupTokens, or take a model with a larger context",
  ],
  "refused-request": ["judge-refused-request", "check the name of the model and the settings of the judge"],
  server: ["judge-server", again],
  network: ["judge-network", `check the address and the connection, then ${again}`],
  timeout: ["judge-timeout", `allow more time for a call, or ${again}`],
  aborted: ["judge-cancelled", again],
  budget: ["judge-budget", `raise the budget, then ${again}`],
  pending: ["judge-pending", "send the batch file, then read its results and run this again"],
};

/** Why a call was not answered, for people. */
export const callProblem = (error: CallError): Problem => ({
  code: FIX[error.trouble][0],
  what: `the model did not answer: ${error.message}`,
  fix: FIX[error.trouble][1],
});
