/** A file for a judge in which nothing looks like a case. */
import { type GoldieError, nearest } from "../../../core/problem.ts";
import { wrongUse } from "./problems.ts";

/** Names of the parts of a case, as people and other tools write them. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  question: ["question", "user_input", "input", "query", "prompt", "q", "user_query"],
  contexts: [
    ...["contexts", "retrieved_contexts", "retrieval_context", "context", "documents", "docs", "passages"],
    ...["chunks", "retrieved", "retrieved_docs", "retrieved_documents", "results", "sources"],
  ],
  reference: [
    ...["reference", "truth", "ground_truth", "ground_truths", "expected", "expected_output"],
    ...["expected_answer", "reference_answer", "ideal", "target", "correct_answer"],
  ],
  response: ["response", "answer", "output", "actual_output", "completion", "prediction", "generated_answer"],
};
/** Shorter names are too similar to each other. */
const LETTERS = 5;

const plain = (name: string): string => name.toLowerCase().replace(/[\s._-]/g, "");

/** The field with this part: a known name, or one letter off. */
function fieldFor(part: string, fields: readonly string[]): string | undefined {
  const names = CALLED[part]!.map(plain);
  for (const name of names) {
    const same = fields.find((field) => plain(field) === name);
    if (same !== undefined) return same;
  }
  return fields.find((field) => field.length >= LETTERS && nearest(plain(field), names, 1).length > 0);
}

export function noCases(path: string, fields: readonly string[]): GoldieError {
  const columns: { role: string; column: string }[] = [];
  for (const role of Object.keys(CALLED)) {
    const left = fields.filter((field) => !columns.some(({ column }) => column === field));
    const column = fieldFor(role, left);
    if (column !== undefined) columns.push({ role, column });
  }
  return wrongUse("no-cases", { path, names: fields, columns });
}
