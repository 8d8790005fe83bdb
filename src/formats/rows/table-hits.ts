/** Hits that come one per row: their order, and lists of them if rows do not suffice. */

import { errorAt } from "../_problems.ts";
import type { ReadContext, RowOrder, Sink } from "../format.ts";
import { ScoredHits } from "./_scored-hits.ts";
import { rowProblem } from "./problems.ts";
import { RankCheck } from "./rank-check.ts";

export interface TableHit {
  readonly query: string;
  readonly doc: string;
  readonly line: number;
  readonly score?: number;
  readonly rank?: number;
  readonly text?: string;
}

const encoder = new TextEncoder();

/** Scores decide the order; without them ranks; without both the order in the file. The first row settles it. */
export class TableHits {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  #order: RowOrder | undefined;
  readonly #ranks: RankCheck;
  #query: string | undefined;
  /** By query, if rows cannot be passed on directly: because of their texts, or a different order in the same file. */
  readonly #lists = new Map<string, TableHit[]>();

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
    this.#ranks = new RankCheck(context);
  }

  /** Is a row without another order consistent with those before, with or without a score? */
  goesOn(scored: boolean): boolean {
    this.#order ??= scored ? "score" : "given";
    return this.#order === (scored ? "score" : "given");
  }

  /** Undefined (with a Problem) if a row lacks what the first one had. */
  orderOf(hit: TableHit): RowOrder | undefined {
    const { columns } = this.#context;
    // If the user names the rank column, it decides.
    const byRank = columns["rank"] !== undefined && columns["score"] === undefined;
    this.#order ??=
      hit.score !== undefined && !(byRank && hit.rank !== undefined)
        ? "score"
        : hit.rank !== undefined
          ? "rank"
          : "given";
    const order = this.#order;
    if (order === "score" && hit.score !== undefined && hit.rank !== undefined) {
      this.#ranks.row(hit.query === this.#query, hit.score, hit.rank, hit.line);
      this.#query = hit.query;
    }
    if (order === "given" || hit[order] !== undefined) return order;
    const { query, doc, line } = hit;
    this.#context.problem(rowProblem(`missing-${order}/row`, { query, document: doc }, errorAt(line, query)));
    return undefined;
  }

  /** `asRow`: the order is the one announced to the sink. */
  add(hit: TableHit, asRow: boolean): void {
    const { query, doc, score, rank, line } = hit;
    if (asRow && !this.#context.texts && this.#sink.hit !== undefined) {
      const [q, d] = [encoder.encode(query), encoder.encode(doc)];
      const value = this.#order === "rank" ? rank! : (score ?? Number.NaN);
      this.#sink.hit(q, 0, q.length, d, 0, d.length, value, line);
      return;
    }
    const list = this.#lists.get(query);
    if (list === undefined) this.#lists.set(query, [hit]);
    else list.push(hit);
  }

  end(): void {
    for (const [query, list] of this.#lists) {
      const first = list.reduce((least, { line }) => Math.min(least, line), list[0]!.line);
      if (this.#order === "rank") list.sort((a, b) => a.rank! - b.rank!);
      this.#sink.ranking?.(query, this.#order === "score" ? this.#scored(list) : this.#listed(list), first);
    }
    this.#lists.clear();
  }

  #scored(list: readonly TableHit[]): ScoredHits {
    return new ScoredHits(
      list.map(({ doc }) => doc),
      list.map(({ score }) => score!),
      this.#context.texts ? list.map(({ text }) => text) : undefined,
    );
  }

  #listed(list: readonly TableHit[]): object[] {
    return list.map(({ doc, score, text }) => ({
      id: doc,
      ...(score === undefined ? {} : { score }),
      ...(text === undefined || !this.#context.texts ? {} : { text }),
    }));
  }
}
