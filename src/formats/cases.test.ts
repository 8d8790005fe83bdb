import { expect, test } from "vitest";
import { ProblemLog } from "../core/problem-log.ts";
import { loadCases } from "../engine/load-cases.ts";
import { memorySource } from "../files/source.ts";
import { detectFormat } from "./detect.ts";

const source = (name: string, text: string) => memorySource(name, text);

test("question, context and truth are a case", async () => {
  const log = new ProblemLog();
  const table = "question,context,answer,truth\nWho?,Ada did.,Ada.,Ada did it.\n";
  const { cases, format } = await loadCases(source("cases.csv", table), { log });
  expect(format).toBe("cases");
  expect(cases).toMatchObject([
    { question: "Who?", contexts: [{ text: "Ada did." }], reference: "Ada did it.", response: "Ada." },
  ]);
  expect(log.list()).toEqual([]);
});

test.each([
  ["gold", "g.csv", "query_id,question,context,doc_id,relevance\nq1,Who?,intro,d1,1\n"],
  ["run", "r.csv", "query_id,question,context,doc_id,score\nq1,Who?,intro,d1,0.9\n"],
  ["gold", "g.jsonl", '{"id":"q1","question":"Who?","context":"intro","relevant":["d1"]}\n'],
  ["run", "r.jsonl", '{"id":"q1","question":"Who?","context":"intro","hits":["d1"]}\n'],
  ["gold", "a.jsonl", '{"id":"q1","question":"Who?","context":"intro","answer":"Ada"}\n'],
] as const)("%s of ids with a context beside them is none: %s", async (kind, name, text) => {
  const { format } = await detectFormat(source(name, text), kind);
  expect(format.id).not.toBe("cases");
});
