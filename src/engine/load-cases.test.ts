import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it } from "vitest";
import { ProblemLog } from "../core/problem-log.ts";
import { memorySource } from "../files/source.ts";
import { loadCases } from "./load-cases.ts";

async function load(text: string, name = "cases.jsonl") {
  const log = new ProblemLog();
  const loaded = await loadCases(memorySource(name, new TextEncoder().encode(text)), { log });
  return { ...loaded, problems: log.list() };
}

it("reads our own cases, with and without references and responses", async () => {
  const { cases, format, problems } = await load(
    [
      '{"id":"q1","question":"largest desert?","contexts":[{"id":"d7","text":"Antarctica."},"Ice."],"reference":"Antarctica","response":"The Sahara"}',
      '{"question":"capital of France?","contexts":[]}',
    ].join("\n"),
  );
  expect(format).toBe("cases");
  expect(problems.map(({ code, at }) => [code, at?.line])).toEqual([["no-reference", 2]]);
  expect(cases).toEqual([
    {
      id: "q1",
      question: "largest desert?",
      contexts: [{ id: "d7", text: "Antarctica." }, { text: "Ice." }],
      reference: "Antarctica",
      response: "The Sahara",
    },
    { id: "capital of France?", question: "capital of France?", contexts: [] },
  ]);
});

it.each([
  ["ragas", '{"user_input":"a?","retrieved_contexts":["A."],"reference":"A","response":"B"}'],
  ["ragas", '{"question":"a?","contexts":["A."],"ground_truth":"A","answer":"B"}'],
  ["deepeval", '[{"input":"a?","retrieval_context":["A."],"expected_output":"A","actual_output":"B"}]'],
  ["cases", 'question,contexts,reference,response\na?,"[""A.""]",A,B\n'],
])("reads the same case from %s: %s", async (format, text) => {
  const loaded = await load(text, "data");
  expect(loaded.format).toBe(format);
  expect(loaded.cases).toEqual([
    { id: "a?", question: "a?", contexts: [{ text: "A." }], reference: "A", response: "B" },
  ]);
});

it("tells of contexts without a text, and of rows that cannot be read, once each", async () => {
  const { problems } = await load(
    [
      '{"question":"a?","contexts":[{"id":"d1"},"A."]}',
      '{"question":"b?","contexts":["B."]}',
      '{"contexts":["C."],"reference":"c"}',
    ].join("\n"),
  );
  expect(problems.map(({ code, at }) => [code, at?.line])).toEqual([
    ["no-texts", 1],
    ["no-question", 3],
  ]);
});

it("tells of a field that looks like one that is read, once, and not where the case has that one", async () => {
  const { problems } = await load(
    [
      '{"question":"a?","contexts":["A."],"refernce":"A","response_time":3}',
      '{"question":"b?","contexts":["B."],"refernce":"B"}',
      '{"question":"c?","contexts":["C."],"reference":"C","references":["C"]}',
    ].join("\n"),
  );
  expect(problems.map(({ code, what, at }) => [code, what, at?.line])).toEqual([
    ["unread-keys", 'ignored field "refernce" in 2 cases', 1],
    ["no-reference", "2 of 3 cases have no reference, first: query a?", 1],
  ]);
});

it("asks nobody for references where no case has one", async () => {
  expect((await load('{"question":"a?","contexts":["A."],"url":"x"}')).problems).toEqual([]);
});

it("keeps the question of Parquet rows, which comes before the contexts", async () => {
  const text = { type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" } as const;
  const list = (name: string) => [
    { name, repetition_type: "OPTIONAL" as const, num_children: 1, converted_type: "LIST" as const },
    { name: "list", repetition_type: "REPEATED" as const, num_children: 1 },
    { name: "element", ...text },
  ];
  const schema = [
    { name: "root", num_children: 5 },
    { name: "qid", ...text },
    { name: "query", ...text },
    ...list("retrieved_ids"),
    ...list("retrieved_contents"),
    ...list("retrieval_gt"),
  ];
  const columnData = [
    { name: "qid", data: ["q1"] },
    { name: "query", data: ["largest desert?"] },
    { name: "retrieved_ids", data: [["d7"]] },
    { name: "retrieved_contents", data: [["Antarctica."]] },
    { name: "retrieval_gt", data: [["d7"]] },
  ];
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData, schema }));
  const { cases } = await loadCases(memorySource("best_0.parquet", bytes), { log: new ProblemLog() });
  expect(cases).toEqual([
    { id: "q1", question: "largest desert?", contexts: [{ id: "d7", text: "Antarctica." }] },
  ]);
});
