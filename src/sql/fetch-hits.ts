/** Fetches the hits of some queries, one list at a time. */
import type { QueryId } from "../core/ids.ts";
import { type Ranking, RankingColumns } from "../evaluate/input/read-run.ts";
import { countIn } from "./_count-in.ts";
import { compile } from "./compile.ts";
import type { SqlEngine, SqlQueryOptions, SqlValue } from "./engine.ts";
import { faultError } from "./faults.ts";
import type { HitTable } from "./lower.ts";
import type { Fault } from "./lower-faults.ts";
import { lowerCount, lowerHits, lowerUnknown, type WantedQueries } from "./lower-hits.ts";
import { wellFormed } from "./well-formed.ts";

/** The hits of one query of one run. */
export interface FetchedList {
  readonly run: string;
  readonly query: QueryId;
  readonly ranking: RankingColumns;
}

/** Queries as rows that statements can read. */
export async function giveQueries(
  engine: SqlEngine,
  queries: Iterable<QueryId>,
  options: SqlQueryOptions,
): Promise<WantedQueries> {
  const rows = {
    *[Symbol.iterator]() {
      for (const query of queries) yield [query];
    },
  };
  const columns = [{ name: "query", type: "text" }] as const;
  return { source: await engine.give({ columns, rows: wellFormed(rows) }, options), query: "query" };
}

/**
 * Lists in the order of run and query; without `wanted`, those of all queries. `readsRanks`: ranks decide something, so
 * they have to be there.
 */
export async function* fetchHits(
  engine: SqlEngine,
  tables: readonly HitTable[],
  wanted: WantedQueries | undefined,
  readsRanks: boolean,
  options: SqlQueryOptions,
): AsyncGenerator<FetchedList> {
  const scored = tables.every(({ score }) => score !== undefined);
  const ranked = readsRanks && tables.every(({ rank }) => rank !== undefined);
  let list: FetchedHit[] = [];
  const statement = compile(lowerHits(tables, wanted), engine.dialect);
  for await (const rows of engine.query(statement, options))
    for (const row of rows) {
      const hit = readHit(row, scored, ranked, tables);
      const last = list[0];
      if (last !== undefined && (last.run !== hit.run || last.query !== hit.query)) {
        yield listOf(list, scored, ranked, tables);
        list = [];
      }
      list.push(hit);
    }
  if (list.length > 0) yield listOf(list, scored, ranked, tables);
}

interface FetchedHit {
  readonly run: string;
  readonly query: string;
  readonly doc: string;
  readonly score: number;
  readonly rank: number;
}

function readHit(
  [run, query, doc, score, rank]: readonly SqlValue[],
  scored: boolean,
  ranked: boolean,
  tables: readonly HitTable[],
): FetchedHit {
  const refuse = (fault: Fault): never => {
    throw faultError(fault, tables, 1, query === null ? undefined : String(query));
  };
  const hit = {
    run: String(run),
    query: String(query),
    doc: String(doc),
    score: Number(score),
    rank: Number(rank),
  };
  if (run === null || run === "") refuse("no_run");
  if (query === null) refuse("no_query");
  if (doc === null) refuse("no_doc");
  if (scored && (score === null || !Number.isFinite(hit.score))) refuse("no_score");
  if (ranked && (rank === null || !Number.isFinite(hit.rank))) refuse("no_rank");
  return hit;
}

function listOf(
  hits: FetchedHit[],
  scored: boolean,
  ranked: boolean,
  tables: readonly HitTable[],
): FetchedList {
  const { run, query } = hits[0]!;
  if (ranked) {
    hits.sort((a, b) => a.rank - b.rank);
    // Where scores differ, they decide.
    const isSame = (a: FetchedHit, b: FetchedHit) => a.rank === b.rank && (!scored || a.score === b.score);
    if (hits.some((hit, i) => i > 0 && isSame(hit, hits[i - 1]!)))
      throw faultError("same_rank", tables, 1, query);
  }
  const columns: Omit<Ranking, "length"> = {
    ids: hits.map(({ doc }) => doc),
    ...(scored ? { scores: hits.map(({ score }) => score) } : {}),
    // As in a file of rows: scores decide, where there are some.
    mapping: scored,
    distinct: false,
    nulls: false,
  };
  return { run, query, ranking: new RankingColumns(columns) };
}

/** How many rows `fetchHits` would fetch. */
export async function countHits(
  engine: SqlEngine,
  tables: readonly HitTable[],
  wanted: WantedQueries,
  options: SqlQueryOptions,
): Promise<number> {
  let count: SqlValue | undefined;
  for await (const rows of engine.query(compile(lowerCount(tables, wanted), engine.dialect), options))
    for (const [n] of rows) count = n;
  return countIn(count, "rows", engine.id);
}

/** By run: the queries that are not wanted, how many and the first. */
export async function unknownQueries(
  engine: SqlEngine,
  tables: readonly HitTable[],
  wanted: WantedQueries,
  options: SqlQueryOptions,
): Promise<ReadonlyMap<string, { readonly count: number; readonly first: QueryId }>> {
  const found = new Map<string, { readonly count: number; readonly first: QueryId }>();
  for await (const rows of engine.query(compile(lowerUnknown(tables, wanted), engine.dialect), options))
    for (const [run, count, first] of rows)
      found.set(String(run), {
        count: countIn(count, "queries that the gold lacks", engine.id),
        first: String(first),
      });
  return found;
}
