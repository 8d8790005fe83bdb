/**
 * Runs exported from LangSmith, by its bulk export (Parquet), its API or its command line (JSON Lines)
 * (docs.langchain.com/langsmith/run-data-format, data-export, log-retriever-trace). Written from these references, read
 * in November 2026: no export of a LangSmith server was at hand.
 */
import type { Format } from "./format.ts";
import { detectTraces, readTraces, textAt } from "./traces/read.ts";
import type { TracedSpan } from "./traces/steps.ts";
import { at, documentsIn, isRecord, questionIn, type TraceRecord } from "./traces/values.ts";

function* spansOf(row: TraceRecord, line: number): Iterable<TracedSpan> {
  const type = textAt(row, "run_type") ?? "";
  const error = textAt(row, "error");
  const id = textAt(row, "id", "run_id");
  yield {
    line,
    trace: textAt(row, "trace_id") ?? id,
    id,
    parent: textAt(row, "parent_run_id"),
    kind: type,
    name: textAt(row, "name"),
    time: textAt(row, "start_time"),
    field: (name) => at(row, name),
    ...(type === "retriever"
      ? {
          retrieval: {
            question: questionIn(row["inputs"]),
            documents: documentsIn(row["outputs"]),
            silentIfEmpty: false,
            ...(error === undefined ? {} : { error }),
          },
        }
      : {}),
  };
  const children = row["child_runs"];
  if (Array.isArray(children)) for (const child of children) if (isRecord(child)) yield* spansOf(child, line);
}

export const langsmith: Format = {
  id: "langsmith",
  title: "LangSmith export",
  about:
    "Runs exported as JSONL, JSON, CSV or Parquet: those with run_type retriever are a run, with the question in inputs and the documents (page_content, metadata) in outputs. The question is the query's id; --col query=trace_id or query=span_id uses another, --col node=NAME reads only runs of this name, --col doc=metadata.NAME names the field of document ids.",
  extensions: ["jsonl", "json", "csv", "parquet"],
  kinds: ["run"],
  traces: true,
  binary: "also",
  example: {
    run: '{"id":"r1","trace_id":"t1","run_type":"retriever","name":"search","inputs":{"query":"largest desert?"},"outputs":{"documents":[{"page_content":"Ice.","metadata":{"id":"d3"}}]}}\n{"id":"r2","trace_id":"t2","run_type":"retriever","name":"search","inputs":{"query":"capital of France?"},"outputs":{"documents":[{"page_content":"Paris.","metadata":{"id":"d9"}}]}}\n',
  },
  broken: {
    run: {
      text: '{"id":"r1","run_type":"retriever","inputs":{"query":"largest desert?"},"outputs":{"documents":[{"id":"d3"}]}}\n{"id":"r2","run_type":"retriever","inputs":{},"outputs":{"documents":[{"id":"d9"}]}}\n',
      line: 2,
    },
  },
  detect: (head, name) =>
    name.endsWith("/")
      ? undefined
      : detectTraces(head, (has) =>
          has("run_type") && (has("inputs") || has("outputs"))
            ? { sure: 0.95, why: "runs with run_type, inputs and outputs" }
            : undefined,
        ),
  read: readTraces({ holders: ["runs"], spans: spansOf }),
};
