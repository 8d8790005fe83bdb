/** Goldens and test cases of DeepEval: JSON, JSON Lines or CSV. */
import { detectCases, readCasesAs } from "./cases/cases.ts";
import type { Format } from "./format.ts";

/** Newer versions keep the source of a text in front of it. */
const SOURCE = /^deepeval_source=(.*?),deepeval_context=([\s\S]*)/;

function hit(text: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof text === "object" && text !== null) {
    const { source, context } = text as { source?: unknown; context?: unknown };
    return typeof context === "string"
      ? { text: context, ...(typeof source === "string" ? { doc: source } : {}) }
      : undefined;
  }
  const [, doc, words] = SOURCE.exec(String(text)) ?? [];
  return words === undefined ? undefined : { doc, text: words };
}

export const deepeval: Format = {
  id: "deepeval",
  title: "DeepEval data set",
  about:
    "A golden or test case per row with input, expected_output, context and retrieval_context. It is gold and run at once. A case without an id has its input for one; texts in one cell are separated by |.",
  extensions: ["json", "csv", "jsonl"],
  kinds: ["gold", "run"],
  example: {
    gold: '[\n  {"input": "largest desert?", "expected_output": "Antarctica", "context": ["Antarctica is a desert."]},\n  {"input": "capital of France?", "expected_output": "Paris"}\n]\n',
    run: '[\n  {"input": "largest desert?", "actual_output": "Sahara", "retrieval_context": ["The Sahara is large.", "Ice."]},\n  {"input": "capital of France?", "retrieval_context": []}\n]\n',
  },
  broken: {
    gold: { text: '[\n  {"input": "a?", "expected_output": "A"},\n  {"expected_output": "B"}\n]\n', line: 3 },
    run: {
      text: '[\n  {"input": "a?", "retrieval_context": ["A."]},\n  {"input": "b?", "retrieval_context": 7}\n]\n',
      line: 3,
    },
  },
  detect: (head, name) =>
    name.endsWith("/")
      ? undefined
      : detectCases(head, [
          [0.9, ["input"], ["actualoutput", "expectedoutput", "retrievalcontext", "sourcefile"]],
        ]),
  ...readCasesAs({
    tool: "DeepEval",
    separator: "|",
    fields: {
      words: ["input"],
      answer: ["expected_output"],
      passages: ["context"],
      relevant: [],
      texts: ["retrieval_context"],
      hits: [],
      response: ["actual_output"],
    },
    hit,
  }),
};
