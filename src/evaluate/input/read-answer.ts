/** What a live retriever returned → hits. Everything that is not an answer throws a Problem. */

import type { Answered, AnswerStage } from "../../core/answer.ts";
import {
  DOCUMENT_IDS,
  type DocumentIdField,
  documentHits,
  documentIdField,
  type FoundDocument,
  otherIdFields,
} from "../../core/documents.ts";
import { fieldPath, fieldsIn, likelyId } from "../../core/field-path.ts";
import type { DocId, QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import type { Hit } from "../../core/ranking.ts";
import { firstNames } from "../../core/shown.ts";
import { isBadStretch, readStretch } from "../../match/spans.ts";
import { inputProblem, ofRun } from "./problems.ts";
import { isDocuments } from "./read-documents.ts";
import { refusePromise } from "./read-input.ts";

/** An answer without its timing; see Answered. */
export interface AnswerParts extends Pick<Answered, "stages" | "timings" | "filtered" | "cost"> {
  readonly hits: Hit[];
  /** Of LangChain documents: the field that was taken as their id. It should be the same for all queries. */
  readonly idField?: DocumentIdField;
}

/** The name of the last stage where the retriever gave only those before it. */
const LAST_STAGE = "returned";

/** What holds the ids of a retriever's documents, and what would have done as well. */
interface TakenIdField {
  readonly field: DocumentIdField;
  readonly others: readonly DocumentIdField[];
}

/** The answers of one retriever: what holds the id of its first documents must hold that of all, or ids of two kinds mix. */
export class AnswerReader {
  #taken: TakenIdField | undefined;

  /** Absent where no documents came. */
  get taken(): TakenIdField | undefined {
    return this.#taken;
  }

  read(query: QueryId, given: unknown): Omit<AnswerParts, "idField"> {
    const { idField: field, ...parts } = readAnswer(query, given, this.#taken?.field);
    if (field !== undefined && this.#taken === undefined) {
      const list = (Array.isArray(given) ? given : (given as { hits: unknown }).hits) as FoundDocument[];
      this.#taken = { field, others: otherIdFields(list, field) };
    }
    return parts;
  }
}

/**
 * Ids (strings or numbers), hits, LangChain documents, `[document, score]` pairs, or `{ hits, stages, timings }`.
 * @example
 * readAnswer("q1", [7, { id: "b", score: 0.5 }]).hits // [{ id: "7" }, { id: "b", score: 0.5 }]
 */
export function readAnswer(query: QueryId, given: unknown, field?: DocumentIdField): AnswerParts {
  try {
    return read(query, given, field);
  } catch (error) {
    // A getter that throws, or a proxy.
    if (error instanceof GoldieError) throw error;
    throw inputProblem.error("bad-answer/unreadable", { cause: causeOf(error) }, ofRun(query));
  }
}

function read(query: QueryId, given: unknown, field: DocumentIdField | undefined): AnswerParts {
  refusePromise(given, ofRun(query).at);
  if (Array.isArray(given)) return readList(query, given, field);
  if (typeof given !== "object" || given === null || !("hits" in given)) throw notAList(query, given);
  const { hits, stages, timings, filtered, cost } = given as Record<string, unknown>;
  refusePromise(hits, ofRun(query).at);
  if (!Array.isArray(hits)) throw notAList(query, hits, { part: "hits" });
  const list = readList(query, hits, field);
  return {
    ...list,
    ...(isAbsent(stages) ? {} : { stages: readStages(query, stages, list.hits, list.idField ?? field) }),
    ...(isAbsent(timings) ? {} : { timings: readTimings(query, timings) }),
    ...(isAbsent(filtered) ? {} : { filtered: readFiltered(query, filtered) }),
    ...(isAbsent(cost) ? {} : { cost: readAmount(query, "cost", cost, "a number, 0 or more") }),
  };
}

const isAbsent = (x: unknown): x is null | undefined => x === undefined || x === null;

function notAList(query: QueryId, given: unknown, of: { readonly part?: string } = {}): GoldieError {
  const names = Array.isArray(given) ? [] : fieldsIn(given);
  const likely = names.find((path) => Array.isArray(fieldPath(path)(given)));
  return inputProblem.error(
    "bad-answer/not-a-list",
    {
      ...of,
      found: kindOf(given),
      ...firstNames("fields", names),
      ...(likely === undefined ? {} : { likely }),
    },
    ofRun(query),
  );
}

function readList(
  query: QueryId,
  given: readonly unknown[],
  field: DocumentIdField | undefined,
  stage?: string,
): { readonly hits: Hit[]; readonly idField?: DocumentIdField } {
  if (isDocuments(given)) return readDocuments(query, given, field, stage);
  const hits = new Array<Hit>(given.length);
  for (let i = 0; i < given.length; i++) hits[i] = readHit(given[i], new HitPlace(query, i + 1, stage));
  return { hits };
}

/** Where in the answer. */
class HitPlace {
  readonly query: QueryId;
  readonly rank: number;
  readonly stage: string | undefined;
  constructor(query: QueryId, rank: number, stage: string | undefined) {
    this.query = query;
    this.rank = rank;
    this.stage = stage;
  }
  get fields(): { readonly rank: number; readonly stage?: string } {
    return { rank: this.rank, ...(this.stage === undefined ? {} : { stage: this.stage }) };
  }
  error(reason: "id" | "score" | "text" | "not-a-hit", found: unknown): GoldieError {
    return inputProblem.error(
      `bad-answer/${reason}`,
      { ...this.fields, found: kindOf(found) },
      ofRun(this.query),
    );
  }
}

function readDocuments(
  query: QueryId,
  documents: readonly FoundDocument[],
  settled: DocumentIdField | undefined,
  stage: string | undefined,
) {
  const idField = documentIdField(documents, settled === undefined ? DOCUMENT_IDS : [settled]);
  if (idField === undefined) {
    const without = documents.find(
      (one) => documentIdField([one], [settled ?? DOCUMENT_IDS[0]]) === undefined,
    )!;
    const names = firstNames("fields", fieldsIn(Array.isArray(without) ? without[0] : without));
    throw settled === undefined
      ? inputProblem.error("bad-answer/no-document-id", { ...names, places: DOCUMENT_IDS }, ofRun(query))
      : inputProblem.error(
          "bad-answer/other-document-id",
          { rank: documents.indexOf(without) + 1, field: settled, ...names },
          ofRun(query),
        );
  }
  const hits = documentHits(documents, idField).map((hit, i) =>
    readHit(hit, new HitPlace(query, i + 1, stage)),
  );
  return { hits, idField };
}

function readHit(given: unknown, place: HitPlace): Hit {
  if (typeof given !== "object" || given === null) {
    if (given === undefined || given === null || typeof given === "boolean" || typeof given === "function")
      throw place.error("not-a-hit", given);
    return { id: readId(given, place) };
  }
  if (Array.isArray(given)) throw place.error("not-a-hit", given);
  if (typeof (given as { then?: unknown }).then === "function")
    throw inputProblem.error("bad-answer/promise", place.fields, ofRun(place.query));
  const { id, score, text, doc, start, end, lines } = given as Readonly<Record<string, unknown>>;
  const span = readStretch({ start, end, lines });
  const hasSpan = span !== undefined && !isBadStretch(span);
  const hasDoc =
    (typeof doc === "string" && doc !== "") || typeof doc === "number" || typeof doc === "bigint";
  const hasId = !isAbsent(id) && id !== "";
  if (!hasId && !(typeof text === "string" && text !== "") && !(hasSpan && hasDoc)) throw noId(given, place);
  if (!isAbsent(text) && typeof text !== "string") throw place.error("text", text);
  if (!isAbsent(score) && !(typeof score === "number" && Number.isFinite(score)))
    throw place.error("score", score);
  return {
    id: hasId ? readId(id, place) : null,
    ...(isAbsent(score) ? {} : { score: score as number }),
    ...(isAbsent(text) ? {} : { text: text as string }),
    // Where they are not the document and a span, other things go by these names.
    ...(hasDoc ? { doc: readId(doc, place) } : {}),
    ...(hasSpan && span.characters !== undefined ? { start: start as number, end: end as number } : {}),
    ...(hasSpan && span.lines !== undefined ? { lines: lines as readonly number[] } : {}),
  };
}

function noId(given: object, { query, fields }: HitPlace): GoldieError {
  const likely = likelyId(given);
  return inputProblem.error(
    "bad-answer/no-id",
    { ...fields, ...firstNames("fields", fieldsIn(given)), ...(likely === undefined ? {} : { likely }) },
    ofRun(query),
  );
}

/** Databases give numbers; one that is not exact would match another document, or none. */
function readId(given: unknown, place: HitPlace): DocId {
  if (typeof given === "string" && given !== "") return given;
  if (typeof given === "bigint") return String(given);
  if (typeof given === "number" && Number.isFinite(given))
    if (!Number.isInteger(given) || Number.isSafeInteger(given)) return String(given);
  throw place.error("id", given);
}

function readStages(
  query: QueryId,
  given: unknown,
  hits: readonly Hit[],
  field: DocumentIdField | undefined,
): AnswerStage[] {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw badPart(query, "stages", given, "an object of lists, { candidates: […], reranked: […] }");
  const stages: { readonly name: string; readonly hits: readonly Hit[] }[] = Object.entries(given).map(
    ([name, list]) => {
      if (!Array.isArray(list)) throw badPart(query, `stages.${name}`, list, "a list of ids or hits");
      return { name, hits: readList(query, list, field, name).hits };
    },
  );
  if (stages.length === 0 || sameOrder(stages.at(-1)!.hits, hits)) return stages;
  let name = LAST_STAGE;
  while (stages.some((stage) => stage.name === name)) name += "'";
  return [...stages, { name, hits }];
}

const sameOrder = (a: readonly Hit[], b: readonly Hit[]): boolean =>
  a.length === b.length &&
  a.every(({ id, text }, i) => (id === null ? text === b[i]!.text : id === b[i]!.id));

function readTimings(query: QueryId, given: unknown): Readonly<Record<string, number>> {
  const wanted = "an object of milliseconds, { search: 12 }";
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw badPart(query, "timings", given, wanted);
  return Object.fromEntries(
    Object.entries(given).map(([name, ms]) => [
      name,
      readAmount(query, `timings.${name}`, ms, "milliseconds, 0 or more"),
    ]),
  );
}

function readAmount(query: QueryId, part: string, given: unknown, wanted: string): number {
  if (typeof given === "number" && Number.isFinite(given) && given >= 0) return given;
  throw badPart(query, part, given, wanted);
}

function readFiltered(query: QueryId, given: unknown): DocId[] {
  if (!Array.isArray(given)) throw badPart(query, "filtered", given, "a list of ids");
  return given.map((id, i) => {
    const isId = typeof id === "string" || typeof id === "number" || typeof id === "bigint";
    if (!isId) throw badPart(query, `filtered[${i}]`, id, "an id");
    return readId(id, new HitPlace(query, i + 1, "filtered"));
  });
}

const badPart = (query: QueryId, part: string, given: unknown, wanted: string): GoldieError =>
  inputProblem.error("bad-answer/part", { part: cut(part), found: kindOf(given), wanted }, ofRun(query));

const LONGEST = 60;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Never the value of an object: it may be cyclic, or megabytes of text. */
function kindOf(x: unknown): string {
  if (x === null || x === undefined || typeof x === "boolean") return String(x);
  if (typeof x === "number") return Number.isFinite(x) ? `the number ${x}` : `${x}, which is not finite`;
  if (typeof x === "string") return x === "" ? "an empty string" : `the string ${JSON.stringify(cut(x))}`;
  if (typeof x !== "object") return `a ${typeof x}`;
  if (Array.isArray(x)) return `a list of ${x.length}`;
  if (x instanceof Error) return `an Error: ${cut(x.message)}`;
  if (Symbol.asyncIterator in x) return "an async iterator, which must be collected first";
  if (Symbol.iterator in x) return "an iterable, which must be made an array first";
  return "an object";
}

const causeOf = (error: unknown): string => cut(error instanceof Error ? error.message : typeof error);
