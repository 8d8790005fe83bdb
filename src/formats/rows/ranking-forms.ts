/** Rankings in every form that a writer accepts: ids, hits, id → score, columns. */
import { compareIds } from "../../core/ids.ts";

export interface WrittenHit {
  readonly id: string | null;
  readonly score?: number;
  readonly [more: string]: unknown;
}

export interface WrittenRanking {
  /** The scores decide the order. */
  readonly mapping: boolean;
  readonly hits: readonly WrittenHit[];
  /** Why the retriever did not answer. */
  readonly error?: string;
}

/** By score, equal ones by id, descending: the order in which rows with scores are read back. */
export const bestFirst = <T extends Pick<WrittenHit, "id" | "score">>(hits: readonly T[]): T[] =>
  [...hits].sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || compareIds(b.id ?? "", a.id ?? ""));

/** Would rows with these scores be read back in this order? */
export const followsScores = (hits: readonly Pick<WrittenHit, "id" | "score">[]): boolean =>
  hits.every(
    ({ id, score }, i) =>
      score !== undefined &&
      (i === 0 ||
        score < hits[i - 1]!.score! ||
        (score === hits[i - 1]!.score && compareIds(id ?? "", hits[i - 1]!.id ?? "") <= 0)),
  );

interface RankingForm {
  readonly ids: readonly (string | null)[];
  readonly mapping?: boolean;
  readonly scores?: ArrayLike<number | undefined>;
  readonly texts?: ArrayLike<string | undefined>;
  readonly docs?: ArrayLike<string | undefined>;
}

export function rankingForms(hits: unknown): WrittenRanking {
  if (hits instanceof Error) return { mapping: false, hits: [], error: hits.message };
  if (Array.isArray(hits) || hits instanceof Set)
    return {
      mapping: false,
      hits: Array.from(hits as Iterable<unknown>, (hit) =>
        typeof hit === "object" && hit !== null ? (hit as WrittenHit) : { id: hit as string | null },
      ),
    };
  if (hits instanceof Map)
    return { mapping: true, hits: Array.from(hits as Map<string, number>, ([id, score]) => ({ id, score })) };
  if (Array.isArray((hits as Partial<RankingForm> | null)?.ids)) return ofColumns(hits as RankingForm);
  return {
    mapping: true,
    hits: Object.entries((hits ?? {}) as Record<string, number>).map(([id, score]) => ({ id, score })),
  };
}

function ofColumns({ ids, scores, texts, docs, mapping }: RankingForm): WrittenRanking {
  return {
    mapping: mapping === true,
    hits: ids.map((id, i) => ({
      id,
      ...given("score", scores?.[i]),
      ...given("text", texts?.[i]),
      ...given("doc", docs?.[i]),
    })),
  };
}

const given = (key: string, value: unknown): object => (value === undefined ? {} : { [key]: value });
