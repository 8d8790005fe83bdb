/** Cases as a judge takes them: a question, what was retrieved for it, and perhaps what is right and what was answered. */
import { detectCases, readCasesAs } from "./cases/cases.ts";
import type { Format } from "./format.ts";

/** A context may carry the id of its document. */
function hit(context: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof context !== "object" || context === null) return undefined;
  const { id, text } = context as { id?: unknown; text?: unknown };
  if (typeof text !== "string") return undefined;
  return typeof id === "string" || typeof id === "number" ? { id: String(id), text } : { text };
}

export const cases: Format = {
  id: "cases",
  title: "Cases to judge",
  about:
    "A case per row with question, contexts (texts, or id and text, best first), and where there are any reference (the right answer; also truth, ground_truth) and response (the answer that was given). context is read as contexts. It is gold and run at once. A case without an id has its question for one.",
  extensions: ["jsonl", "json", "csv"],
  kinds: ["gold", "run"],
  example: {
    gold: '{"id":"q1","question":"largest desert?","contexts":["Antarctica is a desert."],"reference":"Antarctica"}\n{"id":"q2","question":"capital of France?","contexts":[],"reference":"Paris"}\n',
    run: '{"id":"q1","question":"largest desert?","contexts":[{"id":"d7","text":"Antarctica is a desert."},"Ice."],"response":"The Sahara"}\n{"id":"q2","question":"capital of France?","contexts":[]}\n',
  },
  broken: {
    gold: {
      text: '{"question":"a?","contexts":["A."],"reference":"A"}\n{"contexts":["B."],"reference":"B"}\n',
      line: 2,
    },
    run: {
      text: '{"question":"a?","contexts":["A."]}\n{"question":"b?","contexts":7}\n',
      line: 2,
    },
  },
  // Below Ragas' own names, above a table of anything.
  detect: (head, name) =>
    name.endsWith("/")
      ? undefined
      : detectCases(head, [
          [0.89, ["question", "contexts"], ["reference", "response"]],
          [0.86, ["question", "contexts"], ["contexts"]],
          // One context a row, as a table has it.
          [0.85, ["question", "context"], ["context"]],
        ]),
  ...readCasesAs({
    tool: "Goldie",
    fields: {
      words: ["question"],
      answer: ["reference", "truth", "ground_truth"],
      passages: [],
      relevant: [],
      texts: ["contexts", "context"],
      hits: [],
      response: ["response"],
    },
    hit,
  }),
};
