/**
 * Observations and traces exported from Langfuse: from its user interface, its API, or to blob storage
 * (langfuse.com/docs/api-and-data-platform/features/blob-storage-export-fields). Written from that reference, read in
 * November 2026: no export of a Langfuse server was at hand.
 */
import type { Format } from "./format.ts";
import { detectTraces, readTraces, textAt } from "./traces/read.ts";
import type { TracedSpan } from "./traces/steps.ts";
import { areDocuments, at, documentsIn, questionIn, type TraceRecord } from "./traces/values.ts";

function* spansOf(row: TraceRecord, line: number): Iterable<TracedSpan> {
  const type = (textAt(row, "type") ?? "").toUpperCase();
  const documents = documentsIn(row["output"]);
  // Older integrations record a retriever as a plain span.
  const retrieves = type === "RETRIEVER" || ((type === "" || type === "SPAN") && areDocuments(documents));
  const failed = textAt(row, "level") === "ERROR";
  const id = textAt(row, "id");
  yield {
    line,
    trace: textAt(row, "trace_id", "traceId") ?? (type === "" ? id : undefined),
    id,
    parent: textAt(row, "parent_observation_id", "parentObservationId"),
    kind: type,
    name: textAt(row, "name"),
    time: textAt(row, "start_time", "startTime", "timestamp"),
    field: (name) => at(row, name),
    ...(retrieves
      ? {
          retrieval: {
            question: questionIn(row["input"]),
            documents,
            silentIfEmpty: false,
            ...(failed
              ? {
                  error:
                    textAt(row, "status_message", "statusMessage") ?? "the observation has the level ERROR",
                }
              : {}),
          },
        }
      : {}),
  };
}

export const langfuse: Format = {
  id: "langfuse",
  title: "Langfuse export",
  about:
    "Observations (or traces) exported as JSONL, JSON, CSV or Parquet: those of type RETRIEVER, and spans whose output is a list of documents, are a run. The question is the query's id; --col query=trace_id or query=span_id uses another, --col node=NAME reads only observations of this name, --col doc=metadata.NAME names the field of document ids.",
  extensions: ["jsonl", "json", "csv", "parquet"],
  kinds: ["run"],
  traces: true,
  binary: "also",
  example: {
    run: '{"id":"o1","trace_id":"t1","type":"RETRIEVER","name":"search","input":"largest desert?","output":[{"page_content":"Ice.","metadata":{"id":"d3"}}]}\n{"id":"o2","trace_id":"t2","type":"RETRIEVER","name":"search","input":{"query":"capital of France?"},"output":[{"page_content":"Paris.","metadata":{"id":"d9"}}]}\n',
  },
  broken: {
    run: {
      text: '{"id":"o1","trace_id":"t1","type":"RETRIEVER","input":"largest desert?","output":[{"id":"d3"}]}\n{"id":"o2","trace_id":"t2","type":"RETRIEVER","input":"capital of France?","output":[7,{}]}\n',
      line: 2,
    },
  },
  detect: (head, name) =>
    name.endsWith("/")
      ? undefined
      : detectTraces(head, (has) => {
          const both = has("input") && has("output");
          const observation = has("type") && has("trace_id");
          const trace = has("id") && has("timestamp") && (has("session_id") || has("observations"));
          return both && !has("run_type") && (observation || trace)
            ? { sure: 0.93, why: "observations with input and output, as Langfuse exports them" }
            : undefined;
        }),
  read: readTraces({ holders: ["observations", "data"], spans: spansOf }),
};
