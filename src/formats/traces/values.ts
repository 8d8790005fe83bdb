/** Questions and documents in recorded inputs and outputs, with any known wrapping. */

const QUESTION_KEYS = [
  "query",
  "question",
  "query_str",
  "query_text",
  "queryText",
  "search_query",
  "user_input",
  "q",
  "input",
  "inputs",
  "text",
  "prompt",
  "messages",
  "kwargs",
  "args",
];
const LIST_KEYS = [
  "documents",
  "docs",
  "results",
  "hits",
  "matches",
  "nodes",
  "source_nodes",
  "chunks",
  "retrieved_documents",
  "source_documents",
  "contexts",
  "context",
  "output",
  "outputs",
  "result",
  "response",
  "value",
  "data",
];
/** Questions and lists are never wrapped deeper. */
const DEEPEST = 5;

export type TraceRecord = Readonly<Record<string, unknown>>;
export const isRecord = (value: unknown): value is TraceRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text that is JSON becomes its value; another one stays as it is. */
export function unwrapped(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const first = value.trimStart()[0];
  if (first !== "{" && first !== "[" && first !== '"') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Undefined where there is none. */
export function questionIn(given: unknown, depth = 0): string | undefined {
  const value = unwrapped(given);
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) {
    const asked = value.findLast(isUserMessage);
    return asked === undefined
      ? questionIn(
          value.find((one) => typeof one === "string"),
          depth + 1,
        )
      : questionIn(asked["content"] ?? asked["kwargs"], depth + 1);
  }
  if (!isRecord(value)) return undefined;
  if (typeof value["content"] === "string") return questionIn(value["content"], depth + 1);
  for (const key of QUESTION_KEYS) {
    const found = value[key] === undefined ? undefined : questionIn(value[key], depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isUserMessage = (one: unknown): one is TraceRecord =>
  isRecord(one) && (one["role"] === "user" || one["type"] === "human");

/** The list of documents in an output; undefined where it has none. */
export function documentsIn(given: unknown, depth = 0): readonly unknown[] | undefined {
  const value = unwrapped(given);
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || depth > DEEPEST) return undefined;
  for (const key of LIST_KEYS) {
    const found = value[key] === undefined ? undefined : documentsIn(value[key], depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Are these documents as LangChain records them? Then their span is a retrieval, under any name. */
export const areDocuments = (list: readonly unknown[] | undefined): boolean =>
  list !== undefined &&
  list.length > 0 &&
  list.every(
    (one) => isRecord(one) && typeof (inner(one)["page_content"] ?? inner(one)["pageContent"]) === "string",
  );

/** Unwraps a document: OpenInference's `document`, LlamaIndex's `node`, LangChain's `kwargs`. */
const inner = (one: TraceRecord): TraceRecord =>
  [one["document"], one["node"], one["kwargs"]].find(isRecord) ?? one;

const IDS = [
  "id",
  "id_",
  "_id",
  "doc_id",
  "docid",
  "document_id",
  "node_id",
  "chunk_id",
  "passage_id",
  "pid",
  "docno",
];
const TEXTS = ["page_content", "pageContent", "content", "text", "contents", "chunk", "body"];

export interface TracedDocument {
  readonly id?: string;
  readonly text?: string;
  readonly score?: number;
  /** All places where it may have an id. */
  readonly metadata: TraceRecord;
}

const asId = (value: unknown): string | undefined =>
  (typeof value === "string" && value !== "") || (typeof value === "number" && Number.isFinite(value))
    ? String(value)
    : undefined;

/** `path`: where its id is, if the user said so. Undefined if it has neither id nor text. */
export function documentOf(given: unknown, path: string | undefined): TracedDocument | undefined {
  if (typeof given === "string") return given === "" ? undefined : { text: given, metadata: {} };
  if (typeof given === "number") return { id: String(given), metadata: {} };
  if (Array.isArray(given) && given.length === 2 && typeof given[1] === "number") {
    const one = documentOf(given[0], path);
    return one && { ...one, score: given[1] };
  }
  if (!isRecord(given)) return undefined;
  const dotted = Object.keys(given).some((key) => key.startsWith("document."));
  const outer: TraceRecord = dotted
    ? Object.fromEntries(Object.entries(given).map(([key, value]) => [key.replace(/^document\./, ""), value]))
    : given;
  const one = inner(outer);
  const first = <T>(names: readonly string[], read: (value: unknown) => T | undefined): T | undefined => {
    for (const name of names) {
      const value = read(one[name]) ?? read(outer[name]);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const text = first(TEXTS, (value) => (typeof value === "string" ? value : undefined));
  const metadata = unwrapped(one["metadata"] ?? outer["metadata"]);
  const inside = isRecord(metadata) ? metadata : {};
  const id = path === undefined ? first(IDS, asId) : asId(at({ ...one, metadata: inside }, path));
  const score = first(["score", "relevance_score", "similarity"], (value) =>
    typeof value === "number" && Number.isFinite(value) ? value : undefined,
  );
  if (id === undefined && text === undefined && Object.keys(inside).length === 0) return undefined;
  return {
    ...(id === undefined ? {} : { id }),
    ...(text === undefined ? {} : { text }),
    ...(score === undefined ? {} : { score }),
    metadata: inside,
  };
}

/** The value at a path; keys may contain dots. */
export function at(record: TraceRecord, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path];
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const inside = record[path.slice(0, dot)];
    if (isRecord(inside)) return at(inside, path.slice(dot + 1));
  }
  return undefined;
}
