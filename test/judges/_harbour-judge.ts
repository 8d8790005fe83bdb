/** One case about a harbour, judged by a script in place of a model. */
import type { JudgeCase, JudgementRecord } from "../../src/core/judgement-record.ts";
import { createTestCaller, follow, type Script, type Sent } from "../../src/judges/model/_scripted.ts";
import { createModelJudge, type ModelJudgeOptions } from "../../src/judges/model/index.ts";
import type { ModelReply } from "../../src/judges/model-types.ts";
import { prepareCase } from "../../src/judges/prepare.ts";
import { makeRecord } from "../../src/judges/record.ts";

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? []);
const shared = (a: string, b: string): number => {
  const other = words(b);
  return [...words(a)].filter((w) => other.has(w)).length / Math.max(1, words(a).size);
};
/** Full: every long word is there; partial: half of them. */
export const byWords: Script = {
  claims: (reference) => ({ claims: reference.split(/(?<=\.) /), entities: [] }),
  level: (claim, statement) =>
    shared(claim, statement) === 1 ? "full" : shared(claim, statement) >= 0.5 ? "partial" : "none",
  relevant: (text, question) => shared(question, text) > 0,
};

export const harbour: JudgeCase = {
  id: "q1",
  question: "When was the harbour lighthouse built?",
  reference: "The lighthouse was built in 1854. The keeper lived there until 1990.",
  response: "The lighthouse was built in 1854.",
  contexts: [
    "The harbour is deep. The lighthouse was built there in 1854 of granite.",
    "Boats come and go. The keeper lived there, too.",
    "The lighthouse keeper lived there until 1990.",
    "Nothing of the kind.",
  ],
};

export async function judgeWith(
  answer: (sent: Sent, call: number) => string | ModelReply,
  options: ModelJudgeOptions = {},
  c: JudgeCase = harbour,
): Promise<{ record: JudgementRecord; caller: ReturnType<typeof createTestCaller> }> {
  const caller = createTestCaller(answer);
  const judge = createModelJudge({ caller, options });
  const { base, prepared } = prepareCase(c);
  return { record: makeRecord(base, await judge.judge(prepared!), judge.by), caller };
}
export const asScript = ({ request, messages }: Sent): string => follow(byWords, request, messages);
/** Judges by the script, but the second prompt gets another answer, by the number of its call. */
export const support = (...answers: ((sent: Sent) => string | ModelReply)[]) => {
  let calls = 0;
  return (sent: Sent): string | ModelReply =>
    sent.request.prompt.startsWith("claims") ? asScript(sent) : (answers[calls++] ?? asScript)(sent);
};
export const edit =
  (
    change: (
      reply: { claims: { id: string; full: string[]; partial: string[] }[]; relevant: string[] },
      sent: Sent,
    ) => void,
  ) =>
  (sent: Sent): string => {
    const reply = JSON.parse(asScript(sent));
    change(reply, sent);
    return JSON.stringify(reply);
  };
