/** Messages about exported traces. */
import { defineProblems } from "../../core/problem-table.ts";
import { nameList, withCommas } from "../../core/shown.ts";
import type { HowMany } from "../_problem-fields.ts";
import { count as countOf } from "../_shown.ts";

const were = (count: number, one: string, more: string): string =>
  count === 1 ? `one ${one}` : `${withCommas(count)} ${more}`;

export const traceProblem = defineProblems({
  "bad-row/no-span": ({ found }: { found: string }) => ({
    what: `this is ${found}, not a span`,
    fix: "write one JSON object per span",
  }),
  /** `kinds`: what the spans are instead. */
  "no-retrieval/none": ({
    count,
    kinds,
    others,
  }: HowMany & { kinds: readonly string[]; others?: number }) => ({
    what: `none of the ${countOf(count, "span")} is a retrieval${kinds.length === 0 ? "" : `; their kinds are ${nameList(kinds, others)}`}`,
    why: "a run needs the documents that were retrieved",
    fix: "export the retriever's spans too: openinference.span.kind RETRIEVER, gen_ai.operation.name retrieval, type RETRIEVER (Langfuse) or run_type retriever (LangSmith)",
  }),
  "no-retrieval/named": ({
    node,
    names,
    others,
  }: {
    node: string;
    names: readonly string[];
    others?: number;
  }) => ({
    what: `no retrieval span is called ${JSON.stringify(node)}; their names are ${nameList(names, others)}`,
    fix: "pass one of these with --col node=NAME",
  }),
  "no-question/span": () => ({
    what: "this retrieval span does not record its question",
    why: "many tracers do not record inputs by default",
    fix: "turn on the capture of inputs, or remove the span",
  }),
  /** The question, or the document, has no such field. */
  "no-field/query": ({ field }: { field: string }) => ({
    what: `this retrieval span has no ${field}`,
    fix: "use --col query=trace_id or query=span_id, or leave it out to use the question as the id",
  }),
  "no-documents/all": ({ count }: HowMany) => ({
    what: `none of the ${were(count, "retrieval span", "retrieval spans")} records its documents`,
    why: "many tracers do not record documents by default",
    fix: "turn on the capture of outputs, then export the traces again",
  }),
  "no-documents/failed": ({ count }: HowMany) => ({
    what: `${were(count, "retrieval span does", "retrieval spans do")} not record documents; counted as failed`,
    fix: "turn on the capture of outputs for all of them",
  }),
  "no-documents/empty": ({ count }: HowMany) => ({
    what: `${were(count, "retrieval span has", "retrieval spans have")} no documents; read as empty results`,
    why: "OpenInference writes an empty result as no attribute at all",
    fix: "nothing, if the search found nothing there",
  }),
  "bad-document": ({ found }: { found: string }) => ({
    what: `a retrieved document is ${found}: neither an id nor a text`,
    fix: "record documents with an id, or with their text",
  }),
  "document-id/traces": ({ field, documents }: { field: string; documents: number }) => ({
    what: `using ${field} as the id of ${documents === 1 ? "the document" : `the ${withCommas(documents)} documents`} of the traces`,
    fix: "nothing, if the gold has these ids; otherwise name another field: --col doc=metadata.NAME",
  }),
  "no-document-id/traces": ({ documents, places }: { documents: number; places: readonly string[] }) => ({
    what: `no field holds an id in all ${withCommas(documents)} documents of the traces: looked at ${places.join(", ")}`,
    why: "gold and hits are matched by id",
    fix: "name the field that holds it: --col doc=metadata.NAME",
  }),
  "repeated-question": ({ count, spans }: HowMany & { spans: number }) => ({
    what: `${were(count, "question was", "questions were")} asked more than once (${withCommas(spans)} spans); using the latest answer of each`,
    fix: "to keep every retrieval, pass --col query=span_id",
  }),
  "inner-retrieval": ({ count }: HowMany) => ({
    what: `left out ${were(count, "retrieval span", "retrieval spans")} that ran inside another one with the same question`,
    why: "the outer one has the final result",
    fix: "to read an inner one, name it: --col node=NAME",
  }),
  "reranked-retrieval": ({ count }: HowMany) => ({
    what: `left out ${were(count, "retrieval span whose documents were", "retrieval spans whose documents were")} reranked in the same trace`,
    why: "the reranker has the final list",
    fix: "to read the documents before reranking, name the retriever: --col node=NAME",
  }),
});
