/** Runs of LangChain documents: the place of their ids is settled once for the whole run. */
import {
  DOCUMENT_IDS,
  type DocumentIdField,
  documentHits,
  documentIdField,
  type FoundDocument,
  isFoundDocument,
  otherIdFields,
} from "../../core/documents.ts";
import type { QueryId } from "../../core/ids.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import { inputProblem, ofRun } from "./problems.ts";
import { type ByQuery, QueryValues } from "./read-input.ts";
import type { RankingInput } from "./read-run.ts";

export const isDocuments = (given: unknown): given is readonly FoundDocument[] =>
  Array.isArray(given) && isFoundDocument(given[0]) && given.every(isFoundDocument);

/** Lists of documents become lists of hits; everything else stays as it is. */
export function withDocuments(run: ByQuery<RankingInput>, log: ProblemLog): ByQuery<RankingInput> {
  if (run instanceof QueryValues) return run;
  const lists = new Map<QueryId, readonly FoundDocument[]>();
  for (const query of run.keys()) {
    const given = run.get(query);
    if (isDocuments(given)) lists.set(query, given);
  }
  if (lists.size === 0) return run;
  const field = fieldOf([...lists.values()].flat(), log);
  return {
    get: (query) => {
      const documents = lists.get(query);
      return documents === undefined ? run.get(query) : documentHits(documents, field);
    },
    has: (query) => run.has(query),
    keys: () => run.keys(),
  };
}

/** A single list. */
export function hitsOfDocuments(query: QueryId, documents: readonly FoundDocument[], log: ProblemLog) {
  return documentHits(documents, fieldOf(documents, log, query));
}

function fieldOf(documents: readonly FoundDocument[], log: ProblemLog, query?: QueryId): DocumentIdField {
  const field = documentIdField(documents);
  const at = query === undefined ? { at: { side: "run" } as const } : ofRun(query);
  const fields = { documents: documents.length, places: DOCUMENT_IDS };
  if (field === undefined) throw inputProblem.error("no-document-id", fields, at);
  const others = otherIdFields(documents, field);
  log.add(inputProblem("document-id", { field, documents: documents.length, others }, at));
  return field;
}
