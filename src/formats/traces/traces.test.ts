/** Exported traces as runs. Shapes are written from the tools' published references (see otel.ts, langfuse.ts, langsmith.ts). */
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { parquetOf } from "../../../scripts/_docs/file-inputs.ts";
import { codesOf, readFormat } from "../../../test/_read-format.ts";
import { memorySource } from "../../files/source.ts";
import { detectFormat } from "../detect.ts";
import { langfuse } from "../langfuse.ts";
import { langsmith } from "../langsmith.ts";
import { otel } from "../otel.ts";

const lines = (...rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const rankings = ({ events }: { readonly events: unknown[][] }) =>
  events.filter(([what]) => what === "ranking").map(([, query, hits]) => [query, hits]);

const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { doubleValue: value },
  }));
const span = (id: string, values: Readonly<Record<string, string | number>>, more = {}) => ({
  traceId: `t-${id}`,
  spanId: id,
  name: "retrieve",
  attributes: attributes({ "openinference.span.kind": "RETRIEVER", ...values }),
  ...more,
});
const otlp = (...spans: readonly unknown[]) => ({
  resourceSpans: [{ resource: {}, scopeSpans: [{ spans }] }],
});

describe("OpenTelemetry", () => {
  it("keeps ids of 64 bits as they are", async () => {
    const id = { key: "retrieval.documents.0.document.id", value: { intValue: "9007199254740993" } };
    const one = span("a", { "input.value": "largest desert?" });
    const text = JSON.stringify(otlp({ ...one, attributes: [...one.attributes, id] }));
    expect(rankings(await readFormat(otel, text, "run"))).toEqual([
      ["largest desert?", [{ id: "9007199254740993" }]],
    ]);
  });

  it("reads a whole OTLP document, with ids, scores and texts in their order", async () => {
    const text = JSON.stringify(
      otlp(
        {
          traceId: "t",
          spanId: "root",
          name: "chain",
          attributes: attributes({ "openinference.span.kind": "CHAIN" }),
        },
        span("a", {
          "input.value": "largest desert?",
          "retrieval.documents.1.document.id": "d1",
          "retrieval.documents.1.document.score": 0.5,
          "retrieval.documents.10.document.id": "d10",
          "retrieval.documents.0.document.id": "d3",
          "retrieval.documents.0.document.content": "Ice.",
        }),
      ),
      null,
      2,
    );
    const told = await readFormat(otel, text, "run", { texts: true });
    expect(told.problems).toEqual([]);
    expect(rankings(told)).toEqual([
      ["largest desert?", [{ id: "d3", text: "Ice." }, { id: "d1", score: 0.5 }, { id: "d10" }]],
    ]);
  });

  it("reads GenAI spans with structured or JSON documents", async () => {
    const structured = {
      key: "gen_ai.retrieval.documents",
      value: {
        arrayValue: {
          values: [
            {
              kvlistValue: {
                values: [
                  { key: "id", value: { stringValue: "d9" } },
                  { key: "score", value: { doubleValue: 0.25 } },
                ],
              },
            },
          ],
        },
      },
    };
    const genAi = (query: string, documents: unknown) => ({
      spanId: query,
      attributes: [
        ...attributes({ "gen_ai.operation.name": "retrieval", "gen_ai.retrieval.query.text": query }),
        documents,
      ],
    });
    const json = attributes({ "gen_ai.retrieval.documents": '[{"id":"d2","score":1}]' })[0];
    const told = await readFormat(otel, lines(otlp(genAi("a?", structured), genAi("b?", json))), "run");
    expect(rankings(told)).toEqual([
      ["a?", [{ id: "d9", score: 0.25 }]],
      ["b?", [{ id: "d2", score: 1 }]],
    ]);
  });

  it("reads a span per row: flat attributes of the Python SDK, nested ones of Phoenix, columns of a table", async () => {
    const flat = {
      name: "r",
      context: { trace_id: "t1", span_id: "s1" },
      attributes: {
        "openinference.span.kind": "RETRIEVER",
        "input.value": '{"query":"a?"}',
        "retrieval.documents.0.document.id": "d1",
      },
    };
    const nested = {
      name: "r",
      context: { trace_id: "t2", span_id: "s2" },
      span_kind: "RETRIEVER",
      attributes: {
        input: { value: "b?" },
        retrieval: { documents: [{ document: { id: "d2", content: "B." } }] },
      },
    };
    const told = await readFormat(otel, lines(flat, nested), "run");
    expect(rankings(told)).toEqual([
      ["a?", [{ id: "d1" }]],
      ["b?", [{ id: "d2" }]],
    ]);
    const csv =
      'context.span_id,attributes.openinference.span.kind,attributes.input.value,attributes.retrieval.documents\ns1,RETRIEVER,a?,"[{""document.id"":""d1""}]"\n';
    expect(
      (await detectFormat(memorySource("spans.csv", new TextEncoder().encode(csv)), "run")).format.id,
    ).toBe("otel");
    expect(rankings(await readFormat(otel, csv, "run"))).toEqual([["a?", [{ id: "d1" }]]]);
  });

  it("counts failed spans as failed, and OpenInference spans without documents as empty", async () => {
    const told = await readFormat(
      otel,
      lines(
        otlp(span("a", { "input.value": "a?" }, { status: { code: 2, message: "time-out" } })),
        otlp(span("b", { "input.value": "b?" })),
        otlp(span("c", { "input.value": "c?", "retrieval.documents.0.document.id": "d1" })),
      ),
      "run",
    );
    expect(rankings(told)).toEqual([
      ["a?", new Error("time-out")],
      ["b?", []],
      ["c?", [{ id: "d1" }]],
    ]);
    expect(codesOf(told)).toEqual(["no-documents:2"]);
  });

  it("refuses traces without retrievals, and retrievals that record no documents at all", async () => {
    const llm = { spanId: "a", attributes: attributes({ "openinference.span.kind": "LLM" }) };
    const none = await readFormat(otel, lines(otlp(llm)), "run");
    expect(none.problems.map(({ what }) => what)).toEqual([
      "none of the 1 span is a retrieval; their kinds are LLM",
    ]);
    const silent = await readFormat(otel, lines(otlp(span("a", { "input.value": "a?" }))), "run");
    expect(codesOf(silent)).toEqual(["no-documents!:1"]);
  });

  it("uses the latest answer to a repeated question, whatever the order of the file", async () => {
    const asked = (id: string, doc: string, time: string) =>
      otlp(
        span(
          id,
          { "input.value": "a?", "retrieval.documents.0.document.id": doc },
          { startTimeUnixNano: time },
        ),
      );
    const text = lines(asked("s2", "new", "1700000000000000002"), asked("s1", "old", "1700000000000000001"));
    const told = await readFormat(otel, text, "run");
    expect(rankings(told)).toEqual([["a?", [{ id: "new" }]]]);
    expect(told.problems.map(({ code, fields }) => [code, fields])).toEqual([
      ["repeated-question", { count: 1, spans: 2 }],
    ]);
    const bySpan = await readFormat(otel, text, "run", { columns: { query: "span_id" } });
    expect(rankings(bySpan).map(([query]) => query)).toEqual(["s2", "s1"]);
    const byTrace = await readFormat(otel, text, "run", { columns: { query: "trace_id" } });
    expect(rankings(byTrace).map(([query]) => query)).toEqual(["t-s2", "t-s1"]);
    expect(codesOf(await readFormat(otel, text, "run", { columns: { query: "user" } }))).toContain(
      "no-field!:1",
    );
  });

  it("leaves out retrievals inside another one, unless their name is asked for", async () => {
    const inner = { parentSpanId: "wrap", name: "vector" };
    const text = lines(
      otlp(
        span("in", { "input.value": "a?", "retrieval.documents.0.document.id": "d1" }, inner),
        { spanId: "wrap", parentSpanId: "out", attributes: [] },
        span("out", { "input.value": "a?", "retrieval.documents.0.document.id": "d2" }, { name: "ensemble" }),
      ),
    );
    const told = await readFormat(otel, text, "run");
    expect(rankings(told)).toEqual([["a?", [{ id: "d2" }]]]);
    expect(codesOf(told)).toEqual(["inner-retrieval:1"]);
    expect(rankings(await readFormat(otel, text, "run", { columns: { node: "vector" } }))).toEqual([
      ["a?", [{ id: "d1" }]],
    ]);
    const unknown = await readFormat(otel, text, "run", { columns: { node: "bm25" } });
    expect(unknown.problems[0]!.what).toBe(
      'no retrieval span is called "bm25"; their names are vector, ensemble',
    );
  });

  it("reads what a reranker returned, with the retriever's list by its name", async () => {
    const reranker = (
      id: string,
      trace: string,
      values: Readonly<Record<string, string | number>>,
      more = {},
    ) => ({
      traceId: trace,
      spanId: id,
      name: "cross-encoder",
      attributes: attributes({ "openinference.span.kind": "RERANKER", ...values }),
      ...more,
    });
    const found = {
      "input.value": "a?",
      "retrieval.documents.0.document.id": "d1",
      "retrieval.documents.1.document.id": "d2",
      "retrieval.documents.2.document.id": "d3",
    };
    const output = {
      "reranker.query": "a?",
      "reranker.input_documents.0.document.id": "d1",
      "reranker.output_documents.0.document.id": "d3",
      "reranker.output_documents.0.document.score": 0.9,
      "reranker.output_documents.1.document.id": "d1",
    };
    const vector = span("r1", found, { traceId: "t", name: "vector" });
    const keyword = span("r2", { ...found, "retrieval.documents.0.document.id": "d7" }, { traceId: "t" });
    const told = await readFormat(otel, lines(otlp(vector, keyword, reranker("x", "t", output))), "run");
    expect(rankings(told)).toEqual([["a?", [{ id: "d3", score: 0.9 }, { id: "d1" }]]]);
    expect(told.problems.map(({ code, fields }) => [code, fields])).toEqual([
      ["reranked-retrieval", { count: 2 }],
    ]);
    const before = await readFormat(otel, lines(otlp(vector, reranker("x", "t", output))), "run", {
      columns: { node: "vector" },
    });
    expect(rankings(before)).toEqual([["a?", [{ id: "d1" }, { id: "d2" }, { id: "d3" }]]]);
    // Of another trace, for another question, without any document, inside a retriever with the final list.
    const other = span("r3", { ...found, "input.value": "b?" }, { traceId: "t" });
    const kept = await readFormat(
      otel,
      lines(
        otlp(
          other,
          reranker("x", "t", output),
          span("r4", { ...found, "input.value": "c?" }, { traceId: "u" }),
          reranker("y", "u", { "reranker.query": "c?" }),
          span("r5", { ...found, "input.value": "d?" }, { traceId: "v" }),
          reranker("z", "v", { ...output, "reranker.query": "d?" }, { parentSpanId: "r5" }),
          reranker("w", "w", { "reranker.output_documents.0.document.id": "d1" }),
        ),
      ),
      "run",
    );
    const three = [{ id: "d1" }, { id: "d2" }, { id: "d3" }];
    expect(rankings(kept)).toEqual([
      ["b?", three],
      ["a?", [{ id: "d3", score: 0.9 }, { id: "d1" }]],
      ["c?", three],
      ["d?", three],
    ]);
    expect(codesOf(kept)).toEqual(["inner-retrieval:1"]);
    // What it left nothing of, and what failed.
    const nothing = await readFormat(
      otel,
      lines(
        otlp(
          vector,
          reranker("x", "t", { "reranker.query": "a?", "reranker.input_documents.0.document.id": "d1" }),
        ),
        otlp(
          other,
          reranker("y", "t", { "reranker.query": "b?" }, { status: { code: 2, message: "no model" } }),
        ),
      ),
      "run",
    );
    expect(rankings(nothing)).toEqual([
      ["a?", []],
      ["b?", new Error("no model")],
    ]);
  });

  it("does not loop on spans that are their own ancestors", async () => {
    const loop = { parentSpanId: "b" };
    const text = lines(
      otlp(span("a", { "input.value": "a?", "retrieval.documents.0.document.id": "d1" }, loop), {
        spanId: "b",
        parentSpanId: "a",
        attributes: [],
      }),
    );
    expect(rankings(await readFormat(otel, text, "run"))).toEqual([["a?", [{ id: "d1" }]]]);
  });
});

