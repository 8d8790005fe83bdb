/** LangChain documents as hits. Where their ids are is decided once, when all hits are known. */
import {
  DOCUMENT_IDS,
  type DocumentIdField,
  documentHits,
  documentIdField,
  type FoundDocument,
  otherIdFields,
} from "../../core/documents.ts";
import { atLine, errorAt } from "../_problems.ts";
import type { ReadContext, Sink } from "../format.ts";
import { HIT_IDS } from "./_hit.ts";
import { JsonObject, type JsonValue } from "./parse.ts";
import { isList } from "./plain.ts";
import { jsonProblem } from "./problems.ts";

interface FoundList {
  readonly query: string;
  readonly line: number;
  readonly documents: readonly FoundDocument[];
}

/** JavaScript's name for the text, and Python's. */
const textIn = (value: JsonObject): JsonValue | undefined =>
  value.get("pageContent") ?? value.get("page_content");

/** Keys that no LangChain document has: such a hit is in Goldie's own form, with a text. */
const OWN = ["doc", "start", "end", "lines", ...HIT_IDS.filter((name) => name !== "id")];

/** A document with its metadata, or with nothing but an id. */
const isDocument = (value: JsonValue): value is JsonObject =>
  value instanceof JsonObject &&
  typeof textIn(value) === "string" &&
  !OWN.some((name) => value.get(name) !== undefined) &&
  (value.get("metadata") instanceof JsonObject || value.get("pageContent") !== undefined);

/** With its score, as `similaritySearchWithScore` gives it. */
const isPair = (value: JsonValue): value is readonly [JsonObject, number] =>
  isList(value) && value.length === 2 && isDocument(value[0]!) && typeof value[1] === "number";

export class DocumentLists {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  readonly #lists: FoundList[] = [];

  /** The field that the user named, and its key in the metadata. */
  readonly #asked: DocumentIdField | undefined;
  readonly #key: string | undefined;

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
    // The id of a row is the query's.
    const { doc } = context.columns;
    if (doc === "hits.id") this.#asked = "id";
    if (!doc?.startsWith("metadata.")) return;
    this.#asked = doc as DocumentIdField;
    this.#key = doc.slice("metadata.".length);
  }

  /** The named field, if these are documents. */
  get found(): string | undefined {
    return this.#lists.length === 0 || this.#asked === undefined ? undefined : this.#context.columns["doc"];
  }

  /** False if it is a different kind of list. */
  add(query: string, hits: readonly JsonValue[], line: number): boolean {
    if (hits.length === 0 || !hits.every((hit) => isDocument(hit) || isPair(hit))) return false;
    this.#lists.push({ query, line, documents: hits.map((hit) => this.#found(hit)) });
    return true;
  }

  #found(hit: JsonValue): FoundDocument {
    const value = (isPair(hit) ? hit[0] : hit) as JsonObject;
    const metadata = value.get("metadata");
    const score = isPair(hit) ? hit[1] : value.get("score");
    const text = (one: JsonValue | undefined): string | undefined =>
      typeof one === "number" || typeof one === "bigint" || typeof one === "string" ? String(one) : undefined;
    const id = text(value.get("id"));
    const inside = metadata instanceof JsonObject ? metadata : new JsonObject();
    const document = {
      pageContent: textIn(value) as string,
      ...(id === undefined ? {} : { id }),
      metadata: Object.fromEntries(
        ["id", "docId", "source", ...(this.#key === undefined ? [] : [this.#key])].map((name) => [
          name,
          text(inside.get(name)),
        ]),
      ),
    };
    // Without an id, only the hit's text is known.
    if (!this.#context.texts && documentIdField([document]) !== undefined) document.pageContent = "";
    return typeof score === "number" ? [document, score] : document;
  }

  end(): void {
    const [first] = this.#lists;
    if (first === undefined) return;
    const all = this.#lists.flatMap(({ documents }) => documents);
    const field = documentIdField(all, this.#asked === undefined ? DOCUMENT_IDS : [this.#asked]);
    if (
      field === undefined &&
      (this.#asked !== undefined || all.some((one) => documentIdField([one]) !== undefined))
    ) {
      const fields = {
        documents: all.length,
        places: this.#asked === undefined ? DOCUMENT_IDS : [this.#asked],
      };
      this.#context.problem(jsonProblem("no-document-id/json", fields, errorAt(first.line)));
      return;
    }
    if (field !== undefined && this.#asked === undefined)
      this.#context.problem(
        jsonProblem(
          "document-id/json",
          { field, documents: all.length, others: otherIdFields(all, field) },
          atLine(first.line),
        ),
      );
    for (const { query, documents, line } of this.#lists)
      this.#sink.ranking?.(query, this.#hits(documents, field), line);
    this.#lists.length = 0;
  }

  #hits(documents: readonly FoundDocument[], field: DocumentIdField | undefined): object[] {
    const hits = documentHits(documents, field);
    return this.#context.texts || field === undefined ? hits : hits.map(({ text: _, ...hit }) => hit);
  }
}
