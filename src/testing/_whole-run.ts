/** Matchers on a run, or on a result of `evaluate`. */
import { readFileSync } from "node:fs";
import { GoldieError } from "../core/problem.ts";
import { compare } from "../evaluate/compare/compare.ts";
import { evaluate } from "../evaluate/evaluate.ts";
import { readBaseline } from "../evaluate/gate/baseline.ts";
import { gate } from "../evaluate/gate/gate.ts";
import type { RunInput } from "../evaluate/input/read-run.ts";
import { Result } from "../evaluate/score/result.ts";
import type { RunMisses } from "../evaluate/why/missed.ts";
import { goldSentence, ruleSentence } from "../reports/gate/sentences.ts";
import { intervalText, plainText } from "../reports/signed-text.ts";
import { noMean } from "../reports/words.ts";
import { counted } from "../text/counted.ts";
import { oneLine } from "../text/width.ts";
import { expectationIn } from "./_expectation.ts";
import { besideLimit, described, missedLine, paragraphs, problemLine, warningLine } from "./_words.ts";
import type { ToMeetOptions, ToRegressOptions } from "./matcher-types.ts";
import type { Matched } from "./matchers.ts";
import { testingProblem } from "./problems.ts";

/** Queries that a message names. */
const NAMED = 5;

/** Does the mean of a metric meet an expectation such as "ndcg@10 >= 0.7"? */
export function meets(isNot: boolean, received: unknown, text: string, options: ToMeetOptions = {}): Matched {
  const { metric, sign, value, met } = expectationIn(text);
  const result = resultOf("toMeet", received, metric, options);
  const [low, high] = result.range(metric) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (value < low || value > high)
    throw testingProblem.error("bad-assertion/limit", { expectation: text, low, high });
  const summary = result.mean(metric);
  const { mean, interval, counts } = summary;
  refuseUnusable(result, metric);
  if (mean === undefined)
    throw testingProblem.error("cannot-assert/no-mean", { metric, because: noMean(summary, result) });
  return {
    pass: met(mean),
    message: () => {
      const all = counts.scored + counts.undefined + counts.skipped;
      const queries = `${counts.scored < all ? `${counts.scored} of ` : ""}${counted(all, "query", "queries")}`;
      const sure = interval === undefined ? "" : `${intervalText(interval, 0.95, plainText)}, `;
      const worst = result.worst(NAMED, metric);
      return paragraphs(
        [
          `${metric} of ${oneLine(result.name)} should ${isNot ? "not " : ""}be ${sign} ${value}, but is ${besideLimit(mean, value)} (${sure}${queries})`,
        ],
        queryLines(
          "worst queries",
          result,
          worst.map((one) => ({ query: one.query, text: plainText(one.value) })),
        ),
        result.problems.map(warningLine),
      );
    },
  };
}

/** Is the run worse than the baseline? What cannot be decided is neither, unless that is allowed. */
export function regresses(
  isNot: boolean,
  received: unknown,
  path: string | URL,
  options: ToRegressOptions,
): Matched {
  const { metric, margin, allowUndecided = false, ...more } = options ?? {};
  if (typeof metric !== "string")
    throw testingProblem.error("bad-assertion/metric", { found: described(metric) });
  const baseline = baselineAt(path);
  const result = resultOf("toRegress", received, metric, more);
  const report = gate(result, {
    rules: [{ metric, notWorseThan: "baseline", ...(margin === undefined ? {} : { margin }) }],
    baseline,
  });
  refuseUnusable(result, metric);
  const rule = report.rules[0]!;
  const { outcome } = rule;
  return {
    pass: outcome === "fail" || (outcome === "undecided" && isNot && !allowUndecided),
    message: () => {
      const gold = goldSentence(report);
      const sign = result.direction(metric) === "higher" ? 1 : -1;
      const moved = compare([baseline, result], { metrics: [metric] }).pairs[0]!.moved;
      const worse = moved.filter(({ difference }) => sign * difference < 0).slice(0, NAMED);
      return paragraphs(
        [
          `${metric} of ${oneLine(result.name)} should ${isNot ? "not " : ""}be worse than ${path}`,
          ruleSentence(rule, { report }),
          ...(gold === undefined ? [] : [gold]),
          ...(outcome === "undecided" ? ["allowUndecided: true accepts what cannot be decided"] : []),
        ],
        queryLines(
          "got worse",
          result,
          worse.map(({ query, a, b }) => ({ query, text: `${plainText(a)} → ${plainText(b)}` })),
        ),
      );
    },
  };
}

/** Queries with their scores, and what each of them missed. */
function queryLines(
  title: string,
  result: Result,
  queries: readonly { readonly query: string; readonly text: string }[],
): string[] {
  if (queries.length === 0) return [];
  const misses = missesOf(result);
  const shown = queries.map(({ query, text }) => ({ query, text, missed: misses?.queries.get(query) ?? [] }));
  const some = shown.some(({ missed }) => missed.length > 0);
  return [
    `${title}${some ? `, and what they missed in the top ${misses!.k}` : ""}:`,
    ...shown.flatMap(({ query, text, missed }) => [
      `  ${oneLine(query)}  ${text}`,
      ...missed.map((one) => `    ${missedLine(one)}`),
    ]),
  ];
}

/** undefined where the result was read from JSON, without hits. */
function missesOf(result: Result): RunMisses | undefined {
  try {
    return result.missed();
  } catch (error) {
    if (error instanceof GoldieError && error.problem.code === "not-kept") return undefined;
    throw error;
  }
}

/** Scores that say nothing about the search must not pass a test, whichever way it asks. */
function refuseUnusable(result: Result, metric: string): void {
  const { failed, scored, missing } = result.mean(metric).counts;
  if (failed > 0) {
    const first = result.problems.find(({ code }) => code === "retriever-failed");
    throw testingProblem.error("cannot-assert/failed-scores", {
      metric,
      count: failed,
      ...(first === undefined ? {} : { reason: problemLine(first) }),
    });
  }
  if (scored > 0 && missing === scored)
    throw testingProblem.error("cannot-assert/no-queries", { count: scored });
}

function baselineAt(path: string | URL): Result {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw testingProblem.error("cannot-assert/no-baseline", {
      path: String(path),
      message: (error as Error).message,
    });
  }
  return readBaseline(text);
}

/** A result as it is; a run is scored. */
function resultOf(
  matcher: string,
  received: unknown,
  metric: string,
  { gold, ...options }: ToMeetOptions,
): Result {
  if (isResult(received)) return received;
  if (typeof received !== "object" || received === null)
    throw testingProblem.error("bad-assertion/received", {
      matcher,
      wanted: "a run, or a result of evaluate()",
      found: described(received),
    });
  if (gold === undefined) throw testingProblem.error("bad-assertion/no-gold", { matcher });
  return evaluate({ ...options, gold, run: received as RunInput, metrics: [metric] });
}

/** By its shape too: each entry of the package has its own copy of the class. */
const isResult = (x: unknown): x is Result =>
  x instanceof Result ||
  (typeof x === "object" &&
    x !== null &&
    typeof (x as Result).mean === "function" &&
    typeof (x as Result).column === "function");
