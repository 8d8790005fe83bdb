/** The queries to ask: which ones, and in which words. */
import type { QueryId } from "../core/ids.ts";
import { ProblemLog } from "../core/problem-log.ts";
import { randomFrom, shuffled } from "../core/random.ts";
import { firstNames } from "../core/shown.ts";
import { type GoldValue, readGold } from "../evaluate/input/read-gold.ts";
import type { ByQuery } from "../evaluate/input/read-input.ts";
import { liveProblem } from "./problems.ts";
import type { QuerySelection } from "./run.ts";

/** In the order of the gold. */
export function selectQueries(
  gold: ByQuery<GoldValue>,
  { where = {}, sample, limit }: QuerySelection,
): readonly QueryId[] {
  const all = [...gold.keys()];
  if (all.length === 0) throw liveProblem.error("no-queries/gold", {});
  const matching = whereMatches(all, gold, where);
  const sampled = sample === undefined ? matching : drawn(matching, sample.n, sample.seed ?? 1);
  return limit === undefined ? sampled : sampled.slice(0, limit);
}

function whereMatches(
  all: readonly QueryId[],
  gold: ByQuery<GoldValue>,
  where: Readonly<Record<string, string>>,
): readonly QueryId[] {
  const wanted = Object.entries(where);
  if (wanted.length === 0) return all;
  const log = new ProblemLog();
  const values = new Set<string>();
  const found = all.filter((query) => {
    const { tags = {} } = readGold(query, gold.get(query)!, log);
    for (const [tag, value] of Object.entries(tags)) values.add(`${tag}=${value}`);
    return wanted.every(([tag, value]) => Object.hasOwn(tags, tag) && String(tags[tag]) === value);
  });
  if (found.length > 0) return found;
  throw liveProblem.error("no-queries/where", {
    where: wanted.map(([tag, value]) => `${tag}=${value}`),
    ...firstNames("values", [...values]),
  });
}

/** The same seed draws the same queries from the same gold. */
function drawn(queries: readonly QueryId[], n: number, seed: number): readonly QueryId[] {
  if (n >= queries.length) return queries;
  const chosen = new Set(shuffled(randomFrom(seed), queries).slice(0, n));
  return queries.filter((query) => chosen.has(query));
}

/** Words in a row of the gold; a query without any is asked by its id. */
export function wordsOfQuery(
  query: QueryId,
  gold: GoldValue,
  given: ReadonlyMap<QueryId, string> | undefined,
): string {
  const own = given?.get(query);
  if (own !== undefined) return own;
  const words = (gold as { readonly query?: unknown } | null)?.query;
  return typeof words === "string" && words !== "" ? words : query;
}