describe("Langfuse", () => {
  const documents = [{ page_content: "Ice.", metadata: { source: "a.md", url: "u1" } }];

  it("reads observations, plain spans that return documents, and a downloaded trace", async () => {
    const rows = [
      { id: "o1", traceId: "t", type: "RETRIEVER", input: { args: ["a?"], kwargs: {} }, output: documents },
      { id: "o2", traceId: "t", type: "SPAN", input: { query: "b?" }, output: { documents } },
      { id: "o3", traceId: "t", type: "GENERATION", input: "c?", output: "text" },
    ];
    const trace = { id: "t", timestamp: "2026-01-01", input: "a?", output: "x", observations: rows };
    for (const text of [lines(...rows), JSON.stringify(rows), JSON.stringify(trace, null, 1)]) {
      expect((await detectFormat(memorySource("x", new TextEncoder().encode(text)), "run")).format.id).toBe(
        "langfuse",
      );
      const told = await readFormat(langfuse, text, "run", { texts: true });
      expect(rankings(told)).toEqual([
        ["a?", [{ id: "a.md", text: "Ice." }]],
        ["b?", [{ id: "a.md", text: "Ice." }]],
      ]);
      expect(told.problems.map(({ code }) => code)).toEqual(["document-id"]);
    }
  });

  it("reads CSV with JSON in its cells, and takes the field of ids from --col doc", async () => {
    const cell = JSON.stringify(documents).replaceAll('"', '""');
    const csv = `id,trace_id,type,level,status_message,input,output\no1,t1,RETRIEVER,DEFAULT,,"""a?""","${cell}"\no2,t2,RETRIEVER,ERROR,no index,b?,\n`;
    expect((await detectFormat(memorySource("x.csv", new TextEncoder().encode(csv)), "run")).format.id).toBe(
      "langfuse",
    );
    const told = await readFormat(langfuse, csv, "run", { columns: { doc: "metadata.url" } });
    expect(rankings(told)).toEqual([
      ["a?", [{ id: "u1" }]],
      ["b?", new Error("no index")],
    ]);
  });

  it("refuses documents of which only some have an id", async () => {
    const output = [
      { page_content: "A", metadata: { id: "d1" } },
      { page_content: "B", metadata: {} },
    ];
    const told = await readFormat(
      langfuse,
      lines({ id: "o", trace_id: "t", type: "RETRIEVER", input: "a?", output }),
      "run",
    );
    expect(codesOf(told)).toEqual(["no-document-id!:1"]);
    expect(rankings(told)).toEqual([]);
  });
});

