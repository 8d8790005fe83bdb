import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { madeView, twoRuns } from "../../../../test/browser/_views.ts";
import { binsOf } from "./bins.ts";
import { heatClass } from "./heat.ts";
import { matrixOrder } from "./matrix-order.ts";
import { inColumns, pairedOf } from "./paired.ts";
import { PairedScatter } from "./paired-scatter.tsx";

const { view } = twoRuns;

test("compared queries are in order of difference, and every query is in one part", () => {
  const paired = pairedOf(view, 0, 1, 0);
  const differences = paired.compared.map(({ difference }) => difference);
  expect(differences).toEqual([...differences].sort((a, b) => a - b));
  const places = [...paired.compared, ...paired.unscored].map(({ at }) => at).sort((a, b) => a - b);
  expect(places).toEqual(view.queries.ids.map((_, i) => i));
  const { wins, ties, losses } = view.pairs[0]!.verdicts[0]!;
  expect([paired.wins, paired.ties, paired.losses]).toEqual([wins, ties, losses]);
});

test("where less is better, a query with a lower score is a win", () => {
  const lower = {
    ...view,
    metrics: view.metrics.map((metric) => ({ ...metric, direction: "lower" as const })),
  };
  const [higher, paired] = [pairedOf(view, 0, 1, 0), pairedOf(lower, 0, 1, 0)];
  expect([paired.wins, paired.losses]).toEqual([higher.losses, higher.wins]);
  expect(paired.compared[0]!.difference).toBeGreaterThan(0);
});

test("cells without a score keep their state", () => {
  const states = new Set(
    pairedOf(view, 0, 1, 0).unscored.flatMap(({ cells }) => cells.filter((c) => typeof c === "string")),
  );
  expect([...states].sort()).toEqual(["failed", "undefined"]);
  expect(heatClass("failed", 1)).toBe("state-failed");
});

test("what no run answers is the same number as zeros in both", () => {
  expect(matrixOrder(view, 0).unanswered).toHaveLength(pairedOf(view, 0, 1, 0).zeros);
});

test("a query without a score in one run is not one that no run answers", () => {
  const [first] = matrixOrder(view, 0).unanswered;
  const scores = view.queries.scores.map((metrics, run) =>
    metrics.map((column) => column.map((score, at) => (run === 1 && at === first!.at ? null : score))),
  );
  const { unanswered } = matrixOrder({ ...view, queries: { ...view.queries, scores } }, 0);
  expect(unanswered.map(({ at }) => at)).not.toContain(first!.at);
});

test("a query with other gold in one of the runs is not compared", () => {
  const all = pairedOf(view, 0, 1, 0);
  const edited = all.compared.slice(0, 3).map(({ at }) => at);
  const goldVersions = [0, 1].map((run) => view.queries.ids.map((_, at) => (edited.includes(at) ? run : 0)));
  const paired = pairedOf({ ...view, queries: { ...view.queries, goldVersions } }, 0, 1, 0);
  expect(paired.compared.map(({ at }) => at)).toEqual(all.compared.slice(3).map(({ at }) => at));
  expect(paired.unscored.map(({ at }) => at)).toEqual(expect.arrayContaining(edited));
  expect(paired.wins + paired.ties + paired.losses).toBe(all.compared.length - 3);
});

test("columns hold every item once, in order", () => {
  for (const [count, most] of [
    [0, 10],
    [1, 10],
    [7, 3],
    [1000, 64],
  ] as const) {
    const items = Array.from({ length: count }, (_, i) => i);
    const columns = inColumns(items, most);
    expect(columns.flat()).toEqual(items);
    expect(columns.length).toBeLessThanOrEqual(most);
    expect(columns.every((column) => column.length > 0)).toBe(true);
  }
});

test("0 and the end of the scale have a step, and a bin, of their own", () => {
  expect([0, 0.001, 0.26, 0.5, 0.999, 1, 2].map((score) => heatClass(score, 1))).toEqual([
    "heat0",
    "heat1",
    "heat2",
    "heat3",
    "heat4",
    "heat5",
    "heat5",
  ]);
  expect(binsOf([0, 0, 0.1, 0.25, 0.99, 1, null], 1).map(({ count }) => count)).toEqual([2, 1, 1, 0, 1, 1]);
  expect(binsOf([0.01], 0.02).map(({ label }) => label)).toEqual([
    "0",
    "<0.005",
    "<0.01",
    "<0.015",
    "<0.02",
    "0.02",
  ]);
});

test("the matrix has what no run answers first, then the largest differences", () => {
  const three = madeView({ runs: ["a", "b", "c"], queries: 60 }).view;
  const { unanswered, others } = matrixOrder(three, 0);
  expect(unanswered.length).toBeGreaterThan(0);
  for (const { cells } of unanswered) expect(cells.every((cell) => cell === 0)).toBe(true);
  const spread = others.map(({ cells }) => {
    const scores = cells.filter((cell) => typeof cell === "number");
    return scores.length === 0 ? -1 : Math.max(...scores) - Math.min(...scores);
  });
  expect(spread).toEqual([...spread].sort((a, b) => b - a));
  expect(unanswered.length + others.length).toBe(60);
});

test("points of the scatter are the scores themselves, coloured by their own difference", () => {
  const scores = [[[0.0297, 0.5, 0.5, 0.505]], [[0.0198, 0.501, 0.5, 0.506]]];
  const ids = ["down", "up", "same", "up too"];
  const small = { ...view, queries: { ...view.queries, ids, scores, states: [[{}], [{}]] } };
  const markup = renderToString(h(PairedScatter, { view: small, pair: view.pairs[0]!, metric: 0 }));
  const points = [...markup.matchAll(/<circle[^>]*class="([^"]*)"[^>]*><title>([^<]*)/g)];
  expect(points.map(([, classes, title]) => [title, classes!.split(" ")[0]])).toEqual([
    ["down: 0.030 → 0.020", "run-fill"],
    ["same: 0.500 → 0.500", "tie-fill"],
    ["2 queries, mean 0.502 → 0.504", "run-fill"],
  ]);
});
