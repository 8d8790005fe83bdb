/** What a live run was asked for, checked before anything is sent. */
import { type CallLimits, checkLimits } from "../calls/limits.ts";
import type { Answer } from "../core/answer.ts";
import type { QueryId } from "../core/ids.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { Hit } from "../core/ranking.ts";
import type { Retriever, RetrieverInput } from "../core/retriever.ts";
import { asListed } from "../evaluate/answers/as-listed.ts";
import { countAnswers, type WhatIfMeans } from "../evaluate/answers/facts.ts";
import { runOfAnswers } from "../evaluate/answers/run-of.ts";
import { timingOf } from "../evaluate/answers/timing.ts";
import { withDefaultMatch } from "../evaluate/default-match.ts";
import { type Evaluator, prepare } from "../evaluate/evaluate.ts";
import { type GoldValue, goldByQuery, readGold } from "../evaluate/input/read-gold.ts";
import type { ByQuery } from "../evaluate/input/read-input.ts";
import { type AskedMetrics, askOf, cutoffOf, depthOf, Planner } from "../evaluate/plan/plan.ts";
import type { Rules } from "../evaluate/plan/rules.ts";
import type { Result } from "../evaluate/score/result.ts";
import { longerChunks } from "../evaluate/select/longer-chunks.ts";
import { type Selection, selectionOf } from "../evaluate/select/selection.ts";
import { type AnswerLook, missesOfAnswers } from "../evaluate/why/answer-misses.ts";
import { type Funnel, funnelOf } from "../evaluate/why/funnel.ts";
import { type OtherSettings, whatIf } from "../evaluate/why/what-if.ts";
import { knownDocuments } from "./_documents.ts";
import { selectQueries, wordsOfQuery } from "./_select.ts";
import { liveProblem } from "./problems.ts";
import type { LiveOptions, LiveRun } from "./run.ts";

interface AskedRetriever {
  readonly answers: ReadonlyMap<QueryId, Answer>;
  readonly busy: { readonly ms: number; readonly answers: number };
}

export interface SettledRun {
  readonly retrievers: readonly (readonly [name: string, retriever: Retriever])[];
  /** Of the gold, in its order. */
  readonly queries: readonly QueryId[];
  readonly words: ReadonlyMap<QueryId, string>;
  /** How many hits to ask for. */
  readonly ask: number;
  /** How far metrics with a cut-off look. */
  readonly k: number;
  readonly limits: Required<CallLimits>;
  readonly problems: readonly Problem[];
  /** Throws where the rules refuse the hits, such as one without an id where ids are compared. */
  check(query: QueryId, hits: readonly Hit[]): void;
  /** In steps: with many queries it takes seconds, and signals are to be heard between them. */
  scored(name: string, retriever: Retriever, asked: AskedRetriever): Generator<void, LiveRun>;
  /** Undefined where there is nothing to choose between. */
  chosen(runs: readonly LiveRun[]): Selection | undefined;
}

const TIMEOUT = 30_000;
const ATTEMPTS = 3;
const CONCURRENCY = 8;

export function settled(options: LiveOptions): SettledRun {
  const {
    gold: given,
    queries: words,
    retrievers,
    depth,
    concurrency = CONCURRENCY,
    timeoutMs = TIMEOUT,
    attempts = ATTEMPTS,
    warmUp = 0,
    sample,
    where,
    limit,
    only,
    filter: _filter,
    cache: _cache,
    corpus,
    select,
    earlier,
    signal: _signal,
    clock: _clock,
    loop: _loop,
    random: _random,
    on: _on,
    keep: _keep,
    ...rest
  } = options;
  checkWhole("warmUp", warmUp, 0);
  if (depth !== undefined) checkWhole("depth", depth, 1);
  if (limit !== undefined) checkWhole("limit", limit, 1);
  if (sample !== undefined) checkWhole("sample.n", sample.n, 1);
  const limits = {
    concurrency,
    attempts,
    attemptMs: timeoutMs,
    // Waits between attempts are on top; a server that asks for more patience than that is given up.
    totalMs: attempts * timeoutMs + 60_000,
    firstBackoffMs: 250,
    longestBackoffMs: 10_000,
    graceMs: 0,
  };
  checkLimits(limits);
  const named = retrieversOf(retrievers);
  const log = new ProblemLog();
  const all = goldByQuery(given, log);
  const selected = selectQueries(all, {
    ...(where === undefined ? {} : { where }),
    ...(sample === undefined ? {} : { sample }),
    ...(limit === undefined ? {} : { limit }),
  });
  // Of a run that goes on, what was never asked is still part: a mean over the rest is not that of the run.
  const queries =
    only === undefined || earlier !== undefined ? selected : selected.filter((query) => only.has(query));
  if (queries.length === 0) throw liveProblem.error("no-queries/only", {});
  const gold = new Map(queries.map((query) => [query, all.get(query)!] as const));
  const asked: AskedMetrics & Rules = asListed(withDefaultMatch(rest, gold.values()));
  const evaluator = prepare({ ...asked, gold });
  const checker = prepare({ ...asked, gold });
  // An unknown metric is refused now, not after every query was asked.
  if (select?.by !== undefined) evaluator.evaluate(runOfAnswers(queries, new Map())).column(select.by);
  const plans = new Planner(asked).plans();
  const k = depthOf(plans);
  // Under any other rule, the ids of a retriever's documents are not those of the gold.
  const { match } = plans[0]!.join;
  const comparesIds = "ids" in match && match.ids === "exact";
  if (depth !== undefined && depth < k) throw liveProblem.error("bad-depth", { depth, k });
  const ask = depth ?? askOf(plans);
  return {
    retrievers: named,
    queries,
    words: new Map([...gold].map(([query, value]) => [query, wordsOfQuery(query, value, words)])),
    ask,
    k,
    limits,
    problems: log.list(),
    check: (query, hits) => void checker.scores(query, hits),
    chosen(runs) {
      const selection = selectionOf(runs, select);
      if (selection === undefined) return undefined;
      const { metric, best } = selection;
      const ordered = runs.toSorted((a, b) => Number(b.name === best.name) - Number(a.name === best.name));
      const plan = plans.find(({ key }) => key === metric);
      const cutoff = plan === undefined ? undefined : cutoffOf(plan);
      const longer = longerChunks({
        gold,
        asked,
        metric,
        k: cutoff ?? Number.POSITIVE_INFINITY,
        runs: ordered,
      });
      return { ...selection, problems: [...longer, ...selection.problems] };
    },
    *scored(name, retriever, { answers: given, busy }) {
      const { about, params } = retriever;
      const { answers, result } = yield* scoredAnswers(name, evaluator, queries, given);
      yield;
      const byQuery: ByQuery<GoldValue> = gold;
      const look = { gold: byQuery, asked, answers, k };
      const timing = timingOf(answers.values(), busy);
      const funnel = funnelOf(look);
      const others = funnel === undefined ? [] : otherMeans(look, funnel, evaluator);
      yield;
      const unjudged = unjudgedShare(gold, asked, queries, answers, k);
      const documents = corpus ?? retriever.documents?.();
      const searched = corpus ?? (comparesIds ? documents : undefined);
      yield;
      const missed = missesOfAnswers({
        ...look,
        name,
        depth: ask,
        ...(searched === undefined ? {} : { corpus: searched }),
      });
      yield;
      return {
        name,
        ...(about === undefined ? {} : { about }),
        ...(params === undefined ? {} : { params }),
        result,
        missed,
        documents: knownDocuments(missed, answers, documents),
        answers,
        ...countAnswers(answers.values()),
        unasked: queries.length - answers.size,
        ...(timing === undefined ? {} : { timing }),
        ...(unjudged === undefined ? {} : { unjudged }),
        ...(funnel === undefined ? {} : { funnel }),
        ...(others.length === 0 ? {} : { whatIf: others }),
      };
    },
  };
}

