import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { evaluateFiles } from "../../src/engine/evaluate-files.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import { fromRun } from "../../src/retrievers/index.ts";
import { questions } from "./_harbour.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "goldie-run-file-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const asked = async (retriever: ReturnType<typeof fromRun>, queryId = "q1") =>
  readAnswer(queryId, await retriever.retrieve("?", { k: 10, queryId, signal: new AbortController().signal }))
    .hits;

test.each([
  ["a.trec", "q1 Q0 d1 1 0.5 t\nq1 Q0 d3 2 0.9 t\nq1 Q0 d2 3 0.5 t\n", ["d3", "d2", "d1"]],
  ["b.jsonl", '{"id":"q1","hits":["d2","d1"]}\n', ["d2", "d1"]],
  ["c.jsonl", '{"id":"q1","hits":{"d1":1,"d2":3}}\n', ["d2", "d1"]],
  ["d.csv", "query,doc,score\nq1,d1,0.1\nq1,d2,0.7\n", ["d2", "d1"]],
  ["e.tsv", "q1\td2\t2\nq1\td1\t1\n", ["d1", "d2"]],
  ["f.json", '{"q1": {"d1": 0.2, "d2": 0.4}}', ["d2", "d1"]],
])("%s", async (name, text, ids) => {
  expect((await asked(fromRun(write(name, text)))).map(({ id }) => id)).toEqual(ids);
});

test("scores and texts come along", async () => {
  const file = write("texts.jsonl", '{"id":"q1","hits":[{"id":"d1","score":2,"text":"one"},{"id":"d2"}]}\n');
  expect(await asked(fromRun({ file }))).toEqual([{ id: "d1", score: 2, text: "one" }, { id: "d2" }]);
});

test("a query that is not there fails, unless the user says that it is empty", async () => {
  const file = write("missing.trec", "q1 Q0 d1 1 1 t\n");
  await expect(asked(fromRun(file), "q2")).rejects.toMatchObject({
    problem: { code: "not-in-run", at: { query: "q2" } },
  });
  expect(await asked(fromRun({ file, missing: "empty" }), "q2")).toEqual([]);
});

test("a file that is not there, damaged or of no format is a Problem", async () => {
  await expect(asked(fromRun(join(folder, "none.trec")))).rejects.toThrow(/none\.trec/);
  await expect(asked(fromRun(write("bad.trec", "q1 Q0 d1 1 0.5 t\nq1 Q0 d2 2 abc t\n")))).rejects.toThrow(
    /bad\.trec:2/,
  );
  await expect(asked(fromRun(write("odd.bin", "\u0000\u0001")))).rejects.toThrow(/odd\.bin/);
  expect(() => fromRun({ fil: "x" } as never)).toThrow(/did you mean file/);
});

test("its scores are those of the file", async () => {
  const gold = join(root, "examples/harbour/gold.jsonl");
  const file = join(root, "examples/harbour/overlap.jsonl");
  const metrics = ["ndcg@10", "recall@5", "rr"];
  const direct = (await evaluateFiles({ gold, runs: [file], metrics })).runs[0]!.result;
  const retriever = fromRun({ file, missing: "empty" });
  const run = Object.fromEntries(
    await Promise.all(questions.map(async ({ id }) => [id, await asked(retriever, id)] as const)),
  );
  const result = evaluate({ gold: questions.map(({ query: _, ...row }) => row) as never, run, metrics });
  for (const metric of metrics) expect(result.mean(metric).mean).toBe(direct.mean(metric).mean);
});
