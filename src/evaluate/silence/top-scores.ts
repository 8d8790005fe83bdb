/** The score of each query's top hit, collected as queries pass by. */
import type { JoinRule } from "../../core/rules.ts";
import type { Ranking } from "../input/read-run.ts";
import { TableRanking } from "../input/table-ranking.ts";
import { isByScore } from "../join/order.ts";
import { type Abstention, type AbstentionOptions, abstention } from "./abstention.ts";

export class TopScores {
  readonly #join: JoinRule;
  readonly #unanswerable: (number | undefined)[] = [];
  readonly #answerable: (number | undefined)[] = [];
  #unscored = false;
  /** In some list a later hit has a higher score than the first: distances, or no order at all. */
  #rising = false;

  constructor(join: JoinRule) {
    this.#join = join;
  }

  add(ranking: Ranking, answerable: boolean): void {
    this.addTop(this.#top(ranking), ranking.length, answerable);
  }

  addTop(top: number | undefined, hits: number, answerable: boolean): void {
    if (top === undefined && hits > 0) this.#unscored = true;
    (answerable ? this.#answerable : this.#unanswerable).push(top);
  }

  #top(ranking: Ranking): number | undefined {
    const table = ranking instanceof TableRanking;
    const scores: ArrayLike<number | undefined> | undefined = table
      ? ranking.rows.scored
        ? ranking.rows.values
        : undefined
      : ranking.scores;
    if (scores === undefined || ranking.length === 0) return undefined;
    let best = scores[0];
    for (let i = 1; i < ranking.length; i++) {
      const score = scores[i];
      if (score !== undefined && (best === undefined || score > best)) best = score;
    }
    if (isByScore(this.#join, true, ranking.mapping)) return best;
    if (best !== scores[0]) this.#rising = true;
    return scores[0];
  }

  /** undefined: no query of the gold is unanswerable. */
  end(options: AbstentionOptions): Abstention | undefined {
    const [unanswerable, answerable] = [this.#unanswerable, this.#answerable];
    if (unanswerable.length === 0) return undefined;
    if (options.comparableScores === false) return { refused: "not-comparable" };
    if (this.#unscored) return { refused: "no-scores" };
    if (this.#rising) return { refused: "not-descending" };
    return abstention({ unanswerable, answerable }, options);
  }
}
