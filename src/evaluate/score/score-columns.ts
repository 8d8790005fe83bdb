/** The cells of a result: a column of values and states for each metric. */
import type { Because, Facet, Score } from "../../core/score.ts";
import { scored } from "../../core/score.ts";
import { type Column, FAILED, SCORED, STATES, UNDEFINED } from "./summarize.ts";

/** Cells by metric and query. Reasons for missing values are stored once each. */
export class ScoreColumns {
  readonly columns: readonly (Column & { readonly reasons: Uint32Array })[];
  /** 1 = judged, but the run lacks it. */
  readonly missing: Uint8Array;
  readonly #reasons: Score[] = [];
  readonly #byText = new Map<string, number>();

  /** `shared`: memory for the values, where several threads write them, each those of its own queries. */
  constructor(metrics: number, queries: number, shared?: SharedArrayBuffer) {
    this.missing = new Uint8Array(queries);
    const size = queries * Float64Array.BYTES_PER_ELEMENT;
    const memory = shared ?? new ArrayBuffer(metrics * size);
    this.columns = Array.from({ length: metrics }, (_, p) => ({
      values: new Float64Array(memory, p * size, queries),
      states: new Uint8Array(queries),
      reasons: new Uint32Array(queries),
    }));
  }

  set(metric: number, query: number, score: Score): void {
    const column = this.columns[metric]!;
    if (score.status === "scored") {
      column.values[query] = score.value;
      return;
    }
    column.states[query] = STATES.indexOf(score.status);
    const text = JSON.stringify(score);
    let reason = this.#byText.get(text);
    if (reason === undefined) {
      reason = this.#reasons.push(score) - 1;
      this.#byText.set(text, reason);
    }
    column.reasons[query] = reason;
  }

  /** Every cell that is not a value. */
  *withoutValue(): Generator<readonly [metric: number, query: number, score: Score]> {
    for (const [p, { states }] of this.columns.entries())
      for (let i = 0; i < states.length; i++) if (states[i] !== SCORED) yield [p, i, this.get(p, i)];
  }

  /** Queries that a metric skipped because a facet is missing. */
  countSkipped(metric: number, facet: Facet): number {
    const lacks = this.#reasons.map((score) => score.status === "skipped" && score.missing.includes(facet));
    if (!lacks.includes(true)) return 0;
    const { states, reasons } = this.columns[metric]!;
    return states.reduce((n, state, i) => (state !== SCORED && lacks[reasons[i]!] === true ? n + 1 : n), 0);
  }

  /** No query has a value or a reason of its own, and at least one failed or has a gold or judgement that cannot tell. */
  isBlocked(metric: number, at: readonly number[] | undefined): boolean {
    const { states } = this.columns[metric]!;
    for (const q of at ?? states.keys()) if (states[q] === SCORED || states[q] === UNDEFINED) return false;
    for (const q of at ?? states.keys()) {
      const score = this.get(metric, q);
      if (score.status === "failed" || (score.status === "skipped" && !score.missing.includes("ranking")))
        return true;
    }
    return false;
  }

  /** Why most queries without a value have none; undefined where most failed, or their gold cannot tell. */
  commonReason(metric: number, at: readonly number[] | undefined): Because | undefined {
    const { states, reasons } = this.columns[metric]!;
    const counts = new Uint32Array(this.#reasons.length);
    for (const q of at ?? states.keys()) if (states[q] !== SCORED) counts[reasons[q]!]!++;
    const most = counts.reduce((a, b) => Math.max(a, b), 0);
    // Reasons are numbered as they came up; of two that are as common, the first query's is taken.
    const first = [...(at ?? states.keys())].find(
      (q) => states[q] !== SCORED && counts[reasons[q]!] === most,
    );
    const score = first === undefined ? undefined : this.#reasons[reasons[first]!];
    return score?.status === "undefined" ? score.because : undefined;
  }

  /** Of the queries without a value, did at least half fail? */
  mostFailed(metric: number, at: readonly number[] | undefined): boolean {
    const { states } = this.columns[metric]!;
    let [failed, others] = [0, 0];
    for (const q of at ?? states.keys())
      if (states[q] === FAILED) failed++;
      else if (states[q] !== SCORED) others++;
    return failed > 0 && failed >= others;
  }

  /** No query has a row. */
  isEmpty(metric: number): boolean {
    return !this.columns[metric]!.states.some((_, query) => {
      const score = this.get(metric, query);
      return score.status !== "skipped" && !(score.status === "undefined" && score.because === "tool-absent");
    });
  }

  get(metric: number, query: number): Score {
    const { values, states, reasons } = this.columns[metric]!;
    return states[query] === SCORED ? scored(values[query]!) : this.#reasons[reasons[query]!]!;
  }
}
