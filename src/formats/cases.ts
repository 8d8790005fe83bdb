/** Cases as a judge takes them: a question, what was retrieved for it, and perhaps what is right and what was answered. */
import { detectCases, readCasesAs } from "./cases/cases.ts";
import { caseNames } from "./cases/rows.ts";
import type { Format, Guess } from "./format.ts";

/** A context may carry the id of its document. */
function hit(context: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof context !== "object" || context === null) return undefined;
  const { id, text } = context as { id?: unknown; text?: unknown };
  if (typeof text !== "string") return undefined;
  return typeof id === "string" || typeof id === "number" ? { id: String(id), text } : { text };
}

/** Rows with gold or retrieved documents: a context field beside them is the user's own. */
const OF_DOCUMENTS = new Set(
  "doc docid document documentid pid passageid corpusid relevant relevantids grades groups passages hits results retrieved score rank relevance grade label".split(
    " ",
  ),
);

/** A table with question, context and truth: one context a row. */
function detectOneContext(head: Uint8Array): Guess | undefined {
  const names = caseNames(head);
  if ([...names].some((name) => OF_DOCUMENTS.has(name))) return undefined;
  return detectCases(head, [
    [0.85, ["question", "context"], ["reference", "truth", "groundtruth", "response"]],
    // An answer alone may be what is right, or what was given.
    ...(names.has("answer") || names.has("answers")
      ? []
      : ([[0.84, ["question", "context"], ["context"]]] as const)),
  ]);
}

export const cases: Format = {
  id: "cases",
  title: "Cases to judge",
  about:
    "A case per row with question, contexts (texts, or id and text, best first), and where there are any reference (the right answer; also truth, ground_truth) and response (the answer that was given; also answer). context is read as contexts. It is gold and run at once. A case without an id has its question for one.",
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
      : (detectCases(head, [
          [0.89, ["question", "contexts"], ["reference", "response"]],
          [0.86, ["question", "contexts"], ["contexts"]],
        ]) ?? detectOneContext(head)),
  ...readCasesAs({
    tool: "Goldie",
    fields: {
      words: ["question"],
      answer: ["reference", "truth", "ground_truth"],
      passages: [],
      relevant: [],
      texts: ["contexts", "context"],
      hits: [],
      response: ["response", "answer"],
    },
    hit,
  }),
};
