/** A file for a judge in which nothing looks like a case. */
import { type GoldieError, nearest } from "../../../core/problem.ts";
import { wrongUse } from "./problems.ts";

/** The fields without which no tool's rows are cases. */
const NEEDED = ["question", "contexts", "user_input", "retrieved_contexts", "input", "retrieval_context"];

export function noCases(path: string, fields: readonly string[]): GoldieError {
  const meant = fields.flatMap((found) => {
    const [wanted] = NEEDED.includes(found) || found.length < 5 ? [] : nearest(found, NEEDED, 1);
    return wanted === undefined ? [] : [{ found, wanted }];
  });
  return wrongUse("no-cases", { path, names: fields, nearest: meant });
}
