/**
 * Spans of OpenTelemetry as OTLP/JSON, or one span per row: retrievals by the conventions of OpenInference
 * (github.com/Arize-ai/openinference, spec/semantic_conventions.md) and of OpenTelemetry's GenAI group
 * (github.com/open-telemetry/semantic-conventions-genai, docs/gen-ai/gen-ai-spans.md, "Retrievals"). Written from these
 * references, read in November 2026.
 */
import type { Format } from "./format.ts";
import { detectTraces, readTraces, textAt } from "./traces/read.ts";
import type { TracedSpan } from "./traces/steps.ts";
import { at, documentsIn, isRecord, questionIn, type TraceRecord, unwrapped } from "./traces/values.ts";

const HOLDERS = [
  "resourceSpans",
  "resource_spans",
  "scopeSpans",
  "scope_spans",
  "instrumentationLibrarySpans",
  "spans",
  "data",
];
const DOCUMENTS = "retrieval.documents";
const RERANKED = "reranker.output_documents";
const TO_RERANK = "reranker.input_documents";

/** A value of OTLP: { stringValue: "…" } and its like. */
function anyValue(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = given;
  if (stringValue !== undefined) return stringValue;
  // 64 bits, as a string: an id that a number cannot hold would become another one.
  if (intValue !== undefined) return Number.isSafeInteger(Number(intValue)) ? Number(intValue) : intValue;
  if (doubleValue !== undefined) return doubleValue;
  if (boolValue !== undefined) return boolValue;
  if (isRecord(arrayValue)) return listOf(arrayValue["values"]).map(anyValue);
  if (isRecord(kvlistValue)) return attributesOf(kvlistValue["values"]);
  return undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function attributesOf(given: unknown): TraceRecord {
  const value = unwrapped(given);
  if (isRecord(value)) return value;
  return Object.fromEntries(
    listOf(value).flatMap((one) =>
      isRecord(one) && typeof one["key"] === "string" ? [[one["key"], anyValue(one["value"])]] : [],
    ),
  );
}

/** retrieval.documents.0.document.id and its like, or a list. */
function openInferenceDocuments(attributes: TraceRecord, prefix: string): readonly unknown[] | undefined {
  const listed = documentsIn(at(attributes, prefix));
  if (listed !== undefined) return listed;
  const byPlace = new Map<number, Record<string, unknown>>();
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const [place, document, ...field] = key.slice(prefix.length + 1).split(".");
    if (document !== "document" || !/^\d{1,9}$/.test(place!)) continue;
    const one = byPlace.get(Number(place)) ?? {};
    one[field.join(".")] = value;
    byPlace.set(Number(place), one);
  }
  if (byPlace.size === 0) return undefined;
  return [...byPlace].sort(([a], [b]) => a - b).map(([, one]) => one);
}

