/** Servers refuse what they do not know: a form of output, a parameter. What a refusal teaches is kept for the next call. */

import type { ErrorBody } from "../../../calls/http.ts";
import type { ModelReply } from "../../model-types.ts";
import type { PostAnswer } from "./post.ts";

export interface Learning {
  post(): Promise<PostAnswer>;
  read(body: unknown): ModelReply;
  /** What was learned so far, as a text. */
  state(): string;
  /** Does this refusal teach anything new? */
  adapt(said: ErrorBody): boolean;
  /** A refusal that is the answer. */
  refusal?(said: ErrorBody): ModelReply | undefined;
  readonly mostTries: number;
}

export async function sendLearning({
  post,
  read,
  state,
  adapt,
  refusal,
  mostTries,
}: Learning): Promise<ModelReply> {
  for (let tries = 0; ; tries++) {
    const before = state();
    const answer = await post();
    if (!("error" in answer)) {
      const { limits, mask } = answer;
      const reply = read(answer.body);
      // It is kept in the journal, and quoted where it cannot be read.
      const text = mask(reply.text);
      return { ...reply, text, ...(limits === undefined ? {} : { limits }) };
    }
    const refused = refusal?.(answer.said);
    if (refused !== undefined) return refused;
    // Another call may have learned it meanwhile.
    const learned = before !== state();
    if (tries >= mostTries || !(learned || adapt(answer.said))) throw answer.error;
  }
}
