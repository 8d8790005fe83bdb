import { describe, expect, it } from "vitest";
import type { Judged, JudgedBy, JudgementRecord } from "../core/judgement-record.ts";
import { prepareCase } from "./prepare.ts";
import { makeRecord, parseRecord, recordLine, unjudgedRecord } from "./record.ts";

const by: JudgedBy = { name: "test", version: "1" };
const { base } = prepareCase({
  id: "q",
  question: "Who did it?",
  reference: "Ada did.",
  response: "Ada.",
  tags: { b: "2", a: "1" },
  contexts: ["Ada did. Bob slept.", "Eve sang.", "Ada did. Bob slept."],
});
const judged: Judged = {
  claims: [{ id: "c1", text: "Ada did.", support: [{ chunk: 0, level: "full", by: ["1.1"] }] }],
  entities: [{ text: "Ada", chunks: [0] }],
  relevant: ["1.1"],
  cost: { calls: 2 },
};
const record = makeRecord(base, judged, by);

describe("a record", () => {
  it("has the verdicts of a chunk for the same text again", () => {
    expect(record.claims![0]!.support).toEqual([
      { chunk: 0, level: "full", by: ["1.1"] },
      { chunk: 2, level: "full", by: ["3.1"] },
    ]);
    expect(record.entities).toEqual([{ text: "Ada", chunks: [0, 2] }]);
    expect(record.chunks.map((c) => c.statements.map((s) => s.relevant))).toEqual([
      [true, false],
      [false],
      [true, false],
    ]);
  });

  it("leaves open what nobody could judge, in every chunk with that text", () => {
    const problem = { code: "x", what: "y", fix: "z" };
    const some = makeRecord(
      base,
      { ...judged, unjudged: [{ part: "statements", ids: ["1.2"], problem }] },
      by,
    );
    expect(some.chunks.map((c) => c.statements.map((s) => s.relevant))).toEqual([
      [true, undefined],
      [false],
      [true, undefined],
    ]);
    expect(some.unjudged![0]!.ids).toEqual(["1.2", "3.2"]);
    const { relevant: _, ...unasked } = judged;
    expect(makeRecord(base, unasked, by).chunks[0]!.statements[0]).not.toHaveProperty("relevant");
  });

  it("says nothing about relevance without a question", () => {
    const bare = makeRecord({ ...base, question: " " }, judged, by);
    expect(bare.chunks[0]!.statements[0]).not.toHaveProperty("relevant");
  });

  it("names each part of a case that nobody judged", () => {
    const problem = { code: "x", what: "y", fix: "z" };
    expect(unjudgedRecord(base, problem, by).unjudged!.map((u) => u.part)).toEqual([
      "claims",
      "entities",
      "responseClaims",
      "statements",
    ]);
    const { base: small } = prepareCase({ id: "q", question: "?", contexts: ["A b."] });
    expect(unjudgedRecord(small, problem, by).unjudged!.map((u) => u.part)).toEqual(["statements"]);
  });
});

describe("a line of a file of records", () => {
  it("is the same for the same record, however it was made", () => {
    const turned = Object.fromEntries(Object.entries(record).reverse()) as unknown as JudgementRecord;
    expect(recordLine(turned)).toBe(recordLine(record));
    expect(recordLine(record)).not.toContain("\n");
    expect(recordLine(record)).toMatch(
      /^\{"format":"goldie-judgement@1","id":"q","question":.*"tags":\{"a":"1","b":"2"\}/,
    );
  });

  it("is read as what it was", () => {
    expect(parseRecord(JSON.parse(recordLine(record)))).toEqual(record);
  });

  const broken = (change: (r: Record<string, never>) => void): unknown => {
    const copy = JSON.parse(recordLine(record));
    change(copy);
    return copy;
  };
  it.each<[string, unknown]>([
    ["the record of a judgement record is null", null],
    ["it has no format", {}],
    ['unknown format "ragas"', { format: "ragas" }],
    ["id of a judgement record is missing", broken((r) => delete r["id"])],
    ["chunks of a judgement record is missing; it must be a list", broken((r) => delete r["chunks"])],
    [
      "chunks[1].statements[0].text",
      broken((r) => Object.assign(r["chunks"]![1]["statements"][0], { text: 3 })),
    ],
    ["true or false", broken((r) => Object.assign(r["chunks"]![1]["statements"][0], { relevant: "yes." }))],
    [
      "chunks[0] has two statements with the id 1.1",
      broken((r) => Object.assign(r["chunks"]![0]["statements"][1], { id: "1.1" })),
    ],
    ["sameAs", broken((r) => Object.assign(r["chunks"]![0], { sameAs: 0 }))],
    ["claims[0].support[0].level", broken((r) => Object.assign(r["claims"]![0]["support"][0], { level: 1 }))],
    ["a chunk number from 0 to 2", broken((r) => Object.assign(r["claims"]![0]["support"][0], { chunk: 9 }))],
    [
      "but names no statement as evidence",
      broken((r) => Object.assign(r["claims"]![0]["support"][0], { by: [] })),
    ],
    [
      'names statement "2.1", which is not in chunk 0',
      broken((r) => Object.assign(r["claims"]![0]["support"][0], { by: ["2.1"] })),
    ],
    [
      "two verdicts for chunk 2",
      broken((r) => Object.assign(r["claims"]![0]["support"][0], { chunk: 2, by: ["3.1"] })),
    ],
    [
      "two verdicts for chunk 1",
      broken((r) =>
        Object.assign(r["claims"]![0], {
          contradicted: [
            { chunk: 1, by: ["2.1"] },
            { chunk: 1, by: ["2.1"] },
          ],
        }),
      ),
    ],
    ["sameWords", broken((r) => Object.assign(r["claims"]![0]["support"][0], { sameWords: "yes" }))],
    ["cost.shared", broken((r) => Object.assign(r["cost"]!, { shared: -1 }))],
    ["entities[0].chunks", broken((r) => Object.assign(r["entities"]![0], { chunks: [7] }))],
    ["judge.name", broken((r) => Object.assign(r["judge"]!, { name: "" }))],
    ["cost.calls", broken((r) => Object.assign(r["cost"]!, { calls: -1 }))],
    ["unjudged[0].part", broken((r) => Object.assign(r, { unjudged: [{ part: "all" }] }))],
  ])("that is wrong says so: %s", (what, value) => {
    expect(() => parseRecord(value, { file: "j.jsonl", line: 7 })).toThrow(what);
    expect(() => parseRecord(value, { file: "j.jsonl", line: 7 })).toThrow("j.jsonl:7  ");
  });

  it("may support a claim and contradict it in one chunk", () => {
    const both = broken((r) => Object.assign(r["claims"]![0], { contradicted: [{ chunk: 0, by: ["1.2"] }] }));
    expect(parseRecord(both)).toBe(both);
  });
});
