/** Matchers for test runners: what each of them checks, and what it says when that fails. */
import { readFileSync } from "node:fs";
import { evaluate, type EvaluateOptions } from "../evaluate/evaluate.ts";
import { readBaseline } from "../evaluate/gate/baseline.ts";
import { gate } from "../evaluate/gate/gate.ts";
import type { GoldInput, GoldValue } from "../evaluate/input/read-gold.ts";
import type { RankingInput, RunInput } from "../evaluate/input/read-run.ts";
import { Result } from "../evaluate/score/result.ts";
import { ruleSentence } from "../reports/gate/sentences.ts";
import { plainText } from "../reports/signed-text.ts";
import { oneLine } from "../text/width.ts";
import { expectationIn } from "./_expectation.ts";
import { missedBy, missedText, type RankedHit, rankedText } from "./_ranked.ts";
import { testingProblem } from "./problems.ts";

/** What a test runner wants of a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** A function that searches: the query, and how many hits to return. */
export type SearchFunction = (
  query: string,
  options: { readonly k: number; readonly signal: AbortSignal },
) => RankingInput | Promise<RankingInput>;

/** Rules of the library: how ids are matched, what counts as one hit. */
export type MatcherRules = Pick<EvaluateOptions, "match" | "unit" | "order" | "ties" | "duplicates" | "as">;

export interface ToRetrieveOptions extends MatcherRules {
  /** Default: 10. */
  readonly k?: number;
}
export interface ToHaveRecallOptions extends MatcherRules {
  /** Default: 10. */
  readonly k?: number;
  /** Default: 1. */
  readonly min?: number;
}
export interface ToMeetOptions extends MatcherRules {
  /** Not needed for a Result. */
  readonly gold?: GoldInput;
}
export interface ToRegressOptions extends ToMeetOptions {
  readonly metric: string;
  /** A drop of up to this much is accepted. */
  readonly margin?: number;
  /** Accept that a margin could not be decided; without it that fails. */
  readonly allowUndecided?: boolean;
}

const K = 10;

/** Does a search function return all of these documents among its first k hits? */
export async function toRetrieve(
  search: unknown,
  query: string,
  gold: GoldValue,
  { k = K, ...rules }: ToRetrieveOptions = {},
): Promise<MatcherResult> {
  if (typeof search !== "function")
    throw testingProblem.error("bad-received", { matcher: "toRetrieve", wanted: "a search function" });
  const { signal } = new AbortController();
  const hits = await (search as SearchFunction)(query, { k, signal });
  return atLeast(`search(${JSON.stringify(query)})`, query, hits, gold, k, 1, rules);
}

/** Is at least `min` of the gold among the first k hits? */
export function toHaveRecall(
  hits: unknown,
  gold: GoldValue,
  { k = K, min = 1, ...rules }: ToHaveRecallOptions = {},
): MatcherResult {
  return atLeast("the hits", "q", hits as RankingInput, gold, k, min, rules);
}

function atLeast(
  what: string,
  query: string,
  hits: RankingInput,
  gold: GoldValue,
  k: number,
  min: number,
  rules: MatcherRules,
): MatcherResult {
  const metrics = [`recall@${k}`, `group-recall@${k}`];
  const result = evaluate({
    ...rules,
    gold: new Map([[query, gold]]),
    run: new Map([[query, hits]]),
    metrics,
    name: "hits",
  });
  const scored = metrics.find((metric) => result.score(query, metric).status === "scored");
  const score = scored === undefined ? undefined : result.score(query, scored);
  if (score?.status !== "scored")
    throw testingProblem.error("no-mean", { metric: metrics[0]!, because: "no relevant document in the gold" });
  const pass = score.value >= min;
  const wanted = min === 1 ? "everything relevant" : `recall of at least ${min}`;
  return {
    pass,
    message: () => {
      const missed = missedBy(result, query, k);
      const list = hitsOf(hits);
      const found = relevantPlaces(list, result, query, scored!);
      return [
        `expected ${what} ${pass ? "not " : ""}to have ${wanted} in the top ${k}; recall@${k} is ${plainText(score.value)}`,
        "",
        rankedText(list, k, found),
        ...(missed.length === 0 ? [] : ["", missedText(missed)]),
        ...result.problems.map((problem) => `${problem.level ?? "warning"}: ${problem.what}`),
      ].join("\n");
    },
  };
}

