/** Collects the input of a JSON writer by query. */

import { atLine } from "../_problems.ts";
import { textOf } from "../bytes/bytes.ts";
import type { RowOrder, WriteContext, Writer } from "../format.ts";
import { rankingForms, type WrittenHit, type WrittenRanking } from "../rows/ranking-forms.ts";
import { lostFailure } from "../rows/rows-out.ts";
import { jsonProblem } from "./problems.ts";

/** Receives the lines: one call per line, in the order of the queries. */
export interface JsonLayout {
  gold(query: string, gold: unknown, words: string | undefined): void;
  run(query: string, ranking: WrittenRanking, words: string | undefined): void;
  doc(id: string, text: string, title: string | undefined): void;
  end(): void;
  /** `run` has a place for a retriever that failed. */
  readonly failures?: true;
}

/** JSON.stringify with Maps as objects, in insertion order. */
export function jsonText(value: unknown): string {
  if (Array.isArray(value) || value instanceof Set)
    return `[${Array.from(value as Iterable<unknown>, jsonText)}]`;
  if (value instanceof Map) return objectText([...value]);
  if (typeof value === "object" && value !== null) return objectText(Object.entries(value));
  return JSON.stringify(value) ?? "null";
}
const objectText = (entries: readonly (readonly [unknown, unknown])[]): string =>
  `{${entries
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(String(key))}:${jsonText(value)}`)
    .join(",")}}`;

/** Rows of a table are kept until the end: a query may appear again. */
export function jsonWriter(context: WriteContext, layout: JsonLayout): Writer {
  const words = new Map<string, string>();
  const gold = new Map<string, unknown>();
  const run = new Map<string, WrittenRanking>();
  const aspects = new Map<string, Map<string, Map<string, number>>>();
  const tags = new Map<string, Readonly<Record<string, string>>>();
  let order: RowOrder = "given";
  return {
    rows: (by) => {
      order = by;
    },
    hit(q, qStart, qEnd, d, dStart, dEnd, value) {
      const query = textOf(q, qStart, qEnd);
      let ranking = run.get(query);
      if (ranking === undefined) {
        ranking = { mapping: order === "score", hits: [] };
        run.set(query, ranking);
      }
      const id = textOf(d, dStart, dEnd);
      (ranking.hits as WrittenHit[]).push(Number.isNaN(value) ? { id } : { id, score: value });
    },
    ranking: (query, hits) => void run.set(query, rankingForms(hits)),
    grade(q, qStart, qEnd, d, dStart, dEnd, grade, line, subtopic) {
      const query = textOf(q, qStart, qEnd);
      const doc = textOf(d, dStart, dEnd);
      let grades: Map<string, number>;
      if (subtopic === undefined) {
        grades = (gold.get(query) as Map<string, number> | undefined) ?? new Map();
        gold.set(query, grades);
      } else {
        const of = aspects.get(query) ?? new Map<string, Map<string, number>>();
        aspects.set(query, of);
        gold.set(query, { subtopics: of });
        grades = of.get(subtopic) ?? new Map();
        of.set(subtopic, grades);
      }
      if (!grades.has(doc)) grades.set(doc, grade);
      else
        context.problem(
          jsonProblem("duplicate-judgement/written", { query, document: doc }, atLine(line, query)),
        );
    },
    gold: (query, value) => void gold.set(query, value),
    tags: (query, own) => void tags.set(query, own),
    query(id, text) {
      // Tables have an empty cell where a query has no words.
      if (text.trim() !== "") words.set(id, text);
    },
    doc: (id, text, _line, title) => layout.doc(id, text, title),
    end() {
      for (const [query, own] of tags)
        if (gold.has(query)) gold.set(query, { ...facetsOf(gold.get(query)), tags: own });
      // A case without gold was reported when it was read; a row without any would be refused.
      for (const [query, value] of gold) if (!hasNoFacet(value)) layout.gold(query, value, words.get(query));
      for (const [query, ranking] of run)
        if (ranking.error !== undefined && layout.failures === undefined)
          context.problem(lostFailure(query, ranking.error));
        else layout.run(query, inOrder(ranking, order), words.get(query));
      layout.end();
    },
  };
}

/** Ranks are not scores: if they decide, the list order is enough. */
function inOrder(ranking: WrittenRanking, order: RowOrder): WrittenRanking {
  if (order !== "rank" || ranking.mapping) return ranking;
  const hits = [...ranking.hits].sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
  return { ...ranking, mapping: false, hits: hits.map(({ id }) => ({ id })) };
}

/** One query's gold as named facets. */
export function facetsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (Array.isArray(value) || value instanceof Map || value instanceof Set) return { relevant: value };
  const object = (value ?? {}) as Readonly<Record<string, unknown>>;
  const entries = Object.entries(object);
  if (entries.length > 0 && entries.every(([, one]) => typeof one === "number")) return { relevant: object };
  return Object.fromEntries(entries.filter(([key]) => key !== "id" && key !== "query"));
}

const hasNoFacet = (value: unknown): boolean => {
  const facets = Object.values(facetsOf(value));
  return facets.length > 0 && facets.every((facet) => facet === undefined);
};

/** Does a hit have more than an id and a score? */
export const hasMore = (hit: WrittenHit): boolean =>
  Object.keys(hit).some((key) => key !== "id" && key !== "score");

/** A list of hits in its shortest form: only ids if nothing else is known. */
export const shortHits = (hits: readonly WrittenHit[]): unknown[] =>
  hits.map((hit) => (typeof hit.id === "string" && Object.keys(hit).length === 1 ? hit.id : hit));
