import { expect, test } from "vitest";
import { run } from "../../src/live/run.ts";
import { fromLangChain } from "../../src/retrievers/langchain.ts";
import { goldOf } from "./_retrievers.ts";

/** From q2 on, documents lack the field that holds the ids of the gold. */
const documentsOf = (query: string) => {
  const i = Number(query.split(" ")[1]);
  const uuid = { pageContent: `text ${i}`, id: `uuid-${i}` };
  return [i < 2 ? { ...uuid, metadata: { docId: `d${i}` } } : { ...uuid, metadata: {} }];
};
const asked = { gold: goldOf(4), metrics: ["recall@1"], concurrency: 1, attempts: 1 };

test("documents whose id is elsewhere than in those before them are failed queries, and the field is reported", async () => {
  const { runs, problems } = await run({ ...asked, retrievers: { main: documentsOf } });
  expect(runs[0]).toMatchObject({ answered: 2, failed: 2 });
  expect(runs[0]!.result.mean("recall@1").mean).toBe(1);
  expect(runs[0]!.answers.get("q2")).toMatchObject({
    status: "failed",
    problem: { code: "bad-answer", fields: { rank: 1, field: "metadata.docId" } },
  });
  expect(problems.map(({ code, fields }) => [code, fields])).toEqual([
    ["id-field", { name: "main", field: "metadata.docId", others: ["id"] }],
  ]);
});

test("also where another field is mapped", async () => {
  const retriever = { invoke: async (query: string) => documentsOf(query) };
  const main = fromLangChain({ retriever, text: "pageContent" });
  const { runs } = await run({ ...asked, retrievers: { main } });
  expect(runs[0]).toMatchObject({ answered: 2, failed: 2 });
  expect(runs[0]!.answers.get("q2")).toMatchObject({
    problem: { code: "no-id-in-hit", fields: { path: "metadata.docId" } },
  });
});