function* spansOf(row: TraceRecord, line: number): Iterable<TracedSpan> {
  const context = isRecord(row["context"]) ? row["context"] : {};
  const flat = (name: string): string | undefined => textAt(context, name) ?? textAt(row, `context.${name}`);
  const attributes = {
    ...Object.fromEntries(
      Object.entries(row).flatMap(([key, value]) =>
        key.startsWith("attributes.") ? [[key.slice("attributes.".length), value]] : [],
      ),
    ),
    ...attributesOf(row["attributes"]),
  };
  const get = (name: string): unknown => at(attributes, name);
  const kind = String(get("openinference.span.kind") ?? textAt(row, "span_kind") ?? "").toUpperCase();
  const operation = get("gen_ai.operation.name");
  const documents = get("gen_ai.retrieval.documents");
  const asked = get("gen_ai.retrieval.query.text");
  const genAi = operation === "retrieval" || documents !== undefined || asked !== undefined;
  const retriever = kind === "RETRIEVER";
  const reranked = kind === "RERANKER" ? openInferenceDocuments(attributes, RERANKED) : undefined;
  const status = isRecord(row["status"]) ? row["status"] : {};
  const code = String(status["code"] ?? status["status_code"] ?? textAt(row, "status_code") ?? "");
  const failed = code === "2" || code.endsWith("ERROR");
  const message = textAt(status, "message", "description") ?? textAt(row, "status_message");
  const error = failed ? { error: message ?? "the span has the status ERROR" } : {};
  const rerankedFor = questionIn(get("reranker.query")) ?? questionIn(get("input.value"));
  const reranks =
    kind === "RERANKER" &&
    rerankedFor !== undefined &&
    (failed || reranked !== undefined || openInferenceDocuments(attributes, TO_RERANK) !== undefined);
  yield {
    line,
    trace: textAt(row, "traceId", "trace_id") ?? flat("trace_id"),
    id: textAt(row, "spanId", "span_id") ?? flat("span_id"),
    parent: textAt(row, "parentSpanId", "parent_span_id", "parent_id"),
    kind: kind || String(operation ?? ""),
    name: textAt(row, "name"),
    time: textAt(row, "startTimeUnixNano", "start_time_unix_nano", "start_time", "startTime"),
    field: (name) => get(name) ?? at(row, name),
    ...(retriever || genAi
      ? {
          retrieval: {
            question: questionIn(asked) ?? questionIn(get("input.value")),
            documents:
              documentsIn(documents) ??
              openInferenceDocuments(attributes, DOCUMENTS) ??
              documentsIn(get("output.value")),
            // Flattened attributes have no way to write an empty list.
            silentIfEmpty: retriever && documents === undefined,
            ...error,
          },
        }
      : {}),
    // One that records neither its query nor any document says nothing of what it did.
    ...(reranks
      ? {
          retrieval: {
            question: rerankedFor,
            documents: reranked ?? [],
            silentIfEmpty: true,
            reranks: true,
            ...error,
          },
        }
      : {}),
  };
}

const attribute = (key: string, value: string): string =>
  `{"key":"${key}","value":{"stringValue":"${value}"}}`;
const openInference = (span: string, question: string, ...ids: readonly string[]): string =>
  `{"traceId":"t1","spanId":"${span}","name":"retrieve","attributes":[${[
    attribute("openinference.span.kind", "RETRIEVER"),
    attribute("input.value", question),
    ...ids.map((id, i) => attribute(`${DOCUMENTS}.${i}.document.id`, id)),
  ].join(",")}]}`;
const batch = (span: string): string => `{"resourceSpans":[{"scopeSpans":[{"spans":[${span}]}]}]}\n`;

const EXAMPLE =
  batch(openInference("s1", "largest desert?", "d3", "d1")) +
  batch(
    `{"traceId":"t2","spanId":"s2","name":"retrieval","attributes":[${attribute("gen_ai.retrieval.query.text", "capital of France?")},${attribute("gen_ai.retrieval.documents", '[{\\"id\\":\\"d9\\",\\"score\\":0.5}]')}]}`,
  );

export const otel: Format = {
  id: "otel",
  title: "OpenTelemetry traces",
  about:
    "Retrieval spans, as OTLP JSON (one document, or one batch per line) or one span per row: OpenInference (retrieval.documents.0.document.id, input.value; the list of a reranker counts for what it reranked) or GenAI (gen_ai.retrieval.documents, gen_ai.retrieval.query.text). The question is the query's id; --col query=trace_id or query=span_id uses another, --col node=NAME reads only spans of this name, --col doc=metadata.NAME names the field of document ids.",
  extensions: ["jsonl", "json", "csv", "parquet"],
  kinds: ["run"],
  traces: true,
  binary: "also",
  example: { run: EXAMPLE },
  broken: {
    run: {
      text:
        EXAMPLE.split("\n")[0]! +
        "\n" +
        batch(
          '{"traceId":"t2","spanId":"s2","attributes":[' +
            attribute("openinference.span.kind", "RETRIEVER") +
            "]}",
        ),
      line: 2,
    },
  },
  detect: (head, name) =>
    name.endsWith("/")
      ? undefined
      : detectTraces(head, (has) =>
          has("resourceSpans") || has("resource_spans")
            ? { sure: 0.97, why: "spans in OTLP JSON" }
            : (has("attributes") && (has("span_id") || has("context"))) ||
                has("attributes.openinference.span.kind")
              ? { sure: 0.95, why: "a span per row, with attributes" }
              : undefined,
        ),
  read: readTraces({ holders: HOLDERS, spans: spansOf }),
};
