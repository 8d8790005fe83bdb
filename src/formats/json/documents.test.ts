/** LangChain documents as the hits of a run. */
import { describe, expect, it } from "vitest";
import { ProblemLog } from "../../core/problem-log.ts";
import { evaluateFiles } from "../../engine/evaluate-files.ts";
import { loadRun } from "../../engine/load.ts";
import { memorySource } from "../../files/source.ts";

async function told(gold: object, ...rows: readonly object[]) {
  const text = (list: readonly object[]): string => list.map((row) => `${JSON.stringify(row)}\n`).join("");
  const { runs } = await evaluateFiles({
    gold: memorySource("gold.jsonl", text([gold])),
    runs: [memorySource("run.jsonl", text(rows))],
    metrics: ["rr"],
  });
  const { result } = runs[0]!;
  return { rr: result.mean("rr").mean, problems: result.problems.map(({ code, what }) => [code, what]) };
}
const document = (metadata: object, more: object = {}) => ({ pageContent: "words", metadata, ...more });
const gold = { id: "q1", relevant: ["d2"] };
const other = { id: "q2", hits: [document({ id: "x", source: "x.md" })] };

describe("hits that are documents", () => {
  it.each<[string, readonly unknown[], string]>([
    ["metadata.id", [document({ id: "d1" }), document({ id: "d2" })], "metadata.id"],
    ["metadata.docId", [document({ docId: "d1" }), document({ docId: "d2" })], "metadata.docId"],
    ["their own id", [document({}, { id: "d1" }), document({}, { id: "d2" })], "id"],
    [
      "their own id last",
      [document({ id: "d1" }, { id: "u1" }), document({ id: "d2" }, { id: "u2" })],
      "metadata.id",
    ],
    ["a number", [document({ id: 7 }), document({ id: "d2" })], "metadata.id"],
    [
      "scores beside them",
      [
        [document({ id: "d1" }), 0.9],
        [document({ id: "d2" }), 0.8],
      ],
      "metadata.id",
    ],
    [
      "Python's name for the text",
      [
        { page_content: "a", metadata: { id: "d1" } },
        { page_content: "b", metadata: { id: "d2" } },
      ],
      "metadata.id",
    ],
  ])("%s", async (_, hits, field) => {
    const { rr, problems } = await told(gold, { id: "q1", hits });
    expect(rr).toBe(0.5);
    expect(problems).toEqual([
      ["document-id", expect.stringContaining(`using ${field} as the id of the 2 documents of the run`)],
    ]);
  });

  it("the first place that all documents of the file have", async () => {
    const hits = [document({ source: "d1" }), document({ id: "u2", source: "d2" })];
    const { rr, problems } = await told(gold, { id: "q1", hits }, other);
    expect(rr).toBe(0.5);
    expect(problems[0]![1]).toContain("using metadata.source as the id of the 3 documents");
  });

  it("ids in different places are refused", async () => {
    const hits = [document({ source: "d1" }), document({ docId: "d2" })];
    await expect(told(gold, { id: "q1", hits })).rejects.toThrow(/no field holds an id in all 2 documents/);
  });

  it("another field of the metadata, named with --col", async () => {
    const text = `${JSON.stringify({ id: "q1", hits: [document({ chunk: "d1" }, { id: "u1" }), document({ chunk: "d2" }, { id: "u2" })] })}\n`;
    const read = async (doc: string) => {
      const log = new ProblemLog();
      const { run } = await loadRun(memorySource("run.jsonl", text), { log, columns: { doc } });
      return { hits: run.get("q1"), problems: log.list() };
    };
    expect(await read("metadata.chunk")).toEqual({ hits: [{ id: "d1" }, { id: "d2" }], problems: [] });
    expect(await read("hits.id")).toEqual({ hits: [{ id: "u1" }, { id: "u2" }], problems: [] });
    expect((await read("metadata.page")).problems).toEqual([
      expect.objectContaining({ level: "error", code: "no-document-id" }),
    ]);
  });

  it("without any id their texts are all that is known of them", async () => {
    const rows = `${JSON.stringify({ id: "q1", hits: [document({})] })}\n`;
    const { run } = await loadRun(memorySource("run.jsonl", rows), { log: new ProblemLog() });
    expect(run.get("q1")).toEqual([{ id: null, text: "words" }]);
  });

  it("a hit of ours with such a text stays one", async () => {
    const hits = [
      { doc_id: "d1", page_content: "a" },
      { doc_id: "d2", page_content: "b", metadata: { id: "u" } },
    ];
    expect(await told(gold, { id: "q1", hits })).toEqual({ rr: 0.5, problems: [] });
  });
});
