/** Documents as LangChain has them, where hits are wanted. */
import type { Hit } from "./ranking.ts";

/** What is read of a LangChain `Document`. */
export interface DocumentLike {
  readonly pageContent: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly id?: string | undefined;
}
/** A document, or a document with its score, as `similaritySearchWithScore` gives them. */
export type FoundDocument = DocumentLike | readonly [DocumentLike, number];

/** Where a document's id may be; the first that all of them have is taken. */
export const DOCUMENT_IDS = ["metadata.id", "metadata.docId", "id", "metadata.source"] as const;
export type DocumentIdField = (typeof DOCUMENT_IDS)[number];

const isDocument = (x: unknown): x is DocumentLike =>
  typeof x === "object" && x !== null && typeof (x as DocumentLike).pageContent === "string";
export const isFoundDocument = (x: unknown): x is FoundDocument =>
  isDocument(x) || (Array.isArray(x) && x.length === 2 && isDocument(x[0]) && typeof x[1] === "number");

const documentOf = (found: FoundDocument): DocumentLike =>
  "pageContent" in found ? found : (found[0] as DocumentLike);

/** The id of a document at one of the places; a number is an id too. */
function idAt(found: FoundDocument, field: DocumentIdField): string | number | undefined {
  const { id, metadata } = documentOf(found);
  const value = field === "id" ? id : metadata?.[field.slice("metadata.".length)];
  return (typeof value === "string" && value !== "") || typeof value === "number" ? value : undefined;
}

/**
 * The place of the id that all documents have; undefined where there is none.
 * @example
 * documentIdField([{ pageContent: "…", metadata: { id: "a", source: "a.md" } }, { pageContent: "…", metadata: { source: "b.md" } }]) // "metadata.source"
 */
export function documentIdField(documents: Iterable<FoundDocument>): DocumentIdField | undefined {
  let left: readonly DocumentIdField[] = DOCUMENT_IDS;
  for (const one of documents) left = left.filter((field) => idAt(one, field) !== undefined);
  return left[0];
}

/**
 * Documents as hits: the id, the text, and the score where there is one. Give `field` where many lists share it.
 * @example
 * documentHits([{ pageContent: "Ferries run daily.", metadata: { docId: "p017" } }]) // [{ id: "p017", text: "Ferries run daily." }]
 */
export function documentHits(
  documents: readonly FoundDocument[],
  field: DocumentIdField | undefined = documentIdField(documents),
): Hit[] {
  return documents.map((one) => {
    const id = field === undefined ? null : (idAt(one, field) ?? null);
    const text = documentOf(one).pageContent;
    // A number is named where hits are read.
    return { id: id as Hit["id"], text, ...("pageContent" in one ? {} : { score: one[1] as number }) };
  });
}
