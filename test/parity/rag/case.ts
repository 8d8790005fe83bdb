/** The inputs of the RAG tables, and their spelling of a query in ours. */
import {
  type EvaluateOptions,
  evaluate,
  type GoldFacets,
  GoldieError,
  type Judgement,
  type RankingInput,
  type Result,
} from "../../../src/index.ts";
import { type Cell, gotState, type State, wantedState } from "../_cells.ts";
import type { Tables } from "../_tables.ts";

export interface Query {
  readonly qid: string | number | null;
  readonly retrieved: readonly (string | null)[];
  /** One per retrieved id; some are equal, some are not sorted. */
  readonly scores: readonly number[];
  /** Every group is wanted, any id of a group will do. */
  readonly gold: readonly (readonly string[])[];
  readonly gold_docs: readonly string[];
  readonly grades: Readonly<Record<string, number>> | null;
  readonly texts: { readonly chunks: readonly string[]; readonly gold: readonly (readonly string[])[] };
  readonly judged: {
    readonly query: string;
    readonly contexts: readonly string[];
    readonly reference: string;
    readonly response: string;
    readonly verdicts: readonly number[];
    readonly claims: readonly number[];
    readonly raw_verdicts: readonly string[];
    readonly raw_claims: readonly string[];
    readonly raw_statements: readonly (readonly string[])[];
    readonly ref_entities: readonly string[];
    readonly ctx_entities: readonly string[];
    readonly ratings: readonly string[];
  };
}
export interface Case {
  readonly case: number;
  readonly kind: string;
  readonly k: readonly number[];
  readonly queries: readonly Query[];
}

/** The rows of a table, each with its inputs. */
export function* casesOf<T>(tables: Tables, name: string): Iterable<readonly [Case, T]> {
  const inputs = new Map((tables("inputs") as readonly Case[]).map((c) => [c.case, c]));
  for (const row of tables(name) as readonly (T & { readonly case: number })[]) {
    const c = inputs.get(row.case);
    if (c === undefined) throw new Error(`${name}.json has case ${row.case}, which inputs.json has not`);
    yield [c, row];
  }
}

/** Query ids may be numbers, empty or repeated there; a query's place is none of these. */
const byPlace = <T>(c: Case, value: (q: Query) => T): Map<string, T> =>
  new Map(c.queries.map((q, i) => [String(i), value(q)]));

type Input = { readonly gold: Map<string, GoldFacets>; readonly run: Map<string, RankingInput> };
const hitsOf = (q: Query): RankingInput => q.retrieved.map((id) => ({ id }));
const scoredHits = (q: Query): RankingInput => q.retrieved.map((id, i) => ({ id, score: q.scores[i]! }));

/** All ids of the groups, duplicates kept. */
export const flatGold = (q: Query): GoldFacets => ({ relevant: q.gold.flat() });
/** The same with grades, where the query has some. */
export const gradedGold = (q: Query): GoldFacets => ({
  relevant: q.gold.flat(),
  ...(q.grades === null ? {} : { grades: q.grades }),
});

export const idsAndGroups = (c: Case): Input => ({
  gold: byPlace(c, (q) => ({ groups: q.gold })),
  run: byPlace(c, hitsOf),
});
export const idsAndList = (c: Case, gold: (q: Query) => GoldFacets): Input => ({
  gold: byPlace(c, gold),
  run: byPlace(c, hitsOf),
});
export const idsAndScores = (c: Case, gold: (q: Query) => GoldFacets): Input => ({
  gold: byPlace(c, gold),
  run: byPlace(c, scoredHits),
});
export const texts = (c: Case): Input => ({
  gold: byPlace(c, (q) => ({ passages: q.texts.gold })),
  run: byPlace(c, (q) => q.texts.chunks.map((text, i) => ({ id: String(i), text }))),
});
export const judgements = (c: Case, judgement: (q: Query) => Judgement) => ({
  gold: byPlace(c, (): GoldFacets => ({})),
  run: new Map<string, RankingInput>(),
  judgements: byPlace(c, judgement),
});

/** What the tool shows, by name; one word where we refused the whole case. */
export type Row = Readonly<Record<string, State>> | string;
const states = (row: Readonly<Record<string, Parameters<typeof gotState>[0]>>): Row =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, gotState(cell)]));

/** What we show for a case, as toJSON() has it. */
export interface Shown {
  row(query: number): Row;
  readonly summary: Row;
  readonly result?: Result;
}

export function ours(options: EvaluateOptions): Shown {
  try {
    const result = evaluate(options);
    const [run] = result.toJSON().runs;
    return {
      row: (query) => states(run!.queries[String(query)] ?? {}),
      summary: states(run!.summary),
      result,
    };
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return refused(`refused: ${error.problem.what}`);
  }
}
export const refused = (why: string): Shown => ({ row: () => why, summary: why });

/** A row with more in it. */
export const withMore = (row: Row, more: Row): Row =>
  typeof row === "string" ? row : typeof more === "string" ? more : { ...row, ...more };

/** One cell per name that either side has. */
export function* compareRow(
  at: { readonly tool: string; readonly case: Case; readonly where: string },
  wanted: Readonly<Record<string, unknown>>,
  got: Row,
  chosen: (name: string) => string | undefined = () => undefined,
  within?: number,
): Iterable<Cell> {
  const names = typeof got === "string" ? [] : Object.keys(got);
  for (const name of new Set([...Object.keys(wanted), ...names]))
    yield {
      tool: at.tool,
      case: `${at.case.case} (${at.case.kind})`,
      where: `${at.where}.${name}`,
      wanted: wantedState(wanted[name]),
      got: typeof got === "string" ? got : Object.hasOwn(got, name) ? got[name]! : "tool-absent",
      chosen: chosen(name),
      ...(within === undefined ? {} : { within }),
    };
}
