/** Questions people really asked, ready to label. */
import { createHash } from "node:crypto";
import type { DocId } from "../core/ids.ts";
import { NearDuplicates } from "../text/near-duplicates.ts";

/** One retrieval that was traced. */
export interface AskedQuestion {
  readonly text: string;
  /** What was retrieved, best first. */
  readonly hits: readonly DocId[];
}

/**
 * A row to label. It has no facet of gold, so that every command refuses it until somebody adds `relevant`: without
 * that, nobody knows whether the question has an answer.
 */
export interface QuestionRow {
  /** As it was asked most often, letter by letter: it is also the id, as in the run that the traces are. */
  readonly query: string;
  /** How often it was asked, in all its variants. */
  readonly count: number;
  /** Other wordings, the most frequent first. */
  readonly variants?: readonly string[];
  /** What was retrieved for it: to be labelled, not gold. The most frequent first. */
  readonly candidates?: readonly DocId[];
}

const MOST_VARIANTS = 5;
const MOST_CANDIDATES = 20;

interface Group {
  count: number;
  /** By wording, apart from spaces: how often, and how it was written first. */
  readonly texts: Map<string, { count: number; readonly written: string }>;
  /** By document: how often, and its best rank. */
  readonly hits: Map<DocId, { count: number; rank: number }>;
}

/** The most frequent questions first; near-duplicates are one. */
export function foldQuestions(asked: Iterable<AskedQuestion>): QuestionRow[] {
  const seen = new NearDuplicates();
  const groups = new Map<number, Group>();
  for (const { text, hits } of asked) {
    const wording = text.trim().replace(/\s+/g, " ");
    const number = seen.add(wording);
    const group = groups.get(number) ?? { count: 0, texts: new Map(), hits: new Map() };
    groups.set(number, group);
    group.count++;
    const same = group.texts.get(wording);
    if (same === undefined) group.texts.set(wording, { count: 1, written: text });
    else same.count++;
    hits.forEach((id, rank) => {
      const known = group.hits.get(id);
      if (known === undefined) group.hits.set(id, { count: 1, rank });
      else {
        known.count++;
        known.rank = Math.min(known.rank, rank);
      }
    });
  }
  // Sorting keeps the order of the traces among equals.
  return [...groups.values()].sort((a, b) => b.count - a.count).map(rowOf);
}

function rowOf({ count, texts, hits }: Group): QuestionRow {
  const [query, ...others] = [...texts.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ written }) => written);
  const candidates = [...hits]
    .sort(([, a], [, b]) => b.count - a.count || a.rank - b.rank)
    .slice(0, MOST_CANDIDATES)
    .map(([id]) => id);
  return {
    query: query!,
    count,
    ...(others.length === 0 ? {} : { variants: others.slice(0, MOST_VARIANTS) }),
    ...(candidates.length === 0 ? {} : { candidates }),
  };
}

/** From the words alone: the same question has the same id in the next export. */
export const questionId = (text: string): string =>
  `q-${createHash("sha256").update(text).digest("hex").slice(0, 10)}`;
