/** Every query by column. */
import type { QueryId } from "../../core/ids.ts";
import { shown } from "../../core/shown.ts";
import { SCORED } from "../../evaluate/score/summarize.ts";
import type { Reported, RunReport } from "../model.ts";
import { whyNot } from "../words.ts";
import { keptLists, metricIn, queriesOf } from "./_runs.ts";
import type { CellState, QueryTable } from "./model.ts";

/** Forbidden documents are looked for among so many hits. */
const LOOKED_AT = 10;

const NOT_THERE: CellState = { status: "skipped", words: "the query is not in this result" };
const NOT_MEASURED: CellState = { status: "skipped", words: "this run was not scored by it" };

/** Those of the first run, then what others have besides. */
export function shownQueries(runs: readonly RunReport[]): readonly QueryId[] {
  const all = new Set<QueryId>();
  for (const { result } of runs) for (const query of queriesOf(result)) all.add(query);
  return [...all];
}

export function queryTable(
  runs: readonly RunReport[],
  metrics: readonly string[],
  ids: readonly QueryId[],
  tags: TagValues,
): QueryTable {
  const cells = runs.map(({ result }) => cellsOf(result, metrics, ids));
  const facts = runs.map(({ result }) => factsOf(result, ids));
  const goldVersions = versionsOf(runs, ids);
  const forbids = runs.some(({ result }) => result.forbidden.queries > 0);
  return {
    ids,
    words: wordsOf(runs, ids),
    tags: tagColumns(tags, ids),
    scores: cells.map(({ scores }) => scores),
    states: cells.map(({ states }) => states),
    firstRelevant: facts.map(({ firstRelevant }) => firstRelevant),
    ...(goldVersions === undefined ? {} : { goldVersions }),
    leaks: forbids ? facts.map(({ leaks }) => leaks) : [],
  };
}

/** Like `compare`, by the hashes of the gold of each query. undefined where no query has two. */
function versionsOf(runs: readonly RunReport[], ids: readonly QueryId[]): QueryTable["goldVersions"] {
  const [first, ...others] = runs.map(({ result }) => result);
  if (first === undefined || others.every((one) => first.sharesGold(one))) return undefined;
  const hashes = [first, ...others].map((one) =>
    one.hasRows ? one.goldHashes() : new Map<QueryId, string>(),
  );
  let edited = false;
  const columns = hashes.map((): (number | null)[] => []);
  for (const query of ids) {
    const known: string[] = [];
    hashes.forEach((byQuery, run) => {
      const hash = byQuery.get(query);
      if (hash !== undefined && !known.includes(hash)) known.push(hash);
      columns[run]!.push(hash === undefined ? null : known.indexOf(hash));
    });
    edited ||= known.length > 1;
  }
  return edited ? columns : undefined;
}

/** By query: its place in the result; undefined where it lacks it. */
function placesOf(result: Reported, ids: readonly QueryId[]): readonly (number | undefined)[] {
  const own = queriesOf(result);
  if (own.length === ids.length && own.every((query, i) => query === ids[i])) return ids.map((_, i) => i);
  const places = new Map(own.map((query, i) => [query, i]));
  return ids.map((query) => places.get(query));
}

function cellsOf(result: Reported, metrics: readonly string[], ids: readonly QueryId[]) {
  const places = placesOf(result, ids);
  // Most reasons are given many times.
  const known = new Map<string, CellState>();
  const stateOf = (status: CellState["status"], words: string): CellState => {
    const key = `${status} ${words}`;
    const state = known.get(key) ?? { status, words };
    known.set(key, state);
    return state;
  };
  const scores: (number | null)[][] = [];
  const allStates: Record<number, CellState>[] = [];
  for (const name of metrics) {
    const metric = result.hasRows ? metricIn(result, name) : undefined;
    const states: Record<number, CellState> = {};
    allStates.push(states);
    if (metric === undefined) {
      scores.push(ids.map(() => null));
      ids.forEach((_, q) => {
        states[q] = places[q] === undefined ? NOT_THERE : NOT_MEASURED;
      });
      continue;
    }
    const column = result.column(metric);
    scores.push(
      ids.map((query, q) => {
        const place = places[q];
        if (place === undefined) {
          states[q] = NOT_THERE;
          return null;
        }
        if (column.states[place] === SCORED) return column.values[place]!;
        const score = result.score(query, metric);
        if (score.status !== "scored") states[q] = stateOf(score.status, whyNot(score));
        return null;
      }),
    );
  }
  return { scores, states: allStates };
}

function factsOf(result: Reported, ids: readonly QueryId[]) {
  const lists = keptLists(result);
  const own = new Set(queriesOf(result));
  const { leaked } = result.forbidden;
  const firstRelevant: (number | null)[] = [];
  const leaks: number[] = [];
  for (const query of ids) {
    const status = lists === undefined || !own.has(query) ? undefined : lists.status(query);
    if (lists === undefined || status === undefined || status === "failed") {
      firstRelevant.push(null);
      leaks.push((leaked.get(query) ?? []).filter(({ rank }) => rank <= LOOKED_AT).length);
      continue;
    }
    const facts = lists.facts(query, LOOKED_AT);
    firstRelevant.push(facts.firstRelevant ?? null);
    leaks.push(facts.leaks);
  }
  return { firstRelevant, leaks };
}

/** The words of a query, as the first run that knows them has them. */
export function wordsIn(runs: readonly RunReport[], query: QueryId): string | undefined {
  for (const { words, texts } of runs) {
    const known = words?.get(query) ?? texts?.query(query);
    if (known !== undefined) return known;
  }
  return undefined;
}

function wordsOf(runs: readonly RunReport[], ids: readonly QueryId[]): readonly (string | null)[] {
  const words = ids.map((query) => wordsIn(runs, query) ?? null);
  return words.every((one) => one === null) ? [] : words;
}

/** By tag and query. */
export type TagValues = ReadonlyMap<string, ReadonlyMap<QueryId, string>>;

/** By tag, the values of all queries; a value that is no text is written as one. */
export function tagValues(runs: readonly RunReport[]): TagValues {
  const all = new Map<string, Map<QueryId, string>>();
  for (const { result } of runs) {
    if (!result.hasRows) continue;
    for (const tag of result.tags()) {
      const values = all.get(tag) ?? new Map<QueryId, string>();
      all.set(tag, values);
      for (const [query, value] of result.tagged(tag))
        if (!values.has(query)) values.set(query, textOf(value));
    }
  }
  return all;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : shown(value));

const tagColumns = (tags: TagValues, ids: readonly QueryId[]): QueryTable["tags"] =>
  Object.fromEntries([...tags].map(([tag, values]) => [tag, ids.map((query) => values.get(query) ?? null)]));
