import type { CallError } from "../../calls/call-error.ts";
import type { Problem } from "../../core/problem.ts";
import { CALL_PROBLEMS, modelProblem } from "./problems.ts";

/** Why a call was not answered, for people. */
export const callProblem = ({ trouble, message }: CallError): Problem =>
  modelProblem(CALL_PROBLEMS[trouble], { message });
