/** Numbers with a decimal comma in tables. */
import { describe, expect, it } from "vitest";
import { GoldieError } from "../src/core/problem.ts";
import { ProblemLog } from "../src/core/problem-log.ts";
import { evaluateFiles } from "../src/engine/evaluate-files.ts";
import { loadScores } from "../src/engine/load.ts";
import { memorySource } from "../src/files/source.ts";
import { isDecimalComma } from "../src/formats/csv/decimal.ts";
import type { TableReading } from "../src/formats/index.ts";

const QRELS = "q1 0 d1 1\n";

/** The score at which d1 stands above d2, or what was refused. */
async function told(run: string, table: TableReading = {}, gold = QRELS) {
  try {
    const { runs } = await evaluateFiles({
      gold: memorySource("gold", gold),
      runs: [memorySource("run", run)],
      metrics: ["rr", "ndcg"],
      table,
    });
    const { result } = runs[0]!;
    return {
      rr: result.mean("rr").mean,
      ndcg: result.mean("ndcg").mean,
      codes: result.problems.map(({ code }) => code),
    };
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return {
      refused: error.problems
        .filter(({ level }) => level === "error")
        .map(({ code, fix, at }) => [code, at?.line, fix]),
    };
  }
}

describe("scores", () => {
  it.each([
    ["CSV with semicolons", "query;doc;score\nq1;d2;0,45\nq1;d1;0,9\n"],
    ["TSV", "query\tdoc\tscore\nq1\td2\t0,45\nq1\td1\t0,9\n"],
    ["whole numbers among them", "query;doc;score\nq1;d2;1\nq1;d1;1,5\n"],
    ["with exponents", "query;doc;score\nq1;d2;4,5e-3\nq1;d1;9,1e-2\n"],
  ])("%s", async (_, run) => {
    expect(await told(run)).toMatchObject({ rr: 1, codes: ["decimal-comma"] });
    // Said, it needs no word.
    expect(await told(run, { decimal: "," })).toMatchObject({ rr: 1, codes: [] });
  });
  it("in quotes between commas only where it is said", async () => {
    const run = 'query,doc,score\nq1,d2,"0,45"\nq1,d1,"0,9"\n';
    expect(await told(run, { decimal: "," })).toMatchObject({ rr: 1, codes: [] });
    expect((await told(run)).refused?.[0]).toEqual([
      "bad-score",
      2,
      'if the comma is a decimal comma, pass table: { decimal: "," }; otherwise remove it',
    ]);
  });
  it("a point among them is refused with its line", async () => {
    const run = `query;doc;score\n${"q1;d2;0,45\n".repeat(300)}q1;d1;0.9\n`;
    expect((await told(run)).refused?.map(([code, line]) => [code, line])).toEqual([["bad-score", 302]]);
    expect((await told("query;doc;score\nq1;d2;0,45\nq1;d1;0.9\n")).refused?.map(([, line]) => line)).toEqual(
      [2],
    );
  });
  it("what may be thousands is refused, until somebody says what it is", async () => {
    const run = "query;doc;score\nq1;d2;1,234\nq1;d1;2,345\n";
    expect((await told(run)).refused?.map(([code]) => code)).toEqual(["bad-score", "bad-score"]);
    expect(await told(run, { decimal: "," })).toMatchObject({ rr: 1 });
  });
  it('decimal: "." takes no comma', async () => {
    expect(
      (await told("query;doc;score\nq1;d1;0,9\n", { decimal: "." })).refused?.map(([code]) => code),
    ).toEqual(["bad-score"]);
  });
});

it("grades", async () => {
  const gold = "query;doc;grade\nq1;d1;0,5\nq1;d2;1,5\n";
  const run = "q1 Q0 d1 1 2 t\nq1 Q0 d2 2 1 t\n";
  const point = "query;doc;grade\nq1;d1;0.5\nq1;d2;1.5\n";
  expect((await told(run, {}, gold)).ndcg).toBe((await told(run, {}, point)).ndcg);
});

it("a column of whole numbers, or of nothing, has no decimal comma", () => {
  expect(isDecimalComma(["1", "2"])).toBe(false);
  expect(isDecimalComma([])).toBe(false);
  expect(isDecimalComma(["1,5", "d1,d2"])).toBe(false);
  expect(isDecimalComma(["0,123"])).toBe(true);
});

describe("lists in cells", () => {
  const gold = "q1 0 d2 1\n";
  it.each([
    ["beside their documents", "query;retrieved;scores\nq1;d1|d2;0,9|0,45\n"],
    ["in quotes", "query;retrieved;scores\nq1;['d1', 'd2'];['0,9', '0,45']\n"],
    ["by document", 'query;retrieved\nq1;"{""d1"": ""0,45"", ""d2"": ""0,9""}"\n'],
  ])("%s", async (_, run) => {
    expect(await told(run, {}, gold)).toMatchObject({ codes: ["decimal-comma"] });
    expect(await told(run, { decimal: "," }, gold)).toMatchObject({ codes: [] });
  });
  it("points need no word, and what is no number is refused", async () => {
    expect(await told("query;retrieved;scores\nq1;d1|d2;0.9|0.45\n", {}, gold)).toMatchObject({ codes: [] });
    expect((await told("query;retrieved;scores\nq1;d1|d2;0.45|x\n", {}, gold)).refused).toHaveLength(1);
  });
});

describe("tables of scores", () => {
  it.each([
    ["a column per metric", "query;ndcg@10\nq1;0,85\nq2;0,7\n"],
    ["metric and value", "query;metric;value\nq1;ndcg@10;0,85\nq2;ndcg@10;0,7\n"],
  ])("%s", async (_, text) => {
    const log = new ProblemLog();
    const { scores } = await loadScores(memorySource("scores.csv", text), { log });
    expect([...scores.get("ndcg@10")!]).toEqual([
      ["q1", 0.85],
      ["q2", 0.7],
    ]);
    expect(log.list().map(({ code }) => code)).toEqual(["decimal-comma"]);
  });
});
