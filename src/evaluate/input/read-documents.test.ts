import { describe, expect, it } from "vitest";
import { type DocumentLike, documentHits, documentIdField } from "../../core/documents.ts";
import { evaluate, evaluateOne } from "../evaluate.ts";

/** As LangChain's own class: an instance, with an id that may be undefined. */
class Document implements DocumentLike {
  pageContent: string;
  metadata: Record<string, unknown>;
  id: string | undefined;
  constructor(fields: { pageContent: string; metadata?: Record<string, unknown>; id?: string }) {
    this.pageContent = fields.pageContent;
    this.metadata = fields.metadata ?? {};
    this.id = fields.id;
  }
}
const doc = (metadata: Record<string, unknown>, id?: string): Document =>
  new Document({ pageContent: "some text", metadata, ...(id === undefined ? {} : { id }) });

describe("the id is the first of the places that all documents of the run have", () => {
  it.each([
    ["metadata.id", [doc({ id: "a", docId: "x", source: "x" }, "x"), doc({ id: "b" })]],
    ["metadata.docId", [doc({ id: "x", docId: "a", source: "x" }, "x"), doc({ docId: "b" }, "x")]],
    ["id", [doc({ docId: "x", source: "x" }, "a"), doc({ source: "x" }, "b")]],
    ["metadata.source", [doc({ id: "x", source: "a" }), doc({ docId: "x", source: "b" })]],
  ])("%s", (field, [first, second]) => {
    expect(documentIdField([first!, second!])).toBe(field);
    const result = evaluate({
      gold: { q1: ["a"], q2: ["b"] },
      run: { q1: [first!], q2: [second!] },
      metrics: ["rr"],
    });
    expect(result.mean("rr").mean).toBe(1);
    expect(
      result.problems.map(({ code, fields }) => [code, fields?.["field"], fields?.["documents"]]),
    ).toEqual([["document-id", field, 2]]);
  });
});

it("is refused where no place has an id in all of them", () => {
  const run = { q1: [doc({ source: "a.md" }), doc({ id: "b" })] };
  expect(() => evaluate({ gold: { q1: ["b"] }, run, metrics: ["rr"] })).toThrow(
    /the 2 documents of the run have no id field in common: looked at metadata.id, metadata.docId, id, metadata.source/,
  );
});

it("texts come from pageContent", () => {
  const result = evaluate({
    gold: { q1: { passages: ["runs daily"] } },
    run: { q1: [new Document({ pageContent: "The ferry runs daily.", id: "c1" })] },
    metrics: ["group-recall@5"],
    match: { text: "contains" },
  });
  expect(result.mean("group-recall@5").mean).toBe(1);
});

it("documents with scores, as similaritySearchWithScore gives them", () => {
  const found = [[doc({}, "x"), 0.2] as const, [doc({}, "a"), 0.9] as const];
  expect(documentHits(found)).toEqual([
    { id: "x", text: "some text", score: 0.2 },
    { id: "a", text: "some text", score: 0.9 },
  ]);
  const options = { gold: { q1: ["a"] }, run: { q1: found }, metrics: ["rr"] };
  expect(evaluate(options).mean("rr").mean).toBe(0.5);
  expect(evaluate({ ...options, order: "score" }).mean("rr").mean).toBe(1);
});

it("one list by itself, and lists of ids beside lists of documents", () => {
  expect(evaluateOne({ gold: ["a"], hits: [doc({ id: "a" })], metrics: "rr" })["rr"]).toEqual({
    status: "scored",
    value: 1,
  });
  const mixed = evaluate({
    gold: { q1: ["a"], q2: ["b"] },
    run: { q1: [doc({ id: "a" })], q2: ["x", "b"] },
    metrics: ["rr"],
  });
  expect(mixed.mean("rr").mean).toBe(0.75);
});

describe("the source of a chunk is its document", () => {
  const gold = { q1: ["harbour.md"], q2: ["ferry.md"] };
  const chunks = {
    q1: [
      doc({ source: "harbour.md" }, "8f1"),
      doc({ source: "harbour.md" }, "8f2"),
      doc({ source: "x" }, "1"),
    ],
    q2: [doc({ source: "harbour.md" }, "8f1"), doc({ source: "ferry.md" }, "9f")],
  };
  it("gold that names sources: says that unit doc matches, and it does", () => {
    const result = evaluate({ gold, run: chunks, metrics: ["rr"] });
    expect(result.mean("rr").mean).toBe(0);
    const said = result.problems.find(({ code }) => code === "nothing-matches");
    expect(said?.fields).toMatchObject({ proposal: { flag: "--unit doc", found: 2, total: 2 } });
    expect(said?.fix).toContain('unit: "doc"');
    expect(evaluate({ gold, run: chunks, metrics: ["rr"], unit: "doc" }).mean("rr").mean).toBe(0.75);
  });
  it("names the other fields that all documents have", () => {
    const { problems } = evaluate({ gold, run: chunks, metrics: ["rr"] });
    expect(problems.find(({ code }) => code === "document-id")).toMatchObject({
      fields: { field: "id", others: ["metadata.source"] },
      what: "using id as the id of the 5 documents of the run; metadata.source would do as well",
      fix: expect.stringContaining('documentHits(documents, "metadata.source")'),
    });
  });
  it("any field of the metadata can be the id", () => {
    const found = [doc({ chunk: "c7", source: "harbour.md" }, "8f1")];
    expect(documentHits(found, "metadata.chunk")).toEqual([
      { id: "c7", text: "some text", doc: "harbour.md" },
    ]);
  });
  it("chunks without ids of their own are chunks of one document, not duplicates", () => {
    const run = { q1: [doc({ source: "harbour.md" }), doc({ source: "harbour.md" }), doc({ source: "x" })] };
    const result = evaluate({ gold: { q1: ["x"] }, run, metrics: ["rr"] });
    expect(result.mean("rr").mean).toBe(0.5);
    expect(result.problems.map(({ code, reason }) => [code, reason])).toEqual([
      ["document-id", undefined],
      ["duplicate-hit", "chunks"],
    ]);
    expect(result.problems[1]!.what).toBe(
      "query q1: two hits are chunks of document harbour.md (ranks 1 and 2) under one id; counting the document once, at its first rank",
    );
    const byDoc = evaluate({ gold: { q1: ["x"] }, run, metrics: ["rr"], unit: "doc" });
    expect(byDoc.mean("rr").mean).toBe(0.5);
    expect(byDoc.problems.map(({ code }) => code)).toEqual(["document-id"]);
  });
});
