/** The words behind the ids that people will see: what was missed, and what came first instead. */
import type { Answer } from "../core/answer.ts";
import type { DocId, QueryId } from "../core/ids.ts";
import type { SearchedDocuments } from "../core/retriever.ts";
import type { RunMisses } from "../evaluate/why/missed.ts";

export interface KnownDocument {
  readonly title?: string;
  /** Its start. */
  readonly text?: string;
}

const START = 200;

/** From the corpus, or from hits that have texts. */
export function knownDocuments(
  { queries, firstHits }: RunMisses,
  answers: ReadonlyMap<QueryId, Answer>,
  corpus: SearchedDocuments | undefined,
): ReadonlyMap<DocId, KnownDocument> {
  const wanted = new Set([...queries.values()].flatMap((list) => list.flatMap(({ item }) => item)));
  for (const id of firstHits?.values() ?? []) wanted.add(id);
  const texts = textsOf(wanted, answers);
  const known = new Map<DocId, KnownDocument>();
  for (const id of wanted) {
    const title = corpus?.title?.(id);
    const text = corpus?.text(id) ?? texts.get(id);
    if (title === undefined && text === undefined) continue;
    known.set(id, {
      ...(title === undefined ? {} : { title }),
      ...(text === undefined ? {} : { text: text.slice(0, START) }),
    });
  }
  return known;
}

function textsOf(
  wanted: ReadonlySet<DocId>,
  answers: ReadonlyMap<QueryId, Answer>,
): ReadonlyMap<DocId, string> {
  const texts = new Map<DocId, string>();
  for (const answer of answers.values())
    if (answer.status === "answered")
      for (const { id, text } of answer.hits)
        if (id !== null && text !== undefined && wanted.has(id) && !texts.has(id)) texts.set(id, text);
  return texts;
}