describe("LangSmith", () => {
  const outputs = { documents: [{ page_content: "Ice.", type: "Document", metadata: { id: 7 } }] };

  it("reads runs with their children, and lists that a traced function returned", async () => {
    const told = await readFormat(
      langsmith,
      lines(
        {
          id: "c",
          run_type: "chain",
          inputs: {},
          child_runs: [{ id: "r1", run_type: "retriever", inputs: { query: "a?" }, outputs }],
        },
        {
          run_id: "r2",
          run_type: "retriever",
          inputs: { query: "b?" },
          outputs: { output: outputs.documents },
        },
        { run_id: "r3", run_type: "retriever", inputs: { query: "c?" }, outputs: null },
      ),
      "run",
    );
    expect(rankings(told)).toEqual([
      ["a?", [{ id: "7" }]],
      ["b?", [{ id: "7" }]],
      ["c?", new Error("the span does not record its documents")],
    ]);
    expect(codesOf(told)).toEqual(["document-id:1", "no-documents:3"]);
  });

  it("reads Parquet with JSON in its columns, found by content", async () => {
    const bytes = parquetOf(
      { name: "id", data: ["r1", "r2"] },
      { name: "run_type", data: ["llm", "retriever"] },
      { name: "inputs", data: ["{}", '{"query":"a?"}'] },
      { name: "outputs", data: [null, JSON.stringify(outputs)] },
    );
    expect((await detectFormat(memorySource("x.parquet", bytes), "run")).format.id).toBe("langsmith");
    expect(rankings(await readFormat(langsmith, bytes, "run"))).toEqual([["a?", [{ id: "7" }]]]);
  });
});

