/** What every engine must refuse, and by which Problem. */
import { GoldieError } from "../../src/core/problem.ts";
import type { Rules } from "../../src/evaluate/plan/rules.ts";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { type EvaluatedTables, evaluateTables } from "../../src/sql/evaluate-tables.ts";
import type { TableRow } from "./_cases.ts";
import { giveHits } from "./_compare.ts";

type Row = Partial<TableRow>;
type By = "score" | "rank" | "both";

const hit = (changes: Row): Row => ({ run: "r", query: "q1", doc: "d9", score: 0.5, rank: 9, ...changes });
const GOOD: readonly Row[] = [
  hit({ doc: "d1", score: 2, rank: 1 }),
  hit({ doc: "d2", score: 1, rank: 2 }),
  hit({ query: "q2", doc: "d1", score: 2, rank: 1 }),
];
const GOLD = { q1: { d1: 1 }, q2: { d1: 1, d3: 1 } };
const without = (name: keyof TableRow): Row => {
  const { [name]: _, ...rest } = hit({});
  return rest;
};

interface Refused {
  readonly name: string;
  /** As "code/reason": what is refused, and for which query. */
  readonly want: string;
  readonly row: Row;
  readonly by?: By;
  readonly rules?: Rules;
}
export const REFUSED: readonly Refused[] = [
  { name: "a run that is NULL", row: without("run"), want: "bad-row/hit-no-run of q1" },
  { name: "a run with an empty name", row: hit({ run: "" }), want: "bad-row/hit-no-run of q1" },
  { name: "a query that is NULL", row: without("query"), want: "bad-row/hit-no-query" },
  { name: "a document that is NULL", row: without("doc"), want: "bad-row/hit-no-doc of q1" },
  { name: "an empty document id", row: hit({ doc: "" }), want: "bad-row/hit-empty-doc of q1" },
  { name: "a score that is NULL", row: without("score"), want: "bad-row/hit-no-score of q1" },
  { name: "a score of NaN", row: hit({ score: Number.NaN }), want: "bad-row/hit-no-score of q1" },
  {
    name: "an infinite score",
    row: hit({ score: Number.POSITIVE_INFINITY }),
    want: "bad-row/hit-no-score of q1",
  },
  {
    name: "a score of minus infinity",
    row: hit({ score: Number.NEGATIVE_INFINITY }),
    want: "bad-row/hit-no-score of q1",
  },
  {
    name: "NaN below the depth",
    row: hit({ score: Number.NaN }),
    rules: { depth: 1 },
    want: "bad-row/hit-no-score of q1",
  },
  {
    name: "NaN in single precision",
    row: hit({ score: Number.NaN }),
    rules: { float: 32 },
    want: "bad-row/hit-no-score of q1",
  },
  {
    name: "a rank that is there twice",
    row: hit({ rank: 2 }),
    by: "rank",
    want: "bad-row/hit-same-rank of q1",
  },
  { name: "a rank that is NULL", row: without("rank"), by: "rank", want: "bad-row/hit-no-rank of q1" },
  {
    name: "a document twice, where that is an error",
    row: hit({ doc: "d2" }),
    rules: { duplicates: "error" },
    want: "duplicate-hit/of-table of q1",
  },
];

const METRICS = ["ndcg@10", "ap", "recall@5"];

async function scored(
  engine: SqlEngine,
  rows: readonly Row[],
  { by = "score", rules = {} }: Pick<Refused, "by" | "rules"> = {},
): Promise<EvaluatedTables> {
  const hits = [await giveHits(engine, rows, by)];
  return evaluateTables({ engine, hits, gold: GOLD, metrics: METRICS, ...rules });
}

/** The Problem that is thrown, as "code/reason of query"; what came instead where there is none. */
async function thrownBy(body: Promise<EvaluatedTables>): Promise<string> {
  try {
    const { results } = await body;
    return `${results.length} results`;
  } catch (error) {
    if (!(error instanceof GoldieError)) return String(error);
    const { code, reason, at } = error.problem;
    return `${code}${reason === undefined ? "" : `/${reason}`}${at?.query === undefined ? "" : ` of ${at.query}`}`;
  }
}

/** What the engine says about a row that cannot be used, beside rows that can. */
export const refusalBy = (engine: SqlEngine, { row, by, rules }: Refused): Promise<string> =>
  thrownBy(
    scored(engine, [...GOOD, row], {
      ...(by === undefined ? {} : { by }),
      ...(rules === undefined ? {} : { rules }),
    }),
  );

/** Warnings about a document that a query has twice. */
export async function warningsOf(engine: SqlEngine): Promise<string[]> {
  const { results } = await scored(engine, [...GOOD, hit({ doc: "d2" })], { rules: { duplicates: "first" } });
  return results.flatMap(({ problems }) =>
    problems.map(({ code, at, fields }) => `${code} of ${at?.query}: ${fields?.["document"]}`),
  );
}

export const emptyTable = (engine: SqlEngine): Promise<string> => thrownBy(scored(engine, []));

/** A run that is one table is there even where the table is empty: all of its queries are missing. */
export async function emptyRun(engine: SqlEngine): Promise<string> {
  const table = await giveHits(engine, [], "score");
  const { results } = await evaluateTables({
    engine,
    hits: [{ ...table, run: { name: "it's" } }],
    gold: GOLD,
    metrics: METRICS,
  });
  const counts = results.map((result) => `${result.name}: ${result.mean("ap").counts.missing} missing`);
  return counts.join();
}

/** The reason of the signal, or what came instead. */
export async function abortedBefore(engine: SqlEngine): Promise<string> {
  const hits = [await giveHits(engine, GOOD, "score")];
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  try {
    await evaluateTables({ engine, hits, gold: GOLD, metrics: METRICS, signal });
    return "it was scored";
  } catch (error) {
    return error === reason || (error as Error).cause === reason ? "enough" : String(error);
  }
}
