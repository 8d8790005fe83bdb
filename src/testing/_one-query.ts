/** Matchers on the hits of one query. */
import type { GoldieError } from "../core/problem.ts";
import { defaultMatch, goldKinds } from "../evaluate/default-match.ts";
import { evaluate } from "../evaluate/evaluate.ts";
import type { GoldValue } from "../evaluate/input/read-gold.ts";
import { RankingColumns, type RankingInput } from "../evaluate/input/read-run.ts";
import { TableRanking } from "../evaluate/input/table-ranking.ts";
import type { Rules } from "../evaluate/plan/rules.ts";
import { whyNot } from "../reports/words.ts";
import { markedList } from "./_marked-list.ts";
import { besideLimit, described, isError, missedLine, paragraphs, warningLine } from "./_words.ts";
import type { SearchFunction, ToHaveRecallOptions, ToRetrieveOptions } from "./matcher-types.ts";
import type { Matched } from "./matchers.ts";
import { testingProblem } from "./problems.ts";

const K = 10;

/** Is all of the gold in the top k of a search? With `isNot`: is any of it? */
export async function retrieves(
  isNot: boolean,
  search: unknown,
  query: string,
  gold: GoldValue,
  { k = K, signal = new AbortController().signal, ...rules }: ToRetrieveOptions = {},
): Promise<Matched> {
  if (typeof search !== "function")
    throw testingProblem.error("bad-assertion/received", {
      matcher: "toRetrieve",
      wanted: "a search function",
      found: described(search),
    });
  if (typeof query !== "string")
    throw testingProblem.error("bad-assertion/query", { found: described(query) });
  const name = `search(${JSON.stringify(query)})`;
  const hits = checkedHits(name, await searched(search as SearchFunction, query, k, signal));
  const { value, metric, details } = recallOf(query === "" ? "(empty)" : query, hits, gold, k, rules);
  return {
    pass: isNot ? value > 0 : value === 1,
    message() {
      const should = `${name} should retrieve ${isNot ? "none" : "all"} of the gold in the top ${k}`;
      if (isEmpty(hits)) return paragraphs([`${should}, but it returned an empty list`], EMPTY_HINT);
      return paragraphs(
        [`${should}, but ${metric} is ${besideLimit(value, isNot ? 0 : 1)}`],
        ...details(isNot),
      );
    },
  };
}

/** A function that takes a number gets an object, and slices its list to nothing. */
const EMPTY_HINT = [
  "The function is called as search(query, { k, signal }).",
  "If yours takes a number, pass it on: (query, { k }) => search(query, k)",
];

function isEmpty(hits: RankingInput): boolean {
  if (Array.isArray(hits)) return hits.length === 0;
  if (hits instanceof Map || hits instanceof Set) return hits.size === 0;
  if (hits instanceof RankingColumns) return hits.ids.length === 0;
  return !(hits instanceof TableRanking) && Object.keys(hits).length === 0;
}

async function searched(
  search: SearchFunction,
  query: string,
  k: number,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  let hits: unknown;
  try {
    hits = await search(query, { k, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw failed(query, error);
  }
  // Hits of a search that was cancelled may be a part of them only.
  signal.throwIfAborted();
  if (isError(hits)) throw failed(query, hits);
  return hits;
}

/** With the search's own error as its cause, so that test runners show where it comes from. */
function failed(query: string, cause: unknown): GoldieError {
  const message = isError(cause) ? cause.message : described(cause);
  return Object.assign(testingProblem.error("cannot-assert/search-failed", { query, message }), { cause });
}

/** Is at least `min` of the gold in the top k? */
export function hasRecall(
  isNot: boolean,
  received: unknown,
  gold: GoldValue,
  { k = K, min = 1, ...rules }: ToHaveRecallOptions = {},
): Matched {
  if (typeof min !== "number" || !(min >= 0 && min <= 1))
    throw testingProblem.error("bad-assertion/min", { found: described(min) });
  const hits = checkedHits("expect()", received);
  const { value, metric, details } = recallOf("query", hits, gold, k, rules);
  return {
    pass: value >= min,
    message: () =>
      paragraphs(
        [`${metric} should be ${isNot ? "below" : "at least"} ${min}, but is ${besideLimit(value, min)}`],
        ...details(isNot),
      ),
  };
}

/** What is no list would count as an empty one, or be refused in words about something else. */
function checkedHits(from: string, hits: unknown): RankingInput {
  const isList =
    Array.isArray(hits) ||
    hits instanceof Map ||
    hits instanceof Set ||
    hits instanceof RankingColumns ||
    hits instanceof TableRanking;
  if (isList || isScores(hits)) return hits as RankingInput;
  throw testingProblem.error("bad-assertion/hits", { from, found: described(hits) });
}

const isScores = (x: unknown): boolean =>
  typeof x === "object" &&
  x !== null &&
  !(x instanceof Promise) &&
  !isError(x) &&
  Object.values(x).every((score) => typeof score === "number");

function recallOf(query: string, hits: RankingInput, gold: GoldValue, k: number, given: Rules) {
  const match = given.match ?? defaultMatch(goldKinds(gold), { spans: hasSpans(hits) });
  const rules = match === undefined ? given : { ...given, match };
  // Documents that stand in for one another are counted by group.
  const metrics = [`recall@${k}`, `group-recall@${k}`];
  const result = evaluate({
    ...rules,
    gold: new Map([[query, gold]]),
    run: new Map([[query, hits]]),
    metrics,
  });
  const [alone, grouped] = metrics.map((metric) => ({ metric, score: result.score(query, metric) }));
  const { metric, score } = alone!.score.status === "skipped" ? grouped! : alone!;
  if (score.status !== "scored")
    throw testingProblem.error("cannot-assert/no-recall", { metric, because: whyNot(score) });
  return {
    metric,
    value: score.value,
    details: (isNot: boolean) => {
      const { lines, missed } = markedList(query, hits, gold, k, rules);
      return [lines, isNot ? [] : missed.map(missedLine), result.problems.map(warningLine)];
    },
  };
}

const hasSpans = (hits: RankingInput): boolean =>
  Array.isArray(hits) &&
  hits.some((hit: unknown) => typeof hit === "object" && hit !== null && ("start" in hit || "lines" in hit));
