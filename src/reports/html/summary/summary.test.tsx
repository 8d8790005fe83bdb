import { renderToString } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { riskyIn, wrongIn } from "../../../../test/browser/_markup.ts";
import {
  everything,
  hostile,
  madeView,
  noQueries,
  oneQuery,
  oneRun,
  threeRuns,
  twoRuns,
} from "../../../../test/browser/_views.ts";
import { evaluate } from "../../../evaluate/evaluate.ts";
import type { View } from "../../view/model.ts";
import { viewOf } from "../../view/view.ts";
import { differenceText, scoreText } from "../charts/numbers.ts";
import { Footer } from "./footer.tsx";
import { Summary } from "./summary.tsx";

const markupOf = (view: View, metric = 0): string => renderToString(<Summary view={view} metric={metric} />);
const textOf = (markup: string): string =>
  markup
    .replace(/<(title|desc)>.*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

/** As it is made from results without hits, tags and comparison. */
const bare = (view: View): View => {
  const { recall: _, precisionRecall: __, ...rest } = view;
  return {
    ...rest,
    slices: [],
    pairs: view.pairs.map((pair) => ({
      ...pair,
      verdicts: pair.verdicts.map(() => null),
      sentences: pair.sentences.map(() => null),
    })),
    runs: view.runs.map(({ missed: _, unjudged: __, latency: ___, ...run }) => run),
    notes: [],
    problems: [],
    rules: [],
  };
};
const unscored = (view: View): View => ({
  ...view,
  runs: view.runs.map((run) => ({
    ...run,
    means: run.means.map((mean) => ({
      mean: null,
      because: "no mean: the retriever failed",
      counts: { ...mean.counts, scored: 0, undefined: 0, failed: view.queries.ids.length },
    })),
  })),
});

describe.each([
  ["one run", oneRun.view],
  ["two runs", twoRuns.view],
  ["three runs", threeRuns.view],
  ["seven runs", madeView({ runs: ["a", "b", "c", "d", "e", "f", "g"], queries: 20 }).view],
  ["everything", everything.view],
  ["one query", oneQuery.view],
  ["no queries", noQueries.view],
  ["no runs", { ...bare(noQueries.view), runs: [], pairs: [] }],
  ["results without hits or tags", bare(twoRuns.view)],
  ["all failed", unscored(twoRuns.view)],
  ["hostile texts", hostile.view],
] as const)("%s", (_, view) => {
  test.each(view.metrics.map((_, m) => m))("metric %i", (metric) => {
    const markup = markupOf(view, metric);
    expect(wrongIn(markup)).toEqual([]);
    expect(riskyIn(markup)).toEqual([]);
    expect(markup.match(/<h1/g)).toHaveLength(1);
  });
});

test("every mean, interval and denominator is on its card", () => {
  const text = textOf(markupOf(everything.view));
  for (const { means } of everything.view.runs)
    for (const { mean, counts } of means) {
      expect(text).toContain(scoreText(mean));
      expect(text).toContain(`${counts.scored} scored`);
    }
  expect(text).toContain("4 failed");
  expect(text).toContain("2 missing from the run, counted as empty lists");
  expect(text).toContain("corrected by labels: 0.500 (95 % CI 0.40 to 0.60)");
});

test("the verdict is the sentence of the comparison, and says which metrics disagree", () => {
  const [pair] = twoRuns.view.pairs;
  const text = textOf(markupOf(twoRuns.view));
  expect(text.replaceAll(" :", ":")).toContain(pair!.sentences[0]!.replace(" (", " ("));
  expect(text).toContain("But ndcg@10 shows a real regression.");
  expect(textOf(markupOf(twoRuns.view, 1))).toContain("ndcg@10 −0.111");
});

test("intervals of differences have the confidence of the comparison", () => {
  const view: View = {
    ...twoRuns.view,
    pairs: twoRuns.view.pairs.map((pair) => ({ ...pair, confidence: 0.9, sentences: [null] })),
  };
  const markup = markupOf(view);
  const confidenceOf = (words: RegExp): unknown[] => [
    ...new Set([...markup.matchAll(words)].map(([, percent]) => percent)),
  ];
  expect(confidenceOf(/<p class="card-line">difference, (\d+ %) CI/g)).toEqual(["90 %"]);
  expect(confidenceOf(/mean difference [^<]*?, (\d+ %) CI/g)).toEqual(["90 %"]);
  expect(confidenceOf(/: difference [^"<]*?, (\d+ %) CI/g)).toEqual(["90 %"]);
});

test("what these queries can show is said only where nothing real was found", () => {
  const can = "smallest difference these queries can show";
  const calledAs = (call: "noise" | "better" | "worse"): string => {
    const [pair] = twoRuns.view.pairs;
    const verdicts = pair!.verdicts.map((verdict) => verdict && { ...verdict, detectable: 0.5, call });
    return textOf(markupOf({ ...twoRuns.view, pairs: [{ ...pair!, verdicts }] }));
  };
  expect(calledAs("noise")).toContain(can);
  expect(calledAs("better")).not.toContain(can);
  expect(calledAs("worse")).not.toContain(can);
});

test("with several runs, slices show the difference of the chosen pair", () => {
  const { view } = threeRuns;
  const [{ values } = { values: [] }] = view.slices;
  const differences = (pair: number): string => {
    const markup = renderToString(<Summary view={view} metric={0} pair={pair} />);
    return textOf(markup.slice(markup.indexOf("Slices")));
  };
  expect(values.length).toBeGreaterThan(1);
  for (const pair of [0, 1]) {
    const text = differences(pair);
    expect(text).toContain(`Difference: ${view.runs[pair + 1]!.name} against ${view.runs[0]!.name}.`);
    for (const { verdicts } of values) expect(text).toContain(differenceText(verdicts[pair]![0]!.difference));
  }
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const many = madeView({ runs: names, queries: 400 }).view;
  const real = many.slices.flatMap((slice) => slice.values.map(({ verdicts }) => verdicts[0]![0]!));
  const markup = markupOf(many);
  expect(markup).toContain("Bold: a real difference.");
  for (const { call, difference } of real)
    if (call !== "too-few")
      expect(markup).toContain(
        call === "noise"
          ? `<td class="num">${differenceText(difference)}`
          : `<b>${differenceText(difference)}`,
      );
});

test("means beside a difference are over the queries of the difference", () => {
  const runs = ["good", "flaky"].map((name, run) => ({
    result: evaluate({
      gold: { q: { relevant: ["a"], tags: { part: "x" } }, r: { relevant: ["a"], tags: { part: "x" } } },
      run: run === 0 ? { q: ["a"], r: ["x", "a"] } : { q: new Error("timeout"), r: ["x", "y", "z", "a"] },
      metrics: ["rr"],
      name,
    }),
  }));
  const text = textOf(markupOf(viewOf({ runs })));
  // good has 1 and 0.5, flaky 0.25 for the second only.
  expect(text).toContain("on the 1 that both scored: 0.500 → 0.250");
  expect(text).toContain("x 1 of 2 0.500 0.250 −0.250");
  expect(text).toContain("Means of both are over the queries that both have a score for.");
});

test("a run without scores says why, and is not 0", () => {
  const text = textOf(markupOf(unscored(oneRun.view)));
  expect(text).toContain("recall@5 –");
  expect(text).toContain("no mean: the retriever failed");
  expect(text).not.toContain("recall@5 0.000");
});

test("parts that are known are shown", () => {
  const text = textOf(markupOf(everything.view));
  for (const part of [
    "Gate failed: 1 of 2 rules not met",
    "Query by query",
    "Recall at k",
    "Recall of groups at k",
    "Precision and recall",
    "Before and after",
    "Slices",
    "Spread of scores",
    "Why documents were missed",
    "Latency",
    "Stages",
    "A perfect reranker would reach a recall of 0.950 in the top 10.",
    "without reranked: recall@5 0.610",
    "Quality and cost",
    "Judge",
    "It does not understand negation.",
    "run.trec:7: score",
    "2 more",
  ])
    expect(text).toContain(part);
});

test("parts that are not known are left out, or say why", () => {
  const text = textOf(markupOf(bare(twoRuns.view)));
  expect(text).toContain("No curve: these results have no hits.");
  expect(text).toContain("No slices: the queries have no tags.");
  expect(text).toContain("recall@5: not compared.");
  for (const part of [
    "Why documents were missed",
    "Latency",
    "Stages",
    "Quality and cost",
    "Problems",
    "Notes",
  ])
    expect(text).not.toContain(part);
});

test("three runs have a matrix instead of differences", () => {
  const text = textOf(markupOf(threeRuns.view));
  expect(text).toContain("answered by no run");
  expect(text).toContain("queries score 0 in every run");
});

test("the rules are at the end", () => {
  const text = textOf(renderToString(<Footer view={twoRuns.view} />));
  expect(text).toContain("duplicates first");
});
