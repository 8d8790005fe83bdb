/** Hits ordered by score. Other fields stay with their hit, and ties are left to the join. */

/** The mark of evaluate's RankingColumns, which a format must not import. */
const COLUMNS = Symbol.for("goldie.RankingColumns");

export class ScoredHits {
  readonly ids: readonly string[];
  readonly scores: readonly number[];
  readonly texts: readonly (string | undefined)[] | undefined;
  readonly mapping = true;
  readonly distinct = false;
  readonly nulls = false;

  constructor(
    ids: readonly string[],
    scores: readonly number[],
    texts: readonly (string | undefined)[] | undefined,
  ) {
    this.ids = ids;
    this.scores = scores;
    this.texts = texts;
  }
  get [COLUMNS](): true {
    return true;
  }
  get length(): number {
    return this.ids.length;
  }
}
