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
/** One of these, or any other field of the metadata. */
export type DocumentIdField = (typeof DOCUMENT_IDS)[number] | `metadata.${string}`;
/** The document that a chunk was cut from. */
const SOURCE = "metadata.source";

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
export function documentIdField(
  documents: Iterable<FoundDocument>,
  places: readonly DocumentIdField[] = DOCUMENT_IDS,
): DocumentIdField | undefined {
  let left = places;
  for (const one of documents) left = left.filter((field) => idAt(one, field) !== undefined);
  return left[0];
}

/** Fields that would do as well: all documents have them, but another one was taken. */
export const otherIdFields = (
  documents: readonly FoundDocument[],
  taken: DocumentIdField | undefined,
): DocumentIdField[] =>
  DOCUMENT_IDS.filter((field) => field !== taken && documents.every((one) => idAt(one, field) !== undefined));

/**
 * Documents as hits: the id, the text, the source as the document of the chunk, and the score where there is one. Give
 * `field` where many lists share it, or where another field holds the id: "metadata.chunk".
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
    const source = idAt(one, SOURCE);
    return {
      // A number is named where hits are read.
      id: id as Hit["id"],
      text,
      ...(source === undefined ? {} : { doc: String(source) }),
      ...("pageContent" in one ? {} : { score: one[1] as number }),
    };
  });
}
