/** A file for a judge in which nothing looks like a case. */
import { type GoldieError, nearest } from "../../../core/problem.ts";
import { wrongUse } from "../../shared/args.ts";

/** The fields without which no tool's rows are cases. */
const NEEDED = ["question", "contexts", "user_input", "retrieved_contexts", "input", "retrieval_context"];
/** More names than these are of no use to anybody. */
const SHOWN = 8;

export function noCases(path: string, fields: readonly string[]): GoldieError {
  const shown = fields.slice(0, SHOWN).join(", ");
  const more = fields.length > SHOWN ? ` and ${fields.length - SHOWN} more` : "";
  const meant = fields.flatMap((field) => {
    const [like] = NEEDED.includes(field) || field.length < 5 ? [] : nearest(field, NEEDED, 1);
    return like === undefined ? [] : [`${like} instead of ${field}`];
  });
  const what = `${path} holds no cases${fields.length === 0 ? "" : `; its fields are ${shown}${more}`}`;
  const col = "--col question=NAME --col contexts=NAME say which fields they are";
  if (meant.length > 0) return wrongUse(what, `did you mean ${meant.join(", and ")}? ${col}`);
  return wrongUse(
    what,
    `a case has a question and contexts, which are texts; ${col}; for gold and a run: goldie eval GOLD RUN -m context-recall --corpus FILE`,
  );
}