describe("Parquet with structs and lists", () => {
  const OPTIONAL = "OPTIONAL" as const;
  const text = (name: string) => ({
    name,
    type: "BYTE_ARRAY" as const,
    converted_type: "UTF8" as const,
    repetition_type: OPTIONAL,
  });
  const number = (name: string) => ({ name, type: "DOUBLE" as const, repetition_type: OPTIONAL });
  const struct = (name: string, fields: number) => ({
    name,
    num_children: fields,
    repetition_type: OPTIONAL,
  });
  const list = (name: string) => [
    { name, num_children: 1, converted_type: "LIST" as const, repetition_type: OPTIONAL },
    { name: "list", num_children: 1, repetition_type: "REPEATED" as const },
  ];
  type Schema = NonNullable<Parameters<typeof parquetWriteBuffer>[0]["schema"]>;
  const written = (schema: readonly object[], columns: Readonly<Record<string, unknown[]>>): Uint8Array =>
    new Uint8Array(
      parquetWriteBuffer({
        schema: [{ name: "root", num_children: Object.keys(columns).length }, ...schema] as Schema,
        columnData: Object.entries(columns).map(([name, data]) => ({ name, data })),
      }),
    );

  it("reads runs of LangSmith whose inputs and outputs are columns", async () => {
    const document = [struct("element", 2), text("page_content"), struct("metadata", 1), text("id")];
    const bytes = written(
      [
        text("id"),
        text("run_type"),
        struct("inputs", 1),
        text("query"),
        struct("outputs", 1),
        ...list("documents"),
        ...document,
      ],
      {
        id: ["r1", "r2", "r3", "r4"],
        run_type: ["retriever", "llm", "retriever", "retriever"],
        inputs: [{ query: "a?" }, { query: null }, { query: "b?" }, { query: "c?" }],
        outputs: [
          {
            documents: [
              { page_content: "Ice.", metadata: { id: "d1" } },
              { page_content: null, metadata: { id: "d2" } },
            ],
          },
          null,
          { documents: [] },
          { documents: null },
        ],
      },
    );
    const told = await readFormat(langsmith, bytes, "run", { texts: true });
    expect(rankings(told)).toEqual([
      ["a?", [{ id: "d1", text: "Ice." }, { id: "d2" }]],
      ["b?", []],
      ["c?", new Error("the span does not record its documents")],
    ]);
  });

  it("reads a span per row with lists of documents, as Phoenix keeps them", async () => {
    const bytes = written(
      [
        text("context.span_id"),
        text("attributes.openinference.span.kind"),
        text("attributes.input.value"),
        ...list("attributes.retrieval.documents"),
        struct("element", 2),
        text("document.id"),
        number("document.score"),
      ],
      {
        "context.span_id": ["s1", "s2"],
        "attributes.openinference.span.kind": ["RETRIEVER", "LLM"],
        "attributes.input.value": ["a?", "b?"],
        "attributes.retrieval.documents": [
          [
            { "document.id": "d2", "document.score": 0.5 },
            { "document.id": "d1", "document.score": null },
          ],
          null,
        ],
      },
    );
    expect((await detectFormat(memorySource("spans.parquet", bytes), "run")).format.id).toBe("otel");
    expect(rankings(await readFormat(otel, bytes, "run"))).toEqual([
      ["a?", [{ id: "d2", score: 0.5 }, { id: "d1" }]],
    ]);
  });
});
