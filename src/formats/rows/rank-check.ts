/** Rows with a score and a rank: scores decide the order, and contradicting ranks are reported once. */
import { atLine } from "../_problems.ts";
import type { ReadContext } from "../format.ts";
import type { NamedColumn, Roles } from "./column-roles.ts";
import { plainName, RANK } from "./field-names.ts";
import { rowProblem } from "./problems.ts";

/** The column of ranks in a table whose scores decide. */
export const rankBeside = <C extends NamedColumn>(columns: readonly C[], roles: Roles<C>): C | undefined =>
  roles.score === undefined
    ? undefined
    : (roles.rank ??
      columns.find(
        (column) =>
          column.depth === 0 &&
          RANK.includes(plainName(column.name)) &&
          !Object.values(roles).includes(column),
      ));

/** Each row is compared with the one before it, if that is of the same query. */
export class RankCheck {
  readonly #context: ReadContext;
  #rank = Number.NaN;
  #score = Number.NaN;
  #told = false;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** `same`: same query as the previous row? Non-numbers are ignored. */
  row(same: boolean, score: number, rank: number, line: number): void {
    if (!this.#told && same && (rank - this.#rank) * (score - this.#score) > 0) {
      this.#told = true;
      const before = { rank: this.#rank, score: this.#score };
      this.#context.problem(rowProblem("rank-and-score", { rank, score, before }, atLine(line)));
    }
    this.#rank = rank;
    this.#score = score;
  }
}