/** The places of relevant hits, from 0. A repeated id is not counted again, as in the scores. */
function relevantPlaces(
  hits: readonly RankedHit[],
  result: Result,
  query: string,
  metric: string,
): ReadonlySet<number> {
  const relevant = result.ranking(query, metric)?.relevant;
  const seen = new Set<string | null>();
  const places = new Set<number>();
  hits.forEach(({ id }, i) => {
    if (!seen.has(id) && relevant?.[seen.size] === 1) places.add(i);
    seen.add(id);
  });
  return places;
}

function hitsOf(hits: RankingInput): RankedHit[] {
  if (Array.isArray(hits))
    return hits.map((hit: unknown) =>
      typeof hit === "string" || hit === null ? { id: hit } : (hit as RankedHit),
    );
  if (hits instanceof Map) return byScore([...hits]);
  if (typeof hits === "object" && hits !== null) return byScore(Object.entries(hits));
  return [];
}
const byScore = (entries: readonly (readonly [string, unknown])[]): RankedHit[] =>
  entries
    .map(([id, score]) => ({ id, score: Number(score) }))
    .sort((a, b) => b.score - a.score);

/** Does the mean of a run meet an expectation such as "ndcg@10 >= 0.7"? */
export function toMeet(received: unknown, text: string, options: ToMeetOptions = {}): MatcherResult {
  const { metric, sign, value, met } = expectationIn(text);
  const result = resultOf("toMeet", received, [metric], options);
  const { mean, interval, because, counts } = result.mean(metric);
  if (counts.failed > 0) throw testingProblem.error("failed-scores", { metric, count: counts.failed });
  if (mean === undefined)
    throw testingProblem.error("no-mean", { metric, because: because ?? "nothing was scored" });
  const pass = met(mean);
  return {
    pass,
    message: () => {
      const ci = interval === undefined ? "" : `, 95 % CI ${plainText(interval[0])} to ${plainText(interval[1])}`;
      const worst = result.worst(5, metric).map((one) => `  ${oneLine(one.query)}  ${plainText(one.value)}`);
      return [
        `expected ${metric} of ${oneLine(result.name)} ${pass ? "not " : ""}to be ${sign} ${value}; it is ${plainText(mean, 4)} (${counts.scored} queries${ci})`,
        ...(worst.length === 0 ? [] : ["", "worst queries:", ...worst]),
      ].join("\n");
    },
  };
}

/** Did a run get worse than the baseline? A margin that cannot be decided counts as worse, unless that is allowed. */
export function toRegress(
  received: unknown,
  baseline: string,
  { metric, margin, allowUndecided = false, ...options }: ToRegressOptions,
): MatcherResult {
  const before = baselineAt(baseline);
  const result = resultOf("toRegress", received, [metric], options);
  const report = gate(result, {
    rules: [{ metric, notWorseThan: "baseline", ...(margin === undefined ? {} : { margin }) }],
    baseline: before,
  });
  if (report.outcome === "failed-cells")
    throw testingProblem.error("failed-scores", { metric, count: report.failed.cells });
  const [rule] = report.rules;
  const pass = rule!.outcome === "fail" || (rule!.outcome === "undecided" && !allowUndecided);
  return {
    pass,
    message: () =>
      `expected ${metric} of ${oneLine(result.name)} ${pass ? "not " : ""}to be worse than ${baseline}\n\n${ruleSentence(rule!, { report })}`,
  };
}

function baselineAt(path: string): Result {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw testingProblem.error("no-baseline", { path, message: (error as Error).message });
  }
  return readBaseline(text);
}

/** A Result as it is; a run is scored. */
function resultOf(
  matcher: string,
  received: unknown,
  metrics: readonly string[],
  { gold, ...rules }: ToMeetOptions,
): Result {
  if (isResult(received)) return received;
  if (typeof received !== "object" || received === null)
    throw testingProblem.error("bad-received", { matcher, wanted: "a run or a result of evaluate()" });
  if (gold === undefined) throw testingProblem.error("gold-missing", { matcher });
  return evaluate({ ...rules, gold, run: received as RunInput, metrics });
}

/** By its shape: it may come from another copy of the library. */
const isResult = (value: unknown): value is Result =>
  value instanceof Result ||
  (typeof value === "object" && value !== null && typeof (value as Result).rowMetrics === "object" && typeof (value as Result).mean === "function");

/** All of them, as `expect.extend` takes them. */
export const matchers = { toRetrieve, toHaveRecall, toMeet, toRegress };
