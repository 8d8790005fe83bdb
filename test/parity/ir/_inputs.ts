/** The inputs of the IR tables, and their spelling of a case in ours. */
import {
  type EvaluateOptions,
  evaluate,
  type GoldInput,
  GoldieError,
  type QueryId,
  type Result,
  type RunInput,
} from "../../../src/index.ts";
import { compareIds } from "../../../src/match/ids/index.ts";
import { type State, wantedState } from "../_cells.ts";
import type { Tables } from "../_tables.ts";

type Pairs<T> = readonly (readonly [string, T])[];
/** Judgements and runs are lists of pairs, because order matters to some tools. */
export interface IrCase {
  readonly id: string;
  /** What the case is for. */
  readonly tag: string;
  readonly qrels: Pairs<Pairs<number>>;
  readonly run: Pairs<Pairs<number>>;
}
export interface DiversityCase {
  readonly id: string;
  readonly tag: string;
  /** Subtopic, document, grade. */
  readonly qrels: Pairs<readonly (readonly [string, string, number])[]>;
  readonly run: Pairs<Pairs<number>>;
}
export interface IrInputs {
  readonly cases: readonly IrCase[];
  readonly diversity: readonly DiversityCase[];
}

/** The rows of a table, each with its inputs. */
export function* casesOf<T>(
  tables: Tables,
  name: string,
): Iterable<readonly [IrCase, T & { readonly id: string }]> {
  const inputs = new Map((tables("inputs") as IrInputs).cases.map((c) => [c.id, c]));
  for (const row of (tables(name) as { readonly cases: readonly (T & { readonly id: string })[] }).cases) {
    const c = inputs.get(row.id);
    if (c === undefined) throw new Error(`${name}.json has case ${row.id}, which inputs.json has not`);
    yield [c, row];
  }
}

export type GradesByQuery = Map<QueryId, { readonly grades: Map<string, number> }>;
export type ScoresByQuery = Map<QueryId, Map<string, number>>;

/** As a dictionary holds it; in a file, a query without documents leaves no line. */
const kept = <T>(pairs: Pairs<readonly T[]>, from: "file" | "memory") =>
  pairs.filter(([, list]) => from === "memory" || list.length > 0);
export const goldOf = (c: IrCase, from: "file" | "memory" = "memory"): GradesByQuery =>
  new Map(kept(c.qrels, from).map(([query, docs]) => [query, { grades: new Map(docs) }]));
export const runOf = (c: IrCase, from: "file" | "memory" = "memory"): ScoresByQuery =>
  new Map(kept(c.run, from).map(([query, docs]) => [query, new Map(docs)]));

/** By query id, byte by byte: the order in which most tools add up. */
export const sorted = <T>(map: ReadonlyMap<QueryId, T>): Map<QueryId, T> =>
  new Map([...map].sort(([a], [b]) => compareIds(a, b)));

/** What we say of one case. */
export interface Ours {
  score(query: QueryId, metric: string): State;
  mean(metric: string): State;
  /** Absent where we refused the whole case. */
  readonly result?: Result;
}

export function ours(options: EvaluateOptions & { readonly gold: GoldInput; readonly run: RunInput }): Ours {
  try {
    const result = evaluate(options);
    const queries = new Set(result.queries);
    return {
      score(query, metric) {
        if (!queries.has(query)) return "tool-absent";
        const score = result.score(query, metric);
        if (score.status === "scored") return score.value;
        return score.status === "undefined" ? score.because : score.status;
      },
      mean(metric) {
        const { mean, because } = result.mean(metric);
        return mean ?? because ?? "no mean";
      },
      result,
    };
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    const why = `refused: ${error.problem.what}`;
    return { score: () => why, mean: () => why };
  }
}

/** Infinities are spelled out in the tables. */
export const wanted = (cell: unknown): State =>
  cell === "Infinity" || cell === "-Infinity" ? Number(cell) : wantedState(cell);
