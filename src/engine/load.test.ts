import { describe, expect, it } from "vitest";
import { ProblemLog } from "../core/problem-log.ts";
import { memorySource } from "../files/source.ts";
import { loadGold, loadRun } from "./load.ts";

async function errorsOf(load: typeof loadGold | typeof loadRun, text: string): Promise<unknown[]> {
  const log = new ProblemLog();
  await load(memorySource("file", text), { log });
  return log
    .list()
    .filter(({ level }) => level === "error")
    .map(({ code, at }) => [code, at?.line]);
}

describe("nothing of a query is lost to another row of it", () => {
  it.each([
    ["gold in one row, then a judgement", '{"id":"q","relevant":["a"]}\n{"query":"q","doc":"b","grade":1}\n'],
    ["a judgement, then gold in one row", '{"query":"q","doc":"b","grade":1}\n{"id":"q","relevant":["a"]}\n'],
  ])("%s", async (_, text) => {
    expect(await errorsOf(loadGold, text)).toEqual([["duplicate-query", 2]]);
  });

  it.each([
    ["a list, then a row", '{"id":"q","hits":[]}\n{"query":"q","doc":"b","score":1}\n'],
    ["a row, then a list", '{"query":"q","doc":"b","score":1}\n{"id":"q","hits":[]}\n'],
  ])("%s", async (_, text) => {
    expect(await errorsOf(loadRun, text)).toEqual([["duplicate-query", 2]]);
  });

  it("judgements with an aspect beside some without", async () => {
    expect(await errorsOf(loadGold, "query,doc,grade,subtopic\nq,a,1,s\nq,b,1,\nq,c,1,\n")).toEqual([
      ["bad-gold", 3],
    ]);
    expect(await errorsOf(loadGold, "query,doc,grade,subtopic\nq,a,1,\nq,b,1,s\n")).toEqual([
      ["bad-gold", 3],
    ]);
  });
});
