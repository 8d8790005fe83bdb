/** Evaluation data sets of Ragas: JSON Lines, JSON or CSV, with the field names of 0.2 and later, and of 0.1. */

import { detectCases, readCasesAs } from "./cases/cases.ts";
import type { Format, WriteContext, Writer } from "./format.ts";
import { facetsOf, jsonText, jsonWriter } from "./json/write.ts";
import { rowProblem } from "./rows/problems.ts";
import { bestFirst } from "./rows/ranking-forms.ts";
import { refuseForbidden } from "./rows/rows-out.ts";

const readers = readCasesAs({
  tool: "Ragas",
  fields: {
    words: ["user_input", "question"],
    answer: ["reference", "ground_truth", "ground_truths"],
    passages: ["reference_contexts"],
    relevant: ["reference_context_ids"],
    texts: ["retrieved_contexts", "contexts"],
    hits: ["retrieved_context_ids"],
    response: ["response", "answer"],
  },
});

/** Reports data that Ragas has no field for. */
function write(context: WriteContext): Writer {
  const put = (row: unknown): void => context.write(`${jsonText(row)}\n`);
  const lost = (query: string, facet: string): void =>
    context.problem(rowProblem("lost-gold", { query, facet, format: "Ragas" }, { at: { query } }));
  return jsonWriter(context, {
    gold(id, gold, words) {
      const { relevant, grades, hops, groups = hops, passages, answer, forbidden, ...more } = facetsOf(gold);
      refuseForbidden(id, { forbidden }, context.problem);
      const graded = relevant instanceof Map || (relevant !== undefined && !Array.isArray(relevant));
      if (graded || grades !== undefined) lost(id, "grades");
      const list = graded ? gradedIds(relevant) : ((relevant ?? []) as unknown[]);
      const all = [...list, ...((groups ?? []) as unknown[])];
      if (all.some((one) => Array.isArray(one))) lost(id, "groups");
      for (const facet of Object.keys(more)) lost(id, facet);
      const flat = all.flat();
      const ids = flat.filter((one) => typeof one === "string");
      const texts = [
        ...flat.filter((one) => typeof one !== "string"),
        ...((passages ?? []) as unknown[]).flat(),
      ].map((one) => (typeof one === "string" ? one : (one as { text?: unknown }).text));
      put({
        id,
        user_input: words ?? id,
        reference: answer,
        reference_contexts: texts.length > 0 ? texts : undefined,
        reference_context_ids: ids.length > 0 || relevant !== undefined ? ids : undefined,
      });
    },
    run(id, { mapping, hits }, words) {
      const best = mapping ? bestFirst(hits) : hits;
      put({
        id,
        user_input: words ?? id,
        retrieved_contexts: best.some((hit) => hit["text"] !== undefined)
          ? best.map((hit) => hit["text"] ?? "")
          : undefined,
        retrieved_context_ids: best.every((hit) => hit.id !== null) ? best.map((hit) => hit.id) : undefined,
      });
    },
    doc() {},
    end() {},
  });
}

const gradedIds = (grades: unknown): string[] =>
  (grades instanceof Map ? [...grades] : Object.entries(grades as object))
    .filter(([, grade]) => (grade as number) > 0)
    .map(([id]) => id as string);

export const ragas: Format = {
  id: "ragas",
  title: "Ragas data set",
  about:
    "A case per row with user_input, retrieved_contexts, reference and more, or question, contexts and ground_truth as in 0.1. It is gold and run at once. A case without an id has its question for one.",
  extensions: ["jsonl", "json", "csv"],
  kinds: ["gold", "run"],
  example: {
    gold: '{"user_input":"largest desert?","reference":"Antarctica","reference_contexts":["Antarctica is a desert."]}\n{"user_input":"capital of France?","reference":"Paris","reference_context_ids":["d1"]}\n',
    run: '{"user_input":"largest desert?","retrieved_contexts":["The Sahara is large.","Ice."]}\n{"user_input":"capital of France?","retrieved_contexts":["Paris."],"retrieved_context_ids":["d1"]}\n',
  },
  broken: {
    gold: {
      text: '{"user_input":"largest desert?","reference":"Antarctica"}\n{"user_input":null,"reference":"Paris"}\n',
      line: 2,
    },
    run: {
      text: '{"user_input":"a?","retrieved_contexts":["A."]}\n{"user_input":"b?","retrieved_contexts":["B."],"retrieved_context_ids":[]}\n',
      line: 2,
    },
  },
  detect: (head, name) =>
    name.endsWith("/")
      ? undefined
      : detectCases(head, [
          [
            0.9,
            ["userinput"],
            [
              "retrievedcontexts",
              "referencecontexts",
              "reference",
              "retrievedcontextids",
              "referencecontextids",
              "response",
            ],
          ],
          [0.87, ["question", "contexts"], ["groundtruth", "groundtruths", "answer"]],
          [0.7, ["question"], ["groundtruth", "groundtruths"]],
        ]),
  ...readers,
  write,
};