/** An answer of an earlier run that the rules refuse is a failed query, not the end of the run. */
function* scoredAnswers(
  name: string,
  evaluator: Evaluator,
  queries: readonly QueryId[],
  given: ReadonlyMap<QueryId, Answer>,
): Generator<void, { readonly answers: ReadonlyMap<QueryId, Answer>; readonly result: Result }> {
  const run = runOfAnswers(queries, given);
  yield;
  try {
    return { answers: given, result: yield* evaluator.inSteps(run, name) };
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
  }
  const answers = new Map(given);
  for (const [query, hits] of run)
    try {
      evaluator.scores(query, hits);
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      run.set(query, error);
      const { attempts } = given.get(query)!;
      answers.set(query, { status: "failed", problem: error.problem, attempts });
    }
  return { answers, result: yield* evaluator.inSteps(run, name) };
}

function otherMeans(look: AnswerLook, { stages }: Funnel, evaluator: Evaluator): WhatIfMeans[] {
  const meansOf = (settings: OtherSettings): WhatIfMeans["means"] =>
    Object.fromEntries(
      evaluator
        .evaluate(whatIf(look, { ...settings, k: Number.POSITIVE_INFINITY }))
        .summary()
        .flatMap(({ metric, mean }) => (mean === undefined ? [] : [[metric, mean]])),
    );
  const [before, last] = stages.slice(-2);
  const perfect: WhatIfMeans = { kind: "perfect", means: meansOf({ perfect: true }) };
  if (last === undefined || last.source) return [perfect];
  const without = { stage: before!.name };
  return [{ kind: "without", stage: last.name, means: meansOf(without) }, perfect];
}

const JUDGED = 10;

/** Undefined where the gold has no grades: then nobody said what is not relevant. */
function unjudgedShare(
  gold: ReadonlyMap<QueryId, GoldValue>,
  asked: AskedMetrics & Rules,
  queries: readonly QueryId[],
  answers: ReadonlyMap<QueryId, Answer>,
  k: number,
): number | undefined {
  const log = new ProblemLog();
  const graded = queries.some((query) => readGold(query, gold.get(query)!, log).graded !== undefined);
  if (!graded || k < JUDGED || asked.as !== undefined) return undefined;
  const { k: _, ...rules } = asked;
  const metric = `unjudged@${JUDGED}`;
  const run = runOfAnswers(queries, answers);
  return prepare({ ...rules, metrics: [metric], gold })
    .evaluate(run)
    .mean(metric).mean;
}

function retrieversOf(given: LiveOptions["retrievers"]): (readonly [string, Retriever])[] {
  const all = Object.entries(given ?? {});
  if (all.length === 0) throw liveProblem.error("no-retriever", {});
  return all.map(([name, one]) => [name, retrieverOf(name, one)] as const);
}

function retrieverOf(name: string, given: RetrieverInput): Retriever {
  if (typeof given === "function") return { retrieve: given };
  if (typeof given === "object" && given !== null && typeof given.retrieve === "function") return given;
  const found = given === null ? "null" : Array.isArray(given) ? "a list" : `of type ${typeof given}`;
  throw liveProblem.error("bad-retriever", { name, found });
}

function checkWhole(option: string, found: unknown, least: number): void {
  if (Number.isSafeInteger(found) && (found as number) >= least) return;
  throw liveProblem.error("bad-option/whole", { option, found: String(found), least });
}
